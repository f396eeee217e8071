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
	Game      string    `json:"game"` // name of the variant
	Title     string    `json:"title"`
	Kind      string    `json:"kind"` // for example, "alternating, constant-sum"
	Roles     []string  `json:"roles"`
	Rules     []string  `json:"rules"` // one string per paragraph
	Options   []Setting `json:"options"`
	Symmetry  string    `json:"symmetry,omitempty"`
	LayerName string    `json:"layer_name"` // unit of layers, such as "ply"

	Start *solved.Position `json:"start"`
	Line  Line             `json:"line"` // principal variation from the start position

	// States includes terminal states. It and all other counts are nil if the game has only been
	// searched.
	States    *int64 `json:"states"`
	Terminals *int64 `json:"terminals"` // nil if Uncounted is set
	// Uncounted reports whether terminal states are excluded from all counts.
	Uncounted bool `json:"terminals_uncounted,omitempty"`
	// Unsolved is the number of states that have no payoff; see value.Outcome.
	Unsolved int64 `json:"unsolved,omitempty"`
	// RawStates and RawTerminals are nil if there were too many positions to count.
	RawStates    *int64 `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
	// Uninfluential is the number of fluents in a rule sheet that do not influence play.
	Uninfluential int `json:"uninfluential_fluents,omitempty"`
	// Branching is the mean number of moves per nonterminal state.
	Branching *float64 `json:"branching"`
	// OnlyMoves counts the states in which exactly one move keeps the value, among the states in
	// which one player has several moves. It is nil for a tiered table.
	OnlyMoves *solved.Part `json:"only_moves"`
	// MoverWins counts the states in which the player to move gets more than half of the total,
	// among nonterminal states. It is nil unless the game is alternating and constant-sum.
	MoverWins *solved.Part `json:"mover_wins,omitempty"`

	// Alternating reports whether the first player moves in even layers of Line and of the
	// examples, and the second player in odd layers.
	Alternating bool `json:"alternating,omitempty"`

	// Plies counts the states by ply, at each ply at which they can occur. It is empty if there
	// were too many states.
	Plies  []Ply   `json:"plies,omitempty"`
	Layers []Layer `json:"layers"`
	// Tiers counts the states by tier, and Mover holds their sums. If they are set, Layers and
	// Values are empty.
	Tiers     []Tier            `json:"tiers,omitempty"`
	Mover     *Tier             `json:"mover,omitempty"`
	Zugzwangs *solved.Zugzwangs `json:"zugzwangs,omitempty"` // set if the game has tiers and passing
	// Values counts the states by the payoff of role 0, in ascending order.
	Values []ValueCount `json:"values"`
	// Remoteness counts the states by the number of plies to the end, in ascending order, except
	// endless draws. It is empty if the number of plies is random.
	Remoteness []RemotenessCount `json:"remoteness,omitempty"`

	// Longest is a position with the longest forced win. Critical is the position with the most
	// moves of which only one keeps the value. Both may be nil.
	Longest  *solved.Position `json:"longest_win,omitempty"`
	Critical *solved.Position `json:"critical,omitempty"`

	// Measures and Explained are set by Report.Measure, or NotMeasured is the reason.
	Measures    *measure.Measures   `json:"measures,omitempty"`
	Explained   []measure.Explained `json:"measures_explained,omitempty"`
	NotMeasured string              `json:"not_measured,omitempty"`

	// Counts is set by Report.Count, or NotCounted is the reason.
	Counts     *measure.Counts `json:"counts,omitempty"`
	NotCounted string          `json:"not_counted,omitempty"`

	Digest string  `json:"digest"` // 16 hexadecimal digits; empty if there is no table or proof
	Solved Solving `json:"solved"`

	Info      *games.Info        `json:"-"`
	Positions []*solved.Position `json:"-"` // of Line, including the first
}

// Setting is the value of a game's option.
type Setting struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

// Line is a line of play.
type Line struct {
	Moves []string `json:"moves"`
	Cut   bool     `json:"cut"` // Moves has been truncated
	// Repeats is set if play is endless. The last position is then equal to the position after
	// *Repeats moves.
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
	// preserves the start position.
	RawStates    int64  `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
	Moves        int64  `json:"moves"`      // total over all states
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
	PeakMemory int64   `json:"peak_memory_bytes"`
	Disk       int64   `json:"disk_bytes"` // size of the table
	Verify     string  `json:"verify"`     // command that verifies the table or proof; empty if there is neither
	// If the game was solved by search, Nodes is the number of positions searched and Positions
	// is the number of positions in the proof.
	Nodes     uint64 `json:"nodes,omitempty"`
	Positions int64  `json:"proof_positions,omitempty"`
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
