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

// playTable is a Table for a single-role game. Only the states of an optimal play and terminal
// states have values.
type playTable[S games.State] struct {
	game games.Game[S]
	path map[S]int // plies to the end of the play, by canonical state
	play *proof.Play
	size int64
}

func newPlayTable[S games.State](g games.Game[S], p *proof.Play, path []S, size int64) *playTable[S] {
	t := &playTable[S]{game: g, path: map[S]int{}, play: p, size: size}
	for ply, s := range path {
		s, _ = games.Canonical(g, s)
		t.path[s] = len(path) - 1 - ply
	}
	return t
}

// Probe implements Table. If a value is not proven, the outcome has no payoffs.
func (t *playTable[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	_, ends := t.game.Expand(nil, nil, states)
	outcomes := value.Outcomes{Kind: value.Alternating, Total: t.game.Info().Total}
	from := int32(0)
	for i, s := range states {
		terminal := ends[i] == from
		from = ends[i]
		canonical, _ := games.Canonical(t.game, s)
		plies, known := t.path[canonical]
		o := value.Outcome{Remoteness: -1}
		switch {
		case terminal:
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

// PlayAnalysis returns the description of a search result in a single-role game: the play p or,
// if p is nil, the partial result u.
func PlayAnalysis[S games.State](g games.Game[S], s S, p *puzzle.Play, u *puzzle.UnfinishedError, elapsed time.Duration) *Analysis {
	info := g.Info()
	a := &Analysis{
		Game: info.Name, Position: games.NotationOf(g).FormatState(s), Board: boardLines(games.DrawingOf(g, s)), Mover: info.Roles[0],
		Source: SourceSearch, Seconds: elapsed.Seconds(), Low: info.Points(info.Payoffs[0]),
	}
	o, moves := value.Outcome{Remoteness: -1}, []int32(nil)
	if p != nil {
		a.Proven, a.Low, a.Shortest, a.Nodes, moves = true, info.Points(p.Payoff), p.Shortest, uint64(p.States), p.Moves
		a.High = a.Low
		if o.Payoff[0] = big.NewRat(int64(p.Payoff), 1); p.Shortest {
			o.Remoteness = len(p.Moves)
		}
	} else {
		if moves = u.Moves; moves != nil {
			a.Low = info.Points(u.Best)
		}
		a.High, a.AtLeast, a.Nodes = info.Points(u.Goal), u.AtLeast, uint64(u.States)
	}
	a.Value, a.Rate = words.Outcome(info, o), int64(float64(a.Nodes)/max(elapsed, time.Microsecond).Seconds())
	for _, m := range moves {
		a.Line = append(a.Line, games.NotationOf(g).Moves(s)[0][m])
		children, _ := g.Expand(nil, nil, []S{s})
		s = children[m]
	}
	a.Depth = len(a.Line)
	return a
}
