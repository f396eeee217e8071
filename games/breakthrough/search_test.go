package breakthrough

import (
	"fmt"
	"math/bits"
	"testing"

	"zermelo/games"
)

// TestSight compares Look with plain recursion, for every reachable position of small
// boards and every arrangement of pieces on smaller ones.
func TestSight(t *testing.T) {
	narrow := "1.2+1.3+1.4+1.5+1.6+1.7+2.2+2.3+2.4+2.5+2.6+2.7" // only two columns are left
	full := ""                                                  // all but a few cells of 8x8
	for x := 1; x <= 8; x++ {
		for y := 2; y <= 7; y++ {
			if x > 2 || y%5 == 2 && x > 1 {
				full += fmt.Sprintf("+%d.%d", x, y)
			}
		}
	}
	full = full[1:]
	for _, tc := range []struct {
		spec    string
		reached bool // positions: those reached from the start, else all
	}{
		{"breakthrough:size=3x4", true},
		{"breakthrough:size=2x8", true},
		{"breakthrough:size=3x5", true},
		{"breakthrough:size=4x4", true},
		{"breakthrough:size=4x4,rows=1", true},
		{"breakthrough:size=3x6,rows=1", true},
		{"breakthrough:size=4x5,rows=1,holes=2.3", true},
		{"breakthrough:size=3x6,rows=1,holes=1.2+2.4", true},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", true},
		{"breakthrough:size=3x4,captures=diagonal", true},
		{"breakthrough:size=3x5,rows=1,captures=diagonal,holes=1.2", true},
		{"breakthrough:size=3x5,rows=1,captures=diagonal,holes=2.2+1.4", true},
		{"breakthrough:size=4x5,rows=1,captures=diagonal,holes=2.2+2.3+3.3", true},
		{"breakthrough:size=4x8,rows=1,captures=diagonal,holes=" + narrow, true}, // two words
		{"breakthrough:size=4x8,rows=1,holes=" + narrow, true},
		{"breakthrough:size=8x8,rows=1,captures=diagonal,holes=" + full, true},
		{"breakthrough:size=8x8,rows=1,holes=" + full, true},
		{"breakthrough:size=3x6,rows=1,captures=diagonal,holes=3.3", true},
		{"breakthrough:size=3x3,rows=1,captures=diagonal", false},
		{"breakthrough:size=2x6,captures=diagonal", false},
		{"breakthrough:size=3x4,captures=diagonal", false},
		{"breakthrough:size=3x4", false},
		{"breakthrough:size=2x6", false},
		{"breakthrough:size=3x5,rows=1,holes=2.2", false},
	} {
		t.Run(fmt.Sprintf("%s,%v", tc.spec, tc.reached), func(t *testing.T) {
			v, err := registry().Open(tc.spec)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case searcher[uint64]:
				testSight(t, g, tc.reached)
			case searcher[[2]uint64]:
				testSight(t, g, tc.reached)
			default:
				t.Fatalf("%T", v)
			}
		})
	}
}

func testSight[S games.State](t *testing.T, g searcher[S], reached bool) {
	ref := &referee{board: g.board, memo: map[position]bool{}}
	if reached {
		ref.wins(position{own: g.start[0], opp: g.start[1]})
	} else {
		ref.all()
	}
	decided := 0
	for p, wins := range ref.memo {
		if ref.over(p) {
			continue
		}
		if checkSight(t, g, ref, p, wins) {
			decided++
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d of %d decided at sight", decided, len(ref.memo))
}

// checkSight checks Look for a position, its mirror image and its two-word state.
func checkSight[S games.State](t *testing.T, g searcher[S], ref *referee, p position, wins bool) bool {
	t.Helper()
	var n games.Node[S]
	canonical, swap := games.Canonical(games.Game[S](g), pack[S](g.board, p))
	if swap != (g.turns && p.mover == 1) {
		t.Fatal("swap")
	}
	g.Look(&n, canonical, -1, 0)
	text := func() string { return g.FormatState(canonical) }
	score := -winScore
	if wins {
		score = winScore
	}
	if n.Low > score || n.High < score {
		t.Errorf("%s: bounds %d..%d, score %d", text(), n.Low, n.High, score)
	}
	if n.Low == n.High {
		return true
	}
	checkComplete(t, g, ref, canonical, &n)
	best := -winScore
	for _, c := range n.Children {
		q := unpack(g.board, c.State)
		if again, _ := games.Canonical(games.Game[S](g), c.State); again != c.State {
			t.Errorf("%s: child %s is not canonical", text(), g.FormatState(c.State))
		}
		if ref.over(q) {
			t.Errorf("%s: terminal child %s", text(), g.FormatState(c.State))
		}
		score := -winScore
		if ref.wins(q) == (c.TurnChanges%2 == 0) {
			score = winScore
		}
		best = max(best, score)
	}
	if best != score {
		t.Errorf("%s: the best child has score %d, want %d", text(), best, score)
	}
	return false
}

// checkComplete checks that the moves that Look omits are decided immediately.
func checkComplete[S games.State](t *testing.T, g searcher[S], ref *referee, s S, n *games.Node[S]) {
	t.Helper()
	if !n.Complete {
		t.Fatal("a look is not complete")
	}
	kept := map[S]bool{}
	for _, c := range n.Children {
		if c.TurnChanges > 1 {
			kept[n.Forced] = true
		} else {
			kept[c.State] = true
		}
	}
	children, _ := g.Expand(nil, nil, []S{s})
	found := 0
	for _, child := range children {
		c, _ := games.Canonical(games.Game[S](g), child)
		if kept[c] {
			found++
			continue
		}
		var next games.Node[S]
		if g.Look(&next, c, -1, 0); ref.over(unpack(g.board, c)) || next.Low < winScore {
			t.Errorf("%s: the move to %s is left out and does not lose at sight", g.FormatState(s), g.FormatState(c))
		}
	}
	if found < len(kept) {
		t.Errorf("%s: %d of the %d moves kept are moves", g.FormatState(s), found, len(kept))
	}
}

// referee computes values by plain recursion.
type referee struct {
	*board
	memo map[position]bool
}

func (r *referee) over(p position) bool {
	if r.board.over(p) {
		return true
	}
	t := r.targets(p)
	return count(&t) == 0
}

func (r *referee) wins(p position) bool {
	if v, ok := r.memo[p]; ok {
		return v
	}
	result := false
	if r.over(p) {
		result = r.winner(p) == p.mover
	} else {
		for d, t := range r.targets(p) {
			for ; t != 0; t &= t - 1 {
				to := t & -t
				from := bits.RotateLeft64(to, -r.steps[p.mover][d].rotate)
				if !r.wins(position{own: p.opp &^ to, opp: p.own ^ from ^ to, mover: p.mover ^ 1}) {
					result = true
				}
			}
		}
	}
	r.memo[p] = result
	return result
}

// all evaluates every arrangement of two armies of any size, with either side to
// move.
func (r *referee) all() {
	var cells []uint64
	for c := r.playable; c != 0; c &= c - 1 {
		cells = append(cells, c&-c)
	}
	var put func(i int, white, black uint64)
	put = func(i int, white, black uint64) {
		if i == len(cells) {
			r.wins(position{white, black, 0})
			r.wins(position{black, white, 1})
			return
		}
		put(i+1, white, black)
		if cells[i]&r.goal[0] == 0 {
			put(i+1, white|cells[i], black)
		}
		if cells[i]&r.goal[1] == 0 {
			put(i+1, white, black|cells[i])
		}
	}
	put(0, 0, 0)
}
