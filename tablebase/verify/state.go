package verify

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// stateVerifier checks a stored outcome against the stored outcomes of the children. Its methods
// return a description of the error, or "". A stateVerifier must not be used concurrently.
type stateVerifier[S games.State] struct {
	t         *tablebase.Table[S]
	kind      value.Kind
	total     int
	endless   int // twice the payoff of role 0 for endless play; set if repeats is set
	repeats   bool
	secured   bool // check only the security levels of a general-sum game
	chance    bool // the game has chance and a constant sum
	intervals []value.Interval
	meanings  map[value.Value]*meaning
	seen      map[string]string // findings by value and children
	maxSeen   int               // maximum size of seen
	key       []byte
}

type meaning struct {
	value.Outcome
	hash   uint64
	payoff int // payoff of role 0 in alternating games
}

const maxMeanings = 1 << 16 // maximum number of outcomes that a worker caches

const maxSeen = 1 << 17 // maximum number of findings that a worker caches

func newStateVerifier[S games.State](t *tablebase.Table[S], seen int) stateVerifier[S] {
	o := &t.Solution().Outcomes
	v := stateVerifier[S]{t: t, kind: o.Kind, total: o.Total, meanings: map[value.Value]*meaning{}, seen: map[string]string{}, maxSeen: seen}
	if _, layered := t.Game.(games.Layered[S]); !layered && o.Kind == value.Alternating {
		v.endless, v.repeats = endlessTwice(t.Game.Info(), lowestValue(t)), true
	}
	if v.chance = t.Game.Info().Stochastic && o.Kind == value.Simultaneous; v.chance {
		_, layered := t.Game.(games.Layered[S])
		v.repeats = !layered
	}
	return v
}

func (s *stateVerifier[S]) meaning(v value.Value) (*meaning, error) {
	if m, ok := s.meanings[v]; ok {
		return m, nil
	}
	if outcomes := &s.t.Solution().Outcomes; s.chance && outcomes.Valid(v) && outcomes.Bounded(v) && outcomes.Bounds(v).Plies != 0 {
		return &meaning{hash: outcomes.Hash(v)}, nil // bounded needs no more
	}
	o, err := s.t.Outcome(v)
	if err != nil {
		return nil, err
	}
	m := &meaning{Outcome: o, hash: s.t.Solution().Outcomes.Hash(v)}
	if o.Solved() {
		m.payoff = int(o.Payoff[0].Num().Int64())
	}
	if len(s.meanings) == maxMeanings {
		clear(s.meanings)
	}
	s.meanings[v] = m
	return m, nil
}

func (s *stateVerifier[S]) terminal(o *meaning, p games.Payoff) string {
	ok := o.Remoteness == 0 && o.Pure == p && o.Joint == p && o.Solved()
	roles := o.Roles()
	for role, x := range p[:roles] {
		ok = ok && equals(o.Payoff[role], int64(x)) && equals(o.Security[role], int64(x))
	}
	if s.kind != value.General && int(p[0])+int(p[1]) != s.total {
		return fmt.Sprintf("payoffs %v do not add up to %d", p[:roles], s.total)
	}
	if !ok {
		return fmt.Sprintf("terminal with payoffs %v, but the table has %s", p[:roles], show(o.Outcome))
	}
	return ""
}

func equals(r *big.Rat, n int64) bool { return r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == n }

func (s *stateVerifier[S]) inner(v value.Value, o *meaning, mover int8, odds []uint32, shape []int32, childValues []value.Value, swaps []bool) (string, error) {
	joint := 1
	for _, n := range shape {
		joint *= int(n)
	}
	if joint < 1 || len(childValues)%joint != 0 {
		return fmt.Sprintf("the position has %d children, which do not match its numbers of moves, %v", len(childValues), shape), nil
	}
	if s.kind == value.Alternating {
		return s.alternating(o, int(shape[0]), childValues, swaps)
	}
	if outcomes := &s.t.Solution().Outcomes; s.chance {
		for _, c := range childValues {
			if !outcomes.Valid(c) {
				return "", s.t.Damaged(fmt.Sprintf("value %d is out of range (the table has %d)", c, outcomes.Len()), nil)
			}
		}
		if outcomes.Bounded(v) {
			return s.bounded(outcomes.Bounds(v), mover, odds, shape, childValues, swaps), nil
		}
		if slices.ContainsFunc(childValues, outcomes.Bounded) {
			return "the value is exact, but that of a child is not", nil
		}
	}
	s.key = append(binary.LittleEndian.AppendUint32(s.key[:0], uint32(v)), byte(mover))
	for _, n := range shape {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(n))
	}
	for _, n := range odds {
		s.key = binary.LittleEndian.AppendUint32(s.key, n)
	}
	for i, c := range childValues {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(c))
		if swaps[i] {
			s.key = append(s.key, 1)
		} else {
			s.key = append(s.key, 0)
		}
	}
	if finding, ok := s.seen[string(s.key)]; ok {
		return finding, nil
	}
	children := make([]value.Outcome, len(childValues))
	for i, c := range childValues {
		m, err := s.meaning(c)
		if err != nil {
			return "", err
		}
		children[i] = m.Outcome
		if swaps[i] {
			children[i] = m.Outcome.Swapped()
		}
	}
	var finding string
	switch {
	case s.chance:
		finding = s.stochastic(o.Outcome, mover, odds, shape, children)
	case mover == games.Chance:
		finding = verifyMean(odds, children, o.Outcome)
	case s.kind == value.Simultaneous:
		finding = verifySimultaneous(s.total, int(shape[0]), children, o.Outcome)
	case s.secured:
		finding = newJoint(shape, children).verifySecured(o.Outcome)
	default:
		finding = verifyGeneral(shape, children, o.Outcome)
	}
	if len(s.seen) >= s.maxSeen {
		clear(s.seen)
	}
	s.seen[string(s.key)] = finding
	return finding, nil
}

// alternating verifies a state in which one player is to move. The mover chooses the greatest
// payoff. Among equal payoffs, it chooses the longest play if the payoff is less than half of the
// total, and the shortest play otherwise.
//
// If positions can repeat, the payoff of endless play replaces half of the total,
// and its remoteness is unknown. Any other payoff is forced in a finite number of
// plies, which is one more than in the child. This condition is sufficient: a player
// who prefers a payoff to endless play gets closer to this payoff, or a greater one,
// with each ply, and the opponent can always choose a child that concedes no more.
func (s *stateVerifier[S]) alternating(have *meaning, rows int, childValues []value.Value, swaps []bool) (string, error) {
	if rows != 1 && rows != len(childValues) {
		return "both roles have a choice", nil
	}
	first := rows == len(childValues) // role 0 is to move
	middle := s.total                 // twice the lowest payoff at which the mover prefers shorter play
	if s.repeats {
		middle = s.endless
		if !first {
			middle = 2*s.total - s.endless
		}
	}
	var best, plies int // payoff of the mover, and remoteness
	for i, c := range childValues {
		child, err := s.meaning(c)
		if err != nil {
			return "", err
		}
		own := child.payoff
		if first == swaps[i] {
			own = s.total - own
		}
		var better bool
		switch {
		case i == 0:
			better = true
		case own != best:
			better = own > best
		case 2*own < middle:
			better = child.Remoteness > plies
		default:
			better = child.Remoteness < plies
		}
		if better {
			best, plies = own, child.Remoteness
		}
	}
	if !first {
		best = s.total - best
	}
	plies++
	if s.repeats && 2*best == s.endless {
		plies = -1
	}
	if have.payoff == best && have.Remoteness == plies {
		return "", nil
	}
	text := fmt.Sprintf("the children give %d", best)
	if !s.repeats {
		text += fmt.Sprintf(":%d", s.total-best)
	}
	if plies >= 0 {
		text += fmt.Sprintf(" in %d plies", plies)
	}
	return text + ", but the table has " + show(have.Outcome), nil
}
