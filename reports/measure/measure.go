// Package measure measures solved games for people who design games: how random and
// greedy play end, how early a game is decided, how hard it is to play well.
//
// Of finds the Measures of a game in sweeps over its table, and Explain puts them into
// words. Measures are exact but for rounding: nothing is sampled. Tests of package
// model compare them with those found by following every play.
package measure

// Measures are the measures of one game.
//
// A random player plays each legal move with the same chance. A greedy player looks
// one ply ahead: it rates a move that ends the game by its own payoff and any other
// by half of the total, and plays each of the best moves with the same chance. An
// error is a move that lowers what the mover gets under perfect play.
//
// A group of measures that has no meaning in a game is nil, and Undefined says why.
type Measures struct {
	// First is the role that moves first; -1 where both choose at once.
	First int `json:"first_role"`
	*RandomPlay
	*Contest
	*PlayErrors
	*GreedyPlay
	*PerfectPlay
	// Table holds the errors over all positions of the table, with equal weights.
	Table *TableErrors `json:"over_table,omitempty"`
	// ShortestPlies and LongestPlies are over all plays; -1 if not known.
	ShortestPlies int         `json:"shortest_plies"`
	LongestPlies  int         `json:"longest_plies"`
	Undefined     []Undefined `json:"undefined,omitempty"`
}

// RandomPlay measures random play, in games that must end.
type RandomPlay struct {
	// TypicalPlies is its expected length, in plies.
	TypicalPlies float64 `json:"typical_plies"`
	// DecidedPlies is the expected number of plies up to the last one that changes
	// the value.
	DecidedPlies float64 `json:"decided_plies"`
	// Payoffs are the average payoffs of the roles, in games that are no contest.
	Payoffs []float64 `json:"random_payoffs,omitempty"`
}

// Contest measures the results of random play where one role's gain is the other's
// loss.
type Contest struct {
	// FirstWins, SecondWins and Drawn are the chances that the role that moves first
	// gets more than half of the total, less, or half. It is role 0 where both choose
	// at once.
	FirstWins  float64 `json:"random_first_wins"`
	SecondWins float64 `json:"random_second_wins"`
	Drawn      float64 `json:"random_drawn"`
	// Comeback is the chance that a role gets at least half of the total after a
	// position whose value for it was less than half.
	Comeback float64 `json:"comeback"`
}

// PlayErrors counts errors in games where players take turns.
type PlayErrors struct {
	// RandomErrors is the expected number in a random play.
	RandomErrors float64 `json:"random_errors"`
}

// GreedyPlay measures the play of two greedy players who take turns in a contest.
type GreedyPlay struct {
	GreedyErrors float64 `json:"greedy_errors"` // expected number of errors
	GreedyPlies  float64 `json:"greedy_plies"`  // expected length
}

// PerfectPlay measures perfect play that does not depend on chance.
type PerfectPlay struct {
	// PerfectPlies is the length of perfect play.
	PerfectPlies int `json:"perfect_plies"`
	// BestLines is the number of lines of perfect play, in decimal. Their moves keep
	// the value and the length of play. Two moves that lead to the same position
	// count as two. It is empty if there were too many positions to count.
	BestLines string `json:"best_lines,omitempty"`
	// Keeping is the share of the legal moves that keep the value, on average over the
	// plies of a best line drawn at random, move by move. It is 0 where BestLines is
	// empty or the game is over at the start.
	Keeping float64 `json:"keeping_moves"`
}

// TableErrors measures errors at all positions of a table that are not terminal, one
// of each class of positions that are the same up to symmetry.
type TableErrors struct {
	Positions int64 `json:"positions"`
	// Random and Greedy are the average chances of an error of a random and of a
	// greedy player. Greedy is nil where the game is no contest.
	Random float64  `json:"random_error_chance"`
	Greedy *float64 `json:"greedy_error_chance,omitempty"`
}

// Undefined is a measure that a game does not have.
type Undefined struct {
	Measure string `json:"measure"`
	Why     string `json:"why"`
}

// NotMeasuredError says that a game has no measures, or that they would take too much
// memory.
type NotMeasuredError struct {
	Game string // the variant's name
	Why  string // as in "positions can come back"
}

func (e *NotMeasuredError) Error() string { return e.Game + ": not measured: " + e.Why }
