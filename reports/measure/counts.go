package measure

// Counts counts the positions of a game, symmetric ones each, so that they can be compared
// with published tables row by row.
type Counts struct {
	// Wins says whose wins and losses are counted: a role's, or those of the player to
	// move in a game of tiers. It is "" in games that are no contest, which have neither.
	Wins string `json:"wins_of,omitempty"`
	// Reachable says that all positions that play from the start can reach are counted and
	// no others. If not, all that the tiers of the game have a number for are counted.
	Reachable bool `json:"reachable"`
	// Plies counts by the number of plies after which a position can be met; one that can
	// be met after several counts at each of them, or, in a game whose positions can come
	// back, at the least. Empty for games of tiers, and where play can be longer than 127
	// plies and skips layers.
	Plies []PlyCount `json:"by_ply,omitempty"`
	// Remoteness counts each position once, by the plies to the end under perfect play.
	Remoteness []RemoteCount `json:"by_remoteness"`
	// Tiers counts each position once, by tier. Tiers that are not solved yet are missing.
	Tiers []TierCount `json:"by_tier,omitempty"`
}

// Count is a number of positions.
type Count struct {
	States    int64 `json:"states"` // one of each class of positions that are the same up to symmetry
	Raw       int64 `json:"raw_states"`
	Terminals int64 `json:"raw_terminals"`
	// The split of the raw states is nil in games that are no contest.
	*Split
}

// Split says for how many positions who wins.
type Split struct {
	Wins   int64 `json:"raw_wins"`
	Draws  int64 `json:"raw_draws"`
	Losses int64 `json:"raw_losses"`
}

// PlyCount counts the positions that can be met after a number of plies.
type PlyCount struct {
	Ply int `json:"ply"`
	Count
}

// RemoteCount counts the positions at a distance from the end, -1 where that depends on
// chance or play does not end.
type RemoteCount struct {
	Remoteness int `json:"remoteness"`
	Count
}

// TierCount counts the positions of a tier.
type TierCount struct {
	Tier string `json:"tier"`
	Count
	// AtSight says that an index of the tier stands for all positions that are decided in
	// the same way at sight: what is counted here are indexes, not positions, and is in no
	// other count.
	AtSight bool `json:"at_sight,omitempty"`
}
