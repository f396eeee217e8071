// Package model holds the facts about a solved game that reports are written from.
//
// New measures a game into a Report, whose counts were taken while solving; only
// examples are looked up. NewPictureSet looks up the further positions that pages
// show. GameList and Listing are the lists of games and of tables.
package model

import (
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/measure"
)

// Report is everything that is said about one solved game. All writers work
// from it alone. As JSON it has stable field names. Counts are of stored
// states, one for each class of positions that are the same up to symmetry,
// unless they are called raw: those are of all positions.
type Report struct {
	Game      string    `json:"game"` // the variant's name
	Title     string    `json:"title"`
	Kind      string    `json:"kind"` // as in "alternating, constant-sum"
	Roles     []string  `json:"roles"`
	Rules     []string  `json:"rules"` // paragraphs
	Options   []Setting `json:"options"`
	Symmetry  string    `json:"symmetry,omitempty"`
	LayerName string    `json:"layer_name"` // what a layer counts, as in "ply"

	// Start is the first position with its value and its moves, best first.
	Start *book.Position `json:"start"`
	// Line is one principal variation from the start.
	Line Line `json:"line"`

	States    int64 `json:"states"` // terminal ones included
	Terminals int64 `json:"terminals"`
	// RawStates and RawTerminals are 0 if that was too much to count.
	RawStates    int64 `json:"raw_states,omitempty"`
	RawTerminals int64 `json:"raw_terminals,omitempty"`
	// Uninfluential is the number of fluents of a rule sheet that are no part of a
	// state: states that differ in them alone are counted once.
	Uninfluential int `json:"uninfluential_fluents,omitempty"`
	// Branching is the mean number of moves of a state that is not terminal.
	Branching float64 `json:"branching"`
	// OnlyMoves counts the states with a single value-keeping move, of those
	// with more than one move.
	OnlyMoves book.Part `json:"only_moves"`
	// MoverWins counts the states where the player to move gets more than half
	// of the total, of those that are not terminal and where one player is to
	// move; nil where that has no meaning.
	MoverWins *book.Part `json:"mover_wins,omitempty"`

	// Plies counts the states by the number of plies after which they can be
	// met; a state may count at several. It is empty if that was too much to
	// count.
	Plies []Ply `json:"plies,omitempty"`
	// Layers counts them by layer, each once.
	Layers []Layer `json:"layers"`
	// Tiers counts them by tier, in a game that is numbered tier by tier; there
	// are no Layers and no Values then. Mover adds the tiers up.
	Tiers []Tier `json:"tiers,omitempty"`
	Mover *Tier  `json:"mover,omitempty"`
	// Zugzwangs are the mutual zugzwangs, where the game tells.
	Zugzwangs *book.Zugzwangs `json:"zugzwangs,omitempty"`
	// Values counts all states by the payoff of role 0, ascending.
	Values []ValueCount `json:"values"`
	// Remoteness counts all states by plies to the end, ascending; empty where
	// that depends on chance. Draws of games that can go on for ever have none.
	Remoteness []RemotenessCount `json:"remoteness,omitempty"`

	// Longest is a position with the longest forced win, Critical one with the
	// most moves of which only one keeps the value; nil if there is none.
	Longest  *book.Position `json:"longest_win,omitempty"`
	Critical *book.Position `json:"critical,omitempty"`

	// Measures are those for people who design games, Explained the same in
	// words; nil where they were not asked for. NotMeasured says why there are
	// none although they were asked for.
	Measures    *measure.Measures   `json:"measures,omitempty"`
	Explained   []measure.Explained `json:"measures_explained,omitempty"`
	NotMeasured string              `json:"not_measured,omitempty"`

	Digest string  `json:"digest"` // 16 hexadecimal digits; empty without a table or a proof
	Solved Solving `json:"solved"`

	// Info is what the writers need to put values in words.
	Info *games.Info `json:"-"`
	// Positions are those of Line, the first one included.
	Positions []*book.Position `json:"-"`
}

// Setting is one option in force.
type Setting struct {
	Name    string `json:"name"`
	Value   string `json:"value"`
	Default string `json:"default"`
	Help    string `json:"help"`
}

// Line is a line of play.
type Line struct {
	Moves []string `json:"moves"`
	// Cut says that the line goes on beyond the moves given.
	Cut bool `json:"cut"`
	// Repeats says that the last position is that after so many moves: play
	// goes on for ever.
	Repeats *int `json:"repeats,omitempty"`
}

// Ply counts the states that can be met after a number of plies.
type Ply struct {
	Ply          int   `json:"ply"`
	States       int64 `json:"states"`
	Terminals    int64 `json:"terminals"`
	RawStates    int64 `json:"raw_states"`
	RawTerminals int64 `json:"raw_terminals"`
}

// Layer counts the states of one layer.
type Layer struct {
	Layer     int   `json:"layer"`
	States    int64 `json:"states"`
	Terminals int64 `json:"terminals"`
	// RawStates and RawTerminals count a class of positions by those
	// symmetries only that keep the start: where one exchanges the sides to
	// move, two positions are still one.
	RawStates    int64 `json:"raw_states"`
	RawTerminals int64 `json:"raw_terminals"`
	Moves        int64 `json:"moves"`      // of all states together
	Choices      int64 `json:"choices"`    // states with more than one move
	OnlyMoves    int64 `json:"only_moves"` // of these, with a single value-keeping one
	MoverWins    int64 `json:"mover_wins"`
	// Values counts the states by the payoff of role 0, ascending.
	Values []ValueCount `json:"values"`
}

// Branching is the mean number of moves of the layer's states that are not
// terminal, or 0 if there are none.
func (l *Layer) Branching() float64 {
	return Mean(l.Moves, l.States-l.Terminals)
}

// ValueCount counts the states with one value.
type ValueCount struct {
	Payoff string `json:"payoff"` // of role 0, an exact rational
	Words  string `json:"words"`  // as in "red wins"
	States int64  `json:"states"`
}

// RemotenessCount counts the states at one distance from the end.
type RemotenessCount struct {
	Plies  int   `json:"plies"`
	States int64 `json:"states"`
}

// Solving says how a game was solved.
type Solving struct {
	Method     string  `json:"method"`
	Workers    int     `json:"workers"`
	Seconds    float64 `json:"seconds"`
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // of processor time, where it was measured
	PeakMemory int64   `json:"peak_memory_bytes"`
	Disk       int64   `json:"disk_bytes"` // size of the table
	Verify     string  `json:"verify"`     // the command that checks the table or the proof; empty if there is neither
	// Nodes and Positions are of a game that was solved by search: positions
	// searched, and positions that the proof has a move for. There are no
	// counts of states then.
	Nodes     uint64 `json:"nodes,omitempty"`
	Positions int64  `json:"proof_positions,omitempty"`
}

// Searched says that all was found by search: there are no counts of states.
func (r *Report) Searched() bool { return len(r.Layers)+len(r.Tiers) == 0 }

// Proved says that a proof of the start is stored.
func (r *Report) Proved() bool { return r.Solved.Nodes > 0 }

func Mean(sum, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}

// LineTitle is the title of the line.
func (r *Report) LineTitle() string {
	if !r.Start.Proven() {
		return "A line that seems best"
	}
	return "A line of perfect play"
}

// FoundBySearch says what a report without counts rests on, and before which
// command.
func (r *Report) FoundBySearch() string {
	basis := "What is said here rests on stored results of searches; no proof of the start is stored."
	if r.Proved() {
		basis = "The value of the start was found by search and is proven by a strategy."
	}
	return basis + " How many states there are, and what they are worth, takes a table of all of them:"
}
