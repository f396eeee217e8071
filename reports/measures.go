package reports

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver"
)

// Measures sum up a game for people who design games. They are exact up to the
// rounding of floating-point numbers: nothing is sampled.
//
// A random player plays each legal move with the same chance. A greedy player
// looks one ply ahead: a move that ends the game counts as the mover's payoff,
// any other as half of the total, and of the moves that count most each is played
// with the same chance. An error is a move after which the mover gets less than
// before it, both under perfect play.
type Measures struct {
	// First is the role that moves first.
	First int `json:"first_role"`
	// FirstWins, SecondWins and Drawn are the chances that, in random play, that
	// role gets more than half of the total, less, or just half.
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

// NotMeasuredError says that the measures of a game have no meaning, or would
// take too much memory.
type NotMeasuredError struct {
	Game string // the variant's name
	Why  string // as in "positions can come back"
}

func (e *NotMeasuredError) Error() string { return e.Game + ": not measured: " + e.Why }

// Measure finds the measures of a solved game. They have a meaning where two
// players take turns, nothing is left to chance, and no position comes back:
// otherwise, and where a layer has too many positions, the error is a
// *NotMeasuredError.
//
// Cost: a sweep over all positions, with all cores, and about 70 bytes for each
// position of the largest layers within reach of one ply.
func Measure(ctx context.Context, b Book) (*Measures, error) {
	return b.measure(ctx)
}

// Measure adds the measures of the game to its report, or says why it has none;
// explained adds what they mean.
func (r *Report) Measure(ctx context.Context, b Book, explained bool) error {
	m, err := Measure(ctx, b)
	var none *NotMeasuredError
	if errors.As(err, &none) {
		r.NotMeasured = none.Why
		return nil
	}
	if err != nil {
		return err
	}
	r.Measures = m
	if explained {
		r.Explained = m.Named(r.Roles)
	}
	return nil
}

func (b *book[S]) measure(ctx context.Context) (*Measures, error) {
	layered, _ := b.game.(games.Layered[S])
	table, _ := b.table.(layerTable[S])
	why := ""
	switch {
	case b.solution.Outcomes.Kind != solver.Alternating:
		why = "the game is not one where two players take turns for a constant sum"
	case len(b.info.Roles) != games.MaxRoles:
		why = "the game is not one for two"
	case b.solution.Nodes > 0:
		why = "there is only a proof of the value, no table of all positions"
	case layered == nil || table == nil:
		why = "positions can come back, and random play need not end"
	}
	if why != "" {
		return nil, &NotMeasuredError{b.info.Name, why}
	}
	p, found, err := b.prospects(ctx, table, layered)
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Name, err)
	}
	if !found {
		return nil, &NotMeasuredError{b.info.Name, "its layers have too many positions"}
	}
	start, err := b.Start()
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Name, err)
	}
	first := max(0, start.Mover)
	m := &Measures{
		First: first, FirstWins: p.wins[first], SecondWins: p.wins[1-first], Drawn: p.draws,
		TypicalPlies: p.plies, DecidedPlies: p.decided, RandomErrors: p.errors,
		GreedyErrors: p.greedyErrors, GreedyPlies: p.greedyPlies, Comeback: p.comebacks[0] + p.comebacks[1] + p.saves,
		ShortestPlies: slices.IndexFunc(b.solution.Plies, func(p solver.PlyStats) bool { return p.Terminals > 0 }),
		LongestPlies:  len(b.solution.Plies) - 1,
		PerfectPlies:  b.solution.Outcomes.Of(b.solution.Start).Remoteness,
	}
	lines, err := b.bestLines(ctx)
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Name, err)
	}
	if lines != nil {
		m.BestLines, m.Keeping = lines.count.String(), lines.keeping
	}
	return m, nil
}
