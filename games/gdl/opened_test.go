package gdl

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/work"
)

// openedSheet is a machine and the game made of it.
type openedSheet struct {
	*machine.Machine
	game games.Variant
}

var opened gdltest.Cache[openedSheet]

// openSheet compiles and opens the sheet of a file. Tests share what they get.
func openSheet(t testing.TB, file string) (*machine.Machine, games.Variant) {
	t.Helper()
	o := opened.Get(t, file, func() (openedSheet, error) {
		m, err := machine.Compile(t.Context(), gdltest.ReadSheet(t, file), work.Limits{})
		if err != nil {
			return openedSheet{}, err
		}
		v, err := Open(t.Context(), m)
		return openedSheet{m, v}, err
	})
	return o.Machine, o.game
}
