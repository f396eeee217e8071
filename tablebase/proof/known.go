package proof

import (
	"errors"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Known maps canonical positions to proven bounds on their scores. It is stored as a separate
// table, NAME.known, with a single layer. A stored value consists of three bytes: the logarithm of
// the work, the lower bound and the upper bound.
type Known[S games.State] map[S]search.Bounds

// WriteKnown replaces the stored bounds of a variant in the data directory db.
func WriteKnown[S games.State](db string, g games.Game[S], known Known[S], opts store.Options) error {
	return writeKnown(db, g, known.notes(), nil, opts)
}

func (known Known[S]) notes() []runs.Query[S] {
	list := make([]runs.Query[S], 0, len(known))
	for s, b := range known {
		list = append(list, knownNote(s, b))
	}
	return list
}

// knownNote returns a query for position s. Its Place holds the bounds b, packed into 24 bits.
func knownNote[S games.State](s S, b search.Bounds) runs.Query[S] {
	return runs.Query[S]{State: s, Place: uint32(b.Work)<<16 | uint32(uint8(int8(b.Low)))<<8 | uint32(uint8(int8(b.High)))}
}

// writeKnown is like WriteKnown, but takes a list, which it sorts. If check is not nil, writeKnown
// calls it repeatedly and stops if it returns an error.
func writeKnown[S games.State](db string, g games.Game[S], list []runs.Query[S], check func() error, opts store.Options) error {
	opts.Force = true
	note := func(_ int, v value.Value) uint64 { return uint64(v) }
	blocks := notedBlocks(check, func(int) []runs.Query[S] { return list })
	return writeLayers(db, knownOf(g), 1, blocks, &job.Solution{Method: "search"}, note, opts)
}

// notedBlocks returns a layerBlocks that sorts the queries of a layer and emits them as blocks.
func notedBlocks[S games.State](check func() error, layer func(int) []runs.Query[S]) layerBlocks[S] {
	return func(number int, emit func(b tablebase.Block[S]) error) error {
		list := layer(number)
		if len(list) == 0 {
			return nil
		}
		list, _ = runs.SortQueries(list, nil)
		var b tablebase.Block[S]
		for part := range slices.Chunk(list, job.BlockStates) {
			if check != nil {
				if err := check(); err != nil {
					return err
				}
			}
			b.States, b.Values = b.States[:0], b.Values[:0]
			for _, q := range part {
				b.States, b.Values = append(b.States, q.State), append(b.Values, value.Value(q.Place))
			}
			if err := emit(b); err != nil {
				return err
			}
		}
		return nil
	}
}

func knownOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.KnownName(g.Info().Name))
}

// ReadKnown reads the known bounds of a variant, if any. Errors are those of [tablebase.Open],
// except [store.ErrNoTable].
func ReadKnown[S games.State](db string, g games.Game[S]) (Known[S], error) {
	known := Known[S]{}
	err := readLayers(db, knownOf(g), func(_ int, b tablebase.Block[S]) {
		for i, s := range b.States {
			v := b.Values[i]
			known[s] = search.Bounds{Low: int(int8(v >> 8)), High: int(int8(v)), Move: -1, Work: uint8(v >> 16)}
		}
	})
	if err != nil {
		return Known[S]{}, err
	}
	return known, nil
}

// thresholds is the number of possible thresholds of an open question. Layer l contains the
// questions with threshold l-thresholds/2.
const thresholds = 1 << 8

// WriteOpen replaces the stored snapshot of a search. The snapshot is a separate table, NAME.open,
// with one layer per threshold. If check is not nil, WriteOpen calls it repeatedly and stops if it
// returns an error.
func WriteOpen[S games.State](db string, g games.Game[S], list []dfpn.Question[S], check func() error, opts store.Options) error {
	opts.Force = true
	var count [thresholds]int
	for i := range list {
		count[layerOf(list[i].Threshold)]++
	}
	layer := func(number int) []runs.Query[S] {
		if count[number] == 0 {
			return nil
		}
		layer := make([]runs.Query[S], 0, count[number])
		for i := range list {
			if q := &list[i]; layerOf(q.Threshold) == number {
				layer = append(layer, runs.Query[S]{State: q.State, Place: q.Note})
			}
		}
		return layer
	}
	note := func(layer int, v value.Value) uint64 { return uint64(int8(layer-thresholds/2))<<32 | uint64(v) }
	return writeLayers(db, openOf(g), thresholds, notedBlocks(check, layer), &job.Solution{Method: "search"}, note, opts)
}

func layerOf(threshold int8) int { return int(threshold) + thresholds/2 }

func openOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.OpenName(g.Info().Name))
}

// ReadOpen reads the snapshot of a search, if any. Errors are those of [tablebase.Open], except
// [store.ErrNoTable].
func ReadOpen[S games.State](db string, g games.Game[S]) ([]dfpn.Question[S], error) {
	var list []dfpn.Question[S]
	err := readLayers(db, openOf(g), func(layer int, b tablebase.Block[S]) {
		for i, s := range b.States {
			list = append(list, dfpn.Question[S]{State: s, Threshold: int8(layer - thresholds/2), Note: uint32(b.Values[i])})
		}
	})
	if err != nil {
		return nil, err
	}
	return list, nil
}

// DeleteOpen deletes the snapshot of a search, if any.
func DeleteOpen(db, variant string) error {
	if err := store.Delete(db, store.OpenName(variant)); err != nil && !errors.Is(err, store.ErrNoTable) {
		return err
	}
	return nil
}
