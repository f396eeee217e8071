package verify

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase"
)

// judge says what is wrong with a stored outcome, given the outcomes stored
// for the children: "" if nothing is. One worker's own.
type judge[S games.State] struct {
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

func newJudge[S games.State](t *tablebase.Table[S], seen int) judge[S] {
	o := &t.Solution().Outcomes
	return judge[S]{t: t, kind: o.Kind, total: o.Total, cyclic: newCyclicRule(t), meanings: map[value.Value]*meaning{}, seen: map[string]string{}, maxSeen: seen}
}

// meaning looks up what a value says.
func (j *judge[S]) meaning(v value.Value) (*meaning, error) {
	if m, ok := j.meanings[v]; ok {
		return m, nil
	}
	o, err := j.t.Outcome(v)
	if err != nil {
		return nil, err
	}
	m := &meaning{o, o.Hash(), int(o.Payoff[0].Num().Int64())}
	j.meanings[v] = m
	return m, nil
}

// terminal judges a state where the game is over.
func (j *judge[S]) terminal(o *meaning, p games.Payoff) string {
	ok := o.Remoteness == 0 && o.Pure == p && o.Joint == p
	for role, x := range p {
		ok = ok && equals(o.Payoff[role], int64(x)) && equals(o.Security[role], int64(x))
	}
	if j.kind != value.General && int(p[0])+int(p[1]) != j.total {
		return fmt.Sprintf("its payoffs %v do not add up to %d", p, j.total)
	}
	if !ok {
		return fmt.Sprintf("the game is over with %v, stored is %s", p, Show(o.Outcome))
	}
	return ""
}

func equals(r *big.Rat, n int64) bool { return r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == n }

// inner judges a state with children.
func (j *judge[S]) inner(v value.Value, o *meaning, rows int, below []value.Value, swaps []bool) (string, error) {
	if rows < 1 || len(below)%rows != 0 {
		return fmt.Sprintf("%d children in %d rows", len(below), rows), nil
	}
	if j.kind == value.Alternating {
		return j.alternating(o, rows, below, swaps)
	}
	j.key = binary.LittleEndian.AppendUint32(j.key[:0], uint32(v))
	j.key = binary.LittleEndian.AppendUint32(j.key, uint32(rows))
	for i, c := range below {
		j.key = binary.LittleEndian.AppendUint32(j.key, uint32(c))
		if swaps[i] {
			j.key = append(j.key, 1)
		} else {
			j.key = append(j.key, 0)
		}
	}
	if finding, ok := j.seen[string(j.key)]; ok {
		return finding, nil
	}
	children := make([]value.Outcome, len(below))
	for i, c := range below {
		m, err := j.meaning(c)
		if err != nil {
			return "", err
		}
		children[i] = m.Outcome
		if swaps[i] {
			children[i] = m.Outcome.Swapped()
		}
	}
	var finding string
	if j.kind == value.Simultaneous {
		finding = judgeSimultaneous(j.total, rows, children, o.Outcome)
	} else {
		finding = judgeGeneral(rows, children, o.Outcome)
	}
	if len(j.seen) >= j.maxSeen {
		clear(j.seen)
	}
	j.seen[string(j.key)] = finding
	return finding, nil
}

// alternating judges a state with one player to move: it takes the greatest
// payoff; of equal ones the shortest way if that is half of the total or more,
// else the longest.
func (j *judge[S]) alternating(have *meaning, rows int, below []value.Value, swaps []bool) (string, error) {
	if rows != 1 && rows != len(below) {
		return "both roles have a choice", nil
	}
	first := rows == len(below) // role 0 is the mover
	if j.cyclic != nil {
		return j.repeating(have, first, below, swaps)
	}
	var best, plies int // the mover's payoff and the way there
	for i, c := range below {
		child, err := j.meaning(c)
		if err != nil {
			return "", err
		}
		own := child.payoff
		if first == swaps[i] {
			own = j.total - own
		}
		var better bool
		switch {
		case i == 0:
			better = true
		case own != best:
			better = own > best
		case 2*own < j.total:
			better = child.Remoteness > plies
		default:
			better = child.Remoteness < plies
		}
		if better {
			best, plies = own, child.Remoteness
		}
	}
	if !first {
		best = j.total - best
	}
	if have.payoff == best && have.Remoteness == plies+1 {
		return "", nil
	}
	return fmt.Sprintf("its children give %d:%d in %d plies, stored is %s", best, j.total-best, plies+1, Show(have.Outcome)), nil
}

// repeating judges a state of a game whose positions can repeat.
func (j *judge[S]) repeating(have *meaning, first bool, below []value.Value, swaps []bool) (string, error) {
	j.payoffs, j.plies = j.payoffs[:0], j.plies[:0]
	for i, c := range below {
		child, err := j.meaning(c)
		if err != nil {
			return "", err
		}
		payoff := child.payoff
		if swaps[i] {
			payoff = j.total - payoff
		}
		j.payoffs, j.plies = append(j.payoffs, payoff), append(j.plies, child.Remoteness)
	}
	return j.cyclic.judge(have, first, j.payoffs, j.plies), nil
}
