package games

// Tiered is the power of alternating games whose positions are numbered: a
// perfect index, tier by tier, so that a table needs to store no position. The
// players take turns without exception: a ply leads to a position where the
// other player is to move. Movers gives the role whose turn it would be at
// terminal states too, which says whose win or loss it is. Such games may repeat
// positions; play that never ends is a draw.
//
// A tier is a set of positions. Every ply leads to the same tier or to one
// that is listed before it, as Tier.Lower says. Index i of a tier stands for a
// whole class of positions that are the same up to symmetry, exchange of the
// players included; values are for the player to move, so no swap need be told.
type Tiered[S State] interface {
	Game[S]

	// Tiers lists the tiers, each after all those that its plies lead to.
	Tiers() []Tier

	// Rank appends the slot of each src state. States need not be canonical:
	// all states of a class have one slot. All src are positions of the game,
	// terminal ones included.
	Rank(dst []Slot, src []S) []Slot

	// Unrank appends the state of each index of a tier, and whether there is a
	// position with that index at all; if not, the state means nothing. It is
	// the inverse of Rank: Rank gives the index of every state that is used.
	// Indexes that Rank never gives are unused.
	Unrank(dst []S, used []bool, tier int, indexes []uint64) ([]S, []bool)

	// Weights appends how many positions the class of each src state has, all
	// of them counted where the same player is to move: 1 without symmetry.
	Weights(dst []int32, src []S) []int32
}

// Retro is the power of tiered games to take plies back. Without it a solver
// stores the plies of a tier instead.
type Retro[S State] interface {
	// Parents appends the states of src's own tier from which one ply leads to
	// src, and to ends the length of dst after each src state. The list is
	// complete up to symmetry: each class of the tier that has a ply into src's
	// class is represented. Terminal states and states twice may be among them,
	// states from which no ply leads to src's class may not.
	Parents(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Splitter is the power of tiered games to tell the plies that leave a tier from
// those that stay in it. It pays where many positions are decided by the former:
// a solver need not make and rank the others' children then.
type Splitter[S State] interface {
	// ExpandLower appends the children of src in lower tiers, to ends the length
	// of dst after each src state, and to own how many other children it has.
	ExpandLower(dst []S, ends, own []int32, src []S) ([]S, []int32, []int32)

	// ExpandOwn appends the children in the tier of src, and to ends the length
	// of dst after each src state.
	ExpandOwn(dst []S, ends []int32, src []S) ([]S, []int32)
}

// Omitter is the power of tiered games whose tables need not hold all positions:
// the value of one that is omitted is worked out from those of its children,
// which are not.
type Omitter[S State] interface {
	// Omit appends whether each src state is omitted. It is not asked about
	// states of tiers that are AtSight. States of a class are treated alike, no
	// terminal state is omitted, and no child of one that is.
	Omit(dst []bool, src []S) []bool
}

// Tier is one tier of a numbering.
type Tier struct {
	Name  string // for people and as part of file names: letters, digits, '-'
	Size  uint64 // indexes are 0..Size-1; at most 1 << 40
	Lower []int  // the other tiers that plies lead to, each less than this one's number

	// AtSight says that an index stands for all positions that are decided in
	// the same way at sight, symmetric or not: that are over, or won in one ply.
	// They have its value but not its plies: Lower and Parents tell of the state
	// that Unrank gives, whose Weight is 1.
	AtSight bool
}

// Slot is the place of a position: its tier in the high 24 bits, its index in
// the low 40.
type Slot uint64

// SlotOf is the slot of an index of a tier.
func SlotOf(tier int, index uint64) Slot { return Slot(tier)<<40 | Slot(index) }

// Tier is the number of the tier.
func (s Slot) Tier() int { return int(s >> 40) }

// Index is the index within the tier.
func (s Slot) Index() uint64 { return uint64(s) & (1<<40 - 1) }

// Passer is the power of games of which one can ask what a position would be
// worth if it were the other player's turn.
type Passer[S State] interface {
	// Pass appends each src state with the other player to move, and whether
	// that is a position of the game; if not, as where the game is over or the
	// rules forbid it, the state means nothing.
	Pass(dst []S, ok []bool, src []S) ([]S, []bool)
}
