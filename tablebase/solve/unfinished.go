package solve

import (
	"zermelo/games"
	"zermelo/solver/layered"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
)

// Unfinished describes the progress of an unfinished table at its last checkpoint.
// The solve may have been interrupted or may be running in another process.
type Unfinished struct {
	Unit   string `json:"unit"`   // unit of Done and Total: "layer" or "tier"
	Done   int    `json:"done"`   // number of solved layers or tiers
	Total  int    `json:"total"`  // number of layers or tiers; 0 during enumeration
	Found  int    `json:"found"`  // number of enumerated layers
	States int64  `json:"states"` // number of states in the solved layers
	Of     int64  `json:"of"`     // number of states in all layers; 0 during enumeration, and always for tiers
}

// ReadUnfinished returns the progress of an unfinished table in the data directory
// db, or nil if there is none. v may be nil if the game has no tiers.
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

// tiersOf returns a function that reads the progress of an unfinished table of g.
// The function returns nil if g has no tiers.
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
