package solvertest

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// Open opens a built-in variant.
func Open(t testing.TB, spec string) games.Variant {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
