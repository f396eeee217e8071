package games

// DistanceEstimator is implemented by games of one role that can estimate the distance
// to a payoff by rules that are easier than their own.
type DistanceEstimator[S State] interface {
	// Distances appends the distance of each src state from a payoff in
	// Info.Payoffs.
	Distances(dst []Distance, src []S, payoff int) []Distance
}

// Distance estimates the distance between a state and the end of a play with a
// payoff.
type Distance struct {
	// LowerBound is a lower bound on the number of plies, or -1 if no play from
	// the state ends with the payoff.
	LowerBound int32
	// Cost is a heuristic cost on an arbitrary scale; lower is more
	// promising.
	Cost int32
}

// Numbered is implemented by games that number their states in the order of
// discovery. The numbers have no meaning in another process, so the game
// cannot have a table.
type Numbered[S State] interface {
	// Packed returns the words of the numbered states. Each state has the
	// same number of words.
	Packed(states []S) []uint64
}

// Packed returns words that identify the states in every process.
func Packed[S State](g Game[S], states []S) []uint64 {
	if n, ok := any(g).(Numbered[S]); ok {
		return n.Packed(states)
	}
	return AllBits(states)
}
