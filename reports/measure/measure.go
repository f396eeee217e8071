// Package measure computes statistics of solved games for game designers: the results of random
// and greedy play, how early a game is decided, and how difficult it is.
//
// Of computes the Measures of a game in sweeps over its table, and Explain formats them.
// Measures are exact except for rounding; positions are not sampled.
package measure

// Measures holds the measures of one game.
//
// A random player chooses uniformly among the legal moves. A greedy player looks one ply ahead:
// it rates a move that ends the game by its payoff and any other move by half of the total, and
// chooses uniformly among the best moves. An error is a move that lowers the mover's payoff
// under perfect play.
//
// Groups that are undefined for the game are nil; Undefined lists the reasons.
type Measures struct {
	// First is the role that moves first, or -1 if both choose simultaneously.
	First int `json:"first_role"`
	*RandomPlay
	*Contest
	*PlayErrors
	*GreedyPlay
	*PerfectPlay
	// Table holds the errors over all positions of the table, with equal weights.
	Table *TableErrors `json:"over_table,omitempty"`
	// ShortestPlies and LongestPlies bound the length of all legal plays. They are -1 if
	// unknown.
	ShortestPlies int         `json:"shortest_plies"`
	LongestPlies  int         `json:"longest_plies"`
	Undefined     []Undefined `json:"undefined,omitempty"`
}

// RandomPlay measures random play. It is defined if every play ends.
type RandomPlay struct {
	// TypicalPlies is the expected length.
	TypicalPlies float64 `json:"typical_plies"`
	// DecidedPlies is the expected number of plies up to the last change of the value.
	DecidedPlies float64 `json:"decided_plies"`
	// Payoffs holds the mean payoff of each role. It is empty in a contest.
	Payoffs []float64 `json:"random_payoffs,omitempty"`
}

// Contest measures the results of random play in a constant-sum game of two roles.
type Contest struct {
	// FirstWins, SecondWins and Drawn are the probabilities that the first player gets more
	// than half of the total, less, or exactly half. The first player is role 0 if both choose
	// simultaneously.
	FirstWins  float64 `json:"random_first_wins"`
	SecondWins float64 `json:"random_second_wins"`
	Drawn      float64 `json:"random_drawn"`
	// Comeback is the probability that a role gets at least half of the total after a position
	// whose value for it was less than half.
	Comeback float64 `json:"comeback"`
}

// PlayErrors counts errors in random play. It is defined if players take turns.
type PlayErrors struct {
	// RandomErrors is the expected number of errors per play.
	RandomErrors float64 `json:"random_errors"`
}

// GreedyPlay measures the play of two greedy players who take turns in a contest.
type GreedyPlay struct {
	GreedyErrors float64 `json:"greedy_errors"` // expected number of errors
	GreedyPlies  float64 `json:"greedy_plies"`  // expected length
}

// PerfectPlay measures perfect play. It is defined if its length is not random.
type PerfectPlay struct {
	// PerfectPlies is the length of perfect play.
	PerfectPlies int `json:"perfect_plies"`
	// BestLines is the number of lines of perfect play, in decimal. Each move of a line
	// preserves the value and the length of play. Different moves count separately even if they
	// lead to the same position. BestLines is empty if a ply has too many positions to count.
	BestLines string `json:"best_lines,omitempty"`
	// Keeping is the share of legal moves that keep the value, averaged over the plies of a
	// random best line. It is 0 if BestLines is empty or the start is terminal.
	Keeping float64 `json:"keeping_moves"`
}

// TableErrors measures errors at the nonterminal positions of a table, one per class of
// symmetric positions.
type TableErrors struct {
	Positions int64 `json:"positions"`
	// Random and Greedy are the mean probabilities of an error by a random and by a greedy
	// player. Greedy is nil if the game is not a contest.
	Random float64  `json:"random_error_chance"`
	Greedy *float64 `json:"greedy_error_chance,omitempty"`
}

// Undefined is a measure that is undefined for the game.
type Undefined struct {
	Measure string `json:"measure"`
	Why     string `json:"why"`
}

// NotMeasuredError is returned if a game has no measures or is too large to measure.
type NotMeasuredError struct {
	Game string // name of the variant
	Why  string // reason, as in "positions can repeat"
}

func (e *NotMeasuredError) Error() string { return e.Game + ": not measured: " + e.Why }
