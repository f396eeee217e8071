package solved

import (
	"math/big"
	"time"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search/puzzle"
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

// PlayAnalysis describes the play that a search has found from a position of a game of one
// role, or how far it got.
func PlayAnalysis[S games.State](g games.Game[S], s S, p *puzzle.Play, u *puzzle.UnfinishedError, took time.Duration) *Analysis {
	info := g.Info()
	a := &Analysis{
		Game: info.Name, Position: games.NotationOf(g).FormatState(s), Board: boardLines(games.DrawingOf(g, s)), Mover: info.Roles[0],
		Source: SourceSearch, Seconds: took.Seconds(), Low: int16(info.Payoffs[0]),
	}
	o, moves := value.Outcome{Remoteness: -1}, []int32(nil)
	if p != nil {
		a.Proven, a.Low, a.High, a.Shortest, a.Nodes, moves = true, int16(p.Payoff), int16(p.Payoff), p.Shortest, uint64(p.States), p.Moves
		if o.Payoff[0] = big.NewRat(int64(p.Payoff), 1); p.Shortest {
			o.Remoteness = len(p.Moves)
		}
	} else {
		if moves = u.Moves; moves != nil {
			a.Low = int16(u.Best)
		}
		a.High, a.AtLeast, a.Nodes = int16(u.Goal), u.AtLeast, uint64(u.States)
	}
	a.Value, a.Rate = words.Outcome(info, o), int64(float64(a.Nodes)/max(took, time.Microsecond).Seconds())
	for _, m := range moves {
		a.Line = append(a.Line, games.NotationOf(g).Moves(s)[0][m])
		children, _ := g.Expand(nil, nil, []S{s})
		s = children[m]
	}
	a.Depth = len(a.Line)
	return a
}
