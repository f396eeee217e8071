// Package measure computes statistics of solved games for game designers: the results of random
// and greedy play, how early a game is decided, and how difficult it is.
//
// Of computes the Measures of a game in sweeps over its table. Explain converts them to text.
// Measures are exact except for rounding; nothing is sampled.
package measure

// Measures holds the measures of a game.
//
// A random player chooses uniformly among the legal moves. A greedy player looks one ply ahead.
// It rates a move that ends the game by its payoff and any other move by half of the total, and
// chooses uniformly among the moves with the best rating. An error is a move that lowers the
// mover's payoff under perfect play. If payoffs are not exact, it certainly lowers the payoff.
// Random moves have the probabilities that the rules give them.
//
// Measures that are not defined for the game are nil. Undefined lists the reasons.
type Measures struct {
	// First is the role that moves first, or -1 if both roles choose simultaneously or the first
	// move is random.
	First int `json:"first_role"`
	*RandomPlay
	*Contest
	*PlayErrors
	*GreedyPlay
	*PerfectPlay
	*Luck
	// ExpectedPlies is the expected length of perfect play if moves are random. It is nil if it is
	// unknown.
	ExpectedPlies *float64 `json:"expected_plies,omitempty"`
	// Table holds the error rates averaged over all positions in the table.
	Table         *TableErrors `json:"over_table,omitempty"`
	ShortestPlies int          `json:"shortest_plies"`      // minimum length of play, or -1 if it is unknown
	LongestPlies  int          `json:"longest_plies"`       // maximum length of play, or -1 if it is unknown
	Undefined     []Undefined  `json:"undefined,omitempty"` // measures that are not defined for the game
}

// RandomPlay holds measures of random play. They are defined if play always ends.
type RandomPlay struct {
	// TypicalPlies is the expected length of play.
	TypicalPlies float64 `json:"typical_plies"`
	// DecidedPlies is the expected number of plies up to the last change of the value.
	DecidedPlies float64 `json:"decided_plies"`
	// Payoffs holds the mean payoff of each role. It is empty for two roles that share a
	// constant total.
	Payoffs []float64 `json:"random_payoffs,omitempty"`
}

// Contest holds the results of random play in a two-role constant-sum game.
type Contest struct {
	// FirstWins is the probability that the first player gets more than half of the total. If no
	// role moves first, the first player is role 0.
	FirstWins float64 `json:"random_first_wins"`
	// SecondWins is the probability that the first player gets less than half of the total.
	SecondWins float64 `json:"random_second_wins"`
	// Drawn is the probability that both players get half of the total.
	Drawn float64 `json:"random_drawn"`
	// Comeback is the probability that a role gets at least half of the total after a position
	// whose value was less than half for this role.
	Comeback float64 `json:"comeback"`
	// LeadChanges is the expected number of plies where the role with the greater payoff under
	// perfect play changes. It is set for games with chance and alternating moves.
	LeadChanges *float64 `json:"lead_changes,omitempty"`
}

// PlayErrors holds the expected number of errors in random play. It is defined for games with
// alternating moves.
type PlayErrors struct {
	RandomErrors float64 `json:"random_errors"` // expected number of errors per play
}

// GreedyPlay holds measures of play between two greedy players. They are defined for two-role
// constant-sum games with alternating moves.
type GreedyPlay struct {
	GreedyFirstWins  float64 `json:"greedy_first_wins"`  // probability that the first player gets more than half of the total
	GreedySecondWins float64 `json:"greedy_second_wins"` // probability that the first player gets less than half of the total
	GreedyErrors     float64 `json:"greedy_errors"`      // expected number of errors per play
	GreedyPlies      float64 `json:"greedy_plies"`       // expected length of play
}

// Luck compares the influence of random moves and of choices. It is defined for constant-sum games
// with chance where players move in turn and play always ends. Means are taken over the positions
// of perfect play, where players choose uniformly among the moves that keep the value.
type Luck struct {
	// RollSpread is the mean standard deviation of the value over the outcomes of a random move, in
	// points of role 0.
	RollSpread float64 `json:"roll_spread"`
	// ChoiceSpread is the mean standard deviation of the value over the moves of a player, each
	// equally likely, in points of role 0.
	ChoiceSpread float64 `json:"choice_spread"`
	// LuckShare is the contribution of random moves to the sum of the variances of the value over
	// all random moves and choices.
	LuckShare float64 `json:"luck_share"`
	// PerfectScore is the expected score of perfect play against a random player, averaged over both
	// roles. More than half of the total counts 1, half of it 1/2. It is nil for a single role.
	PerfectScore *float64 `json:"perfect_score,omitempty"`
	GreedyScore  *float64 `json:"greedy_score,omitempty"` // the same for a greedy player
}

// PerfectPlay holds measures of perfect play. They are defined if the length of perfect play is
// not random.
type PerfectPlay struct {
	PerfectPlies int `json:"perfect_plies"` // length of perfect play
	// BestLines is the number of lines of perfect play as a decimal. Each move in a line keeps
	// the value and the length of play. Different moves are counted separately, even if they lead
	// to the same position. If a ply has too many positions, BestLines is empty.
	BestLines string `json:"best_lines,omitempty"`
	// Keeping is the share of legal moves that keep the value, averaged over the plies of a
	// random best line. It is 0 if BestLines is empty or the start position is terminal.
	Keeping float64 `json:"keeping_moves"`
}

// TableErrors holds error rates at the nonterminal positions in a table. Symmetric positions are
// counted once.
type TableErrors struct {
	Positions int64 `json:"positions"` // number of positions
	// Random is the mean probability of an error by a random player.
	Random float64 `json:"random_error_chance"`
	// Greedy is the mean probability of an error by a greedy player. It is nil unless two roles
	// share a constant total.
	Greedy *float64 `json:"greedy_error_chance,omitempty"`
}

// Undefined names a measure that is not defined for the game.
type Undefined struct {
	Measure string `json:"measure"` // name of the measure
	Why     string `json:"why"`     // reason
}

// NotMeasuredError is returned for a game that has no defined measures or is too large.
type NotMeasuredError struct {
	Game string // variant
	Why  string // such as "positions can repeat"
}

func (e *NotMeasuredError) Error() string { return e.Game + ": not measured: " + e.Why }
