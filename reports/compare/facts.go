package compare

import (
	"fmt"
	"math"

	"zermelo/reports/book"
	"zermelo/reports/measure"
	"zermelo/reports/words"
)

// Fact is a column of a comparison.
type Fact struct {
	Key   string // in CSV
	Name  string // for people; empty for a fact in CSV only
	Words func(*Compared) string
	// exact is the fact for a spreadsheet; nil if Words serves.
	exact func(*Compared) string
}

// Group is a table of a comparison, with a note below it.
type Group struct {
	Title string
	Facts []Fact
	Note  string
}

// Groups are the tables of a comparison.
func Groups() []Group {
	return []Group{
		{"Answers", []Fact{
			{"value", "value", func(c *Compared) string { return c.Value }, nil},
			{"plies", ">plies", func(c *Compared) string { return known(c.Plies) }, nil},
			{"longest_win", ">longest win", func(c *Compared) string { return known(c.LongestWin) }, nil},
		}, "Plies: the length of perfect play from the start. Longest win: the most plies that a forced win takes, anywhere in the game."},
		{"Size", []Fact{
			countFact("states", "states", func(c *Compared) int64 { return c.States }),
			countFact("raw_states", "raw states", func(c *Compared) int64 { return c.RawStates }),
			countFact("terminals", "terminals", func(c *Compared) int64 { return c.Terminals }),
			{"branching", ">moves/state", func(c *Compared) string { return decimals(c.Branching, 2) }, func(c *Compared) string { return exactNumber(c.Branching) }},
			{"solve_seconds", "", func(c *Compared) string { return fmt.Sprintf("%.2f", c.SolveSeconds) }, nil},
			{"disk_bytes", "", func(c *Compared) string { return fmt.Sprint(c.DiskBytes) }, nil},
		}, "States: one for each class of positions that are the same up to symmetry; raw: symmetric ones counted each."},
		{"Choices", []Fact{
			shareFact("only_moves", "only moves", func(c *Compared) *book.Part { return &c.OnlyMoves }),
			shareFact("mover_wins", "mover wins", func(c *Compared) *book.Part { return c.MoverWins }),
		}, "Only moves: the states with a single value-keeping move, of those where one player has a choice. Mover wins: the states where the player to move wins."},
		{"Play at random", []Fact{
			shareMeasure("first_advantage", "first's advantage", inGroup(contestOf, func(c *measure.Contest) float64 { return c.FirstWins - c.SecondWins })),
			shareMeasure("random_drawn", "draws", inGroup(contestOf, func(c *measure.Contest) float64 { return c.Drawn })),
			plyMeasure("decided_plies", "decided after", inGroup(randomOf, func(p *measure.RandomPlay) float64 { return p.DecidedPlies })),
			plyMeasure("typical_plies", "typical plies", inGroup(randomOf, func(p *measure.RandomPlay) float64 { return p.TypicalPlies })),
			{"longest_plies", ">longest", measured(func(m *measure.Measures) string { return known(m.LongestPlies) }), nil},
			shareMeasure("comeback", "comebacks", inGroup(contestOf, func(c *measure.Contest) float64 { return c.Comeback })),
		}, "First's advantage: how much more often the first player wins than the second. Decided after: the plies up to the last move that changes the value. " +
			"Comebacks: how often a player who was lost does not lose in the end. Longest: the longest play that the rules allow."},
		{"Difficulty", []Fact{
			shareMeasure("keeping_moves", "moves that keep the value", func(m *measure.Measures) float64 {
				if bestLinesOf(m) == "" {
					return math.NaN()
				}
				return m.Keeping
			}),
			shareMeasure("random_error_rate", "random errors", func(m *measure.Measures) float64 {
				if m.PlayErrors == nil {
					return math.NaN()
				}
				return ratio(m.RandomErrors, m.TypicalPlies)
			}),
			shareMeasure("greedy_error_rate", "greedy errors", func(m *measure.Measures) float64 {
				if m.GreedyPlay == nil {
					return math.NaN()
				}
				return ratio(m.GreedyErrors, m.GreedyPlies)
			}),
			shareMeasure("random_errors_anywhere", "anywhere", func(m *measure.Measures) float64 {
				if m.Table == nil {
					return math.NaN()
				}
				return m.Table.Random
			}),
			{"best_lines", ">best lines", measured(func(m *measure.Measures) string { return words.Decimal(bestLinesOf(m)) }), func(c *Compared) string {
				if c.Measures == nil {
					return ""
				}
				return bestLinesOf(c.Measures)
			}},
		}, "Moves that keep the value: their share on the best lines. Errors: the share of moves that give part of the value away, when both play at random, and when both look one ply ahead; anywhere: of a random move, on average over all positions of the table."},
	}
}

// countFact is a fact about a number of states, which is 0 where it is not known.
func countFact(key, name string, of func(*Compared) int64) Fact {
	words := func(c *Compared) string {
		if of(c) == 0 {
			return "-"
		}
		return words.Thousands(of(c))
	}
	exact := func(c *Compared) string {
		if of(c) == 0 && key != "terminals" {
			return ""
		}
		return fmt.Sprint(of(c))
	}
	return Fact{key, ">" + name, words, exact}
}

// shareFact is a fact about a part of a whole, which is nil where it has no meaning.
func shareFact(key, name string, of func(*Compared) *book.Part) Fact {
	words := func(c *Compared) string {
		if p := of(c); p != nil {
			return words.Percent(p.Count, p.Of)
		}
		return "-"
	}
	exact := func(c *Compared) string {
		if p := of(c); p != nil && p.Of > 0 {
			return exactNumber(float64(p.Count) / float64(p.Of))
		}
		return ""
	}
	return Fact{key, ">" + name, words, exact}
}

// measured writes a fact about measures, or "-" where there are none.
func measured(words func(*measure.Measures) string) func(*Compared) string {
	return func(c *Compared) string {
		if c.Measures == nil {
			return "-"
		}
		return words(c.Measures)
	}
}

// contestOf and randomOf are groups of measures; nil where these have no meaning.
func contestOf(m *measure.Measures) *measure.Contest   { return m.Contest }
func randomOf(m *measure.Measures) *measure.RandomPlay { return m.RandomPlay }

// inGroup is a measure of a group, or NaN where the group is nil.
func inGroup[T any](group func(*measure.Measures) *T, of func(*T) float64) func(*measure.Measures) float64 {
	return func(m *measure.Measures) float64 {
		if g := group(m); g != nil {
			return of(g)
		}
		return math.NaN()
	}
}

// bestLinesOf is the number of best lines; empty where it is not known.
func bestLinesOf(m *measure.Measures) string {
	if m.PerfectPlay == nil {
		return ""
	}
	return m.BestLines
}

// exactMeasure writes a measure for a spreadsheet; empty where there is none.
func exactMeasure(of func(*measure.Measures) float64) func(*Compared) string {
	return func(c *Compared) string {
		if c.Measures == nil || math.IsNaN(of(c.Measures)) {
			return ""
		}
		return exactNumber(of(c.Measures))
	}
}

// wordsOf writes a measure, or "-" where it has no meaning.
func wordsOf(of func(*measure.Measures) float64, words func(float64) string) func(*measure.Measures) string {
	return func(m *measure.Measures) string {
		if x := of(m); !math.IsNaN(x) {
			return words(x)
		}
		return "-"
	}
}

// shareMeasure is a fact about a measure from -1 to 1.
func shareMeasure(key, name string, of func(*measure.Measures) float64) Fact {
	return Fact{key, ">" + name, measured(wordsOf(of, words.Share)), exactMeasure(of)}
}

// plyMeasure is a fact about a measure in plies.
func plyMeasure(key, name string, of func(*measure.Measures) float64) Fact {
	words := func(plies float64) string { return fmt.Sprintf("%.1f", plies) }
	return Fact{key, ">" + name, measured(wordsOf(of, words)), exactMeasure(of)}
}

// ratio is part divided by whole, or 0 if whole is 0.
func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}

// decimals writes a number, or "-" for 0, which stands for none.
func decimals(x float64, digits int) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// exactNumber writes a number with all its digits.
func exactNumber(x float64) string { return fmt.Sprint(x) }

// Cell is the fact for a spreadsheet.
func (f *Fact) Cell(c *Compared) string {
	if f.exact != nil {
		return f.exact(c)
	}
	if text := f.Words(c); text != "-" {
		return text
	}
	return ""
}
