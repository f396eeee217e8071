package othello

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
)

// referee computes exact scores for the player to move by plain recursion.
type referee[S games.State] struct {
	game   *game[S]
	scores map[S]int
}

func (r *referee[S]) score(s S) int {
	if score, known := r.scores[s]; known {
		return score
	}
	role := r.game.unpack(s).role
	children, _ := r.game.Expand(nil, nil, []S{s})
	best := -r.game.cells
	if len(children) == 0 {
		best = int(r.game.Payoffs(nil, []S{s})[0][role])
	}
	for _, c := range children {
		best = max(best, -r.score(c))
	}
	r.scores[s] = best
	return best
}

// check checks the result of Look for a position and a window.
func (r *referee[S]) check(t *testing.T, n *games.Node[S], s S, alpha, beta int) {
	t.Helper()
	want := r.score(s)
	r.game.Look(n, s, alpha, beta)
	text := r.game.FormatState(s)
	if want < n.Low || want > n.High {
		t.Fatalf("%s, window %d..%d: Look says %d..%d, the score is %d", text, alpha, beta, n.Low, n.High, want)
	}
	if n.Low >= beta || n.High <= alpha || n.Low == n.High {
		return
	}
	best := n.Low
	for _, c := range n.Children {
		v := r.score(c.State)
		if c.TurnChanges&1 == 1 {
			v = -v
		}
		best = max(best, v)
		if children, _ := r.game.Expand(nil, nil, []S{c.State}); len(children) == 0 {
			t.Fatalf("%s: the game is over at the child %s", text, r.game.FormatState(c.State))
		}
		if c.State != r.game.canonical(c.State) {
			t.Fatalf("%s: the child %s is not canonical", text, r.game.FormatState(c.State))
		}
	}
	if max(alpha, min(beta, best)) != max(alpha, min(beta, want)) {
		t.Fatalf("%s, window %d..%d: the children's best is %d, the score is %d", text, alpha, beta, best, want)
	}
}

func (r *referee[S]) windows(t *testing.T, s S) {
	t.Helper()
	var n games.Node[S]
	high := r.game.Scores()
	for alpha := -high - 1; alpha <= high; alpha++ {
		r.check(t, &n, s, alpha, alpha+1)
	}
	r.check(t, &n, s, -high-1, high+1)
	r.check(t, &n, s, -2, 3)
}

// TestLookEverywhere checks Look on positions of the smallest boards.
func TestLookEverywhere(t *testing.T) {
	const enough = 5000
	for _, spec := range []string{"othello", "othello:start=parallel", "othello:empties=winner"} {
		g := open(t, spec).(*game[uint64])
		r := &referee[uint64]{g, map[uint64]int{}}
		r.score(g.Start())
		states := slices.Sorted(maps.Keys(r.scores))
		for i := 0; i < len(states); i += 1 + len(states)/enough {
			if children, _ := g.Expand(nil, nil, states[i:i+1]); len(children) > 0 {
				r.windows(t, g.canonical(states[i]))
			}
		}
	}
}

func TestLookLate(t *testing.T) {
	for _, c := range []struct {
		spec  string
		cells int
	}{{"othello:size=4x6", 24}, {"othello:size=6x6", 36}, {"othello:size=6x8,empties=winner", 48}} {
		each(open(t, c.spec),
			func(g *game[uint64]) { lookLate(t, g, c.cells) },
			func(g *game[[2]uint64]) { lookLate(t, g, c.cells) })
	}
}

func lookLate[S games.State](t *testing.T, g *game[S], cells int) {
	const empty = 7
	rng := rand.New(rand.NewPCG(1, 2))
	for tested := 0; tested < 60; {
		s := g.Start()
		for {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			if cells-discs(g.unpack(s)) <= empty {
				r := &referee[S]{g, map[S]int{}}
				r.windows(t, g.canonical(s))
				tested++
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}

// middlegame returns positions of random plays.
func middlegame(g *game[[2]uint64]) [][2]uint64 {
	rng := rand.New(rand.NewPCG(1, 2))
	var states [][2]uint64
	for len(states) < 1000 {
		s := g.Start()
		for range 8 + len(states)%12 {
			children, _ := g.Expand(nil, nil, [][2]uint64{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
		if children, _ := g.Expand(nil, nil, [][2]uint64{s}); len(children) > 0 {
			states = append(states, g.canonical(s))
		}
	}
	return states
}

func BenchmarkLook(b *testing.B) {
	g := open(b, "othello:size=6x6").(*game[[2]uint64])
	states := middlegame(g)
	var n games.Node[[2]uint64]
	i, children := 0, 0
	for b.Loop() {
		g.Look(&n, states[i%len(states)], 0, 1)
		children += len(n.Children)
		i++
	}
	b.ReportMetric(float64(children)/float64(b.N), "children/op")
}

func BenchmarkExpand(b *testing.B) {
	g := open(b, "othello:size=6x6").(*game[[2]uint64])
	states := middlegame(g)
	var dst [][2]uint64
	var ends []int32
	for b.Loop() {
		dst, ends = g.Expand(dst[:0], ends[:0], states)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(dst)), "ns/child")
}
