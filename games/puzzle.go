package games

// DistanceEstimator is implemented by single-role games that can estimate the
// distance to a payoff by relaxing their rules.
type DistanceEstimator[S State] interface {
	// Distances appends the estimated distance from each src state to an end with
	// the given payoff, an element of Info.Payoffs.
	Distances(dst []Distance, src []S, payoff int) []Distance
}

// Distance is an estimate of the distance from a state to a payoff.
type Distance struct {
	// LowerBound is a lower bound on the number of plies, or -1 if no play from the
	// state ends with the payoff.
	LowerBound int32
	// Cost is a heuristic cost on an arbitrary scale.
	Cost int32
}

// Numbered is implemented by games that number their states in order of discovery.
// The numbers differ between processes, so such a game cannot have a table.
type Numbered[S State] interface {
	// Packed returns packed representations of the states, of equal length.
	Packed(states []S) []uint64
}

// Packed returns words that identify the states across processes.
func Packed[S State](g Game[S], states []S) []uint64 {
	if n, ok := any(g).(Numbered[S]); ok {
		return n.Packed(states)
	}
	return AllBits(states)
}
