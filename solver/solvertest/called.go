package solvertest

import (
	"sync/atomic"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// Hooked is a game that calls a function before each Expand.
type Hooked[S games.State] struct {
	games.Game[S]
	games.Layered[S]
	games.Canonizer[S]
	games.Notation[S]
	games.Simultaneous[S] // nil if roles never move simultaneously
	games.Weighted[S]     // nil if chance never moves or is uniform
	calls                 atomic.Int64
	before                func(call int64)
}

func Hook[S games.State](g games.Game[S], before func(call int64)) *Hooked[S] {
	joint, _ := g.(games.Simultaneous[S])
	weighted, _ := g.(games.Weighted[S])
	return &Hooked[S]{
		Simultaneous: joint, Weighted: weighted,
		Game: g, Layered: g.(games.Layered[S]), Canonizer: games.CanonizerOf(g), Notation: games.NotationOf(g), before: before,
	}
}

func (h *Hooked[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	h.before(h.calls.Add(1))
	return h.Game.Expand(dst, ends, src)
}

// Called is a game that calls Call before each Expand and Parents.
type Called struct {
	RetroGame
	Call func()
}

func (c Called) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	c.Call()
	return c.RetroGame.Expand(dst, ends, src)
}

func (c Called) Parents(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	c.Call()
	return c.RetroGame.Parents(dst, ends, src)
}

// split is a Called that also implements games.Splitter.
type split struct{ Called }

func (g split) ExpandLower(dst []uint64, ends, own []int32, src []uint64) ([]uint64, []int32, []int32) {
	g.Call()
	for _, s := range src {
		children, _ := g.CyclicGame.Expand(nil, nil, []uint64{s})
		n := int32(0)
		for _, c := range children {
			if g.Class(c).Tier == g.Class(s).Tier {
				n++
			} else {
				dst = append(dst, c)
			}
		}
		ends, own = append(ends, int32(len(dst))), append(own, n)
	}
	return dst, ends, own
}

func (g split) ExpandOwn(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	g.Call()
	for _, s := range src {
		children, _ := g.CyclicGame.Expand(nil, nil, []uint64{s})
		for _, c := range children {
			if g.Class(c).Tier == g.Class(s).Tier {
				dst = append(dst, c)
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Calling returns two versions of a game that call a function on each call.
// Only the second implements games.Splitter.
func Calling(g *CyclicGame, call func()) []games.Tiered[uint64] {
	called := Called{RetroGame{g}, call}
	return []games.Tiered[uint64]{called, split{called}}
}

// Open opens a built-in game.
func Open(t testing.TB, spec string) games.Variant {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
