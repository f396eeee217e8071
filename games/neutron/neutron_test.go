package neutron

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{"neutron", "neutron:first=full", "neutron:size=3x3", "neutron:size=3x5", "neutron:size=5x3,first=full", "neutron:size=3x7", "neutron:size=7x3"}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			if err := games.Check(games.Game[uint64](open(t, spec)), 200); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestAgainstSlowRules(t *testing.T) {
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec)
			rng := rand.New(rand.NewPCG(3, 4))
			for range 20 {
				s := g.Start()
				for range 40 {
					children := compareMoves(t, g, s)
					if len(children) == 0 || t.Failed() {
						break
					}
					s = children[rng.IntN(len(children))]
				}
			}
		})
	}
}

func compareMoves(t *testing.T, g *game, s uint64) []uint64 {
	text := g.FormatState(s)
	slow := readSlow(text)
	children, _ := g.Expand(nil, nil, []uint64{s})
	mover := strings.IndexByte("wb", slow.mover)
	names := g.Moves(s)
	got := map[string]string{}
	for i, name := range names[mover] {
		got[name] = g.FormatState(children[i])
	}
	if diff := cmp.Diff(slow.moves(), got); diff != "" || len(names[1-mover]) > 0 || len(got) != len(children) {
		t.Errorf("%s: moves (-want +got):\n%s", text, diff)
	}
	if len(children) == 0 {
		winner := slow.winner()
		if winner == 0 {
			winner = 'w' + 'b' - slow.mover
		}
		payoff := games.Payoff{100, 0}
		if winner == 'b' {
			payoff = games.Payoff{0, 100}
		}
		if p := g.Payoffs(nil, []uint64{s})[0]; p != payoff {
			t.Errorf("%s: payoffs %v, want %v", text, p, payoff)
		}
	}
	return children
}

// TestIndex checks all indexes of a small board. With the neutron on the middle row,
// there are 3*8*7*6/3! placements of the neutron and one side, and 5*4*3/3! of the
// other, a total of 3*56*10 on 3x3.
func TestIndex(t *testing.T) {
	for spec, want := range map[string]int{"neutron:size=3x3": 3 * 56 * 10, "neutron:size=3x5": 9 * 364 * 165} {
		g := open(t, spec)
		indexes := make([]uint64, g.size)
		for i := range indexes {
			indexes[i] = uint64(i)
		}
		states, used := g.Unrank(nil, nil, tierOpen, indexes)
		slots, weights := g.Rank(nil, states), g.Weights(nil, states)
		positions := 0
		for i := range indexes {
			if used[i] {
				positions += int(weights[i])
				if slots[i] != games.SlotOf(tierOpen, indexes[i]) {
					t.Fatalf("%s: index %d has rank %x", spec, i, slots[i])
				}
			}
		}
		if positions != want {
			t.Errorf("%s: %d positions, want %d", spec, positions, want)
		}
	}
}

// TestParents checks that Parents inverts Expand for all positions of 3x3 and random
// ones of 5x5, up to symmetry.
func TestParents(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, spec := range []string{"neutron:size=3x3", "neutron"} {
		g := open(t, spec)
		for i := range uint64(700) {
			if spec == "neutron" {
				i = rng.Uint64N(g.size)
			}
			states, used := g.Unrank(nil, nil, tierOpen, []uint64{i % g.size})
			if !used[0] {
				continue
			}
			slot := g.Rank(nil, states)[0]
			children, _ := g.Expand(nil, nil, states)
			for _, c := range children {
				if g.Rank(nil, []uint64{c})[0].Tier() != tierOpen {
					continue
				}
				if parents, _ := g.Parents(nil, nil, []uint64{c}); !slices.Contains(g.Rank(nil, parents), slot) {
					t.Fatalf("%s leads to %s, which has other parents", g.FormatState(states[0]), g.FormatState(c))
				}
			}
			parents, _ := g.Parents(nil, nil, states)
			for _, p := range parents {
				if children, _ := g.Expand(nil, nil, []uint64{p}); !slices.Contains(g.Rank(nil, children), slot) {
					t.Fatalf("%s is a parent of %s but does not lead there", g.FormatState(p), g.FormatState(states[0]))
				}
			}
		}
	}
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"neutron:size=4x5":   "must be odd",
		"neutron:size=5x7":   "the maximum is 25",
		"neutron:size=1x5":   "sides from 3 to 7",
		"neutron:first=none": "one of soldier, full",
	})
}

func TestBadPositions(t *testing.T) {
	g := open(t, "neutron:size=3x3")
	if got := g.FormatState(g.Start()); got != "bbb/.n./www:w:first" {
		t.Errorf("the start is %s", got)
	}
	gamestest.BadPositions(t, g, map[string]string{
		"bbb/.n./www":         "side to move",
		"bbb/.n./www:x":       "side to move",
		"bbb/www:w":           "2 rows",
		"bbb/.n/www:w":        "row 2 has 2",
		"bbb/.x./www:w":       "'x' in row 2",
		"bbb/.../www:w":       "0 neutrons",
		"bb./.n./www:w":       "2 black soldiers",
		"bbb/n../www:w:first": "only \"first\" is allowed, and only in the start position",
		"bbb/.n./www:b:first": "only \"first\" is allowed, and only in the start position",
		"bbb/.n./www:w:last":  "only \"first\" is allowed, and only in the start position",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "neutron:size=3x5"), "bbb/.../.n./.../www:w:first", "bbb/.../.n./.../www:b", "bnb/b../.../.../www:w", "bbb/.../w.../.n./ww.:b", "b\xff/:w")
}
