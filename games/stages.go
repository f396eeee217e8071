package games

import "math/big"

// Stages holds the mover of each state in a batch and the shape of the state's
// matrix of children. The zero value is ready to use.
type Stages[S State] struct {
	Movers []int8
	Rows   []int32 // the concatenated shapes of all states; see Shape

	length int // length of a shape
	joint  []S
	found  []int32 // result of Rows for joint, or of MoversAndRows
	random []S     // states in which Chance moves
	odds   []uint32
	starts []int32 // index in odds by state, if there are random states
}

// Shape returns the shape of state i's matrix of children: the number of moves of
// each role except the last or, in a single-role game, of the only role. The number
// is 1 for a role that does not move, and for all roles if Chance moves. In a terminal
// state, all numbers are 0.
func (t *Stages[S]) Shape(i int) []int32 { return t.Rows[i*t.length : (i+1)*t.length] }

// Odds returns the weights of state i's children if Chance moves; see Weighted.
func (t *Stages[S]) Odds(i, children int) []uint32 {
	from := int(t.starts[i])
	return t.odds[from : from+children]
}

// MoversAndRows is implemented by games that can compute movers and rows in one pass.
type MoversAndRows[S State] interface {
	// MoversAndRows appends the movers of src to movers and len(Info.Roles)-1
	// numbers per state to rows. If several roles move, these numbers are the result
	// of Rows; otherwise they are unspecified.
	MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32)
}

// Find computes the stages of the states in src. The argument ends must be the
// result of Expand for src with an empty dst.
func (t *Stages[S]) Find(g Game[S], src []S, ends []int32) {
	t.length = max(1, len(g.Info().Roles)-1)
	combined, ok := g.(MoversAndRows[S])
	if ok {
		t.Movers, t.found = combined.MoversAndRows(t.Movers[:0], t.found[:0], src)
	} else {
		t.Movers = g.Movers(t.Movers[:0], src)
	}
	t.Rows, t.joint = t.Rows[:0], t.joint[:0]
	t.odds, t.starts, t.random = t.odds[:0], t.starts[:0], t.random[:0]
	from := int32(0)
	for i, end := range ends {
		children, mover := end-from, t.Movers[i]
		from = end
		if children > 0 && mover == Both && ok {
			t.Rows = append(t.Rows, t.found[i*t.length:(i+1)*t.length]...)
			continue
		}
		switch {
		case children == 0:
		case mover == Both:
			t.joint = append(t.joint, src[i])
		case mover == Chance:
			t.addRandom(src[i], i, children)
		}
		for role := range int8(t.length) {
			rows := int32(1)
			switch {
			case children == 0:
				rows = 0
			case mover == role:
				rows = children
			case mover == Both:
				rows = -1
			}
			t.Rows = append(t.Rows, rows)
		}
	}
	if len(t.joint) > 0 {
		t.findJoint(g)
	}
	if w, ok := g.(Weighted[S]); ok && len(t.random) > 0 {
		t.odds = w.Odds(t.odds[:0], t.random)
	}
}

// addRandom adds state i, in which Chance moves, with equal weights.
func (t *Stages[S]) addRandom(s S, i int, children int32) {
	for len(t.starts) <= i {
		t.starts = append(t.starts, int32(len(t.odds)))
	}
	t.random = append(t.random, s)
	for range children {
		t.odds = append(t.odds, 1)
	}
}

// findJoint computes the shapes of the states where several roles move.
func (t *Stages[S]) findJoint(g Game[S]) {
	t.found = g.(Simultaneous[S]).Rows(t.found[:0], t.joint)
	next := 0
	for i := range t.Rows {
		if t.Rows[i] < 0 {
			t.Rows[i] = t.found[next]
			next++
		}
	}
}

// Stage returns the mover of s and the number of moves of each role, given the
// number of children of s. The numbers are as in Stages.Shape.
func Stage[S State](g Game[S], s S, children int) (mover int8, moves []int) {
	var t Stages[S]
	t.Find(g, []S{s}, []int32{int32(children)})
	roles := len(g.Info().Roles)
	return t.Movers[0], Sizes(nil, t.Shape(0), children)[:roles]
}

// Sizes appends the number of moves of each role, including the last, in a state
// with the given shape and number of children. For a single-role game, it appends
// two numbers. In a state where Chance moves, the last number has no meaning.
func Sizes(dst []int, shape []int32, children int) []int {
	rest := children
	for _, n := range shape {
		dst = append(dst, int(n))
		rest /= max(1, int(n))
	}
	return append(dst, rest)
}

// Odds returns the weights of the children of s, a state in which Chance moves and which has
// the given number of children.
func Odds[S State](g Game[S], s S, children int) []uint32 {
	var t Stages[S]
	t.Find(g, []S{s}, []int32{int32(children)})
	return t.Odds(0, children)
}

// Probabilities returns the probabilities of the children of s; see Odds.
func Probabilities[S State](g Game[S], s S, children int) []*big.Rat {
	weights, total := Odds(g, s, children), int64(0)
	for _, w := range weights {
		total += int64(w)
	}
	list := make([]*big.Rat, children)
	for i, w := range weights {
		list[i] = big.NewRat(int64(w), total)
	}
	return list
}

// Mover returns the role to move in s, or Both, or Chance.
func Mover[S State](g Game[S], s S) int { return int(g.Movers(nil, []S{s})[0]) }

// AppendProbabilities appends the probabilities of children with the given weights.
func AppendProbabilities(dst []float64, odds []uint32) []float64 {
	total := 0.0
	for _, w := range odds {
		total += float64(w)
	}
	for _, w := range odds {
		dst = append(dst, float64(w)/total)
	}
	return dst
}
