package gdl

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
)

// coin is a GDL-II sheet: chance turns a coin that the player does not see and
// has to guess, which is worth 50. Taken for GDL it is worth 100.
const coin = `(role random) (role you)
(init hidden)
(<= (legal random (turn heads)) (true hidden)) (<= (legal random (turn tails)) (true hidden))
(<= (legal you wait) (true hidden))
(<= (legal random wait) (not (true hidden)))
(<= (legal you (guess heads)) (not (true hidden))) (<= (legal you (guess tails)) (not (true hidden)))
(<= (next (coin ?s)) (does random (turn ?s)))
(<= (next (coin ?s)) (true (coin ?s)))
(<= (next right) (does you (guess ?s)) (true (coin ?s)))
(<= (next over) (does you (guess ?s)))
(<= (sees you over) (does you (guess ?s)))
(<= terminal (true over))
(<= (goal you 100) (true right)) (<= (goal you 0) (not (true right))) (goal random 0)
`

// TestChanceAndHiddenInformationAreErrorsWithTheirPlaces expects the errors of
// GDL-II, as LINE:COLUMN, in sheets with and without its keywords.
func TestChanceAndHiddenInformationAreErrorsWithTheirPlaces(t *testing.T) {
	tests := []struct {
		name, text string
		want       []Place
	}{
		{"both", coin, []Place{{1, 7}, {11, 5}}},
		{"chance alone", "(role RANDOM)\n" + playable, []Place{{1, 7}}},
		{"hidden alone", playable + "(<= (SEES ?r x) (role ?r))", []Place{{6, 5}}},
		{"hidden fact", playable + "(sees you x)", []Place{{6, 1}}},
		{"a relation that is used", playable + "(sees you 1) (<= terminal (sees you 2))", nil},
		{"no role sees", playable + "(sees a b)", nil},
		{"other arity", playable + "(<= (sees ?x) (succ ?x ?y))", nil},
		{"a move and a constant", playable + "(<= (legal you random) (succ random 1)) (succ random random)", nil},
		{"a role of another name", playable + "(role randomly) (role chance)", nil},
		{"a role with an argument", playable + "(role (random 1))", nil},
	}
	for _, test := range tests {
		sheet, problems := Parse(test.name, test.text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var got []Place
		for _, p := range sheet.Check() {
			if strings.Contains(p.Message, "GDL-II") {
				if p.Level != Error || !strings.Contains(p.Hint, "playout and perft") {
					t.Errorf("%s: %v of level %d with the hint %q", test.name, p.Message, p.Level, p.Hint)
				}
				got = append(got, sheet.Place(p.Start))
			}
		}
		if len(got) != len(test.want) || len(got) > 0 && got[0] != test.want[0] || len(got) > 1 && got[1] != test.want[1] {
			t.Errorf("%s: errors at %v, want %v", test.name, got, test.want)
		}
	}
}

// TestGameOfChanceIsPlayedButNotOpened plays the coin's moves and refuses to
// solve it.
func TestGameOfChanceIsPlayedButNotOpened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "coin.kif")
	if err := os.WriteFile(file, []byte(coin), 0o666); err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), file, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	if moves := m.NewPlay().Legal(nil, 0); len(moves) != 2 {
		t.Errorf("%d moves of chance, want 2", len(moves))
	}
	_, opened := m.Open(t.Context())
	_, named := OpenSpec(t.Context(), file, Limits{})
	for _, err := range []error{opened, named} {
		var input *games.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), "coin.kif:1:7: The role random") || !strings.Contains(err.Error(), "zermelo gdl playout") {
			t.Errorf("opened with error %v, want one that names the place and what can be done", err)
		}
	}
}
