package book

import (
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/value"
)

// Proven reports whether an outcome is known.
func Proven(o value.Outcome) bool { return o.Payoff[0] != nil }

// estimator is the power of probers that can guess about a position whose value
// is not known and where the game is not over: from -1, if role 1 seems to win,
// to 1, if role 0 does. Best is the canonical position after the move that seems
// best.
type estimator[S games.State] interface {
	Estimate(s S) (estimate float64, best S, err error)
}

// estimated adds an estimate to the value of a position, if it is not known and
// there is a way to one, and returns the position after the move that seems best.
func (b *book[S]) estimated(v *Value, o value.Outcome, s S) (best S, err error) {
	e, ok := b.table.(estimator[S])
	if !ok || Proven(o) {
		return best, nil
	}
	estimate, best, err := e.Estimate(s)
	if err != nil {
		return best, fmt.Errorf("estimate %s: %w", b.notation.FormatState(s), err)
	}
	v.Estimate = &estimate
	v.Words += fmt.Sprintf(", estimate %s for %s", words.Signed(estimate), b.info.Roles[0])
	return best, nil
}

// deduce is the outcome of a position where a role is to move, by those of its
// children: it is known if a move gets all there is, or all are known.
func (b *book[S]) deduce(mover int, children []value.Outcome) value.Outcome {
	best, all := value.Outcome{Remoteness: -1}, true
	for _, o := range children {
		switch {
		case !Proven(o):
			all = false
		case !Proven(best) || o.Payoff[mover].Cmp(best.Payoff[mover]) > 0:
			best = o
		}
	}
	if !Proven(best) || !all && best.Payoff[mover].Cmp(big.NewRat(b.most(), 1)) < 0 {
		return value.Outcome{Remoteness: -1}
	}
	best.Remoteness = -1
	return best
}

// openMoves fills in the moves of a position of which some are not proven:
// those that keep the value first, then by what the mover gets, as far as it is
// proven, or else estimated. S is the position.
func (b *book[S]) openMoves(p *Position, s S, names []string, children []S, outcomes []value.Outcome) error {
	best, err := b.estimated(&p.Value, p.Outcome, s)
	if err != nil {
		return err
	}
	worth := map[string]float64{}
	for i, name := range names {
		m := Move{
			Name: name, Child: b.notation.FormatState(children[i]), Value: valueOf(b.info, outcomes[i]), Outcome: outcomes[i],
			Keeps: keptBetween(p.Mover, len(names), p.Outcome, outcomes[i]),
		}
		if _, err := b.estimated(&m.Value, m.Outcome, children[i]); err != nil {
			return err
		}
		worth[name] = b.worth(&m, p.Mover)
		if child, _ := games.Canonical(b.game, children[i]); m.Value.Estimate != nil && child == best {
			worth[name] += alike
		}
		p.Moves = append(p.Moves, m)
	}
	slices.SortStableFunc(p.Moves, func(x, y Move) int {
		switch {
		case worth[x.Name] > worth[y.Name]:
			return -1
		case worth[x.Name] < worth[y.Name]:
			return 1
		}
		return 0
	})
	return nil
}

// alike is the difference of estimates up to which the move that a longer search
// prefers comes first.
const alike = 0.02

// worth ranks a move for a role: from -1 to 1, or more if it keeps the value.
func (b *book[S]) worth(m *Move, role int) float64 {
	switch {
	case role < 0: // both choose at once
		return 0
	case m.Keeps == KeptYes:
		return 2
	case m.Value.Estimate != nil && role == 0:
		return *m.Value.Estimate
	case m.Value.Estimate != nil:
		return -*m.Value.Estimate
	case !Proven(m.Outcome):
		return 0
	}
	return b.Standing(m.Outcome.Payoff[role])
}

// most is the greatest payoff that a player can get. It is not always the total:
// in games like Connect Four one player gains what the other one loses.
func (b *book[S]) most() int64 {
	return int64(search.PayoffOf(b.info.Total, search.Plain(b.game).Scores()))
}

// Standing implements Book.
func (b *book[S]) Standing(payoff *big.Rat) float64 {
	half, most := float64(b.info.Total)/2, float64(b.most())
	if most == half {
		return 0
	}
	x, _ := payoff.Float64()
	return (x - half) / (most - half)
}

// passed is a position where two take turns, with its moves and without values.
func (b *book[S]) passed(text string) (*Position, error) {
	s, err := b.state(text)
	if err != nil {
		return nil, err
	}
	p, err := b.drawn(s)
	if err != nil {
		return nil, err
	}
	children, _ := b.game.Expand(nil, nil, []S{s})
	if p.Terminal = len(children) == 0; p.Terminal {
		return p, nil
	}
	names := b.notation.Moves(s)
	p.Mover = 0
	if names[0] == nil {
		p.Mover = 1
	}
	for i, name := range names[p.Mover] {
		p.Moves = append(p.Moves, Move{Name: name, Child: b.notation.FormatState(children[i])})
	}
	return p, nil
}
