package quixo

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

var open = gamestest.Opener[*game](Entry())

var specs = []string{"quixo", "quixo:size=3x3", "quixo:size=5x5"}

// unnumbered hides the tiers of a game.
type unnumbered struct {
	games.Game[uint64]
	games.Canonizer[uint64]
	games.Notation[uint64]
	games.Drawer[uint64]
}

func TestCheck(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		var checked games.Game[uint64] = g
		if spec == "quixo:size=5x5" {
			checked = unnumbered{g, g, g, g}
		}
		if err := games.Check(checked, 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// randomState returns random tiles with a random side to move.
func randomState(g *game, rng *rand.Rand) uint64 {
	own := rng.Uint32() & (1<<g.Cells() - 1)
	other := rng.Uint32() & (1<<g.Cells() - 1) &^ own
	if rng.IntN(2) == 0 {
		own &= rng.Uint32()
	}
	return rng.Uint64()&turns.Bit | uint64(own)<<32 | uint64(other)
}

// TestRules compares moves and winners with the slow rules on random boards.
func TestRules(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		rng := rand.New(rand.NewPCG(1, 2))
		over := 0
		for range 2000 {
			s := randomState(g, rng)
			b := readSlow(g.FormatState(s))
			want := b.moves()
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) != len(want) {
				t.Fatalf("%s, %v: %d children, want %d", spec, b, len(children), len(want))
			}
			for i, name := range g.Moves(s)[turns.Mover(s)] {
				if got := g.FormatState(children[i]); got != want[name] {
					t.Fatalf("%s, %v: %s leads to %s, want %q", spec, b, name, got, want[name])
				}
			}
			if len(want) == 0 {
				over++
				role := strings.IndexByte(marks, b.winner())
				if pay := g.Payoffs(nil, []uint64{s})[0]; pay[role] != 100 || pay[1-role] != 0 {
					t.Fatalf("%s, %v: payoffs %v, but %c has won", spec, b, pay, b.winner())
				}
			}
		}
		if over < 50 || over > 1900 {
			t.Errorf("%s: %d of 2000 boards were over, which tests little", spec, over)
		}
	}
}

// TestPerft checks perft numbers. The first ply has 20, 32 and 44 moves: two per
// corner and three per other tile of the edge. Further plies are compared with the
// slow rules.
func TestPerft(t *testing.T) {
	for spec, want := range map[string]int64{"quixo:size=3x3": 20, "quixo": 32, "quixo:size=5x5": 44} {
		g := open(t, spec)
		got := games.Perft[uint64](g, 3)
		if got[0] != want {
			t.Errorf("%s: %d first moves, want %d", spec, got[0], want)
		}
		level := map[string]int64{g.FormatState(g.Start()): 1}
		for ply := range got {
			next, sum := map[string]int64{}, int64(0)
			for text, times := range level {
				for _, child := range readSlow(text).moves() {
					next[child] += times
					sum += times
				}
			}
			if got[ply] != sum {
				t.Errorf("%s: %d sequences of %d plies, want %d", spec, got[ply], ply+1, sum)
			}
			level = next
		}
	}
}

// TestTiers checks all indexes of the smallest board and some of larger ones. The 3x3
// board has 3^9 positions.
func TestTiers(t *testing.T) {
	positions := 0
	for _, c := range gamestest.Tiers[uint64](t, open(t, "quixo:size=3x3"), 1) {
		positions += c.Positions
	}
	if positions != 19683 {
		t.Errorf("%d positions on 3x3, want 19683", positions)
	}
	gamestest.Tiers[uint64](t, open(t, "quixo"), 997)
}

// TestAllPositions counts the 4x4 boards: 3^16 by weight, and 5,398,083 up to
// symmetry. By Burnside's lemma, the half-turn preserves 3^8 boards, each
// quarter-turn 3^4, each mirror 3^8, and each diagonal reflection 3^10.
func TestAllPositions(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	power := func(n int) int {
		p := 1
		for range n {
			p *= 3
		}
		return p
	}
	want := (power(16) + power(8) + 2*power(4) + 2*power(8) + 2*power(10)) / 8
	g := open(t, "quixo")
	var positions, classes int
	var indexes []uint64
	var states []uint64
	var used []bool
	for number, tier := range g.Tiers() {
		for from := uint64(0); from < tier.Size; from += 4096 {
			indexes = indexes[:0]
			for i := from; i < min(from+4096, tier.Size); i++ {
				indexes = append(indexes, i)
			}
			states, used = g.Unrank(states[:0], used[:0], number, indexes)
			for i, weight := range g.Weights(nil, states) {
				if used[i] {
					classes++
					positions += int(weight)
				}
			}
		}
	}
	if positions != power(16) || classes != want {
		t.Errorf("%d positions in %d classes, want %d in %d", positions, classes, power(16), want)
	}
}

// TestRankSymmetry checks that all images of random large boards have the same slot.
func TestRankSymmetry(t *testing.T) {
	g := open(t, "quixo")
	rng := rand.New(rand.NewPCG(3, 4))
	for range 2000 {
		s := randomState(g, rng)
		own, other := uint32(s>>32)&^(1<<31), uint32(s)
		images := []uint64{s}
		for i := range g.group.Len() {
			images = append(images, uint64(g.group.Apply(i, own))<<32|uint64(g.group.Apply(i, other)))
		}
		if slots := g.Rank(nil, images); len(slices.Compact(slots)) != 1 {
			t.Fatalf("%s: its images have different slots", g.FormatState(s))
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "quixo:size=3x3")
	gamestest.Positions(t, g, map[string]string{
		"x../.o./...:x": "x../.o./...:x",
		"x2/1o1/3:o":    "x../.o./...:o",
		"xxx/ooo/3:o":   "xxx/ooo/...:o",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":               ":x or :o",
		"3/3/3":          ":x or :o",
		"3/3/3:":         ":x or :o",
		"3/3/3:xo":       ":x or :o",
		"3/3/3:y":        ":x or :o",
		"3/3:x":          "2 rows",
		"3/3/2:x":        "row 1 has 2 cells",
		"xxxx/3/3:x":     "row 3 is too long",
		"3/9/3:x":        "row 2 is too long",
		"3/x.z/3:x":      "'z'",
		"3/3/3/3:x":      "4 rows",
		"\xff\xff/3/3:x": "row 3",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "quixo"), "x.../..../..../o...:x", "4/4/xoxo/4:o", "x\xff/:x", "1111/4/4/4:x")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"quixo:size=6x6": "3x3",
		"quixo:size=4x5": "3x3",
		"quixo:line=3":   "3x3",
	})
}

func TestPass(t *testing.T) {
	g := open(t, "quixo:size=3x3")
	gamestest.Passes(t, g, map[string]string{
		".../.../...:x": ".../.../...:o",
		"xx./.o./o..:o": "xx./.o./o..:x",
		"xxx/.o./o..:o": "",
		"xxx/.o./o..:x": "",
	})
}
