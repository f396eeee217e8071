// Package job defines the options, progress, results and stores of solves.
//
// All solvers take Options and return a Solution. Progress can be read at any
// time during a solve. A Store receives the values of states, layer by layer; a
// TierStore receives those of numbered positions, tier by tier. MakePlan
// divides the memory limit.
package job

import (
	"time"

	"zermelo/games"
	"zermelo/solver/value"
)

// Store receives a solution layer by layer, starting with the last layer. The
// states of a layer are canonical, distinct and in ascending order. All methods
// except Sync may be called concurrently.
type Store[S games.State] interface {
	// Put stores consecutive states of a layer with their values. The index of
	// states[0] in the layer must be a multiple of BlockStates. Put must not
	// retain its arguments. Putting the same states again replaces them.
	Put(layer int, states []S, values []value.Value) error
	// Sync returns when all states put so far are durable.
	Sync() error
}

// BlockStates is the granularity of Store.Put in states.
const BlockStates = 4096

// Solution describes a strong solution, without the values.
type Solution struct {
	Outcomes value.Outcomes
	Layers   []LayerStats // by layer; nil if Tiers is used
	// Tiers holds the tiers of a tiered game (games.Tiered). In this case,
	// Start has a remoteness if it is a win or a loss, and is Unmeasured if it
	// is a draw, and Digest is the sum of the digests of the tiers.
	Tiers []SolvedTier
	// Plies counts the states by ply. If a ply can skip layers, a state may
	// count for several plies. Plies is nil if there were too many states to
	// count.
	Plies []PlyStats
	// RawStates is the number of reachable positions, including symmetric ones,
	// or 0 if there were too many to count.
	RawStates int64
	Start     value.Value // value of the start position, for its roles
	// Digest is the sum, modulo 2^64, of a hash of each (canonical state,
	// outcome) pair. Equal solutions have equal digests.
	Digest     uint64
	Method     string        // solution method, such as "layered backward induction"
	Workers    int           // number of workers of the last run
	Elapsed    time.Duration // wall-clock time of all runs
	CPU        time.Duration // processor time of all runs; 0 if it was not measured
	PeakMemory int64         // peak resident memory of the process in bytes
	// TerminalsOmitted reports whether terminal states other than the start are
	// not stored, because their payoffs determine their values.
	TerminalsOmitted bool
	// TerminalsCounted reports whether all counts include the terminal states.
	TerminalsCounted bool
	Nodes            uint64 // positions searched, if a search found the value
}

// States returns the number of states up to symmetry, including terminal ones.
func (s *Solution) States() int64 {
	var n int64
	for i := range s.Layers {
		n += s.Layers[i].States
	}
	for i := range s.Tiers {
		n += s.Tiers[i].Used
	}
	return n
}

// LayerStats counts one layer. All counts are of states up to symmetry, except
// the raw ones.
type LayerStats struct {
	States, Terminals       int64
	RawStates, RawTerminals int64
	Unstored                int64 `json:",omitempty"` // number of terminal states that are not stored
	Moves                   int64 // total number of moves of the states
	Choices                 int64 // states with more than one move
	OnlyMoves               int64 // of Choices, states in which only one move keeps the value
	MoverWins               int64 // states in which the player to move gets more than half of Total
	// Values counts the states by payoff of role 0 (as RatString).
	Values map[string]int64
	// Unsolved counts the states without a payoff; see value.Outcome.
	Unsolved int64 `json:",omitempty"`
	// Remoteness counts the states by plies to the end. It is empty if the
	// remoteness depends on chance.
	Remoteness map[int]int64
	// Longest and Critical are example states, as words of the canonical state:
	// the first state of the greatest remoteness with a decisive value, and the
	// first state with the most moves of which only one keeps the value. They
	// are nil if none exists.
	Longest, Critical []uint64
	CriticalMoves     int // number of moves of Critical
}

// Stored returns the number of stored states of the layer.
func (s *LayerStats) Stored() int64 { return s.States - s.Unstored }

// PlyStats counts the states that are reachable in a given number of plies.
type PlyStats struct {
	States, Terminals       int64 // up to symmetry
	RawStates, RawTerminals int64
}
