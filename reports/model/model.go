// Package model collects the facts about a solved game that appear in reports.
//
// New returns the Report of a game. It looks up only the start position, a line of play and a few
// examples; counts were computed by the solver. NewPictureSet looks up additional positions for a
// page with pictures. GameList lists the available games, and Listing describes a stored table.
package model

import (
	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/solved"
)

// Report holds the facts about a solved game. Its JSON field names are stable. Counts refer to
// classes of symmetric positions, and raw counts to all positions. An unknown count is nil.
type Report struct {
	Game      string    `json:"game"`
	Title     string    `json:"title"`
	Kind      string    `json:"kind"` // for example, "alternating, constant-sum"
	Roles     []string  `json:"roles"`
	Goal      string    `json:"goal"`      // a sentence about the game and its goal, or the start of the rules
	Variation string    `json:"variation"` // size and options in words, or the name of the variant
	Rules     []string  `json:"rules"`
	Options   []Setting `json:"options"`
	Symmetry  string    `json:"symmetry,omitempty"`
	LayerName string    `json:"layer_name"` // unit of layers, such as "ply"

	// Start is the start position, with its value and its moves, best first.
	Start *solved.Position `json:"start"`
	Line  Line             `json:"line"` // principal variation from the start position; empty if moves can be random
	// WidestBounds is the maximum width of the bounds of values in points, or 0 if values are
	// exact. It is set if moves can be random.
	WidestBounds *float64 `json:"widest_bounds,omitempty"`

	// States includes terminal states. It and all other counts are nil if the game has only been
	// searched.
	States    *int64 `json:"states"`
	Terminals *int64 `json:"terminals"` // number of terminal states; nil if they are not counted
	// Uncounted reports whether terminal states are excluded from all counts.
	Uncounted bool `json:"terminals_uncounted,omitempty"`
	// Unsolved is the number of states that have no payoff; see value.Outcome.
	Unsolved     int64  `json:"unsolved,omitempty"`
	RawStates    *int64 `json:"raw_states"`    // number of positions without symmetry; nil if too many
	RawTerminals *int64 `json:"raw_terminals"` // number of these that are terminal; nil if too many
	// Uninfluential is the number of fluents in a rule sheet that do not influence play.
	Uninfluential int `json:"uninfluential_fluents,omitempty"`
	// Branching is the mean number of moves per nonterminal state.
	Branching *float64 `json:"branching"`
	// OnlyMoves counts the states where exactly one move keeps the value, among the states in
	// which one player has several moves. It is nil for a tiered table.
	OnlyMoves *solved.Part `json:"only_moves"`
	// MoverWins counts the states where the player to move gets more than half of the total,
	// among nonterminal states. It is nil unless the game is alternating and constant-sum.
	MoverWins *solved.Part `json:"mover_wins,omitempty"`

	// Alternating reports whether the first player moves in even layers of Line and of the
	// examples, and the second player in odd layers.
	Alternating bool `json:"alternating,omitempty"`

	// Plies counts the states by ply, at each ply at which they can occur. It is empty if there
	// were too many states.
	Plies []Ply `json:"plies,omitempty"`
	// Layers counts the states by layer.
	Layers []Layer `json:"layers"`
	// Tiers counts the states by tier. If it is set, Layers and Values are empty.
	Tiers     []Tier            `json:"tiers,omitempty"`
	Mover     *Tier             `json:"mover,omitempty"`     // sums over Tiers
	Zugzwangs *solved.Zugzwangs `json:"zugzwangs,omitempty"` // mutual zugzwangs, if the game has tiers and passing
	// Values counts the states by the payoff of role 0, in ascending order.
	Values []ValueCount `json:"values"`
	// Remoteness counts the states by the number of plies to the end, in ascending order, except
	// endless draws. It is empty if the number of plies is random.
	Remoteness []RemotenessCount `json:"remoteness,omitempty"`

	// Longest is a position with the longest forced win.
	Longest *solved.Position `json:"longest_win,omitempty"`
	// Critical is the position with the most moves among the examples in which only one move
	// keeps the value.
	Critical *solved.Position `json:"critical,omitempty"`

	Mistake  *Mistake  `json:"opening_mistake,omitempty"` // commonest opening mistake; nil if it is unknown or moves can be random
	Variants []Variant `json:"variants,omitempty"`        // solved variants that differ in one option

	Measures    *measure.Measures   `json:"measures,omitempty"`           // set if requested
	Explained   []measure.Explained `json:"measures_explained,omitempty"` // set for text formats
	NotMeasured string              `json:"not_measured,omitempty"`       // reason why requested measures are missing

	Counts     *measure.Counts `json:"counts,omitempty"`      // set if requested
	NotCounted string          `json:"not_counted,omitempty"` // reason why requested counts are missing

	Digest string  `json:"digest"` // 16 hexadecimal digits; empty if there is no table or proof
	Solved Solving `json:"solved"` // how the game was solved

	Info      *games.Info        `json:"-"`
	Positions []*solved.Position `json:"-"` // of Line, including the first
}

// Setting is the value of a game's option.
type Setting struct {
	Name    string `json:"name"`    // name of the option
	Value   string `json:"value"`   // value in force
	Default string `json:"default"` // value if the option is omitted
	Help    string `json:"help"`    // one sentence
}

// Line is a line of play.
type Line struct {
	Moves []string `json:"moves"`
	Cut   bool     `json:"cut"` // Moves has been truncated
	// Repeats is set if play is endless. The last position is then equal to the position after this
	// number of moves.
	Repeats *int `json:"repeats,omitempty"`
}

// Ply counts the states that can occur at a ply.
type Ply struct {
	Ply          int    `json:"ply"`
	States       int64  `json:"states"`
	Terminals    *int64 `json:"terminals"`
	RawStates    int64  `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
}

// Layer counts the states in a layer.
type Layer struct {
	Layer     int    `json:"layer"`
	States    int64  `json:"states"`
	Terminals *int64 `json:"terminals"`
	// RawStates and RawTerminals count symmetric positions separately, provided that the symmetry
	// preserves the start position. Two positions related by a symmetry that exchanges the side to
	// move are counted once.
	RawStates    int64  `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
	Moves        int64  `json:"moves"`      // number of moves, over all states
	Choices      int64  `json:"choices"`    // number of states with more than one move
	OnlyMoves    int64  `json:"only_moves"` // number of states with choices in which exactly one move keeps the value
	MoverWins    *int64 `json:"mover_wins"` // nil unless the game is alternating and constant-sum
	// Values counts the states by the payoff of role 0, in ascending order.
	Values []ValueCount `json:"values"`
}

// Branching returns the mean number of moves per nonterminal state, or 0 if there is no such state.
func (l *Layer) Branching() float64 { return Mean(l.Moves, l.Open()) }

// Open returns the number of nonterminal states.
func (l *Layer) Open() int64 {
	if l.Terminals == nil {
		return l.States
	}
	return l.States - *l.Terminals
}

// ValueCount counts the states with a given value.
type ValueCount struct {
	Payoff string `json:"payoff"` // payoff of role 0, an exact rational
	Words  string `json:"words"`  // for example, "red wins"
	States int64  `json:"states"`
}

// RemotenessCount counts the states with a given remoteness.
type RemotenessCount struct {
	Plies  int   `json:"remoteness"`
	States int64 `json:"states"`
}

// Solving describes how a game was solved.
type Solving struct {
	Method     string  `json:"method"`
	Workers    int     `json:"workers,omitempty"` // 0 if the game was solved by search
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // processor time; 0 if it is unknown
	PeakMemory int64   `json:"peak_memory_bytes"`     // maximum memory in bytes
	Disk       int64   `json:"disk_bytes"`            // size of the table
	Verify     string  `json:"verify"`                // command that verifies the table or proof; empty if there is neither
	// Nodes is the number of positions searched, if the game was solved by search. The report
	// then has no counts of states.
	Nodes     uint64 `json:"nodes,omitempty"`
	Positions int64  `json:"proof_positions,omitempty"` // number of positions in the proof, if there is one
}

// Searched reports whether the report is based on a search instead of a table.
func (r *Report) Searched() bool { return len(r.Layers)+len(r.Tiers) == 0 }

// Proved reports whether a proof of the start value is stored.
func (r *Report) Proved() bool { return r.Solved.Nodes > 0 }

// Mean returns sum/n, or 0 if n is 0.
func Mean(sum, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}
