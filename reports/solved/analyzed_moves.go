package solved

import (
	"cmp"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
)

// AnalyzedMove is the result of looking up or searching a move.
type AnalyzedMove struct {
	Move     string `json:"move"`
	Position string `json:"position"` // position after the move
	Proven   bool   `json:"proven"`
	Value    string `json:"value"` // result of perfect play in words, or "not proven"
	// Low is a proven lower bound on the payoff of the role making the move, in points.
	Low float64 `json:"low"`
	// High is a proven upper bound on the payoff of the role making the move, in points.
	High float64 `json:"high"`
	// Estimate is between -1 (the role making the move loses) and 1 (this role wins).
	Estimate float64  `json:"estimate"`
	Line     []string `json:"line"` // best line found, which begins with Move
	Depth    int      `json:"depth"`
	Nodes    uint64   `json:"nodes"`
	// By is the role that makes the move if several roles move simultaneously.
	By string `json:"by,omitempty"`
	// Probability is the probability of the move in the strategy of that role.
	Probability *float64 `json:"probability,omitempty"`
}

// addMoves adds the moves of position s to its analysis. For each nonterminal child, it calls
// analyze with the child and the number of moves still to be added, including the move to this
// child.
func addMoves[S games.State](to *Analysis, g games.Game[S], s S, analyze func(s S, rest int) (deepen.Analysis, error)) error {
	info, notation, mover := g.Info(), games.NotationOf(g), games.Mover(g, s)
	children, _ := g.Expand(nil, nil, []S{s})
	_, ends := g.Expand(nil, nil, children)
	from := int32(0)
	for i, name := range notation.Moves(s)[mover] {
		a := deepen.Analysis{Mover: 1 - mover} // used if the child is terminal
		if ends[i] == from {
			a.Low = search.ScoreOf(info.Total, g.Payoffs(nil, children[i:i+1])[0][a.Mover])
			a.High, a.Estimate = a.Low, float64(a.Low)/float64(search.Plain(g).Scores())
		} else {
			var err error
			if a, err = analyze(children[i], len(children)-i); err != nil {
				return err
			}
		}
		from = ends[i]
		words, own := AnalysisWords(info.WithoutUnit(), &a), search.Bounds{Low: a.Low, High: a.High}
		if a.Mover != mover {
			own, a.Estimate = own.Before(1), 0-a.Estimate
		}
		to.Moves = append(to.Moves, AnalyzedMove{
			Move: name, Position: notation.FormatState(children[i]), Proven: a.Proven(), Value: words,
			Low: PointsOf(info, own.Low), High: PointsOf(info, own.High), Estimate: a.Estimate,
			Line: append([]string{name}, a.Line...), Depth: a.Depth, Nodes: a.Nodes,
		})
	}
	to.sortMoves()
	return nil
}

func addTableMoves(to *Analysis, b Game, at *Position) error {
	for _, m := range at.Moves {
		_, line, err := b.Line(m.Child, tableLine)
		if err != nil {
			return err
		}
		payoff := m.Outcome.Payoff[at.Mover]
		low := b.Info().Points(int(payoff.Num().Int64())) // payoffs are integers if players take turns
		to.Moves = append(to.Moves, AnalyzedMove{
			Move: m.Name, Position: m.Child, Proven: true, Value: m.Value.Words, Low: low, High: low,
			Estimate: b.standing(payoff), Line: append([]string{m.Name}, line...),
		})
	}
	return nil
}

// sortMoves sorts the moves, best first. If moves are equally good, the first move of a.Line
// precedes the others.
func (a *Analysis) sortMoves() {
	behind := func(m AnalyzedMove) int {
		if len(a.Line) > 0 && m.Move == a.Line[0] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(a.Moves, func(x, y AnalyzedMove) int {
		return cmp.Or(cmp.Compare(y.Estimate, x.Estimate), cmp.Compare(behind(x), behind(y)))
	})
}
