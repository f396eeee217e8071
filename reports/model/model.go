// Package model holds the facts about a solved game that reports are written from.
//
// New makes the Report of a game. It looks up only the start, a line of play and a
// few examples: all counts were taken while solving. NewPictureSet looks up the
// further positions that a page shows. GameList and Listing describe the games that
// there are and the tables that are stored.
package model

import (
	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/solved"
)

// Report holds the facts about one solved game. As JSON it has stable field names.
// Counts are of stored states, one for each class of positions that are the same up
// to symmetry. Raw counts are of all positions.
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
	Start *solved.Position `json:"start"`
	// Line is one principal variation from the start.
	Line Line `json:"line"`

	States    int64 `json:"states"` // terminal ones included
	Terminals int64 `json:"terminals"`
	// Uncounted says that the terminal states are not counted, here and below: all
	// counts are of the other states.
	Uncounted bool `json:"terminals_uncounted,omitempty"`
	// Unsolved counts the states without a payoff; see value.Outcome.
	Unsolved int64 `json:"unsolved,omitempty"`
	// RawStates and RawTerminals are 0 if there were too many to count.
	RawStates    int64 `json:"raw_states,omitempty"`
	RawTerminals int64 `json:"raw_terminals,omitempty"`
	// Uninfluential is the number of fluents of a rule sheet that are left out of
	// states, as they have no influence on play.
	Uninfluential int `json:"uninfluential_fluents,omitempty"`
	// Branching is the mean number of moves of a state that is not terminal.
	Branching float64 `json:"branching"`
	// OnlyMoves counts the states where one player has several moves and exactly one
	// of them keeps the value, of those where one player has several moves.
	OnlyMoves solved.Part `json:"only_moves"`
	// MoverWins counts the states where the player to move gets more than half of
	// the total, of those that are not terminal. It is nil unless players take turns
	// in a contest.
	MoverWins *solved.Part `json:"mover_wins,omitempty"`

	// Alternating says that the role that moves first moves in even layers and the other
	// in odd ones: in the line and in all examples of the layers.
	Alternating bool `json:"alternating,omitempty"`

	// Plies counts the states by the number of plies after which they can occur; a
	// state may count at several. It is empty if there were too many to count.
	Plies []Ply `json:"plies,omitempty"`
	// Layers counts the states by layer, each once.
	Layers []Layer `json:"layers"`
	// Tiers counts the states of a game that is numbered tier by tier, and Mover is
	// their sum. Such a game has no Layers and no Values.
	Tiers []Tier `json:"tiers,omitempty"`
	Mover *Tier  `json:"mover,omitempty"`
	// Zugzwangs counts mutual zugzwangs, in a game of tiers with passing.
	Zugzwangs *solved.Zugzwangs `json:"zugzwangs,omitempty"`
	// Values counts all states by the payoff of role 0, ascending.
	Values []ValueCount `json:"values"`
	// Remoteness counts all states by plies to the end, ascending. It is empty where
	// that depends on chance, and leaves out draws without end.
	Remoteness []RemotenessCount `json:"remoteness,omitempty"`

	// Longest is a position with the longest forced win, Critical the position with
	// the most moves of which only one keeps the value; nil if there is none.
	Longest  *solved.Position `json:"longest_win,omitempty"`
	Critical *solved.Position `json:"critical,omitempty"`

	// Measures are for designers of games, and Explained says them in words. Both are
	// nil unless asked for; see Report.Measure. NotMeasured says why there are none
	// although they were asked for.
	Measures    *measure.Measures   `json:"measures,omitempty"`
	Explained   []measure.Explained `json:"measures_explained,omitempty"`
	NotMeasured string              `json:"not_measured,omitempty"`

	// Counts counts all positions, symmetric ones each; nil unless asked for. NotCounted
	// says why there are none although they were asked for.
	Counts     *measure.Counts `json:"counts,omitempty"`
	NotCounted string          `json:"not_counted,omitempty"`

	Digest string  `json:"digest"` // 16 hexadecimal digits; empty without a table or a proof
	Solved Solving `json:"solved"`

	// Info describes the game; writers need it to put values into words.
	Info *games.Info `json:"-"`
	// Positions are those on Line, the first one included.
	Positions []*solved.Position `json:"-"`
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
	// Cut says that Moves is only the beginning of the line.
	Cut bool `json:"cut"`
	// Repeats is set if play goes on without end: the last position is the one after
	// so many moves.
	Repeats *int `json:"repeats,omitempty"`
}

// Ply counts the states that can occur after a number of plies.
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
	// RawStates and RawTerminals count positions apart that differ by a symmetry
	// which keeps the start. One that exchanges the side to move does not keep it:
	// the two positions still count once.
	RawStates    int64 `json:"raw_states"`
	RawTerminals int64 `json:"raw_terminals"`
	Moves        int64 `json:"moves"`      // of all states together
	Choices      int64 `json:"choices"`    // states with more than one move
	OnlyMoves    int64 `json:"only_moves"` // of these, with a single move that keeps the value
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
	CPUSeconds float64 `json:"cpu_seconds,omitempty"` // processor time; 0 if it was not measured
	PeakMemory int64   `json:"peak_memory_bytes"`
	Disk       int64   `json:"disk_bytes"` // size of the table
	Verify     string  `json:"verify"`     // the command that checks the table or the proof; empty without either
	// Nodes counts the positions searched and Positions those in the proof, in a game
	// solved by search. Such a report has no counts of states.
	Nodes     uint64 `json:"nodes,omitempty"`
	Positions int64  `json:"proof_positions,omitempty"`
}

// Searched says that the game was searched only, so that no states were counted.
func (r *Report) Searched() bool { return len(r.Layers)+len(r.Tiers) == 0 }

// Proved says that a proof of the start is stored.
func (r *Report) Proved() bool { return r.Solved.Nodes > 0 }

// Mean is sum divided by n, or 0 if n is 0.
func Mean(sum, n int64) float64 {
	if n == 0 {
		return 0
	}
	return float64(sum) / float64(n)
}
