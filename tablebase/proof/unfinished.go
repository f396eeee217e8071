package proof

import (
	"errors"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// thresholds is how many thresholds a question can have; that of layer l is
// l - thresholds/2.
const thresholds = 1 << 8

// WriteOpen stores the snapshot of a search of a variant, in the place of what
// was stored before: as a table of its own, NAME.open, with a layer for each
// threshold.
func WriteOpen[S games.State](db string, g games.Game[S], list []dfpn.Question[S], opts store.Options) error {
	opts.Force = true
	b, err := write.Create(db, renamed(g, store.OpenName(g.Info().Name)), opts)
	if err != nil {
		return err
	}
	slices.SortFunc(list, func(a, b dfpn.Question[S]) int {
		if a.Threshold != b.Threshold {
			return int(a.Threshold) - int(b.Threshold)
		}
		return games.Compare(a.State, b.State)
	})
	s := &job.Solution{
		Outcomes: value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}, Method: "search",
		Layers: make([]job.LayerStats, thresholds),
	}
	for len(list) > 0 {
		n, threshold := 0, list[0].Threshold
		for n < len(list) && list[n].Threshold == threshold {
			n++
		}
		states, values := make([]S, n), make([]value.Value, n)
		for i, o := range list[:n] {
			states[i], values[i] = o.State, value.Value(o.Note)
			s.Digest += value.PairHash(games.Bits(&states[i]), uint64(threshold)<<32|uint64(o.Note))
		}
		layer := int(threshold) + thresholds/2
		s.Layers[layer].States = int64(n)
		if err := b.Put(layer, states, values); err != nil {
			return errors.Join(err, b.Discard())
		}
		list = list[n:]
	}
	if err := b.Commit(s); err != nil {
		return errors.Join(err, b.Discard())
	}
	return nil
}

// ReadOpen reads the snapshot of a search of a variant: nothing, if none was
// stored. Its other errors are those of Open.
func ReadOpen[S games.State](db string, g games.Game[S]) ([]dfpn.Question[S], error) {
	t, err := tablebase.Open(db, renamed(g, store.OpenName(g.Info().Name)))
	if errors.Is(err, store.ErrNoTable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []dfpn.Question[S]
	for layer := range t.Solution().Layers {
		for b, err := range t.Blocks(layer) {
			if err != nil {
				return nil, errors.Join(err, t.Close())
			}
			for i, s := range b.States {
				list = append(list, dfpn.Question[S]{State: s, Threshold: int8(layer - thresholds/2), Note: uint32(b.Values[i])})
			}
		}
	}
	return list, t.Close()
}

// DeleteOpen removes the snapshot of a search of a variant, if there is one.
func DeleteOpen(db, variant string) error {
	if err := store.Delete(db, store.OpenName(variant)); err != nil && !errors.Is(err, store.ErrNoTable) {
		return err
	}
	return nil
}
