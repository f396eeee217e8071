package book

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// drawn is a position with what is seen of it without the table.
func (b *book[S]) drawn(s S) (*Position, error) {
	p := &Position{Text: b.notation.FormatState(s), Drawing: games.DrawingOf(b.game, s), Mover: -1}
	var drawn strings.Builder
	if err := picture.Text(&drawn, p.Drawing); err != nil {
		return nil, err
	}
	p.Board = strings.Split(strings.TrimRight(drawn.String(), "\n"), "\n")
	if layered, ok := b.game.(games.Layered[S]); ok {
		p.Layer = int(layered.Layers(nil, []S{s})[0])
	}
	return p, nil
}

// unstored is a position that the table does not have: what follows from it is
// not known, but for moves to positions that the table has.
func (b *book[S]) unstored(s S) (*Position, error) {
	p, err := b.drawn(s)
	if err != nil {
		return nil, err
	}
	p.Outcome = value.Outcome{Remoteness: -1}
	p.Value = Value{Words: "not stored", Plies: -1}
	children, _ := b.game.Expand(nil, nil, []S{s})
	if p.Terminal = len(children) == 0; p.Terminal {
		b.end(p, s)
		return p, nil
	}
	outcomes := make([]value.Outcome, len(children))
	for i := range children {
		found, err := b.table.Probe(nil, children[i:i+1])
		switch {
		case errors.Is(err, store.ErrNotStored):
			outcomes[i] = value.Outcome{Remoteness: -1}
		case err != nil:
			return nil, fmt.Errorf("moves at %s: %w", p.Text, err)
		default:
			outcomes[i] = found[0]
		}
	}
	names := b.notation.Moves(s)
	switch {
	case names[0] == nil:
		p.Mover = 1
	case names[1] == nil:
		p.Mover = 0
	default:
		cols := len(names[1])
		joint := make([]string, len(children))
		for i := range joint {
			joint[i] = names[0][i/cols] + "+" + names[1][i%cols]
		}
		return p, b.openMoves(p, s, joint, children, outcomes)
	}
	return p, b.openMoves(p, s, names[p.Mover], children, outcomes)
}

// end fills in the final payoffs.
func (b *book[S]) end(p *Position, s S) {
	payoffs := b.game.Payoffs(nil, []S{s})[0]
	for role := range b.info.Roles {
		p.Payoffs = append(p.Payoffs, int(payoffs[role]))
	}
}

// position looks up a state and its children and works out what is best.
func (b *book[S]) position(s S) (*Position, error) {
	p, err := b.drawn(s)
	if err != nil {
		return nil, err
	}
	outcomes, err := b.table.Probe(nil, []S{s})
	if err != nil {
		return nil, b.explain(p.Text, err)
	}
	p.Outcome = outcomes[0]
	p.Value = valueOf(b.info, p.Outcome)
	children, _ := b.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		p.Terminal = true
		b.end(p, s)
		return p, nil
	}
	if outcomes, err = b.table.Probe(outcomes[:0], children); err != nil {
		return nil, fmt.Errorf("moves at %s: %w", p.Text, err)
	}
	if !Proven(p.Outcome) || slices.ContainsFunc(outcomes, func(o value.Outcome) bool { return !Proven(o) }) {
		names := b.notation.Moves(s)
		p.Mover = 0
		if names[0] == nil {
			p.Mover = 1
		}
		if !Proven(p.Outcome) {
			p.Outcome = b.deduce(p.Mover, outcomes)
			p.Value = valueOf(b.info, p.Outcome)
		}
		return p, b.openMoves(p, s, names[p.Mover], children, outcomes)
	}
	_, rows := games.Stage(b.game, s, len(children))
	stage := value.Analyze(b.solution.Outcomes.Kind, b.info.Total, rows, outcomes)
	names := b.notation.Moves(s)
	if names[0] != nil && names[1] != nil {
		b.jointMoves(p, names, children, outcomes, stage)
		return p, nil
	}
	p.Mover = 0
	if names[0] == nil {
		p.Mover = 1
	}
	after := map[string]S{}
	p.Moves = make([]Move, 0, len(children))
	for i, name := range names[p.Mover] {
		after[name] = children[i]
		p.Moves = append(p.Moves, Move{
			Name: name, Child: b.notation.FormatState(children[i]),
			Value: valueOf(b.info, outcomes[i]), Outcome: outcomes[i],
			Keeps: keptIf(stage.Keeps[i]),
		})
	}
	slices.SortStableFunc(p.Moves, func(x, y Move) int {
		return value.Best(b.solution.Outcomes.Kind, b.info.Total, p.Mover, x.Outcome, y.Outcome)
	})
	if p.Endless = b.endless(p); p.Endless {
		if err := b.countReplies(p, after); err != nil {
			return nil, fmt.Errorf("replies to moves at %s: %w", p.Text, err)
		}
	}
	return p, nil
}

// jointMoves fills in the matrix and the joint moves of a position where both
// choose at once.
func (b *book[S]) jointMoves(p *Position, names [games.MaxRoles][]string, children []S, outcomes []value.Outcome, stage value.Stage) {
	strategies := stage.Strategies
	if strategies[0] == nil {
		strategies = b.soleStrategies(names, outcomes)
	}
	p.Matrix = newMatrix(names, outcomes, strategies)
	cols := len(names[1])
	chances := make([]*big.Rat, len(children))
	order := make([]int, len(children))
	for i := range children {
		order[i] = i
		chances[i] = new(big.Rat).Mul(strategies[0][i/cols], strategies[1][i%cols])
	}
	slices.SortStableFunc(order, func(i, j int) int { return chances[j].Cmp(chances[i]) })
	for _, i := range order {
		p.Moves = append(p.Moves, Move{
			Name: names[0][i/cols] + "+" + names[1][i%cols], Child: b.notation.FormatState(children[i]),
			Value: valueOf(b.info, outcomes[i]), Outcome: outcomes[i],
			Keeps: keptIf(chances[i].Sign() > 0), Probability: chances[i].RatString(),
		})
	}
	if !b.info.GeneralSum {
		return
	}
	for _, at := range stage.Equilibria {
		i := at[0]*cols + at[1]
		e := Equilibrium{Move: names[0][at[0]] + "+" + names[1][at[1]], Selected: chances[i].IsInt() && chances[i].Sign() > 0}
		for role := range b.info.Roles {
			e.Payoffs = append(e.Payoffs, outcomes[i].Payoff[role].RatString())
		}
		p.Matrix.Equilibria = append(p.Matrix.Equilibria, e)
	}
}

// soleStrategies are the strategies where both roles have moves but one of
// them only a single one: the other takes the best, of equals the first.
func (b *book[S]) soleStrategies(names [games.MaxRoles][]string, outcomes []value.Outcome) (s [games.MaxRoles][]*big.Rat) {
	chooser := 0
	if len(names[0]) == 1 {
		chooser = 1
	}
	best := 0
	for i, o := range outcomes {
		if value.Best(b.solution.Outcomes.Kind, b.info.Total, chooser, o, outcomes[best]) < 0 {
			best = i
		}
	}
	for role := range s {
		for range names[role] {
			s[role] = append(s[role], new(big.Rat))
		}
	}
	s[chooser][best].SetInt64(1)
	s[1-chooser][0].SetInt64(1)
	return s
}

// newMatrix lays out a one-stage game with the strategies of perfect play,
// each strategy's moves by falling probability.
func newMatrix(names [games.MaxRoles][]string, outcomes []value.Outcome, strategies [games.MaxRoles][]*big.Rat) *Matrix {
	m := &Matrix{Rows: names[0], Columns: names[1], Pure: true}
	rows, cols := len(names[0]), len(names[1])
	for i := range rows {
		line := make([]Cell, cols)
		for j, o := range outcomes[i*cols : (i+1)*cols] {
			line[j] = Cell{o.Payoff[0].RatString(), o.Payoff[1].RatString()}
		}
		m.Cells = append(m.Cells, line)
	}
	for role, strategy := range strategies {
		order := make([]int, len(strategy))
		for i, p := range strategy {
			order[i] = i
			m.Pure = m.Pure && p.IsInt()
		}
		slices.SortStableFunc(order, func(i, j int) int { return strategy[j].Cmp(strategy[i]) })
		for _, i := range order {
			mean := new(big.Rat)
			for j, q := range strategies[1-role] {
				at := i*cols + j
				if role == 1 {
					at = j*cols + i
				}
				mean.Add(mean, new(big.Rat).Mul(q, outcomes[at].Payoff[role]))
			}
			m.Strategies[role] = append(m.Strategies[role], Chance{
				Move: names[role][i], Probability: strategy[i].RatString(), Payoff: mean.RatString(),
			})
		}
	}
	return m
}
