package solved

import (
	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
)

// playTable takes values from the proof of a game of one role, a play that gets the
// greatest payoff: the states on its way have that value. Others have none.
type playTable[S games.State] struct {
	game games.Game[S]
	way  map[S]int // plies to the end, of canonical states
	play *proof.Play
	size int64
}

func newPlayTable[S games.State](g games.Game[S], p *proof.Play, way []S, size int64) *playTable[S] {
	t := &playTable[S]{game: g, way: map[S]int{}, play: p, size: size}
	for ply, s := range way {
		s, _ = games.Canonical(g, s)
		t.way[s] = len(way) - 1 - ply
	}
	return t
}

// Probe implements Table. An outcome without payoffs is not proven.
func (t *playTable[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	_, ends := t.game.Expand(nil, nil, states)
	outcomes := value.Outcomes{Kind: value.Alternating, Total: t.game.Info().Total}
	from := int32(0)
	for i, s := range states {
		over := ends[i] == from
		from = ends[i]
		canonical, _ := games.Canonical(t.game, s)
		plies, known := t.way[canonical]
		o := value.Outcome{Remoteness: -1}
		switch {
		case over:
			o = outcomes.Of(value.Measured(t.game.Payoffs(nil, states[i:i+1])[0][0], 0))
		case known && t.play.Shortest:
			o = outcomes.Of(value.Measured(t.play.Payoff, plies))
		case known:
			o = outcomes.Of(value.Unmeasured(t.play.Payoff))
		}
		dst = append(dst, o)
	}
	return dst, nil
}

func (t *playTable[S]) Size() (int64, error) { return t.size, nil }

func (t *playTable[S]) Close() error { return nil }
