package proof

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Known is what searches of a game have proven: bounds on the scores of
// canonical positions. It is stored as a table of its own, NAME.known, with one
// layer; a value is the logarithm of the work, the lower bound and the upper one,
// a byte each.
type Known[S games.State] map[S]search.Bounds

// WriteKnown stores what is known of a variant in the data directory db, in the
// place of what was stored before.
func WriteKnown[S games.State](db string, g games.Game[S], known Known[S], opts store.Options) error {
	opts.Force = true
	b := tablebase.Block[S]{States: slices.SortedFunc(maps.Keys(known), games.Compare[S])}
	for _, s := range b.States {
		k := known[s]
		b.Values = append(b.Values, value.Value(k.Work)<<16|value.Value(uint8(int8(k.Low)))<<8|value.Value(uint8(int8(k.High))))
	}
	note := func(_ int, v value.Value) uint64 { return uint64(v) }
	return writeLayers(db, knownOf(g), 1, blocksOf([]tablebase.Block[S]{b}), &job.Solution{Method: "search"}, note, opts)
}

func knownOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.KnownName(g.Info().Name))
}

// ReadKnown reads what is known of a variant: nothing, if nothing was stored.
// Its other errors are those of Open.
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

// thresholds is how many thresholds an open question can have; that of layer l is
// l - thresholds/2.
const thresholds = 1 << 8

// WriteOpen stores the snapshot of a search of a variant, in the place of what
// was stored before: as a table of its own, NAME.open, with a layer for each
// threshold. It sorts the list.
func WriteOpen[S games.State](db string, g games.Game[S], list []dfpn.Question[S], opts store.Options) error {
	opts.Force = true
	slices.SortFunc(list, func(a, b dfpn.Question[S]) int {
		return cmp.Or(cmp.Compare(a.Threshold, b.Threshold), games.Compare(a.State, b.State))
	})
	layers := make([]tablebase.Block[S], thresholds)
	for _, o := range list {
		l := &layers[int(o.Threshold)+thresholds/2]
		l.States, l.Values = append(l.States, o.State), append(l.Values, value.Value(o.Note))
	}
	note := func(layer int, v value.Value) uint64 { return uint64(int8(layer-thresholds/2))<<32 | uint64(v) }
	return writeLayers(db, openOf(g), len(layers), blocksOf(layers), &job.Solution{Method: "search"}, note, opts)
}

func openOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.OpenName(g.Info().Name))
}

// ReadOpen reads the snapshot of a search of a variant: nothing, if none was
// stored. Its other errors are those of Open.
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

// DeleteOpen removes the snapshot of a search of a variant, if there is one.
func DeleteOpen(db, variant string) error {
	if err := store.Delete(db, store.OpenName(variant)); err != nil && !errors.Is(err, store.ErrNoTable) {
		return err
	}
	return nil
}
