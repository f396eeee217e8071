package gdl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/work"
)

// TestHiddenInformationIsPlayedButNotOpened plays a game in which a player guesses the
// result of a coin toss. Opening the game must fail.
func TestHiddenInformationIsPlayedButNotOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "coin.kif")
	if err := os.WriteFile(file, []byte(gdltest.Coin), 0o666); err != nil {
		t.Fatal(err)
	}
	m, _, err := LoadSpec(t.Context(), file, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if moves := m.NewPlay().Legal(nil, 1); len(moves) != 2 || m.RoleName(1) != "random" {
		t.Errorf("%d moves of %s, want 2 of random", len(moves), m.RoleName(1))
	}
	_, opened := Open(t.Context(), m)
	_, named := OpenSpec(t.Context(), file, work.Limits{})
	for _, err := range []error{opened, named} {
		var input *games.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), "coin.kif:11:5: The relation sees") || !strings.Contains(err.Error(), "zermelo playout") {
			t.Errorf("opened with error %v, want one that names the place and what can be done", err)
		}
	}
}
