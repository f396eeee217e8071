package publish

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
)

// TestProgramsAreNotPublished adds a game that was specified as a program.
func TestProgramsAreNotPublished(t *testing.T) {
	v := gamestest.Open[games.Variant](t, builtin.Registry(), "tictactoe")
	v.Info().Typed = "exec:./game.py:side=3"
	o := Options{DB: t.TempDir()}
	var input *games.InputError
	if _, err := o.add(t.Context(), v, t.TempDir()); !errors.As(err, &input) || !strings.Contains(err.Error(), "cannot run programs") {
		t.Errorf("it is refused with: %v", err)
	}
}
