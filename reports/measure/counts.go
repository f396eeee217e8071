package measure

// Counts holds numbers of positions. Symmetric positions count separately, as in published
// tables.
type Counts struct {
	// Wins names the player whose wins and losses are counted: a role, or "the player to move"
	// in a game of tiers. It is empty if the game is not a contest.
	Wins string `json:"wins_of,omitempty"`
	// Reachable reports whether exactly the positions reachable from the start are counted.
	// Otherwise all numbered positions of the tiers are counted.
	Reachable bool `json:"reachable"`
	// Plies counts positions by ply. A position that can occur at several plies counts at each
	// one; if positions can repeat, it counts at the first. Plies is empty for games of tiers,
	// and if play can exceed 127 plies and skip layers.
	Plies []PlyCount `json:"by_ply,omitempty"`
	// Remoteness counts each position once, by the number of plies to the end under perfect
	// play.
	Remoteness []RemoteCount `json:"by_remoteness"`
	// Tiers counts each position once, by tier. Unsolved tiers are omitted.
	Tiers []TierCount `json:"by_tier,omitempty"`
}

// Total returns the number of classes of symmetric positions and the number of positions. It
// omits tiers that are decided at sight.
func (c *Counts) Total() (states, raw int64) {
	for _, n := range c.Remoteness {
		states += n.States
		raw += n.Raw
	}
	return states, raw
}

// Count is a number of positions.
type Count struct {
	States    int64 `json:"states"` // classes of symmetric positions
	Raw       int64 `json:"raw_states"`
	Terminals int64 `json:"raw_terminals"`
	// Split is nil if the game is not a contest.
	*Split
}

// Split divides positions by outcome.
type Split struct {
	Wins   int64 `json:"raw_wins"`
	Draws  int64 `json:"raw_draws"`
	Losses int64 `json:"raw_losses"`
}

// PlyCount counts the positions that can occur at a ply.
type PlyCount struct {
	Ply int `json:"ply"`
	Count
}

// RemoteCount counts the positions with one remoteness. Remoteness is -1 if the length of
// perfect play is random or play is endless.
type RemoteCount struct {
	Remoteness int `json:"remoteness"`
	Count
}

// TierCount counts the positions of a tier.
type TierCount struct {
	Tier string `json:"tier"`
	Count
	// AtSight reports whether all positions of an index are decided in the same way at sight.
	// Count then counts indexes, which no other count includes.
	AtSight bool `json:"at_sight,omitempty"`
}
