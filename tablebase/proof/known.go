package proof

import (
	"errors"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
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
	b, err := write.Create(db, renamed(g, store.KnownName(g.Info().Name)), opts)
	if err != nil {
		return err
	}
	states := make([]S, 0, len(known))
	for s := range known {
		states = append(states, s)
	}
	slices.SortFunc(states, games.Compare[S])
	values := make([]value.Value, len(states))
	s := &job.Solution{
		Outcomes: value.Outcomes{Kind: value.Alternating, Total: g.Info().Total}, Method: "search",
		Layers: []job.LayerStats{{States: int64(len(states))}},
	}
	for i := range states {
		k := known[states[i]]
		values[i] = value.Value(k.Work)<<16 | value.Value(uint8(int8(k.Low)))<<8 | value.Value(uint8(int8(k.High)))
		s.Digest += value.PairHash(games.Bits(&states[i]), uint64(values[i]))
	}
	if err := b.Put(0, states, values); err != nil {
		return errors.Join(err, b.Discard())
	}
	if err := b.Commit(s); err != nil {
		return errors.Join(err, b.Discard())
	}
	return nil
}

// ReadKnown reads what is known of a variant: nothing, if nothing was stored.
// Its other errors are those of Open.
func ReadKnown[S games.State](db string, g games.Game[S]) (Known[S], error) {
	known := Known[S]{}
	t, err := tablebase.Open(db, renamed(g, store.KnownName(g.Info().Name)))
	if errors.Is(err, store.ErrNoTable) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	for b, err := range t.Blocks(0) {
		if err != nil {
			return nil, errors.Join(err, t.Close())
		}
		for i, s := range b.States {
			known[s] = search.Bounds{Low: int(int8(b.Values[i] >> 8)), High: int(int8(b.Values[i])), Move: -1, Work: uint8(b.Values[i] >> 16)}
		}
	}
	return known, t.Close()
}
