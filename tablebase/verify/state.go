package verify

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// stateVerifier says what is wrong with a stored outcome, given the outcomes stored
// for the children: "" if nothing is. One worker's own.
type stateVerifier[S games.State] struct {
	t        *tablebase.Table[S]
	kind     value.Kind
	total    int
	cyclic   *cyclicRule // where positions can repeat
	meanings map[value.Value]*meaning
	seen     map[string]string // findings by list of children and value
	maxSeen  int               // how many of them
	key      []byte

	payoffs, plies []int // of the children of a state
}

// meaning is what a value says.
type meaning struct {
	value.Outcome
	hash   uint64
	payoff int // of role 0; in alternating games
}

// maxSeen is how many findings a worker remembers at most.
const maxSeen = 1 << 17

func newStateVerifier[S games.State](t *tablebase.Table[S], seen int) stateVerifier[S] {
	o := &t.Solution().Outcomes
	return stateVerifier[S]{t: t, kind: o.Kind, total: o.Total, cyclic: newCyclicRule(t), meanings: map[value.Value]*meaning{}, seen: map[string]string{}, maxSeen: seen}
}

// meaning looks up what a value says.
func (s *stateVerifier[S]) meaning(v value.Value) (*meaning, error) {
	if m, ok := s.meanings[v]; ok {
		return m, nil
	}
	o, err := s.t.Outcome(v)
	if err != nil {
		return nil, err
	}
	m := &meaning{o, o.Hash(), int(o.Payoff[0].Num().Int64())}
	s.meanings[v] = m
	return m, nil
}

// terminal verifies a state where the game is over.
func (s *stateVerifier[S]) terminal(o *meaning, p games.Payoff) string {
	ok := o.Remoteness == 0 && o.Pure == p && o.Joint == p
	for role, x := range p {
		ok = ok && equals(o.Payoff[role], int64(x)) && equals(o.Security[role], int64(x))
	}
	if s.kind != value.General && int(p[0])+int(p[1]) != s.total {
		return fmt.Sprintf("its payoffs %v do not add up to %d", p, s.total)
	}
	if !ok {
		return fmt.Sprintf("the game is over with %v, stored is %s", p, show(o.Outcome))
	}
	return ""
}

func equals(r *big.Rat, n int64) bool { return r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == n }

// inner verifies a state with children.
func (s *stateVerifier[S]) inner(v value.Value, o *meaning, rows int, below []value.Value, swaps []bool) (string, error) {
	if rows < 1 || len(below)%rows != 0 {
		return fmt.Sprintf("%d children in %d rows", len(below), rows), nil
	}
	if s.kind == value.Alternating {
		return s.alternating(o, rows, below, swaps)
	}
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(v))
	s.key = binary.LittleEndian.AppendUint32(s.key, uint32(rows))
	for i, c := range below {
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
	children := make([]value.Outcome, len(below))
	for i, c := range below {
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
	if s.kind == value.Simultaneous {
		finding = verifySimultaneous(s.total, rows, children, o.Outcome)
	} else {
		finding = verifyGeneral(rows, children, o.Outcome)
	}
	if len(s.seen) >= s.maxSeen {
		clear(s.seen)
	}
	s.seen[string(s.key)] = finding
	return finding, nil
}

// alternating verifies a state with one player to move: it takes the greatest
// payoff; of equal ones the shortest way if that is half of the total or more,
// else the longest.
func (s *stateVerifier[S]) alternating(have *meaning, rows int, below []value.Value, swaps []bool) (string, error) {
	if rows != 1 && rows != len(below) {
		return "both roles have a choice", nil
	}
	first := rows == len(below) // role 0 is the mover
	if s.cyclic != nil {
		return s.repeating(have, first, below, swaps)
	}
	var best, plies int // the mover's payoff and the way there
	for i, c := range below {
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
		case 2*own < s.total:
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
	if have.payoff == best && have.Remoteness == plies+1 {
		return "", nil
	}
	return fmt.Sprintf("its children give %d:%d in %d plies, stored is %s", best, s.total-best, plies+1, show(have.Outcome)), nil
}

// repeating verifies a state of a game whose positions can repeat.
func (s *stateVerifier[S]) repeating(have *meaning, first bool, below []value.Value, swaps []bool) (string, error) {
	s.payoffs, s.plies = s.payoffs[:0], s.plies[:0]
	for i, c := range below {
		child, err := s.meaning(c)
		if err != nil {
			return "", err
		}
		payoff := child.payoff
		if swaps[i] {
			payoff = s.total - payoff
		}
		s.payoffs, s.plies = append(s.payoffs, payoff), append(s.plies, child.Remoteness)
	}
	return s.cyclic.verify(have, first, s.payoffs, s.plies), nil
}
