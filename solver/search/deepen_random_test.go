package search

import (
	"sync/atomic"
	"testing"

	"zermelo/games"
	"zermelo/solver/solvertest"
)

// randomGame has random moves, the payoffs of its info or those from 0 to 10, and
// an evaluation that knows nothing. A state is a ply and a number.
type randomGame struct {
	seed uint64
	info games.Info
}

const (
	randomPlies = 7
	randomWidth = 60 // positions of one ply
)

// draw is a random number that depends on a state.
func (g *randomGame) draw(s, salt uint64) uint64 {
	x := (s+1)*0x9e3779b97f4a7c15 ^ (salt+1)*0xd6e8feb86659fd93 ^ g.seed*0xbf58476d1ce4e5b9
	x = (x ^ x>>31) * 0x94d049bb133111eb
	return x ^ x>>29
}

func (g *randomGame) Info() *games.Info { return &g.info }
func (g *randomGame) Start() uint64     { return 0 }

func (g *randomGame) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if ply := s >> 8; ply < randomPlies && (ply < 3 || g.draw(s, 9)%8 > 0) {
			for i := range 2 + g.draw(s, 8)%3 {
				dst = append(dst, (ply+1)<<8|g.draw(s, i)%randomWidth)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *randomGame) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s>>8&1))
	}
	return dst
}

func (g *randomGame) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := int16(g.draw(s, 7) % 11)
		if n := uint64(len(g.info.Payoffs)); n > 0 {
			p = int16(g.info.Payoffs[g.draw(s, 7)%n])
		}
		dst = append(dst, games.Payoff{p, int16(g.info.Total) - p})
	}
	return dst
}

func (g *randomGame) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		dst = append(dst, float32(int(g.draw(s, 6)%201)-100)/100)
	}
	return dst
}

// layeredGame is a randomGame that tells that positions do not come back, so that
// scores are proven between the depths.
type layeredGame struct{ *randomGame }

func (g layeredGame) Layers(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(s>>8))
	}
	return dst
}

func (g layeredGame) Span() int { return 1 }

// TestDeepenRandom searches random games with many scores.
func TestDeepenRandom(t *testing.T) {
	for seed := range uint64(20) {
		g := &randomGame{seed: seed, info: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10}}
		testDeepen[uint64](t, g)
		testDeepen[uint64](t, layeredGame{g})
	}
}

// TestDeepenDepth compares the values of depth-limited searches of random games
// with those of a plain recursion to the same depth.
func TestDeepenDepth(t *testing.T) {
	for seed := range uint64(20) {
		g := &randomGame{seed: seed, info: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10}}
		d := NewDeepener[uint64](g, DeepenOptions{Cache: 1 << 16})
		w := d.divers[0]
		w.enough, w.first = new(atomic.Bool), true
		r, err := d.newRoot(g.Start())
		if err != nil {
			t.Fatal(err)
		}
		for depth := 1; depth < randomPlies; depth++ {
			r.deepen(w, depth)
			best := -unit * d.game.Scores()
			for _, c := range g.children(g.Start()) {
				best = max(best, -g.limited(c, depth-1, true))
			}
			if got := r.moves[r.order[0]].seen.value; got != best {
				t.Errorf("seed %d, depth %d: value %d, want %d", seed, depth, got, best)
			}
		}
		d.Close()
	}
}

// TestRootProve tests that a proof between two depths leaves the true score, right
// bounds on all moves, and one that gets the score in front.
func TestRootProve(t *testing.T) {
	for seed := range uint64(20) {
		g := layeredGame{&randomGame{seed: seed, info: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: 10}}}
		naive := solvertest.Naive[uint64](g)
		scoreOf := func(s uint64) int {
			payoff, _ := naive(s).Payoff[0].Float64()
			return ScoreOf(g.info.Total, int16(payoff))
		}
		d := NewDeepener[uint64](g, DeepenOptions{Cache: 1 << 16})
		r, err := d.newRoot(g.Start())
		if err != nil {
			t.Fatal(err)
		}
		if err := r.prove(t.Context()); err != nil {
			t.Fatal(err)
		}
		if score := scoreOf(g.Start()); r.low != score || r.high != score || !r.isProven() {
			t.Errorf("seed %d: score %d..%d, proven %v, want %d", seed, r.low, r.high, r.isProven(), score)
		}
		for _, m := range r.moves {
			if score := scoreOf(m.child); m.seen.low > score || m.seen.high < score {
				t.Errorf("seed %d, %s: score %d..%d, want %d", seed, m.name, m.seen.low, m.seen.high, score)
			}
		}
		d.Close()
	}
}

func (g *randomGame) children(s uint64) []uint64 {
	children, _ := g.Expand(nil, nil, []uint64{s})
	return children
}

// limited is the value of a position in units for its player to move, by a search
// to a depth. Where it stops it looks at the children for those that end the game,
// if it is told to.
func (g *randomGame) limited(s uint64, depth int, look bool) int {
	children := g.children(s)
	if len(children) == 0 {
		p := g.Payoffs(nil, []uint64{s})[0]
		return ScoreOf(g.info.Total, p[s>>8&1]) * unit
	}
	const top = 5 * unit
	guess := max(-top+1, min(int(g.Evaluate(nil, []uint64{s})[0]*float32(top-1)), top-1))
	if depth == 0 && !look {
		return guess
	}
	best, open := -top, false
	for _, c := range children {
		switch over := len(g.children(c)) == 0; {
		case over:
			best = max(best, -g.limited(c, 0, false))
		case depth > 0:
			best = max(best, -g.limited(c, depth-1, depth > 1))
		default:
			open = true
		}
	}
	if open {
		best = max(best, guess)
	}
	return best
}
