package proof

import (
	"errors"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/tablebase/store"
)

// Facts are what searches have left of a variant: the proof of its start, and
// what was proven on the way. Either may be missing. They serve one goroutine
// at a time.
type Facts[S games.State] struct {
	Proof  *strategy.Proven[S] // nil if there is none
	Header *store.Header       // of the proof
	Known  Known[S]
	// Damage says why what was proven on the way cannot be read: a *CorruptError,
	// *ForeignError, *VersionError or *NotOwnedError. Known is empty then. The proof
	// is good without it.
	Damage error

	game   games.Searcher[S]
	recall *strategy.Recall[S]
}

// OpenFacts reads the facts of a variant; nothing, if nothing was stored. Its
// errors are those of Open, about the proof, but ErrNoTable.
func OpenFacts[S games.State](db string, g games.Searcher[S]) (*Facts[S], error) {
	f := &Facts[S]{game: g}
	if g.Info().Simultaneous { // no search takes such a game
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

// None reports whether nothing is stored.
func (f *Facts[S]) None() bool { return f.Proof == nil && len(f.Known) == 0 }

// Bounds returns what is known about the score of a position that is not over,
// for the player to move.
func (f *Facts[S]) Bounds(s S) (low, high int) {
	s, _ = games.Canonical(games.Game[S](f.game), s)
	low, high = f.recall.Bounds(s)
	if b, ok := f.Known[s]; ok {
		low, high = max(low, b.Low), min(high, b.High)
	}
	return low, high
}

// taught is how many positions around one Teach looks up in a proof: all those
// after three or four plies in most games, in less than a second.
const taught = 5000

// Teach gives a search what it needs to begin with at a position: all that is
// known, and what the proof says about the position and those near it.
func (f *Facts[S]) Teach(s S, learn func(s S, b search.Bounds)) {
	for s, b := range f.Known {
		learn(s, b)
	}
	f.recall.Teach(s, taught, func(s S, b search.Bounds) {
		if k, ok := f.Known[s]; ok {
			b.Low, b.High = max(b.Low, k.Low), min(b.High, k.High)
		}
		learn(s, b)
	})
}
