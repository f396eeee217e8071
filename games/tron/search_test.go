package tron

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// TestLook compares Look with plain recursion, for every reachable position of small
// boards, with one-word and two-word states.
func TestLook(t *testing.T) {
	for _, spec := range []string{
		"tron:size=3x4", "tron:size=4x4", "tron:size=3x5,edge=error", "tron:size=6x5,walls=ring", "tron:size=5x3", "tron:size=6x6,walls=ring",
	} {
		t.Run(spec, func(t *testing.T) {
			lookAtAll(t, general[uint64](t, spec))
			lookAtAll(t, general[[2]uint64](t, spec))
		})
	}
}

func lookAtAll[S games.State](t *testing.T, g *game[S]) {
	r := recursion[S]{g, map[S]int{}}
	r.score(g.Start())
	decided, inner := 0, 0
	for s := range r.memo {
		if !g.over(g.unpack(s)) {
			inner++
			decided += checkLook(t, r, s)
		}
	}
	t.Logf("%d of %d positions are decided at sight", decided, inner)
}

// TestLateLook compares the last plies of random plays on large boards.
func TestLateLook(t *testing.T) {
	for _, spec := range []string{"tron:size=7x7", "tron:size=8x8", "tron:size=9x7", "tron:size=9x9,walls=ring"} {
		g := general[[2]uint64](t, spec)
		rng := rand.New(rand.NewPCG(1, 2))
		decided, looked := 0, 0
		for range 400 {
			s := g.Start()
			for plies := 0; !g.over(g.unpack(s)); plies++ {
				// Few blank cells or few plies remain.
				if blank := g.blank(g.unpack(s)); blank.count() <= 12 {
					decided += checkLook(t, recursion[[2]uint64]{g, map[[2]uint64]int{}}, s)
					looked++
				}
				s = goOn(rng, g, s)
			}
		}
		if looked < 100 {
			t.Errorf("%s: only %d positions", spec, looked)
		}
		t.Logf("%s: %d of %d positions are decided at sight", spec, decided, looked)
	}
}

// goOn makes a random move, preferably into a blank cell with a blank neighbour.
func goOn[S games.State](rng *rand.Rand, g *game[S], s S) S {
	children, _ := g.Expand(nil, nil, []S{s})
	rng.Shuffle(len(children), func(i, j int) { children[i], children[j] = children[j], children[i] })
	mover := g.unpack(s).mover()
	best, most := children[0], -1
	for _, c := range children {
		if p := g.unpack(c); !g.over(p) {
			ways := g.neighbours(g.cell[p.heads[mover]]).and(g.blank(p)).count()
			if ways > 0 && (most <= 0 || ways < most) {
				best, most = c, ways
			}
		}
	}
	return best
}

// checkLook checks Look for a position and returns 1 if it decides the position.
func checkLook[S games.State](t *testing.T, r recursion[S], s S) int {
	t.Helper()
	g := r.game
	s, _ = games.Canonical[S](g, s)
	var n games.Node[S]
	searcher[S]{g}.Look(&n, s, -winScore, winScore)
	want := r.score(s)
	if want < n.Low || want > n.High {
		t.Fatalf("%s has score %d, but bounds %d and %d", g.FormatState(s), want, n.Low, n.High)
	}
	if n.Low == n.High {
		return 1
	}
	best := n.Low
	for _, c := range n.Children {
		if canonical, _ := games.Canonical[S](g, c.State); canonical != c.State {
			t.Fatalf("%s: child %s is not canonical", g.FormatState(s), g.FormatState(c.State))
		}
		score := r.score(c.State)
		if c.TurnChanges%2 == 1 {
			score = -score
		}
		best = max(best, score)
	}
	if best != want {
		t.Fatalf("%s has score %d, but the children %d", g.FormatState(s), want, best)
	}
	return 0
}

// recursion computes scores from the rules.
type recursion[S games.State] struct {
	game *game[S]
	memo map[S]int
}

func (r recursion[S]) score(s S) int {
	if v, ok := r.memo[s]; ok {
		return v
	}
	best := -winScore
	children, _ := r.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		best = int(r.game.Payoffs(nil, []S{s})[0][r.game.unpack(s).mover()]) - winScore
	}
	for _, c := range children {
		best = max(best, -r.score(c))
	}
	r.memo[s] = best
	return best
}
