package connect4

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[games.Searcher[uint64]](Entry())

// referee computes scores by exhaustive search.
type referee[S games.State] struct {
	game   games.Searcher[S]
	scores map[S]int8
}

func (r *referee[S]) score(s S) int {
	if v, ok := r.scores[s]; ok {
		return int(v)
	}
	src := []S{s}
	children, _ := r.game.Expand(nil, nil, src)
	best := -128
	if len(children) == 0 {
		best = int(r.game.Payoffs(nil, src)[0][r.mover(s)])
	}
	for _, c := range children {
		best = max(best, -r.score(c))
	}
	r.scores[s] = int8(best)
	return best
}

func (r *referee[S]) mover(s S) int {
	return int(r.game.(games.Layered[S]).Layers(nil, []S{s})[0]) & 1
}

// check checks the result of Look for a non-terminal position and a window.
func (r *referee[S]) check(t *testing.T, n *games.Node[S], s S, alpha, beta int) {
	t.Helper()
	want := r.score(s)
	r.game.Look(n, s, alpha, beta)
	text := games.NotationOf[S](r.game).FormatState(s)
	if want < n.Low || want > n.High {
		t.Fatalf("%s, window %d..%d: Look says %d..%d, the score is %d", text, alpha, beta, n.Low, n.High, want)
	}
	if n.Low >= beta || n.High <= alpha || n.Low == n.High {
		return
	}
	best := n.Low
	for _, c := range n.Children {
		if alpha == 0 {
			r.checkSeen(t, c)
		}
		v := r.score(c.State)
		if c.TurnChanges&1 == 1 {
			v = -v
		}
		best = max(best, v)
		if bits := r.game.StateBits(); bits < 64 && games.Bits(&c.State)[0] >= 1<<bits {
			t.Fatalf("%s: child %x has more than %d bits", text, c.State, bits)
		}
	}
	if max(alpha, min(beta, best)) != max(alpha, min(beta, want)) {
		t.Fatalf("%s, window %d..%d: the children's best is %d, the score is %d", text, alpha, beta, best, want)
	}
}

// checkSeen checks that Look returns the same result for a child with and without
// Hint.
func (r *referee[S]) checkSeen(t *testing.T, c games.Child[S]) {
	t.Helper()
	var with, without games.Node[S]
	with.Hint = c.Hint
	r.game.Look(&with, c.State, -1, 1)
	r.game.Look(&without, c.State, -1, 1)
	if with.Hint != 0 || with.Low != without.Low || with.High != without.High || !slices.Equal(with.Children, without.Children) {
		t.Fatalf("%s: Look says %d..%d, %v, and %d..%d, %v with what was seen, left %x", games.NotationOf[S](r.game).FormatState(c.State),
			without.Low, without.High, without.Children, with.Low, with.High, with.Children, with.Hint)
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
	r.check(t, &n, s, -2, 2)
}

// TestLookEverywhere checks Look on positions of small boards, on all of them if
// there are few.
func TestLookEverywhere(t *testing.T) {
	const enough = 40000
	for _, c := range []struct {
		spec string
		long bool
	}{
		{"connect4:size=4x4", false}, {"connect4:size=3x4,connect=3", false}, {"connect4:size=3x5,connect=3", false},
		{"connect4:size=4x4,connect=3", false}, {"connect4:size=5x3,connect=3", false}, {"connect4:size=2x6", false},
		{"connect4:size=2x5", false}, {"connect4:size=3x6,connect=3", false}, {"connect4:size=3x5", false}, {"connect4:size=3x6", false},
		{"connect4:size=5x3", false}, {"connect4:size=4x5,connect=3", true}, {"connect4:size=4x5", true}, {"connect4:size=5x4", true},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if c.long && !gamestest.Large() {
				t.Skip("takes seconds")
			}
			r := &referee[uint64]{open(t, c.spec), map[uint64]int8{}}
			r.score(r.game.Start())
			states := slices.Sorted(maps.Keys(r.scores))
			for i := 0; i < len(states); i += 1 + len(states)/enough {
				if children, _ := r.game.Expand(nil, nil, states[i:i+1]); len(children) > 0 {
					r.windows(t, states[i])
				}
			}
		})
	}
}

func TestLookLate(t *testing.T) {
	const empty = 10
	for _, spec := range []string{
		"connect4", "connect4:size=6x6", "connect4:size=7x7", "connect4:size=5x5", "connect4:size=6x5", "connect4:size=5x8",
		"connect4:size=8x6", "connect4:size=8x7", "connect4:size=6x7,connect=5", "connect4:size=4x11", "connect4:size=12x4",
	} {
		t.Run(spec, func(t *testing.T) {
			g := open(t, spec)
			d := games.DrawingOf[uint64](g, g.Start())
			rng := rand.New(rand.NewPCG(1, 2))
			for range 150 {
				if s, ok := randomPlay[uint64](g, rng, d.Width*d.Height-empty); ok {
					r := &referee[uint64]{g, map[uint64]int8{}}
					r.windows(t, s)
				}
			}
		})
	}
}

// randomPlay plays random moves from the start. It returns false if it finds no
// non-terminal position after the given number of plies.
func randomPlay[S games.State](g games.Searcher[S], rng *rand.Rand, plies int) (s S, ok bool) {
	for range 1000 {
		s = g.Start()
		for i := 0; ; i++ {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			if i == plies {
				return s, true
			}
			s = children[rng.IntN(len(children))]
		}
	}
	return s, false
}

// FuzzLook checks Look after arbitrary moves that leave few empty cells.
func FuzzLook(f *testing.F) {
	f.Add([]byte("the quick brown fox jumps over"), int8(0))
	f.Add([]byte{3, 3, 3, 3, 3, 2, 1, 0, 4, 5, 6, 0, 0, 1, 2, 2, 4, 4, 5, 6, 6, 1, 1, 0, 5, 5, 2, 2, 6, 6, 4}, int8(-2))
	g := open(f, "connect4:size=6x5")
	f.Fuzz(func(t *testing.T, moves []byte, alpha int8) {
		s := g.Start()
		left := 30
		for _, m := range moves {
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 || left <= 8 {
				break
			}
			s = children[int(m)%len(children)]
			left--
		}
		children, _ := g.Expand(nil, nil, []uint64{s})
		if left > 10 || len(children) == 0 {
			return
		}
		r := &referee[uint64]{g, map[uint64]int8{}}
		var n games.Node[uint64]
		r.check(t, &n, s, int(alpha), int(alpha)+1)
	})
}

func BenchmarkLook(b *testing.B) {
	g := open(b, "connect4")
	rng := rand.New(rand.NewPCG(1, 2))
	var states []uint64
	for len(states) < 1000 {
		if s, ok := randomPlay[uint64](g, rng, 12+len(states)%12); ok {
			states = append(states, s)
		}
	}
	var n games.Node[uint64]
	i := 0
	for b.Loop() {
		g.Look(&n, states[i%len(states)], 0, 1)
		i++
	}
}
