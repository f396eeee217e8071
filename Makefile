GO ?= go
COUNT ?= 6
BENCH ?= .

.PHONY: all build test large page race lint bench golden clean

all: build test lint

build:
	$(GO) build ./...

# test runs every test, as the README says.
test:
	$(GO) test ./...

# large runs the tests that take minutes, too.
large:
	$(GO) test -timeout 60m ./... -large

# page tests the page in a browser, Chromium or Chrome.
page:
	$(GO) -C cmd/zermelo/serve/browsertest test ./...

# race runs the packages that work on several cores under the race detector.
race:
	$(GO) test -race ./games/builtin ./solver/... ./tablebase/... ./reports/... ./cmd/...

# lint checks format, modules, vet, staticcheck and who imports whom.
lint:
	@unformatted=$$(gofmt -l games solver tablebase reports cmd docs); \
	if [ -n "$$unformatted" ]; then echo "not gofmt-ed:"; echo "$$unformatted"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) -C cmd/zermelo/serve/browsertest mod tidy -diff
	$(GO) vet ./...
	$(GO) -C cmd/zermelo/serve/browsertest vet ./...
	$(GO) tool staticcheck ./...
	$(GO) run ./cmd/lintimports

# bench prints benchmarks for benchstat: make bench >old.txt, change, make bench
# >new.txt, benchstat old.txt new.txt. BENCH chooses, COUNT repeats.
bench:
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

# golden writes the expected reports and command output anew; read the diff.
golden:
	$(GO) test ./reports ./cmd/zermelo -update

clean:
	$(GO) clean
	rm -f zermelo
