package proof

import (
	"errors"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/tablebase/store"
)

// Facts holds the stored search results of a variant: the proof for its start position, and
// bounds for other positions. Either may be missing. Facts is not safe for concurrent use.
type Facts[S games.State] struct {
	Proof  *strategy.Proven[S] // nil if not stored
	Header *store.Header       // header of the proof
	Known  Known[S]
	// Damage is the reason why Known could not be read: a [*store.CorruptError],
	// [*store.ForeignError], [*store.VersionError] or [*store.NotOwnedError]. The proof is not
	// affected.
	Damage error

	game   games.Searcher[S]
	recall *strategy.Recall[S]
}

// OpenFacts reads the search results of a variant. If nothing is stored, it returns empty Facts.
// Errors are those of [tablebase.Open] for the proof, except [store.ErrNoTable].
func OpenFacts[S games.State](db string, g games.Searcher[S]) (*Facts[S], error) {
	f := &Facts[S]{game: g}
	if g.Info().Simultaneous { // searches do not support simultaneous moves
		f.recall = strategy.NewRecall(g)
		return f, nil
	}
	var err error
	if f.Known, err = ReadKnown[S](db, g); err != nil {
		if !store.Unusable(err) {
			return nil, err
		}
		f.Damage = err
	}
	f.Proof, f.Header, err = openProof(db, g)
	switch {
	case errors.Is(err, store.ErrNoTable):
		f.recall = strategy.NewRecall(g)
	case err != nil:
		return nil, err
	default:
		f.recall = strategy.NewRecall(g, f.Proof.Strategies[:]...)
	}
	return f, nil
}

// None reports whether no results are stored.
func (f *Facts[S]) None() bool { return f.Proof == nil && len(f.Known) == 0 }

// Bounds returns proven bounds for the score of a nonterminal position, as seen by the player to
// move.
func (f *Facts[S]) Bounds(s S) (low, high int) {
	s, _ = games.Canonical(games.Game[S](f.game), s)
	low, high = f.recall.Bounds(s)
	if b, ok := f.Known[s]; ok {
		low, high = max(low, b.Low), min(high, b.High)
	}
	return low, high
}

// recalled is the maximum number of positions that Seed looks up in a proof. These lookups take
// less than a second.
const recalled = 5000

// Seed initializes a search at position s. It calls add with all known bounds, and with the
// bounds that the proof implies for s and nearby positions.
func (f *Facts[S]) Seed(s S, add func(s S, b search.Bounds)) {
	for s, b := range f.Known {
		add(s, b)
	}
	f.recall.VisitBounds(s, recalled, func(s S, b search.Bounds) {
		if k, ok := f.Known[s]; ok {
			b.Low, b.High = max(b.Low, k.Low), min(b.High, k.High)
		}
		add(s, b)
	})
}
