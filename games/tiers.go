package games

// Tiered is implemented by games that map positions to consecutive numbers with a
// perfect index. A table of such a game stores no positions. The players must
// strictly alternate: every ply leads to a position in which the other player is to
// move. In a terminal state, Movers appends the role whose turn it would be, which
// determines the sign of the value. Positions may repeat, and endless play is a draw.
//
// Positions are partitioned into tiers. A ply leads to the same tier or to an earlier
// one listed in Tier.Lower. Index i of a tier represents an equivalence class of
// positions under symmetry, including the exchange of the players. Values are
// relative to the player to move, so that an exchange needs no conversion.
type Tiered[S State] interface {
	Game[S]

	// Tiers lists the tiers. Each tier follows all tiers that its plies lead to.
	Tiers() []Tier

	// Rank appends the slot of each src state, which need not be canonical.
	// Equivalent states have the same slot. All src must be positions of the
	// game, including terminal ones.
	Rank(dst []Slot, src []S) []Slot

	// Unrank is the inverse of Rank. It appends the state of each index of a tier
	// and whether the index is used. An index is unused if Rank never returns it;
	// its state is then unspecified.
	Unrank(dst []S, used []bool, tier int, indexes []uint64) ([]S, []bool)

	// Weights appends the size of the equivalence class of each src state,
	// counting only positions with the same player to move. It is 1 without
	// symmetry.
	Weights(dst []int32, src []S) []int32
}

// Retro is implemented by tiered games that can generate predecessors. For other
// games a solver stores the plies of a tier.
type Retro[S State] interface {
	// Parents appends the states in the tier of each src state from which one ply
	// leads to it, and appends the length of dst after each src state to ends. At
	// least one state of every equivalence class with such a ply must be
	// included. The list may contain duplicates and terminal states, but no state
	// without a ply into src's class.
	Parents(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Splitter is implemented by tiered games that can separately generate the plies that
// leave a tier and the plies that stay in it. If the former decide most positions, a
// solver saves the generation and ranking of the remaining children.
type Splitter[S State] interface {
	// ExpandLower appends the children of src in lower tiers. It appends the
	// length of dst after each src state to ends, and the number of the remaining
	// children to own.
	ExpandLower(dst []S, ends, own []int32, src []S) ([]S, []int32, []int32)

	// ExpandOwn appends the children in the tier of src, and appends the length
	// of dst after each src state to ends.
	ExpandOwn(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Omitter is implemented by tiered games whose tables omit positions. The value of an
// omitted position is computed from its children, which are never omitted.
type Omitter[S State] interface {
	// Omit appends whether each src state is omitted. It is not called for states
	// of Immediate tiers. It must return the same result for equivalent states, and
	// false for terminal states and for children of omitted states.
	Omit(dst []bool, src []S) []bool
}

// Tier is one tier of a perfect index.
type Tier struct {
	Name  string // display name and part of file names: letters, digits, '-'
	Size  uint64 // number of indexes, at most 1 << 40
	Lower []int  // numbers of the other tiers that plies lead to; each is less than the tier's own

	// Immediate reports that each index represents all positions with the same
	// immediately known value, whether or not they are equivalent: terminal
	// positions or positions won in one ply. Lower and Parents refer only to the
	// state that Unrank returns, whose weight is 1.
	Immediate bool
}

// Slot identifies a position by its tier (high 24 bits) and its index in the tier
// (low 40 bits).
type Slot uint64

// SlotOf returns the slot of an index in a tier.
func SlotOf(tier int, index uint64) Slot { return Slot(tier)<<40 | Slot(index) }

// Tier returns the number of the tier.
func (s Slot) Tier() int { return int(s >> 40) }

// Index returns the index within the tier.
func (s Slot) Index() uint64 { return uint64(s) & (1<<40 - 1) }

// Passer is implemented by games that support a null move, that is, exchanging the
// player to move.
type Passer[S State] interface {
	// Pass appends each src state with the other player to move, and whether the
	// result is a legal position. If it is not, for example because the game is
	// over, the appended state is unspecified.
	Pass(dst []S, ok []bool, src []S) ([]S, []bool)
}
