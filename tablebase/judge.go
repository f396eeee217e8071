package tablebase

import (
	"encoding/binary"
	"fmt"
	"math/big"

	"zermelo/games"
	"zermelo/solver"
)

// judge says what is wrong with a stored outcome, given the outcomes stored
// for the children: "" if nothing is. One worker's own.
type judge[S games.State] struct {
	t       *Table[S]
	kind    solver.Kind
	total   int
	results map[solver.Value]result
	hashes  map[solver.Value]uint64
	seen    map[string]string // findings by list of children and value
	key     []byte
}

// result is the outcome of an alternating game in plain numbers.
type result struct{ payoff, remoteness int }

// maxSeen bounds judge.seen.
const maxSeen = 1 << 17

func newJudge[S games.State](t *Table[S]) judge[S] {
	o := &t.header.Solution.Outcomes
	return judge[S]{
		t: t, kind: o.Kind, total: o.Total,
		results: map[solver.Value]result{}, hashes: map[solver.Value]uint64{}, seen: map[string]string{},
	}
}

// hash is the hash of a value's outcome.
func (j *judge[S]) hash(v solver.Value, o solver.Outcome) uint64 {
	h, ok := j.hashes[v]
	if !ok {
		h = o.Hash()
		j.hashes[v] = h
	}
	return h
}

// terminal judges a state where the game is over.
func (j *judge[S]) terminal(o solver.Outcome, p games.Payoff) string {
	ok := o.Remoteness == 0 && o.Pure == p && o.Joint == p
	for role, x := range p {
		ok = ok && equals(o.Payoff[role], int64(x)) && equals(o.Security[role], int64(x))
	}
	if j.kind != solver.General && int(p[0])+int(p[1]) != j.total {
		return fmt.Sprintf("its payoffs %v do not add up to %d", p, j.total)
	}
	if !ok {
		return fmt.Sprintf("the game is over with %v, stored is %s", p, show(o))
	}
	return ""
}

func equals(r *big.Rat, n int64) bool { return r.IsInt() && r.Num().IsInt64() && r.Num().Int64() == n }

// inner judges a state with children.
func (j *judge[S]) inner(v solver.Value, o solver.Outcome, rows int, below []solver.Value, swaps []bool) (string, error) {
	if rows < 1 || len(below)%rows != 0 {
		return fmt.Sprintf("%d children in %d rows", len(below), rows), nil
	}
	if j.kind == solver.Alternating {
		return j.alternating(v, rows, below, swaps)
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
	children := make([]solver.Outcome, len(below))
	for i, c := range below {
		o, err := j.t.outcome(c)
		if err != nil {
			return "", err
		}
		if swaps[i] {
			o = swapped(o)
		}
		children[i] = o
	}
	var finding string
	if j.kind == solver.Simultaneous {
		finding = judgeSimultaneous(j.total, rows, children, o)
	} else {
		finding = judgeGeneral(rows, children, o)
	}
	if len(j.seen) >= maxSeen {
		clear(j.seen)
	}
	j.seen[string(j.key)] = finding
	return finding, nil
}

// result is a value of an alternating game as role 0 sees it.
func (j *judge[S]) result(v solver.Value) (result, error) {
	r, ok := j.results[v]
	if !ok {
		o, err := j.t.outcome(v)
		if err != nil {
			return r, err
		}
		r = result{int(o.Payoff[0].Num().Int64()), o.Remoteness}
		j.results[v] = r
	}
	return r, nil
}

// alternating judges a state with one player to move: it takes the greatest
// payoff; of equal ones the shortest way if that is half of the total or more,
// else the longest.
func (j *judge[S]) alternating(v solver.Value, rows int, below []solver.Value, swaps []bool) (string, error) {
	if rows != 1 && rows != len(below) {
		return "both roles have a choice", nil
	}
	mine := func(r result) int { // the mover's payoff
		if rows == len(below) {
			return r.payoff
		}
		return j.total - r.payoff
	}
	var best result
	for i, c := range below {
		r, err := j.result(c)
		if err != nil {
			return "", err
		}
		if swaps[i] {
			r.payoff = j.total - r.payoff
		}
		better := i == 0
		switch a, b := mine(r), mine(best); {
		case i == 0:
		case a != b:
			better = a > b
		case 2*a < j.total:
			better = r.remoteness > best.remoteness
		default:
			better = r.remoteness < best.remoteness
		}
		if better {
			best = r
		}
	}
	best.remoteness++
	have, err := j.result(v)
	if err != nil || have == best {
		return "", err
	}
	return fmt.Sprintf("its children give %d:%d in %d plies, stored is %d:%d in %d plies",
		best.payoff, j.total-best.payoff, best.remoteness, have.payoff, j.total-have.payoff, have.remoteness), nil
}
