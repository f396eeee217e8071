package layered

import (
	"context"
	"maps"
	"os"
	"slices"
	"sort"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// Solved is a solved layer. It supports lookups of values by state.
type Solved[S games.State] struct {
	States      runs.Column[S]
	Values      runs.Column[value.Value]
	piece       int           // number of states read together from the files
	pieceFirsts []S           // first state of each piece, to search layers in files
	table       *table        // nil if values are looked up by merging
	numbers     *numbered     // set instead of table if the previous layer is linked to this one
	distinct    []value.Value // distinct values; nil until computed
	saved       bool          // the values are in their scratch file and survive an interruption
	temp        string        // name of a temporary file with the values, or ""
}

// NewSolved returns a layer in memory. The states must be in ascending order.
func NewSolved[S games.State](states []S, values []value.Value) *Solved[S] {
	return &Solved[S]{States: runs.Column[S]{N: len(states), Mem: states}, Values: runs.Column[value.Value]{N: len(values), Mem: values}}
}

// prepare sets pieceFirsts if the layer is in files.
func (l *Solved[S]) prepare() error {
	l.pieceFirsts = l.pieceFirsts[:0]
	if l.States.Mem != nil && l.Values.Mem != nil {
		return nil
	}
	var buf []S
	for i := 0; i < l.States.N; i += l.piece {
		at, err := l.States.Read(&buf, i, i+1)
		if err != nil {
			return err
		}
		l.pieceFirsts = append(l.pieceFirsts, at[0])
	}
	return nil
}

// makeTable builds l.table in the buffer room. The table remains nil if the layer is
// empty, states have several words, or a state and its value do not fit in one word.
func (l *Solved[S]) makeTable(ctx context.Context, workers int, room []uint64) (err error) {
	states, one := any(&l.States).(*runs.Column[uint64])
	if !one || l.States.N == 0 {
		return nil
	}
	list, err := l.distinctValues()
	if err == nil {
		l.table, err = newTable(ctx, workers, states, &l.Values, list, room)
	}
	return err
}

func (l *Solved[S]) distinctValues() ([]value.Value, error) {
	if l.distinct != nil {
		return l.distinct, nil
	}
	met := map[value.Value]bool{}
	var recent [recentValues]value.Value // cached values, plus 1
	var buf []value.Value
	for from := 0; from < l.Values.N; from += columnChunk {
		part, err := l.Values.Read(&buf, from, min(from+columnChunk, l.Values.N))
		if err != nil {
			return nil, err
		}
		for _, v := range part {
			if slot := &recent[uint32(v)*0x9e3779b1>>22]; *slot != v+1 || v+1 == 0 {
				met[v], *slot = true, v+1
			}
		}
	}
	l.distinct = slices.Collect(maps.Keys(met))
	return l.distinct, nil
}

func (l *Solved[S]) close() {
	l.States.Close()
	l.Values.Close()
	if l.temp != "" {
		os.Remove(l.temp)
	}
}

// ValueFinder looks up the values of states in a layer without a table. It sorts the
// states and merges them with the layer. It therefore reads memory and files
// sequentially, and reads each piece at most once per call. It is not safe for
// concurrent use.
type ValueFinder[S games.State] struct {
	queries, spare []runs.Query[S]
	ends           []int // end of each layer's queries
	states         []S
	values         []value.Value
}

// Lookup looks up children in consecutive layers. The layer of children[i] is
// layers[i], or first if layers is empty, and from[l-first] is layer l, or nil. Lookup
// sets values[i] for each child in these layers and returns the number of these
// children. It returns an error if a layer does not contain its child.
func (a *ValueFinder[S]) Lookup(values []value.Value, children []S, layers []int32, first int, from ...*Solved[S]) (found int, err error) {
	// Group the queries by layer. One pass over the children for each layer would take
	// 30% of the time of a game whose plies skip up to 63 layers.
	group := func(child int) int {
		step := 0
		if len(layers) > 0 {
			step = int(layers[child]) - first
		}
		if step < 0 || step >= len(from) || from[step] == nil {
			return -1
		}
		return step
	}
	a.ends = Resize(a.ends, len(from))
	clear(a.ends)
	for i := range children {
		if g := group(i); g >= 0 {
			a.ends[g]++
		}
	}
	for i, n := range a.ends { // set to the starts first
		a.ends[i] = found
		found += n
	}
	a.queries = Resize(a.queries, found)
	for i, c := range children {
		if g := group(i); g >= 0 {
			a.queries[a.ends[g]] = runs.Query[S]{State: c, Place: uint32(i)}
			a.ends[g]++
		}
	}
	begin := 0
	for i, end := range a.ends {
		if begin < end {
			a.spare = Resize(a.spare, end-begin)
			sorted, _ := runs.SortQueries(a.queries[begin:end:end], a.spare)
			if err := a.answerSorted(values, sorted, from[i]); err != nil {
				return 0, err
			}
		}
		begin = end
	}
	return found, nil
}

// answerSorted sets values[q.Place] for each of the sorted queries q.
func (a *ValueFinder[S]) answerSorted(values []value.Value, queries []runs.Query[S], from *Solved[S]) error {
	if from.States.Mem != nil && from.Values.Mem != nil {
		return join(values, queries, from.States.Mem, from.Values.Mem)
	}
	for len(queries) > 0 {
		piece := sort.Search(len(from.pieceFirsts), func(i int) bool { return games.Less(queries[0].State, from.pieceFirsts[i]) }) - 1
		if piece < 0 {
			return errMissingChild(queries[0].State)
		}
		n := len(queries)
		if piece+1 < len(from.pieceFirsts) {
			n = sort.Search(len(queries), func(i int) bool { return !games.Less(queries[i].State, from.pieceFirsts[piece+1]) })
		}
		low, high := piece*from.piece, min((piece+1)*from.piece, from.States.N)
		states, err := from.States.Read(&a.states, low, high)
		if err != nil {
			return err
		}
		known, err := from.Values.Read(&a.values, low, high)
		if err != nil {
			return err
		}
		if err := join(values, queries[:n], states, known); err != nil {
			return err
		}
		queries = queries[n:]
	}
	return nil
}

// join sets values[q.Place] for each of the sorted queries q, using galloping search
// in the sorted states. The value of states[i] is known[i].
func join[S games.State](values []value.Value, queries []runs.Query[S], states []S, known []value.Value) error {
	at := 0
	for i := range queries {
		s := queries[i].State
		if at = runs.Seek(states, at, s); at >= len(states) || states[at] != s {
			return errMissingChild(s)
		}
		values[queries[i].Place] = known[at]
	}
	return nil
}

// cacheValues prepares a solved layer for lookups from the preceding layer.
func (d *induction[S]) cacheValues(ctx context.Context, layer int, l *Solved[S]) (err error) {
	if d.usesLinks(layer) {
		l.numbers, err = d.numberIfRoom(ctx, layer, l)
	}
	room := int64(len(d.room)) * 8
	if err == nil && l.numbers == nil && d.usesTable(layer) && (!d.usesLinks(layer) || minTableBytes(d.sizes[layer]) <= room) {
		err = l.makeTable(ctx, len(d.workers), d.tableBuffer())
	}
	if l.table != nil || l.numbers != nil {
		l.States.Mem = nil
	}
	return err
}

// numberIfRoom is like numberLayer, but returns nil if the layer has more than
// 256 distinct values and the memory for their indexes would exceed a quarter
// of plan.Tables.
func (d *induction[S]) numberIfRoom(ctx context.Context, layer int, l *Solved[S]) (*numbered, error) {
	if list, err := l.distinctValues(); err != nil || len(list) > 256 &&
		int64(d.links.of(layer-1).children)+d.sizes[layer]+d.maxSize(layer-1) > d.plan.Tables/4 {
		return nil, err
	}
	return d.numberLayer(ctx, l)
}

// numberLayer converts the values of a layer to indexes into a list.
func (d *induction[S]) numberLayer(ctx context.Context, l *Solved[S]) (*numbered, error) {
	list, err := l.distinctValues()
	if err != nil {
		return nil, err
	}
	n := &numbered{list: list}
	if len(list) <= 256 {
		d.numbers.bytes = Resize(d.numbers.bytes, l.Values.N)
		n.bytes = d.numbers.bytes
		return n, fillNumbers(ctx, d, l, n.bytes, list)
	}
	d.numbers.words = Resize(d.numbers.words, l.Values.N)
	n.words = d.numbers.words
	return n, fillNumbers(ctx, d, l, n.words, list)
}

// fillNumbers sets to[i] to the index of state i's value in list.
func fillNumbers[S games.State, N uint8 | uint32](ctx context.Context, d *induction[S], l *Solved[S], to []N, list []value.Value) error {
	numbers := numbersOf(list)
	numberers := make([]*numberer, len(d.workers))
	return parallel.For(ctx, len(d.workers), l.Values.N, d.plan.Piece, func(n, from, end int) error {
		w := d.workers[n]
		if numberers[n] == nil {
			numberers[n] = &numberer{numbers: numbers}
		}
		values, err := l.Values.Read(&w.values, from, end)
		if err != nil {
			return err
		}
		for i, v := range values {
			to[from+i] = N(numberers[n].id(v))
		}
		return nil
	})
}
