// Package job describes a solve: its options, its progress, its result, and the stores
// that take the values.
//
// All solvers take Options and return a Solution. Progress may be read at any time while
// a solve runs. A Store takes the values of states, layer by layer; a TierStore takes
// those of numbered positions, tier by tier. MakePlan divides the memory limit.
package job

import (
	"time"

	"zermelo/games"
	"zermelo/solver/value"
)

// Store receives a solution, layer by layer, the last layer first. The states
// of a layer are canonical, different and ascending. All calls may come from
// several goroutines at once, except Sync.
type Store[S games.State] interface {
	// Put takes consecutive states of a layer with their values. The index of
	// states[0] within its layer is a multiple of BlockStates. Put keeps none
	// of its arguments. Putting the same again replaces what was put.
	Put(layer int, states []S, values []value.Value) error
	// Sync returns when all that was put is safe from a crash.
	Sync() error
}

// BlockStates is the granule of Store.Put, in states.
const BlockStates = 4096

// Solution describes a strong solution: everything but the values.
type Solution struct {
	Outcomes value.Outcomes
	Layers   []LayerStats // by layer, from 0; none where there are Tiers
	// Tiers are those of a game that is numbered tier by tier (games.Tiered).
	// Its Start has the remoteness of a win or a loss; a draw is Unmeasured.
	// Its Digest is the sum of those of the tiers.
	Tiers []SolvedTier
	// Plies counts the states by ply. Where a ply can skip layers a state may
	// count at several plies; nil if that was too much to count.
	Plies []PlyStats
	// RawStates is the number of positions that can be reached, symmetric ones
	// counted each; 0 if that was too much to count.
	RawStates int64
	Start     value.Value // value of the start position, as its roles see it
	// Digest is the sum, modulo 2^64, of a hash over each (canonical state,
	// outcome) pair: equal digests mean the same solution.
	Digest     uint64
	Method     string        // what solved it, as in "layered backward induction"
	Workers    int           // how many workers it ran with at the end
	Elapsed    time.Duration // wall time over all runs
	CPU        time.Duration // processor time, likewise; 0 where it was not measured
	PeakMemory int64         // bytes resident at most, of the process
	// EndsByRules says that terminal states are not stored, but for the start: their
	// payoffs tell their values.
	EndsByRules bool
	// EndsCounted says that all counts include the terminal states. If not, they are
	// of the other states alone.
	EndsCounted bool
	Nodes       uint64 // positions searched, where a search found it
}

// States is the number of stored states, up to symmetry, terminal ones included.
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

// LayerStats counts one layer. All counts are of states up to symmetry,
// except the raw ones.
type LayerStats struct {
	States, Terminals       int64
	RawStates, RawTerminals int64
	Unstored                int64 `json:",omitempty"` // of the terminal states, those that are not stored
	Moves                   int64 // children of all states of the layer, each move counted
	Choices                 int64 // states with more than one move
	OnlyMoves               int64 // of these, states where a single move keeps the value
	MoverWins               int64 // states where the player to move gets more than half of Total
	// Values counts the states by payoff of role 0 (as RatString).
	Values map[string]int64
	// Unsolved counts the states without a payoff; see value.Outcome.
	Unsolved int64 `json:",omitempty"`
	// Remoteness counts the states by plies to the end; empty where the
	// remoteness depends on chance.
	Remoteness map[int]int64
	// Longest and Critical are examples, if there are any: the first state of
	// the greatest remoteness with a decisive value, and the first state with
	// the most moves of which only one keeps the value. They hold the words of
	// the canonical state.
	Longest, Critical []uint64
	CriticalMoves     int // how many moves the critical state has
}

// Stored is how many states of the layer are stored.
func (s *LayerStats) Stored() int64 { return s.States - s.Unstored }

// PlyStats counts the states that can be met after the same number of plies.
type PlyStats struct {
	States, Terminals       int64 // up to symmetry
	RawStates, RawTerminals int64
}
