package solved

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/value"
)

// Proven reports whether the value of the position is known.
func (p *Position) Proven() bool { return proven(p.Outcome) }

func proven(o value.Outcome) bool { return o.Payoff[0] != nil }

// estimator is a table that can estimate nonterminal positions. An estimate is between -1 (role 1
// wins) and 1 (role 0 wins). best is the canonical position after the most promising move. If the
// value is proven or the position has not been searched, known is false.
type estimator[S games.State] interface {
	Estimate(s S) (estimate float64, best S, known bool, err error)
}

// addEstimate adds an estimate to v if the value is not proven and the table is an estimator. It
// returns the canonical position after the most promising move, if known.
func (b *solvedGame[S]) addEstimate(v *Value, o value.Outcome, s S) (best S, known bool, err error) {
	e, ok := b.table.(estimator[S])
	if !ok {
		return best, false, nil
	}
	estimate, best, known, err := e.Estimate(s)
	if err != nil {
		return best, false, fmt.Errorf("estimate %s: %w", b.notation.FormatState(s), err)
	}
	if known && !proven(o) {
		v.Estimate = &estimate
		v.Words += fmt.Sprintf(", estimate %s for %s", words.Signed(estimate), b.info.Roles[0])
	}
	return best, known, nil
}

// deduce derives the outcome of a position from its children. The outcome is proven if all
// children are proven, or if a move gives mover the maximum payoff.
func (b *solvedGame[S]) deduce(mover int, children []value.Outcome) value.Outcome {
	best, all := value.Outcome{Remoteness: -1}, true
	for _, o := range children {
		switch {
		case !proven(o):
			all = false
		case !proven(best) || o.Payoff[mover].Cmp(best.Payoff[mover]) > 0:
			best = o
		}
	}
	if !proven(best) || !all && best.Payoff[mover].Cmp(big.NewRat(b.maxPayoff(), 1)) < 0 {
		return value.Outcome{Remoteness: -1}
	}
	best.Remoteness = -1
	return best
}

// unprovenMoves sets p.Moves in a position with unproven values. Moves that keep the value come
// first. All other moves are sorted by the mover's proven or estimated payoff.
func (b *solvedGame[S]) unprovenMoves(p *Position, s S, children []S, outcomes []value.Outcome) error {
	best, known, err := b.addEstimate(&p.Value, p.Outcome, s)
	if err != nil {
		return err
	}
	if _, err := b.addLength(&p.Value, p.Outcome, s); err != nil {
		return err
	}
	wins := p.Mover >= 0 && proven(p.Outcome) && p.Outcome.Payoff[p.Mover].Cmp(p.Outcome.Payoff[1-p.Mover]) > 0
	names, worth := games.JointNames(p.Names), map[string]float64{}
	for i, name := range names {
		m := b.move(i, name, children[i], outcomes[i], keptBetween(p.Mover, len(names), p.Outcome, outcomes[i]))
		if _, _, err := b.addEstimate(&m.Value, m.Outcome, children[i]); err != nil {
			return err
		}
		between, err := b.addLength(&m.Value, m.Outcome, children[i])
		if err != nil {
			return err
		}
		worth[name] = b.worth(&m, p.Mover)
		if m.Keeps == KeptYes && between != (plies{}) {
			worth[name] += between.preference(wins)
		}
		if child, _ := games.Canonical(b.game, children[i]); known && child == best {
			worth[name] += nearEqual
		}
		p.Moves = append(p.Moves, m)
	}
	slices.SortStableFunc(p.Moves, func(x, y Move) int { return cmp.Compare(worth[y.Name], worth[x.Name]) })
	return nil
}

// nearEqual is added to the estimate of the move that the search of the position itself prefers,
// because that search was deeper.
const nearEqual = 0.02

// worth rates a move for a role: 2 if the move keeps the value, and otherwise between -1 and 1.
func (b *solvedGame[S]) worth(m *Move, role int) float64 {
	switch {
	case role < 0: // several roles choose simultaneously
		return 0
	case m.Keeps == KeptYes:
		return 2
	case m.Value.Estimate != nil && role == 0:
		return *m.Value.Estimate
	case m.Value.Estimate != nil:
		return -*m.Value.Estimate
	case !proven(m.Outcome):
		return 0
	}
	return b.standing(m.Outcome.Payoff[role])
}

// maxPayoff returns the maximum payoff of a player, which may exceed the total if the game has
// scores.
func (b *solvedGame[S]) maxPayoff() int64 {
	return int64(search.PayoffOf(b.info.Total, search.Plain(b.game).Scores()))
}

func (b *solvedGame[S]) standing(payoff *big.Rat) float64 {
	half, most := float64(b.info.Total)/2, float64(b.maxPayoff())
	if most == half {
		return 0
	}
	x, _ := payoff.Float64()
	return (x - half) / (most - half)
}
