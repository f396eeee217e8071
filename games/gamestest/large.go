package gamestest

import (
	"flag"
	"testing"
)

// large is the flag of all test programs, which import this package for it: a
// test program refuses a flag that it does not know, and go test ./... -large
// gives it to all.
var large = flag.Bool("large", false, "run the large tests too, which take minutes")

// Large reports whether the tests run with -large. Without it no test should
// take more than a second of processor time.
func Large() bool { return *large }

// SkipUnlessLarge skips a test that takes long, unless the tests run with -large.
func SkipUnlessLarge(t testing.TB) {
	t.Helper()
	if !*large {
		t.Skip("takes long: go test -large runs it")
	}
}
