package reports

// Measures sum up a game for people who design games. They are exact up to the
// rounding of floating-point numbers: nothing is sampled.
//
// A random player plays each legal move with the same chance. A greedy player
// looks one ply ahead: a move that ends the game counts as the mover's payoff,
// any other as half of the total, and of the moves that count most each is played
// with the same chance. An error is a move after which the mover gets less than
// before it, both under perfect play.
type Measures struct {
	// FirstWins, SecondWins and Drawn are the chances that, in random play, the
	// first role gets more than half of the total, less, or just half.
	FirstWins  float64 `json:"random_first_wins"`
	SecondWins float64 `json:"random_second_wins"`
	Drawn      float64 `json:"random_drawn"`
	// TypicalPlies is the expected length of random play, in plies.
	TypicalPlies float64 `json:"typical_plies"`
	// ShortestPlies and LongestPlies are those of all plays, -1 if not known.
	ShortestPlies int `json:"shortest_plies"`
	LongestPlies  int `json:"longest_plies"`
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
	// DecidedPlies is the expected number of plies of random play up to the last
	// one that changes what the game is worth under perfect play.
	DecidedPlies float64 `json:"decided_plies"`
	// RandomErrors and GreedyErrors are the expected numbers of errors when both
	// players play at random, or both greedily; GreedyPlies is the expected length
	// of play then.
	RandomErrors float64 `json:"random_errors"`
	GreedyErrors float64 `json:"greedy_errors"`
	GreedyPlies  float64 `json:"greedy_plies"`
	// Comeback is the chance that, in random play, a role that was to get less
	// than half of the total under perfect play gets at least half in the end.
	Comeback float64 `json:"comeback"`
}
