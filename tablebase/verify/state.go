package verify

import (
	"encoding/binary"
	"fmt"
	"math/big"
	"slices"
	"strconv"

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
	endless  int // payoff of role 0 in endless play, where positions can repeat
	repeats  bool
	meanings map[value.Value]*meaning
	ends     map[games.Payoff]value.Value
	seen     map[string]string // findings by list of children and value
	maxSeen  int               // how many of them
	key      []byte
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
	v := stateVerifier[S]{t: t, kind: o.Kind, total: o.Total, meanings: map[value.Value]*meaning{}, ends: map[games.Payoff]value.Value{}, seen: map[string]string{}, maxSeen: seen}
	v.endless, v.repeats = endlessOf(t)
	return v
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
	m := &meaning{Outcome: o, hash: o.Hash()}
	if o.Solved() {
		m.payoff = int(o.Payoff[0].Num().Int64())
	}
	s.meanings[v] = m
	return m, nil
}

// ended is the value of a terminal state, by the rules.
func (s *stateVerifier[S]) ended(p games.Payoff) (value.Value, error) {
	v, ok := s.ends[p]
	if !ok {
		if v, ok = s.t.Solution().Outcomes.Terminal(p); !ok {
			return 0, s.t.Damaged(fmt.Sprintf("payoffs %v are none of its outcomes", p), nil)
		}
		s.ends[p] = v
	}
	return v, nil
}

// terminal verifies a state where the game is over.
func (s *stateVerifier[S]) terminal(o *meaning, p games.Payoff) string {
	ok := o.Remoteness == 0 && o.Pure == p && o.Joint == p && o.Solved()
	roles := o.Roles()
	for role, x := range p[:roles] {
		ok = ok && equals(o.Payoff[role], int64(x)) && equals(o.Security[role], int64(x))
	}
	if s.kind != value.General && int(p[0])+int(p[1]) != s.total {
		return fmt.Sprintf("its payoffs %v do not add up to %d", p[:roles], s.total)
	}
	if !ok {
		return fmt.Sprintf("the game is over with %v, stored is %s", p[:roles], show(o.Outcome))
	}
	return ""
}

func equals(r *big.Rat, n int64) bool { return r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == n }

// inner verifies a state with children.
func (s *stateVerifier[S]) inner(v value.Value, o *meaning, shape []int32, below []value.Value, swaps []bool) (string, error) {
	joint := 1
	for _, n := range shape {
		joint *= int(n)
	}
	if joint < 1 || len(below)%joint != 0 {
		return fmt.Sprintf("%d children in rows %v", len(below), shape), nil
	}
	if s.kind == value.Alternating {
		return s.alternating(o, int(shape[0]), below, swaps)
	}
	s.key = binary.LittleEndian.AppendUint32(s.key[:0], uint32(v))
	for _, n := range shape {
		s.key = binary.LittleEndian.AppendUint32(s.key, uint32(n))
	}
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
		finding = verifySimultaneous(s.total, int(shape[0]), children, o.Outcome)
	} else {
		finding = verifyGeneral(shape, children, o.Outcome)
	}
	if len(s.seen) >= s.maxSeen {
		clear(s.seen)
	}
	s.seen[string(s.key)] = finding
	return finding, nil
}

// alternating verifies a state with one player to move. The mover takes the greatest
// payoff; of equal ones the longest way if that is less than half of the total, else
// the shortest.
//
// Where positions can repeat, that of endless play stands for half of the total, and
// takes an unknown number of plies. Any other payoff is forced in a finite number of
// plies, one more than those of the child. That is enough: who is to gain a payoff comes
// nearer to it with each ply, or to a greater gain, and the other one can keep to
// children that give no more; so both get it, or neither can do better than to play for
// ever.
func (s *stateVerifier[S]) alternating(have *meaning, rows int, below []value.Value, swaps []bool) (string, error) {
	if rows != 1 && rows != len(below) {
		return "both roles have a choice", nil
	}
	first := rows == len(below) // role 0 is the mover
	middle := s.total           // twice the payoff from which on the mover wants an end
	if s.repeats {
		middle = 2 * s.endless
		if !first {
			middle = 2 * (s.total - s.endless)
		}
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
	if s.repeats && best == s.endless {
		plies = -1
	}
	if have.payoff == best && have.Remoteness == plies {
		return "", nil
	}
	text := fmt.Sprintf("its children give %d", best)
	if !s.repeats {
		text += fmt.Sprintf(":%d", s.total-best)
	}
	if plies >= 0 {
		text += fmt.Sprintf(" in %d plies", plies)
	}
	return text + ", stored is " + show(have.Outcome), nil
}

// endlessOf is what role 0 gets in endless play. It reports false for a game with
// layers, where positions do not repeat, and for one that is not alternating.
func endlessOf[S games.State](t *tablebase.Table[S]) (payoff int, repeats bool) {
	s := t.Solution()
	_, layered := t.Game.(games.Layered[S])
	if layered || s.Outcomes.Kind != value.Alternating {
		return 0, false
	}
	var payoffs []int
	for i := range s.Layers {
		for text := range s.Layers[i].Values {
			if n, err := strconv.Atoi(text); err == nil {
				payoffs = append(payoffs, n)
			}
		}
	}
	slices.Sort(payoffs)
	return value.Endless(t.Game.Info(), payoffs), true
}
