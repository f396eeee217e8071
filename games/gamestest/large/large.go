// Package large declares the flag -large of test programs. Tests that take more
// than a few seconds of processor time run only with it: go test ./... -large.
//
// A test program refuses a flag that it does not know, so every package with
// tests imports this one, also those without large tests.
package large

import (
	"flag"
	"testing"
)

// A variable of the package, as flags of test programs have to be.
var on = flag.Bool("large", false, "run the large tests too, which take minutes")

// On reports whether large tests run.
func On() bool { return *on }

// Skip skips a test unless large tests run.
func Skip(t testing.TB) {
	t.Helper()
	if !*on {
		t.Skip("large: run it with -large")
	}
}
