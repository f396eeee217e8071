package layered

import (
	"fmt"
	"os"
	"sort"

	"zermelo/games"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Solved is a layer with its values: what later layers give to earlier ones.
type Solved[S games.State] struct {
	States   runs.Column[S]
	Values   runs.Column[value.Value]
	piece    int           // states of a piece
	firsts   []S           // the first state of each piece, to find a piece
	table    *table        // instead of walking beside the states; or nil
	numbers  *numbered     // for links, instead of a table; or nil
	distinct []value.Value // the values that occur, if that is known
	saved    bool          // the values are in the scratch file that later runs look for
	temp     string        // the file of the values, where no later run needs it
}

// prepare makes the layer ready to be asked.
func (l *Solved[S]) prepare() error {
	l.firsts = l.firsts[:0]
	if l.States.Mem != nil && l.Values.Mem != nil {
		return nil
	}
	var buf [1]S
	for i := 0; i < l.States.N; i += l.piece {
		at, err := l.States.Read(buf[:], i, i+1)
		if err != nil {
			return err
		}
		l.firsts = append(l.firsts, at[0])
	}
	return nil
}

// close gives back memory and files.
func (l *Solved[S]) close() {
	l.States.Close()
	l.Values.Close()
	if l.temp != "" {
		os.Remove(l.temp)
	}
}

// Answerer looks up the values of many states in a layer that has no table. It sorts
// the states and walks through the layer beside them, so that it reads memory and files
// in order, each piece once a call. One per worker.
//
// Cost: sorting 16-byte queries (about 20 ns each for 48-bit states) plus the walk
// (about 10 ns).
type Answerer[S games.State] struct {
	queries, spare []runs.Query[S]
	states         []S
	values         []value.Value
}

// Answer sets values[i] to the value of children[i] for all children, or for
// those with layers[i] == layer if layers is not empty.
func (a *Answerer[S]) Answer(values []value.Value, children []S, layers []int32, layer int, from *Solved[S]) error {
	a.queries = a.queries[:0]
	if len(layers) == 0 {
		for i, c := range children {
			a.queries = append(a.queries, runs.Query[S]{State: c, Place: uint32(i)})
		}
	} else {
		for i, c := range children {
			if int(layers[i]) == layer {
				a.queries = append(a.queries, runs.Query[S]{State: c, Place: uint32(i)})
			}
		}
	}
	a.queries, a.spare = runs.SortQueries(a.queries, a.spare, runs.Digits(children))
	return a.walk(values, a.queries, from)
}

// walk answers sorted queries.
func (a *Answerer[S]) walk(values []value.Value, queries []runs.Query[S], from *Solved[S]) error {
	if from.States.Mem != nil && from.Values.Mem != nil {
		return join(values, queries, from.States.Mem, from.Values.Mem)
	}
	for len(queries) > 0 {
		piece := sort.Search(len(from.firsts), func(i int) bool { return games.Less(queries[0].State, from.firsts[i]) }) - 1
		if piece < 0 {
			return errUnknown(queries[0].State)
		}
		n := len(queries)
		if piece+1 < len(from.firsts) {
			n = sort.Search(len(queries), func(i int) bool { return !games.Less(queries[i].State, from.firsts[piece+1]) })
		}
		low, high := piece*from.piece, min((piece+1)*from.piece, from.States.N)
		states, err := from.States.Read(a.states, low, high)
		if err != nil {
			return err
		}
		known, err := from.Values.Read(a.values, low, high)
		if err != nil {
			return err
		}
		if err := join(values, queries[:n], states, known); err != nil {
			return err
		}
		// What is in memory is no buffer.
		if from.States.Mem == nil {
			a.states = states
		}
		if from.Values.Mem == nil {
			a.values = known
		}
		queries = queries[n:]
	}
	return nil
}

// join answers sorted queries from sorted states, galloping over the gaps.
func join[S games.State](values []value.Value, queries []runs.Query[S], states []S, known []value.Value) error {
	at := 0
	for i := range queries {
		s := queries[i].State
		if at = seek(states, at, s); at >= len(states) || states[at] != s {
			return errUnknown(s)
		}
		values[queries[i].Place] = known[at]
	}
	return nil
}

// seek is the place of the first of sorted states, from a place on, that does not come before s.
func seek[S games.State](states []S, at int, s S) int {
	if at >= len(states) || !games.Less(states[at], s) {
		return at
	}
	step := 1
	for at+step < len(states) && games.Less(states[at+step], s) {
		at += step
		step *= 2
	}
	// The answer is in (at, at+step].
	high := min(at+step, len(states))
	for at+1 < high {
		mid := int(uint(at+high) >> 1)
		if games.Less(states[mid], s) {
			at = mid
		} else {
			high = mid
		}
	}
	return high
}

// errUnknown says that a child is missing: the game breaks its contract.
func errUnknown[S games.State](s S) error {
	return fmt.Errorf("a child was met that enumeration did not find (state %x): the game breaks its contract", games.Bits(&s))
}
