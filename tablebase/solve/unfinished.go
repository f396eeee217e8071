package solve

import (
	"zermelo/games"
	"zermelo/solver/layered"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Unfinished is the progress of an interrupted solve, or of a solve by another
// process, as of its last checkpoint.
type Unfinished struct {
	Unit   string `json:"unit"`   // unit of Done and Total: "layer" or "tier"
	Done   int    `json:"done"`   // number of solved layers or tiers
	Total  int    `json:"total"`  // number of layers or tiers; 0 during enumeration
	Found  int    `json:"found"`  // number of enumerated layers
	States int64  `json:"states"` // number of states in the solved layers
	Of     int64  `json:"of"`     // number of states in all layers; 0 during enumeration and for tiers
}

// ReadUnfinished returns the progress of an unfinished table in the data
// directory db, or nil if it is not available. The variant v is used for games
// with tiers only, and may be nil.
func ReadUnfinished(db, name string, v games.Variant) (*Unfinished, error) {
	if v != nil {
		if u, err := games.ByState(v, tiersOf[uint64], tiersOf[[2]uint64], tiersOf[[4]uint64])(db); u != nil || err != nil {
			return u, err
		}
	}
	saved, err := layered.ReadProgress(store.WorkDir(db, name))
	if err != nil || saved.Found == 0 {
		return nil, err
	}
	return &Unfinished{Unit: "layer", Done: saved.Solved, Total: saved.Layers, Found: saved.Found, States: saved.SolvedStates, Of: saved.States}, nil
}

// tiersOf returns a function that reads the progress of a game with tiers. The
// function returns nil for other games.
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
