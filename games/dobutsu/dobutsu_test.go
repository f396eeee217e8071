package dobutsu

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

func TestContract(t *testing.T) {
	if err := games.Check(games.Game[uint64](newGame()), 1500); err != nil {
		t.Error(err)
	}
}

// TestAgainstSlowRules compares random plays from the start and from random
// positions.
func TestAgainstSlowRules(t *testing.T) {
	g := newGame()
	rng := rand.New(rand.NewPCG(5, 6))
	starts := []uint64{g.Start()}
	for range 300 {
		starts = append(starts, g.random(rng), g.Start())
	}
	for _, s := range starts {
		for range 60 {
			children := compareMoves(t, g, s)
			if len(children) == 0 || t.Failed() {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// random returns a random open position, turned and mirrored at random.
func (g *game) random(rng *rand.Rand) uint64 {
	for {
		states, used := g.Unrank(nil, nil, tierOpen, []uint64{rng.Uint64N(g.Tiers()[tierOpen].Size)})
		if used[0] {
			s := states[0] | rng.Uint64()&turns.Bit
			if rng.IntN(2) == 0 {
				s = mirrored(s)
			}
			return s
		}
	}
}

func compareMoves(t *testing.T, g *game, s uint64) []uint64 {
	text := g.FormatState(s)
	slow := readSlow(text)
	children, _ := g.Expand(nil, nil, []uint64{s})
	mover := strings.IndexRune("sg", slow.mover)
	names := g.Moves(s)
	got := map[string]string{}
	for i, name := range names[mover] {
		got[name] = g.FormatState(children[i])
	}
	if diff := cmp.Diff(slow.moves(), got); diff != "" || len(names[1-mover]) > 0 || int(g.Movers(nil, []uint64{s})[0]) != mover {
		t.Errorf("%s: moves (-want +got):\n%s", text, diff)
	}
	if len(children) == 0 {
		payoff := games.Payoff{100, 0}
		if slow.winner() != 's' {
			payoff = games.Payoff{0, 100}
		}
		if p := g.Payoffs(nil, []uint64{s})[0]; p != payoff {
			t.Errorf("%s: payoffs %v, want %v", text, p, payoff)
		}
	}
	return children
}

func TestPerft(t *testing.T) {
	g := newGame()
	depth := 5
	if testing.Short() {
		depth = 4
	}
	slow := readSlow(g.FormatState(g.Start()))
	for i, got := range games.Perft(games.Game[uint64](g), depth) {
		if want := slow.perft(i + 1); got != want {
			t.Errorf("perft %d: %d, want %d", i+1, got, want)
		}
	}
}

func TestNotation(t *testing.T) {
	g := newGame()
	if got := g.FormatState(g.Start()); got != "gle/.c./.C./ELG:s:-" {
		t.Errorf("the start is %s", got)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for range 5000 {
		s := g.random(rng)
		if back, err := g.ParseState(g.FormatState(s)); err != nil || back != s {
			t.Fatalf("%s reads as %s, %v", g.FormatState(s), g.FormatState(back), err)
		}
	}
	gamestest.BadPositions(t, g, map[string]string{
		"gle/.c./.C./ELG":      "separated by ':'",
		"gle/.c./.C./ELG:s:":   "expected the pieces in hand, or '-', after the second ':'",
		"gle/.c./ELG:s:-":      "3 rows",
		"gle/.c./.C./ELGG:s:-": "row 4 is too long",
		"gle/.x./.C./ELG:s:-":  "character 'x'",
		"gle/.c./.C./ELG:w:-":  "s for sente",
		"gle/.c./.../ELG:s:-":  "1 C pieces",
		"gle/.c./.C./ELG:s:C":  "3 C pieces",
		"gle/.c./.../ELG:s:H":  "'H' in the hands",
		"gle/.c./.C./E.G:s:-":  "sente has 0 lions",
		"gle/.c./.C./E.G:g:l":  "must be sente's turn",
		"gle/.c./.C./ELL:s:G":  "sente has 2 lions",
		"g.e/.c./.C./ELG:s:L":  "must be gote's turn",
		"gle/.c./.C./ELG:s:--": "'-' in the hands",
	})
}

func TestDraw(t *testing.T) {
	g := newGame()
	for text, notes := range map[string][]string{
		"gle/.c./.C./ELG:g:-":     {"gote to move", "in hand: sente nothing, gote nothing"},
		"g.e/.c./.C./ELG:g:L":     {"sente has caught the lion", "in hand: sente L, gote nothing"},
		"L../..e/..l/...:g:GECCg": {"sente's lion is safe on the last row", "in hand: sente GECC, gote g"},
		"L../..e/l../...:s:GECCg": {"sente's lion is safe on the last row", "in hand: sente GECC, gote g"},
	} {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		d := g.Draw(s)
		if !slices.Equal(d.Notes, notes) {
			t.Errorf("%s: %v, want %v", text, d.Notes, notes)
		}
		if want := text[0]; d.Cells[0].Glyph != rune(want) {
			t.Errorf("%s: drawn as %c first", text, d.Cells[0].Glyph)
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, newGame(), "gle/.c./.C./ELG:s:-", "g.e/.c./.C./ELG:g:L", "L../..e/..l/...:g:GECCg", "l../.../.../..L:s:GGEECC", ".L./.../.../.l.:s:ggeecc", "glH/.../.../ELG:s:c", "\xffle/:s:-")
}
