package teeko

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/index"
	"zermelo/games/turns"
)

var open = gamestest.Opener[*game](Entry())

func TestCheck(t *testing.T) {
	for _, spec := range []string{"teeko", "teeko:goals=advanced"} {
		if err := games.Check[uint64](open(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestGoals compares the number of winning sets of four cells with Steele's, and each
// set with the slow rules.
func TestGoals(t *testing.T) {
	for _, large := range []bool{false, true} {
		b, goals, want := newBoard(index.NewSquares(cells), large), 0, 44
		if large {
			want = 58
		}
		for set := range uint32(1) << cells {
			if bits.OnesCount32(set) != pieces {
				continue
			}
			s := slow{pieces: map[byte][][2]int{}, advanced: large}
			for rest := set; rest != 0; rest &= rest - 1 {
				i := bits.TrailingZeros32(rest)
				s.pieces['b'] = append(s.pieces['b'], [2]int{i % width, i / width})
			}
			if b.wins(set) != s.wins('b') {
				t.Fatalf("set %025b: won %v, want %v", set, b.wins(set), s.wins('b'))
			}
			if b.wins(set) {
				goals++
			}
		}
		if goals != want {
			t.Errorf("%d goals, want %d", goals, want)
		}
	}
}

// TestAlwaysAMove checks that four opposing pieces cannot block four own pieces that
// have not won.
func TestAlwaysAMove(t *testing.T) {
	b := newBoard(index.NewSquares(cells), false)
	for set := range uint32(1) << cells {
		if bits.OnesCount32(set) != pieces || b.wins(set) {
			continue
		}
		var around uint32
		for rest := set; rest != 0; rest &= rest - 1 {
			around |= b.near[bits.TrailingZeros32(rest)]
		}
		if n := bits.OnesCount32(around &^ set); n <= pieces {
			t.Fatalf("pieces %025b have %d cells around them", set, n)
		}
	}
}

// TestRules compares moves and winners with the slow rules in random plays.
func TestRules(t *testing.T) {
	for _, spec := range []string{"teeko", "teeko:goals=advanced"} {
		g := open(t, spec)
		rng := rand.New(rand.NewPCG(1, 2))
		over := 0
		for range 200 {
			s := g.Start()
			for range 30 {
				b := readSlow(g.FormatState(s), spec != "teeko")
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
					role := strings.IndexByte(marks, opponent(b.mover))
					if pay := g.Payoffs(nil, []uint64{s})[0]; pay[role] != 100 || pay[1-role] != 0 {
						t.Fatalf("%s, %v: payoffs %v, but %c has moved last", spec, b, pay, opponent(b.mover))
					}
					break
				}
				s = children[rng.IntN(len(children))]
			}
		}
		if over < 10 {
			t.Errorf("%s: %d of 200 plays came to an end, which tests little", spec, over)
		}
	}
}

// TestTiers checks some indexes of all tiers, and all indexes with up to five dropped
// pieces. Their positions are counted by hand: cells for one side times remaining
// cells for the other.
func TestTiers(t *testing.T) {
	g := open(t, "teeko")
	gamestest.Tiers[uint64](t, g, 9973)
	choose := func(n, k int) int {
		c := 1
		for i := range k {
			c = c * (n - i) / (i + 1)
		}
		return c
	}
	for dropped := range 6 {
		number := 2*pieces - dropped
		var positions int
		for i := range g.Tiers()[number].Size {
			states, used := g.Unrank(nil, nil, number, []uint64{i})
			if used[0] {
				positions += int(g.Weights(nil, states)[0])
			}
		}
		if want := choose(25, dropped/2) * choose(25-dropped/2, dropped-dropped/2); positions != want {
			t.Errorf("%d dropped: %d positions, want %d", dropped, positions, want)
		}
	}
}

func TestNotation(t *testing.T) {
	g := open(t, "teeko")
	gamestest.Positions(t, g, map[string]string{
		"5/5/2b2/5/5:r":         "...../...../..b../...../.....:r",
		"bbb2/rrr2/5/5/5:b":     "bbb../rrr../...../...../.....:b",
		"bbb1b/rrrr1/5/5/5:b":   "bbb.b/rrrr./...../...../.....:b",
		"bbb1b/rr1rr/5/5/5:r":   "bbb.b/rr.rr/...../...../.....:r",
		"bbbb1/rrr2/5/5/5:r":    "bbbb./rrr../...../...../.....:r",
		"bb3/bb3/rr1rr/5/5:r":   "bb.../bb.../rr.rr/...../.....:r",
		"b1b2/5/b1b2/rr1rr/5:r": "b.b../...../b.b../rr.rr/.....:r",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":                      ":b or :r",
		"5/5/5/5/5":             ":b or :r",
		"5/5/5/5/5:":            ":b or :r",
		"5/5/5/5/5:x":           ":b or :r",
		"5/5/5/5:b":             "4 rows",
		"5/5/5/5/4:b":           "row 1 has 4 cells",
		"5/5/5/5/6:b":           "row 1 is too long",
		"5/5/5/5/b1b3:b":        "row 1 is too long",
		"x4/5/5/5/5:b":          "'x'",
		"bbbbb/rrrr1/5/5/5:r":   "5 black",
		"bb3/5/5/5/5:r":         "2 black and 0 red",
		"r4/5/5/5/5:b":          "0 black and 1 red",
		"5/5/5/5/5:r":           "it is b's turn",
		"b4/5/5/5/5:b":          "it is r's turn",
		"bbbb1/rr1rr/5/5/5:b":   "over before",
		"bb3/bb3/rr1rr/5/5:b":   "over before",
		"bbb1b/rr3/rr3/5/5:r":   "over before",
		"b4/1b3/2b2/3b1/rrr2:b": "it is r's turn",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "teeko"), "5/5/2b2/5/5:r", "bbb1b/rr1rr/5/5/5:r", "b\xff/:b", "bb3/rr3/5/5/5:b")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"teeko:goals=58": "advanced",
		"teeko:size=5x5": "advanced",
	})
}

func TestPass(t *testing.T) {
	g := open(t, "teeko")
	gamestest.Passes(t, g, map[string]string{
		"5/5/2b2/5/5:r":         "", // a drop
		"bbb1b/rr1rr/5/5/5:r":   "bbb.b/rr.rr/...../...../.....:b",
		"bb3/bb3/rr1rr/5/5:r":   "", // black has won
		"b1b2/5/b1b2/rr1rr/5:b": "b.b../...../b.b../rr.rr/.....:r",
	})
}
