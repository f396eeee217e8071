package build

import (
	"zermelo/games"
	"zermelo/solver/layered"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Unfinished is how far a solve is that was interrupted, or that another process is at,
// as far as is safe on disk.
type Unfinished struct {
	Unit   string `json:"unit"`   // of Done and Total: "layer" or "tier"
	Done   int    `json:"done"`   // solved
	Total  int    `json:"total"`  // of all; 0 while the layers are being enumerated
	Found  int    `json:"found"`  // layers enumerated
	States int64  `json:"states"` // in the layers solved
	Of     int64  `json:"of"`     // in all layers; 0 while that is not known, and for tiers
}

// HowFar is how far the unfinished table of a name is, in the data directory db; nil
// where that is not known. The variant is needed for games with tiers alone, and may be
// nil.
func HowFar(db, name string, v games.Variant) (*Unfinished, error) {
	if v != nil {
		if u, err := games.ByState(v, tiersOf[uint64], tiersOf[[2]uint64], tiersOf[[4]uint64])(db); u != nil || err != nil {
			return u, err
		}
	}
	saved, err := layered.ReadSaved(store.WorkDir(db, name))
	if err != nil || saved.Found == 0 {
		return nil, err
	}
	return &Unfinished{Unit: "layer", Done: saved.Solved, Total: saved.Layers, Found: saved.Found, States: saved.SolvedStates, Of: saved.States}, nil
}

// tiersOf is HowFar for a game with tiers, nil for another.
func tiersOf[S games.State](g games.Game[S]) func(db string) (*Unfinished, error) {
	return func(db string) (*Unfinished, error) {
		tiered, ok := g.(games.Tiered[S])
		if !ok {
			return nil, nil
		}
		p, err := tier.ReadTierProgress(db, tiered)
		if err != nil {
			return nil, err
		}
		return &Unfinished{Unit: "tier", Done: len(p.Finished), Total: len(tiered.Tiers()), States: p.States}, nil
	}
}
