GO ?= go
COUNT ?= 6
STRIP = -ldflags '-s -w'
BENCH ?= .

.PHONY: all build dist test large page race lint bench golden clean

all: build test lint

# build compiles everything and writes the program, without symbols, to ./zermelo.
build:
	$(GO) build ./...
	$(GO) build $(STRIP) ./cmd/zermelo

# dist writes static programs for each platform to dist, with their checksums, and
# the explorer that "zermelo publish" copies.
dist:
	rm -rf dist && mkdir dist
	for platform in linux/amd64 linux/arm64 darwin/amd64 darwin/arm64; do \
		CGO_ENABLED=0 GOOS=$${platform%/*} GOARCH=$${platform#*/} \
			$(GO) build -trimpath $(STRIP) -o dist/zermelo-$${platform%/*}-$${platform#*/} ./cmd/zermelo || exit 1; \
	done
	mkdir dist/zermelo-explorer
	for tag in builtin rules; do \
		GOOS=js GOARCH=wasm $(GO) build -trimpath $(STRIP) -gcflags=all=-l -gcflags=zermelo/solver/...= -tags $$tag \
			-o dist/explorer.wasm ./cmd/zermelo/publish/explorer && gzip -9 <dist/explorer.wasm >dist/zermelo-explorer/explorer-$$tag.bin || exit 1; \
	done
	rm dist/explorer.wasm
	cp "$$($(GO) env GOROOT)/lib/wasm/wasm_exec.js" dist/zermelo-explorer
	tar -C dist -czf dist/zermelo-explorer.tar.gz zermelo-explorer && rm -r dist/zermelo-explorer
	cd dist && sha256sum zermelo-* >SHA256SUMS

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
	$(GO) run ./cmd/lintprose

# bench prints benchmarks for benchstat: make bench >old.txt, change, make bench
# >new.txt, benchstat old.txt new.txt. BENCH chooses, COUNT repeats.
bench:
	@$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -count $(COUNT) ./...

# golden writes the expected reports and command output anew, those of the docs as
# well; read the diff.
golden:
	$(GO) test ./reports/render ./cmd/zermelo ./docs -update

clean:
	$(GO) clean
	rm -rf zermelo dist
