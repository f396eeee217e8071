// Package job defines the options, progress, results and stores of solves.
//
// All solvers take Options and return a Solution. Another goroutine can read
// the Progress while a solve is running. A Store receives the values of states,
// layer by layer; a TierStore receives the values of numbered positions, tier
// by tier. MakePlan divides the memory limit among the parts of a solve.
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

// BlockStates is the alignment, in states, of the arguments of Store.Put.
const BlockStates = 4096

// Solution summarizes a strong solution. The values themselves are in the store.
type Solution struct {
	Outcomes value.Outcomes
	Layers   []LayerStats // indexed by layer; nil if Tiers is used
	// Tiers holds the tiers of a tiered game (games.Tiered). For such a game, Digest
	// is the sum of the tiers' digests. Start has a remoteness if it is a win or a
	// loss, and is Unmeasured if it is a draw.
	Tiers []SolvedTier
	// Plies counts the states by ply. If a ply can skip layers, a state may be
	// counted at several plies. Plies is nil if there were too many states to count.
	Plies []PlyStats
	// RawStates is the number of reachable positions, including symmetric ones, or
	// 0 if there were too many to count.
	RawStates int64
	Start     value.Value // value of the start position, before canonization
	// Digest is the sum modulo 2^64 of the hashes of all (canonical state,
	// outcome) pairs. Equal solutions have equal digests.
	Digest           uint64
	Method           string        // solution method, such as "layered backward induction"
	Workers          int           // number of workers in the last run
	Elapsed          time.Duration // wall-clock time of all runs
	CPU              time.Duration // processor time of all runs; 0 if it was not measured
	PeakMemory       int64         // peak resident memory of the process in bytes
	TerminalsOmitted bool          // the store omits terminal states other than the start
	TerminalsCounted bool          // the counts include all terminal states
	Nodes            uint64        // number of positions searched, if a search found the value
}

// States returns the number of states. Symmetric states count once.
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

// LayerStats contains the statistics of one layer. Symmetric states count once,
// except in RawStates and RawTerminals.
type LayerStats struct {
	States, Terminals       int64
	RawStates, RawTerminals int64
	Unstored                int64            `json:",omitempty"` // number of terminal states that are not stored
	Moves                   int64            // total number of moves in all states
	Choices                 int64            // number of states with more than one move
	OnlyMoves               int64            // number of those states where only one move keeps the value
	MoverWins               int64            // number of states where the player to move gets more than half of the total
	Values                  map[string]int64 // number of states by the payoff of role 0, formatted by RatString; see value.Outcomes.Rounded
	Unsolved                int64            `json:",omitempty"` // number of states with unknown payoffs; see value.Outcome
	// Remoteness counts the states by the number of plies to the end. It is
	// empty if the number depends on chance.
	Remoteness map[int]int64
	// Longest and Critical are example states, as the words of their canonical
	// forms, or nil. Longest is the first decisive state with the greatest
	// remoteness. Critical is the first state with the most moves among those in
	// which only one move keeps the value.
	Longest, Critical []uint64
	CriticalMoves     int // number of moves in Critical
}

// Stored returns the number of states stored for the layer.
func (s *LayerStats) Stored() int64 { return s.States - s.Unstored }

// PlyStats counts the states that are reachable in a given number of plies.
type PlyStats struct {
	States, Terminals       int64 // symmetric states count once
	RawStates, RawTerminals int64
}
