package chess

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{
	"chess", "chess:pieces=KQK", "chess:pieces=KPK", "chess:pieces=KPK,promotion=queen", "chess:pieces=KBNK", "chess:pieces=KQKR",
	"chess:pieces=KRKR", "chess:pieces=KRKN", "chess:pieces=KNNKB", "chess:pieces=KPPK", "chess:pieces=KQKP", "chess:pieces=KRPKR",
	"chess:pieces=KQQQK", "chess:pieces=KPPPK,promotion=queen", "chess:pieces=KBBKN", "chess:pieces=KNPPK", "chess:pieces=KRRKQ",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			if err := games.Check(games.Game[uint64](open(t, spec)), 400); err != nil {
				t.Error(err)
			}
		})
	}
}

// TestAgainstSlowRules compares the moves in random plays from random positions.
func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec)
			promotions := "QRBN"
			if len(g.promotions) == 1 {
				promotions = "Q"
			}
			rng := rand.New(rand.NewPCG(7, 8))
			for range 6 {
				s := g.random(rng)
				for range 20 {
					children := compareMoves(t, g, s, promotions)
					if len(children) == 0 || t.Failed() {
						break
					}
					s = children[rng.IntN(len(children))]
				}
			}
		})
	}
}

// random returns a random position of the highest tier.
func (g *game) random(rng *rand.Rand) uint64 {
	last := len(g.tiers) - 1
	for {
		s, used := g.Unrank(nil, nil, last, []uint64{rng.Uint64N(g.tiers[last].size)})
		if used[0] {
			return s[0]
		}
	}
}

func compareMoves(t *testing.T, g *game, s uint64, promotions string) []uint64 {
	text := g.FormatState(s)
	slow := readSlow(text)
	children, _ := g.Expand(nil, nil, []uint64{s})
	mover := int(g.Movers(nil, []uint64{s})[0])
	names := g.Moves(s)
	got := map[string]string{}
	for i, name := range names[mover] {
		got[name] = g.FormatState(children[i])
	}
	want := slow.moves(promotions)
	if diff := cmp.Diff(want, got); diff != "" || len(names[1-mover]) > 0 || slow.white != (mover == white) {
		t.Errorf("%s: moves (-want +got):\n%s", text, diff)
	}
	if len(children) == 0 {
		payoff := games.Payoff{50, 50}
		if !slow.hopeless() && slow.attacked(!slow.white) {
			payoff = games.Payoff{0, 100}
			if !slow.white {
				payoff = games.Payoff{100, 0}
			}
		}
		if p := g.Payoffs(nil, []uint64{s})[0]; p != payoff {
			t.Errorf("%s: payoffs %v, want %v", text, p, payoff)
		}
	}
	return children
}

func TestStarts(t *testing.T) {
	var lists []string
	for n := range 4 {
		for code := range 1 << (3 * n) {
			list := ""
			for i := range n {
				if kind := code >> (3 * i) & 7; kind > 0 && kind < kinds {
					list += pieceLetters[kind : kind+1]
				}
			}
			if len(list) == n {
				lists = append(lists, list)
			}
		}
	}
	opened := 0
	for _, a := range lists {
		for _, b := range lists {
			m, err := parseMaterial("K" + a + "K" + b)
			if err != nil || m.weaker() || m.String() != "K"+a+"K"+b {
				continue
			}
			if _, err := normalPieces(m.String()); err != nil || testing.Short() && m[black].size() > 1 {
				continue
			}
			g := &game{attacks: newAttacks(), promotions: []int{queen, rook, bishop, knight}}
			g.addSetups(m)
			p := g.unpack(g.startPosition())
			if len(g.setups) > setupMask+1 || !g.possible(&p) || g.checked(&p, white) || len(g.moves(nil, &p)) == 0 {
				t.Errorf("%s: start %s, %d materials", m, g.FormatState(p.pack()), len(g.setups))
			}
			opened++
		}
	}
	t.Logf("%d endings", opened)
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"chess:pieces=KKQ":      "chess:pieces=KQK",
		"chess:pieces=KNBK":     "chess:pieces=KBNK",
		"chess:pieces=KNKQ":     "chess:pieces=KQKN",
		"chess:pieces=KPKQ":     "chess:pieces=KQKP",
		"chess:pieces=KRK":      "chess",
		"chess:pieces=KQ":       "must be two sides",
		"chess:pieces=QKK":      "must be two sides",
		"chess:pieces=KKK":      "must be two sides",
		"chess:pieces=qqk":      "must be two sides",
		"chess:pieces=KXK":      "not 'X'",
		"chess:pieces=KQQRRK":   "at most 5 men, not 6",
		"chess:pieces=KBK":      "enough material to mate",
		"chess:pieces=KK":       "enough material to mate",
		"chess:pieces=KPKP":     "pawns on one side only",
		"chess:promotion=king":  "one of all, queen",
		"chess:promotion=queen": "requires a pawn, but pieces=",
	})
}

func TestBadPositions(t *testing.T) {
	g := open(t, "chess:pieces=KPK")
	gamestest.BadPositions(t, g, map[string]string{
		"4k3/8/8/8/8/8/4P3/4K3":       "side to move",
		"4k3/8/8/8/8/4P3/4K3:w":       "7 rows",
		"4k3/8/8/8/8/8/4P3/4K2:w":     "row 1 has 7",
		"4k3/8/8/8/8/8/4P3/4K3R:w":    "row 1 is too long",
		"4k3/8/8/8/8/8/4X3/4K3:w":     "'X' in row 2",
		"4k3/8/8/8/8/8/8/P3K3:w":      "a pawn cannot be on row 1",
		"4k3/8/8/8/8/8/PP6/4K3:w":     "cannot occur",
		"8/8/8/8/8/8/8/8:w":           "cannot occur",
		"8/8/8/8/8/3k4/4P3/4K3:w":     "could take the king",
		"8/8/8/8/8/8/3k4/3K1P2:b":     "a pawn cannot be on row 1",
		"8/8/8/8/8/5P2/3k4/3K4:b":     "could take the king",
		"4k3/8/8/8/8/8/4P3/4K3:white": "side to move",
	})
}

func TestDraw(t *testing.T) {
	g := open(t, "chess")
	for text, status := range map[string]string{
		"4k3/8/8/8/8/8/8/R3K3:w": "white to move",
		"R3k3/8/4K3/8/8/8/8/8:b": "black is mated",
		"R3k3/8/8/4K3/8/8/8/8:b": "black to move, in check",
		"k7/1R6/2K5/8/8/8/8/8:b": "a draw: black is stalemated",
		"k7/2K5/8/8/8/8/8/8:b":   "a draw: neither side can mate",
	} {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		d := g.Draw(s)
		if !slices.Equal(d.Notes, []string{status}) {
			t.Errorf("%s: %v, want %s", text, d.Notes, status)
		}
		if text[0] == 'R' && (d.Cells[0].Glyph != 'R' || d.Cells[4].Glyph != 'k' || d.Cells[4].Role != black) {
			t.Errorf("%s: drawn as %v", text, d.Cells[:8])
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "chess:pieces=KPPK"), "4k3/8/8/8/8/8/3PP3/4K3:w", "QN6/8/8/8/8/8/1k6/K7:b", "8/8/8/8/8/8/1k6/K7:w", "44/8/8/8/8/8/8/kK6:w", "k7/8/8/8/8/8/P7/KP\xff4:b", "7k/8/8/8/8/8/8/K6Q:b",
		"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "8/8/8/8/8/2k5/8/K6R w KQ - 0 1")
}
