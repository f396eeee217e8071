package games

// Tiered is implemented by games with a perfect index, which maps positions to
// consecutive numbers, so that a table need not store positions. The players must
// strictly alternate. In a terminal state, Movers must append the role whose turn it
// would be, which determines the sign of the value. Positions may repeat; endless
// play is a draw.
//
// Positions are partitioned into tiers. A ply leads to the same tier or to an
// earlier tier listed in Tier.Lower. An index represents an equivalence class of
// positions in its tier under symmetry, including the exchange of the players.
// Values are relative to the player to move, so that exchanging the players does not
// change them.
type Tiered[S State] interface {
	Game[S]

	// Tiers returns the tiers. Each tier follows all other tiers that its plies lead
	// to.
	Tiers() []Tier

	// Rank appends the slot of each src state, which need not be canonical and may
	// be terminal. Equivalent states have the same slot.
	Rank(dst []Slot, src []S) []Slot

	// Unrank is the inverse of Rank. It appends the state of each index of a tier,
	// and whether the index is used: Rank never returns an unused index, and its
	// state is unspecified.
	Unrank(dst []S, used []bool, tier int, indexes []uint64) ([]S, []bool)

	// Weights appends the number of positions in the equivalence class of each src
	// state that have the same player to move.
	Weights(dst []int32, src []S) []int32
}

// Retro is implemented by tiered games that can generate predecessors. For other
// games, solvers store the plies within a tier.
type Retro[S State] interface {
	// Parents appends the predecessors of each src state that are in the same tier,
	// and the length of dst after each src state to ends. It must include a state of
	// every equivalence class with a ply to the src state. It may include duplicates
	// and terminal states. Every other state must have a ply to the equivalence
	// class of the src state.
	Parents(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Splitter is implemented by tiered games that can generate the plies that leave a
// tier separately from the plies within it. If the plies that leave the tier
// determine a state's value, solvers need not generate and rank the other plies.
type Splitter[S State] interface {
	// ExpandLower appends the children of each src state that are in lower tiers and
	// the length of dst after each src state to ends. It appends the number of the
	// state's remaining children to own.
	ExpandLower(dst []S, ends, own []int32, src []S) ([]S, []int32, []int32)

	// ExpandOwn appends the children of each src state that are in the same tier,
	// and the length of dst after each src state to ends.
	ExpandOwn(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Omitter is implemented by tiered games whose tables omit some positions. The value
// of an omitted position is computed from its children, which are never omitted.
type Omitter[S State] interface {
	// Omit appends whether each src state is omitted. It must return the same result
	// for equivalent states, and false for terminal states and children of omitted
	// states. It is not called for states of Immediate tiers.
	Omit(dst []bool, src []S) []bool
}

// Tier is one tier of a perfect index.
type Tier struct {
	Name  string // display name and part of file names: letters, digits, '-'
	Size  uint64 // number of indexes, at most 1 << 40
	Lower []int  // numbers of the other tiers that plies lead to; each is less than the tier's own

	// Immediate reports that the positions in this tier are terminal or won in one
	// ply. Each index represents all positions with the same value, whether or not
	// they are equivalent. Lower and Parents refer only to the state that Unrank
	// returns, whose weight is 1.
	Immediate bool `json:"AtSight"`
}

// Slot identifies a position by its tier number, in the high 24 bits, and its index
// within the tier, in the low 40 bits.
type Slot uint64

// SlotOf returns the slot of the given index in a tier.
func SlotOf(tier int, index uint64) Slot { return Slot(tier)<<40 | Slot(index) }

// Tier returns the slot's tier number.
func (s Slot) Tier() int { return int(s >> 40) }

// Index returns the slot's index within its tier.
func (s Slot) Index() uint64 { return uint64(s) & (1<<40 - 1) }

// Passer is implemented by games with a null move, which only passes the turn to the
// other player.
type Passer[S State] interface {
	// Pass appends each src state with the other player to move, and whether the result
	// is a legal position. If it is not, the appended state is unspecified.
	Pass(dst []S, ok []bool, src []S) ([]S, []bool)
}
