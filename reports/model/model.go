// Package model collects the facts about a solved game for reports.
//
// New builds the Report of a game. It looks up only the start, a line of play and a few
// examples; all counts come from the solver. NewPictureSet looks up the additional positions of
// a page with pictures. GameList lists the available games, and Listing describes a stored
// table.
package model

import (
	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/solved"
)

// Report holds the facts about one solved game. Its JSON field names are stable. Counts are of
// stored states, one per class of symmetric positions; raw counts are of all positions. Unknown
// counts are nil, which is null in JSON and an empty cell in CSV.
type Report struct {
	Game      string    `json:"game"` // name of the variant
	Title     string    `json:"title"`
	Kind      string    `json:"kind"` // as in "alternating, constant-sum"
	Roles     []string  `json:"roles"`
	Rules     []string  `json:"rules"` // paragraphs
	Options   []Setting `json:"options"`
	Symmetry  string    `json:"symmetry,omitempty"`
	LayerName string    `json:"layer_name"` // the unit of layers, as in "ply"

	// Start is the first position with its value and its moves, best first.
	Start *solved.Position `json:"start"`
	// Line is a principal variation from the start.
	Line Line `json:"line"`

	// States includes terminal states. States and all other counts are nil if the game was only
	// searched.
	States    *int64 `json:"states"`
	Terminals *int64 `json:"terminals"` // nil if Uncounted
	// Uncounted reports whether terminal states are excluded from all counts.
	Uncounted bool `json:"terminals_uncounted,omitempty"`
	// Unsolved is the number of states without a payoff; see value.Outcome.
	Unsolved int64 `json:"unsolved,omitempty"`
	// RawStates and RawTerminals are nil if there were too many to count.
	RawStates    *int64 `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
	// Uninfluential is the number of fluents of a rule sheet that states omit because they do
	// not affect play.
	Uninfluential int `json:"uninfluential_fluents,omitempty"`
	// Branching is the mean number of moves per nonterminal state.
	Branching *float64 `json:"branching"`
	// OnlyMoves counts the states in which exactly one move keeps the value, among the states
	// in which one player has several moves. It is nil in a game of tiers.
	OnlyMoves *solved.Part `json:"only_moves"`
	// MoverWins counts the states in which the player to move gets more than half of the total,
	// among the nonterminal states. It is nil unless players take turns in a contest.
	MoverWins *solved.Part `json:"mover_wins,omitempty"`

	// Alternating reports whether the first player moves in even layers and the other player in
	// odd layers, in Line and in all examples of the layers.
	Alternating bool `json:"alternating,omitempty"`

	// Plies counts the states by ply. A state that can occur at several plies counts at each
	// one. Plies is empty if there were too many to count.
	Plies []Ply `json:"plies,omitempty"`
	// Layers counts each state once, by layer.
	Layers []Layer `json:"layers"`
	// Tiers counts the states of a game of tiers, and Mover is their sum. Such a game has no
	// Layers and no Values.
	Tiers []Tier `json:"tiers,omitempty"`
	Mover *Tier  `json:"mover,omitempty"`
	// Zugzwangs counts mutual zugzwangs in a game of tiers with passing.
	Zugzwangs *solved.Zugzwangs `json:"zugzwangs,omitempty"`
	// Values counts all states by the payoff of role 0, ascending.
	Values []ValueCount `json:"values"`
	// Remoteness counts all states by the number of plies to the end, ascending. It omits
	// endless draws and is empty if the number of plies is random.
	Remoteness []RemotenessCount `json:"remoteness,omitempty"`

	// Longest is a position with the longest forced win. Critical is the position with the most
	// moves where only one move keeps the value. They are nil if no such position exists.
	Longest  *solved.Position `json:"longest_win,omitempty"`
	Critical *solved.Position `json:"critical,omitempty"`

	// Measures and Explained are set by Report.Measure. If the game has no measures,
	// NotMeasured holds the reason.
	Measures    *measure.Measures   `json:"measures,omitempty"`
	Explained   []measure.Explained `json:"measures_explained,omitempty"`
	NotMeasured string              `json:"not_measured,omitempty"`

	// Counts is set by Report.Count. If the game cannot be counted, NotCounted holds the
	// reason.
	Counts     *measure.Counts `json:"counts,omitempty"`
	NotCounted string          `json:"not_counted,omitempty"`

	Digest string  `json:"digest"` // 16 hexadecimal digits; empty without a table or proof
	Solved Solving `json:"solved"`

	// Info describes the game. Package words needs it to format values.
	Info *games.Info `json:"-"`
	// Positions holds the positions of Line, starting with the first.
	Positions []*solved.Position `json:"-"`
}

// Setting is the value of an option.
type Setting struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

// Line is a line of play.
type Line struct {
	Moves []string `json:"moves"`
	// Cut reports whether Moves is truncated.
	Cut bool `json:"cut"`
	// Repeats is set if play is endless: the last position equals the position after *Repeats
	// moves.
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

// Layer counts the states of one layer.
type Layer struct {
	Layer     int    `json:"layer"`
	States    int64  `json:"states"`
	Terminals *int64 `json:"terminals"`
	// RawStates and RawTerminals count symmetric positions separately if the symmetry preserves
	// the start. A symmetry that exchanges the side to move does not; such a pair of positions
	// counts once.
	RawStates    int64  `json:"raw_states"`
	RawTerminals *int64 `json:"raw_terminals"`
	Moves        int64  `json:"moves"`      // total over all states
	Choices      int64  `json:"choices"`    // states with more than one move
	OnlyMoves    int64  `json:"only_moves"` // states with choices where a single move keeps the value
	MoverWins    *int64 `json:"mover_wins"` // nil unless players take turns in a contest
	// Values counts the states by the payoff of role 0, ascending.
	Values []ValueCount `json:"values"`
}

// Branching returns the mean number of moves per nonterminal state, or 0 if all states are
// terminal.
func (l *Layer) Branching() float64 { return Mean(l.Moves, l.Open()) }

// Open returns the number of nonterminal states.
func (l *Layer) Open() int64 {
	if l.Terminals == nil {
		return l.States
	}
	return l.States - *l.Terminals
}

// ValueCount counts the states with one value.
type ValueCount struct {
	Payoff string `json:"payoff"` // of role 0, an exact rational
	Words  string `json:"words"`  // as in "red wins"
	States int64  `json:"states"`
}

// RemotenessCount counts the states with one remoteness.
type RemotenessCount struct {
	Plies  int   `json:"remoteness"`
	States int64 `json:"states"`
}

// Solving describes the run that solved a game.
type Solving struct {
	Method     string  `json:"method"`
	Workers    int     `json:"workers,omitempty"` // 0 if the game was solved by search
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // processor time; 0 if unknown
	PeakMemory int64   `json:"peak_memory_bytes"`
	Disk       int64   `json:"disk_bytes"` // size of the table
	Verify     string  `json:"verify"`     // command that checks the table or proof; empty without either
	// Nodes is the number of positions searched and Positions the size of the proof, if the
	// game was solved by search. The report then has no counts of states.
	Nodes     uint64 `json:"nodes,omitempty"`
	Positions int64  `json:"proof_positions,omitempty"`
}

// Searched reports whether the game was only searched, so that the report has no counts.
func (r *Report) Searched() bool { return len(r.Layers)+len(r.Tiers) == 0 }

// Proved reports whether a proof of the start is stored.
func (r *Report) Proved() bool { return r.Solved.Nodes > 0 }

// Mean returns sum/n, or 0 if n is 0.
func Mean(sum, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}
