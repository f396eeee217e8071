package measure

// Counts holds the numbers of positions by ply, remoteness and tier. As in published tables,
// symmetric positions are counted separately, except in Count.States.
type Counts struct {
	// Wins is the player whose wins and losses are counted: a role or, in a game with tiers,
	// "the player to move". It is empty unless two roles share a constant total and no move is random.
	Wins string `json:"wins_of,omitempty"`
	// Reachable reports whether only reachable positions are counted, instead of all numbered
	// positions in the tiers.
	Reachable bool `json:"reachable"`
	// Plies counts the positions by ply. A position that can occur at several plies is counted
	// once for each of them or, if positions can repeat, only for the first. Plies is empty for
	// games with tiers, and if play can skip layers and exceed 127 plies.
	Plies []PlyCount `json:"by_ply,omitempty"`
	// Remoteness counts the positions by the number of plies to the end under perfect play.
	Remoteness []RemoteCount `json:"by_remoteness"`
	// Tiers counts the positions by tier. Unsolved tiers are omitted.
	Tiers []TierCount `json:"by_tier,omitempty"`
}

// Total returns the number of classes of symmetric positions and the number of positions. It
// excludes tiers whose AtSight is set.
func (c *Counts) Total() (states, raw int64) {
	for _, n := range c.Remoteness {
		states += n.States
		raw += n.Raw
	}
	return states, raw
}

// Count holds the numbers of states, positions and terminal positions.
type Count struct {
	States    int64 `json:"states"`
	Raw       int64 `json:"raw_states"`
	Terminals int64 `json:"raw_terminals"`
	// Split is nil if Counts.Wins is empty.
	*Split
}

// Split counts positions by outcome.
type Split struct {
	Wins   int64 `json:"raw_wins"`   // number of wins, with symmetric positions counted separately
	Draws  int64 `json:"raw_draws"`  // number of draws, with symmetric positions counted separately
	Losses int64 `json:"raw_losses"` // number of losses, with symmetric positions counted separately
}

// PlyCount counts the positions that can occur at a ply.
type PlyCount struct {
	Ply int `json:"ply"`
	Count
}

// RemoteCount counts the positions with a given remoteness. The remoteness is -1 if play is endless
// or its length is random.
type RemoteCount struct {
	Remoteness int `json:"remoteness"`
	Count
}

// TierCount counts the positions in a tier.
type TierCount struct {
	Tier string `json:"tier"`
	Count
	// AtSight reports whether the tier is decided at sight. The number of states is then the
	// number of indexes, which no other count includes.
	AtSight bool `json:"at_sight,omitempty"`
}
