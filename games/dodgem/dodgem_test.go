package dodgem

import (
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry())

func TestCheck(t *testing.T) {
	for _, spec := range []string{"dodgem", "dodgem:size=4x4", "dodgem:size=5x5"} {
		if err := games.Check[uint64](open(t, spec), 300); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// reachable returns all reachable positions.
func reachable(g *game) []uint64 {
	states := []uint64{g.Start()}
	seen := map[uint64]bool{states[0]: true}
	for i := 0; i < len(states); i++ {
		children, _ := g.Expand(nil, nil, states[i:i+1])
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				states = append(states, c)
			}
		}
	}
	return states
}

// TestReachable compares the number of reachable positions with published numbers.
func TestReachable(t *testing.T) {
	for spec, want := range map[string]int{"dodgem": 1963, "dodgem:size=4x4": 393900} {
		if n := len(reachable(open(t, spec))); n != want {
			t.Errorf("%s: %d positions, want %d", spec, n, want)
		}
	}
}

// TestRules compares every position of 3x3, and some of larger boards, with the slow
// rules.
func TestRules(t *testing.T) {
	for spec, stride := range map[string]int{"dodgem": 1, "dodgem:size=4x4": 97} {
		g := open(t, spec)
		states := reachable(g)
		for i := 0; i < len(states); i += stride {
			testRules(t, g, states[i])
		}
	}
	g := open(t, "dodgem:size=5x5")
	for s := range 200 {
		states, _ := g.Unrank(nil, nil, len(g.Tiers())-1-s%3, []uint64{uint64(s) * 1234})
		testRules(t, g, states[0])
	}
}

func testRules(t *testing.T, g *game, s uint64) {
	t.Helper()
	text := g.FormatState(s)
	b := readSlow(text)
	want := b.moves()
	src := []uint64{s}
	children, _ := g.Expand(nil, nil, src)
	if len(children) != len(want) {
		t.Fatalf("%s: %d children, want %d", text, len(children), len(want))
	}
	if len(want) == 0 {
		role := strings.IndexByte("lb", b.winner())
		if pay := g.Payoffs(nil, src)[0]; pay[role] != 100 || pay[1-role] != 0 {
			t.Fatalf("%s: payoffs %v, but %c has won", text, pay, b.winner())
		}
		return
	}
	for i, name := range g.Moves(s)[unpack(s).mover] {
		if got := g.FormatState(children[i]); got != want[name] {
			t.Fatalf("%s: %s leads to %s, want %q", text, name, got, want[name])
		}
	}
}

// TestTiers checks all indexes of the smallest board and some of larger ones. The
// number of positions in a tier is computed by hand: cars of one side on any cells,
// those of the other side on any of the remaining cells.
func TestTiers(t *testing.T) {
	counts := gamestest.Tiers[uint64](t, open(t, "dodgem"), 1)
	// 1-0: 9. 1-1: 9*8. 2-0: 36. 2-1: 36*7 and 9*28. 2-2: 36*21.
	for i, want := range []int{9, 72, 36, 504, 756} {
		if counts[i].Used != want || counts[i].Positions != want {
			t.Errorf("tier %d: %+v, want %d positions", i, counts[i], want)
		}
	}
	gamestest.Tiers[uint64](t, open(t, "dodgem:size=4x4"), 7)
	gamestest.Tiers[uint64](t, open(t, "dodgem:size=5x5"), 9973)
}

func TestNotation(t *testing.T) {
	g := open(t, "dodgem")
	gamestest.Positions(t, g, map[string]string{
		"l../l../.bb:l": "l../l../.bb:l",
		"l2/l2/1bb:b":   "l../l../.bb:b",
		"3/3/bb1:b":     ".../.../bb.:b",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"":               ":l or :b",
		"l../l../.bb":    ":l or :b",
		"l../l../.bb:x":  ":l or :b",
		"l../l..:l":      "2 rows",
		"l../l../.b:l":   "row 1 has 2 cells",
		"l.../l../.bb:l": "row 3 is too long",
		"9/l../.bb:l":    "row 3 is too long",
		"l../x../.bb:l":  "'x'",
		"l../l../lbb:l":  "left has 3 cars; the maximum is 2",
		"3/3/.bb:l":      "left is to move but has no cars left",
		"l../3/3:b":      "bottom is to move but has no cars left",
	})
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "dodgem"), "l../l../.bb:l", "l2/l2/1bb:b", "3/3/bb1:b", "l\xff/:l")
}

func TestOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}}, map[string]string{
		"dodgem:size=6x6": "4x4",
		"dodgem:size=3x4": "4x4",
		"dodgem:cars=2":   "4x4",
	})
}

func TestPass(t *testing.T) {
	g := open(t, "dodgem")
	gamestest.Passes(t, g, map[string]string{
		"l../l../.bb:l": "l../l../.bb:b",
		".l./.../..b:b": ".l./.../..b:l",
		".../.../..b:b": "", // left is off the board
		"l../b../...:l": "l../b../...:b",
		"l.l/b.b/...:b": "l.l/b.b/...:l",
		"..l/..b/...:b": "..l/..b/...:l",
		"lb./b../...:l": "", // left is blocked
	})
}
