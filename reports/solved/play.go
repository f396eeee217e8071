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

// playTable is a Table for a single-role game. Only terminal states and the states along one
// optimal play have values.
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

func (t *playTable[S]) Probe(dst []value.Outcome, states []S) ([]value.Outcome, error) {
	return probe(t.game, dst, states, func(_ int, s S) (value.Value, bool, error) {
		canonical, _ := games.Canonical(t.game, s)
		plies, known := t.path[canonical]
		if !t.play.Shortest {
			plies = value.MaxRemoteness
		}
		return value.Measured(t.play.Payoff, plies), known, nil
	})
}

// probe appends the outcome of each state to dst. It calls find with each nonterminal state and
// its index. If find returns false, the value is not proven and the outcome has no payoffs.
func probe[S games.State](g games.Game[S], dst []value.Outcome, states []S, find func(int, S) (value.Value, bool, error)) ([]value.Outcome, error) {
	_, ends := g.Expand(nil, nil, states)
	outcomes, roles := value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}, len(g.Info().Roles)
	from := int32(0)
	for i, s := range states {
		terminal := ends[i] == from
		from = ends[i]
		if terminal {
			p := g.Payoffs(nil, states[i:i+1])[0]
			if g.Info().GeneralSum {
				dst = append(dst, value.TerminalOutcome(p, roles))
			} else {
				dst = append(dst, outcomes.Of(value.Measured(p[0], 0)))
			}
			continue
		}
		v, proven, err := find(i, s)
		if err != nil {
			return dst, err
		}
		o := value.Outcome{Remoteness: -1}
		if proven {
			o = outcomes.Of(v)
		}
		dst = append(dst, o)
	}
	return dst, nil
}

func (t *playTable[S]) Size() (int64, error) { return t.size, nil }

func (t *playTable[S]) Close() error { return nil }

// playAnalysis describes a search result in a single-role game: the play p or, if p is nil, the
// partial result u.
func playAnalysis[S games.State](g games.Game[S], s S, p *puzzle.Play, u *puzzle.UnfinishedError, elapsed time.Duration) *Analysis {
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
