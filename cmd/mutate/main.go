// Mutate checks that the tests detect errors. Each entry of mutations.txt is a small
// change that breaks a source file, and lists the packages whose tests must fail. For
// each entry, Mutate applies the change, runs the tests and prints the tests that
// failed. It exits with status 1 if an entry is not detected, no longer applies or
// does not compile.
//
// Mutate does not modify source files. The go command reads the changed source
// through an overlay.
//
// Run it at the root of the module:
//
//	go run ./cmd/mutate                 all entries
//	go run ./cmd/mutate -run durable    the entries whose title or file matches
//	go run ./cmd/mutate -sample 4       four entries, which change daily
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"regexp"
	"time"
)

func main() {
	run := flag.String("run", "", "check only entries whose title or file matches `regexp`")
	sample := flag.Int("sample", 0, "check only `n` entries, which change daily")
	list := flag.String("list", "cmd/mutate/mutations.txt", "`file` with the entries")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	missed, err := mutate(ctx, *list, *run, *sample)
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
	}
	if err != nil || missed > 0 {
		os.Exit(1)
	}
}

// mutate checks the mutations in the file list whose title or file matches run, or a
// sample of them; see rotate. It returns the number of mutations that cannot be applied
// or are not detected by the tests.
func mutate(ctx context.Context, list, run string, sample int) (missed int, err error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return 0, err
	}
	mutations, err := parse(string(text))
	if err != nil {
		return 0, fmt.Errorf("%s: %w", list, err)
	}
	match, err := regexp.Compile(run)
	if err != nil {
		return 0, err
	}
	var chosen []mutation
	for _, m := range mutations {
		if match.MatchString(m.title) || match.MatchString(m.file) {
			chosen = append(chosen, m)
		}
	}
	chosen = rotate(chosen, sample, int(time.Now().Unix()/(24*60*60)))
	for _, m := range chosen {
		started := time.Now()
		verdict, ok := m.check(ctx, ".")
		if ctx.Err() != nil {
			return missed, ctx.Err()
		}
		if !ok {
			missed++
		}
		fmt.Printf("%s (%.0fs): %s: %s\n", m.file, time.Since(started).Seconds(), m.title, verdict)
	}
	fmt.Printf("%d of %d noticed\n", len(chosen)-missed, len(chosen))
	return missed, nil
}

// rotate returns n consecutive mutations, or all mutations if n is 0. The choice
// depends on the day, so that all mutations are selected in turn.
func rotate(mutations []mutation, n, day int) []mutation {
	if n == 0 || n >= len(mutations) {
		return mutations
	}
	var chosen []mutation
	for i := range n {
		chosen = append(chosen, mutations[(day*n+i)%len(mutations)])
	}
	return chosen
}
