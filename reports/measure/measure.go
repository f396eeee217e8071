// Package measure sums up solved games for people who design games: what random
// and greedy play bring, how early a game is decided, how hard it is to play
// well. All is found in sweeps over the table. The tests of package reports compare
// it with what following every play finds.
package measure

// Measures sum up a game for people who design games. They are exact up to the
// rounding of floating-point numbers: nothing is sampled.
//
// A random player plays each legal move with the same chance. A greedy player
// looks one ply ahead: a move that ends the game counts as the mover's payoff,
// any other as half of the total, and of the moves that count most each is played
// with the same chance. An error is a move after which the mover gets less than
// before it, both under perfect play.
//
// Not all of this has a meaning in every game. A group of measures that has none
// is nil, and Undefined says why.
type Measures struct {
	// First is the role that moves first; -1 where both choose at once.
	First int `json:"first_role"`
	*RandomPlay
	*Contest
	*PlayErrors
	*GreedyPlay
	*PerfectPlay
	// Table are the errors over all positions of the table, each with the same
	// weight.
	Table *TableErrors `json:"over_table,omitempty"`
	// ShortestPlies and LongestPlies are those of all plays, -1 if not known.
	ShortestPlies int         `json:"shortest_plies"`
	LongestPlies  int         `json:"longest_plies"`
	Undefined     []Undefined `json:"undefined,omitempty"`
}

// RandomPlay is what comes of random play where it must end.
type RandomPlay struct {
	// TypicalPlies is its expected length, in plies.
	TypicalPlies float64 `json:"typical_plies"`
	// DecidedPlies is the expected number of plies up to the last one that changes
	// what the game is worth under perfect play.
	DecidedPlies float64 `json:"decided_plies"`
	// Payoffs are what the roles get on average, where payoffs are no contest.
	Payoffs []float64 `json:"random_payoffs,omitempty"`
}

// Contest is what random play brings where one's gain is the other's loss.
type Contest struct {
	// FirstWins, SecondWins and Drawn are the chances that the first role, or role
	// 0 where both choose at once, gets more than half of the total, less, or half.
	FirstWins  float64 `json:"random_first_wins"`
	SecondWins float64 `json:"random_second_wins"`
	Drawn      float64 `json:"random_drawn"`
	// Comeback is the chance that a role that was to get less than half of the
	// total under perfect play gets at least half in the end.
	Comeback float64 `json:"comeback"`
}

// PlayErrors counts errors where one player moves at a time.
type PlayErrors struct {
	// RandomErrors is the expected number in a random play.
	RandomErrors float64 `json:"random_errors"`
}

// GreedyPlay is a play of two greedy players who take turns in a contest.
type GreedyPlay struct {
	GreedyErrors float64 `json:"greedy_errors"` // expected number of errors
	GreedyPlies  float64 `json:"greedy_plies"`  // expected length
}

// PerfectPlay is where nothing is left to chance.
type PerfectPlay struct {
	// PerfectPlies is the length of perfect play.
	PerfectPlies int `json:"perfect_plies"`
	// BestLines is the number of different lines of perfect play, in decimal:
	// lines where each move is among the best, lengths considered. Two moves
	// that lead to one position count as two. It is empty if there were too many
	// positions to count.
	BestLines string `json:"best_lines,omitempty"`
	// Keeping is the share of the legal moves that keep the value, on average
	// over the plies of a best line whose moves are drawn from the best ones with
	// the same chance each. It is 0 where BestLines is empty or the game is over
	// at the start.
	Keeping float64 `json:"keeping_moves"`
}

// TableErrors are errors over the positions of a table where the game is not
// over, one of each class of positions that are the same up to symmetry.
type TableErrors struct {
	Positions int64 `json:"positions"`
	// Random and Greedy are the chances that a random and a greedy player err at a
	// position, on average over the positions. Greedy is nil where the game is no
	// contest.
	Random float64  `json:"random_error_chance"`
	Greedy *float64 `json:"greedy_error_chance,omitempty"`
}

// Undefined is a measure that a game does not have.
type Undefined struct {
	Measure string `json:"measure"`
	Why     string `json:"why"`
}

// NotMeasuredError says that the measures of a game have no meaning, or would
// take too much memory.
type NotMeasuredError struct {
	Game string // the variant's name
	Why  string // as in "positions can come back"
}

func (e *NotMeasuredError) Error() string { return e.Game + ": not measured: " + e.Why }
