// Package games holds the rules: the contract between a game and everything
// that solves, stores or shows it, the registry of games by name, and the
// conformance test that every game passes.
//
// The contract is batched. Measured on two cores of a shared x86-64 machine
// (ns per child): direct call 2.1, interface call that appends all children of
// a state to the caller's buffer 4.2, interface call per move 5.1, generic
// method call per move 6.2. So generics carry the data (arrays of states) and
// plain interfaces carry the behaviour, many states a call.
package games

import (
	"cmp"
)

// MaxRoles is how many players a game can have.
const MaxRoles = 8

// State is a position, packed. Two states are the same position exactly when
// they are equal. States are ordered as numbers, the first word the most
// significant.
type State interface {
	uint64 | [2]uint64 | [4]uint64
}

// Payoff is the utility of each role at the end of a game, 0 for those that it has not.
type Payoff [MaxRoles]int16

// Variant is a game with its options in force, whatever its state type: one of
// Game[uint64], Game[[2]uint64] and Game[[4]uint64].
type Variant interface {
	Info() *Info
}

// Game is the contract that every game fulfils. All methods are safe for
// concurrent use, append to dst and return it, keep none of their arguments,
// and change no src.
type Game[S State] interface {
	Variant

	// Start is the first position of the game.
	Start() S

	// Expand appends the children of each src state to dst, back to back, and
	// to ends the length of dst after each state. A terminal state has no
	// children; every other state has at least one. Two moves may lead to the
	// same child. Where several roles move at once the children form a matrix: role
	// 0 chooses the row, role 1 the column, and they are listed row by row. With more
	// roles it has a dimension for each, and the last role's move changes fastest.
	Expand(dst []S, ends []int32, src []S) ([]S, []int32)

	// Movers appends who plays at each src state: role 0, role 1, ... or Both where
	// several move at once. At a terminal state it is whose turn it would be; a game
	// of which that cannot be said may give any of these there.
	Movers(dst []int8, src []S) []int8

	// Payoffs appends the payoff of each src state. All are terminal.
	Payoffs(dst []Payoff, src []S) []Payoff
}

// Both is what Movers gives where both roles, or several of more, move at once.
const Both int8 = -1

// Simultaneous is the power of games in which several roles can move at once. A
// game without it never gives Both.
type Simultaneous[S State] interface {
	// Rows appends the number of moves of role 0 at each src state, which is the
	// number of rows of the matrix of its children. With more than two roles it
	// appends the number of moves of each role but the last, 1 for a role that has
	// nothing to choose. All are states where Movers gives Both, and none is terminal.
	Rows(dst []int32, src []S) []int32
}

// Layered is the power of games in which every ply leads to a later layer.
// Such games never repeat a position and are solved by backward induction.
type Layered[S State] interface {
	// Layers appends the layer of each src state, counted from 0 at the start.
	// A child's layer is 1 to Span higher than its parent's, and a state has
	// the layer of its canonical state.
	Layers(dst []int32, src []S) []int32
	// Span is the largest step between layers. It is 1 where layers are plies.
	Span() int
}

// Canonizer is the power of games with symmetries: one state stands for its
// whole class.
type Canonizer[S State] interface {
	// Canonize replaces each state by the canonical one of its class and sets
	// swaps[i] to whether the way there exchanges the two roles. Both slices
	// have the same length.
	Canonize(states []S, swaps []bool)
	// Orbits appends, for each canonical src state, how many different states
	// its class has under those symmetries that keep the start position: the
	// states reached after the same number of plies that it stands for.
	Orbits(dst []int32, src []S) []int32
}

// Notation is the power of games whose positions and moves can be read and
// written. Both notations round-trip, contain no blank and need no quoting in
// a shell's double quotes.
type Notation[S State] interface {
	FormatState(s S) string
	// ParseState reads what FormatState writes. Its errors say what is wrong,
	// where, and show an example. It accepts every well-formed position of
	// this variant, reachable or not, and no other.
	ParseState(text string) (S, error)
	// Moves names the moves of each role at s, of two roles the rows and the
	// columns, in the order of Expand. A role that has nothing to choose has
	// nil; a terminal state has nil for all. Names are different within a
	// role and do not contain '+'.
	Moves(s S) [MaxRoles][]string
}

// Drawer is the power of games that can be drawn on a board.
type Drawer[S State] interface {
	Draw(s S) Drawing
}

// Info says what a variant is.
type Info struct {
	// Name is the identity of the variant: the game and the options that are
	// not at their default, as in "breakthrough:size=5x5,captures=diagonal".
	Name string
	// Typed is what opens the variant on the command line where Name does not:
	// the path of a rule sheet. See Spec.
	Typed string
	// Preset is the name of the preset that opened the variant, with the options
	// typed after it, as in "hexapawn:size=4x4"; empty where no preset did. It is
	// no part of the identity. See Label.
	Preset string
	// Title is for people, as in "Breakthrough".
	Title string
	// Roles are the players in order, as in "white", "black".
	Roles []string
	// Colours are the colours of the roles' pieces, "white", "black", "red", "blue",
	// "green" or "yellow", where the names of the roles do not tell.
	Colours []string
	// Total is the sum of the payoffs at the end of every play. It has a
	// meaning only where GeneralSum is false. Who gets half of it or more hastens
	// the end, who gets less delays it. In a game of one role what is left of
	// Total goes to nobody.
	Total int
	// Payoffs are the payoffs that role 0 can get, ascending; empty if any may
	// occur.
	Payoffs []int
	// Endless is what role 0 gets when play never ends, in a game whose positions
	// can come back; nil stands for half of Total. In a game of general sum it is what
	// each role gets; nil stands for 0.
	Endless *int
	// RepeatsUnproven says of a game without layers that it is not known whether its
	// positions can come back: that they never do is not proven, and no play is
	// known in which one does. See Repetition.
	RepeatsUnproven bool
	// GeneralSum says that the payoffs do not add up to a constant, so that
	// one player's gain need not be the other's loss. It is true wherever there
	// are more than two roles.
	GeneralSum bool
	// SumUnproven says that it is not proven that the payoffs always add up to Total,
	// and no play is known where they do not. The game looks at each end that it is asked
	// about, and fails at the first with another sum; see Failing.
	SumUnproven bool
	// Simultaneous says that several roles can have a choice in one state.
	Simultaneous bool
	// ExtraMoves says that a player can be to move twice running.
	ExtraMoves bool
	// LayerName says what a layer counts, as in "ply".
	LayerName string
	// Uninfluential is the number of fluents of a rule sheet that are no part of a
	// state, as they have no influence on legal moves, goals or the end, now or
	// later: states that differ in them alone are one state.
	Uninfluential int
	// Options are all options in force, in the order of the registry.
	Options []Setting
	// Rules are the rules with the reading in force: paragraphs of plain text
	// without line breaks.
	Rules []string
	// Symmetry describes the symmetries used; empty if none.
	Symmetry string
	// Sheet is the rule sheet that the variant is made of; nil for other games.
	Sheet *Sheet
}

// Sheet is a rule sheet as a table keeps it, so that it serves equal sheets too.
type Sheet struct {
	Form string // of the rules, whatever their names and order; "" if it is not known
	Text string
}

// Spec is what to type on the command line to open the variant again.
func (i *Info) Spec() string { return cmp.Or(i.Typed, i.Label()) }

// Label is what people read as the variant's name: the preset if they typed one,
// else Name.
func (i *Info) Label() string { return cmp.Or(i.Preset, i.Name) }

// Repetition says of a game without layers that its positions can come back, or
// that it is not proven that they never do.
func (i *Info) Repetition() string {
	if i.RepeatsUnproven {
		return "it is not proven that no position can come back"
	}
	return "positions can come back"
}

// Setting is one option in force.
type Setting struct {
	Name, Value, Default, Help string
	Domain                     string // see Option
}
