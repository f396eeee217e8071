package gdl

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// openedSheet is a machine with its game.
type openedSheet struct {
	*statemachine.Machine
	game games.Variant
}

var opened gdltest.Cache[openedSheet]

// openSheet compiles and opens a sheet. All tests share the result.
func openSheet(t testing.TB, file string) (*statemachine.Machine, games.Variant) {
	t.Helper()
	o := opened.Get(t, file, func() (openedSheet, error) {
		m, err := statemachine.Compile(t.Context(), gdltest.ReadSheet(t, file), work.Limits{})
		if err != nil {
			return openedSheet{}, err
		}
		v, err := Open(t.Context(), m)
		return openedSheet{m, v}, err
	})
	return o.Machine, o.game
}
