package compare

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"zermelo/reports/measure"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// Fact is a column of a comparison.
type Fact struct {
	Key  string // in CSV
	Name string // for people; empty for a fact in CSV only
	// Words is the fact for people, "-" where it is not known, and Cell the fact for
	// a spreadsheet, empty there.
	Words, Cell func(*Compared) string
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
			text("value", "value", func(c *Compared) string { return c.Value }),
			count("plies", "plies", func(c *Compared) float64 { return known(c.Plies) }),
			count("longest_win", "longest win", func(c *Compared) float64 { return known(c.LongestWin) }),
		}, "Plies: the length of perfect play from the start. Longest win: the most plies that a forced win takes, anywhere in the game."},
		{"Size", []Fact{
			count("states", "states", func(c *Compared) float64 { return positive(float64(c.States)) }),
			count("raw_states", "raw states", func(c *Compared) float64 { return positive(float64(c.RawStates)) }),
			orZero(count("terminals", "terminals", func(c *Compared) float64 { return positive(float64(c.Terminals)) })),
			orZero(number("branching", "moves/state", func(c *Compared) float64 { return positive(c.Branching) }, decimals(2))),
			text("solve_seconds", "", func(c *Compared) string { return fmt.Sprintf("%.2f", c.SolveSeconds) }),
			text("disk_bytes", "", func(c *Compared) string { return fmt.Sprint(c.DiskBytes) }),
		}, "States: one for each class of positions that are the same up to symmetry; raw: symmetric ones counted each."},
		{"Choices", []Fact{
			number("only_moves", "only moves", func(c *Compared) float64 { return shareOf(&c.OnlyMoves) }, words.Share),
			number("mover_wins", "mover wins", func(c *Compared) float64 { return shareOf(c.MoverWins) }, words.Share),
		}, "Only moves: the states with a single value-keeping move, of those where one player has a choice. Mover wins: the states where the player to move wins."},
		{"Play at random", []Fact{
			number("first_advantage", "first's advantage", in(contest, func(g *measure.Contest) float64 { return g.FirstWins - g.SecondWins }), words.Share),
			number("random_drawn", "draws", in(contest, func(g *measure.Contest) float64 { return g.Drawn }), words.Share),
			number("decided_plies", "decided after", in(random, func(g *measure.RandomPlay) float64 { return g.DecidedPlies }), decimals(1)),
			number("typical_plies", "typical plies", in(random, func(g *measure.RandomPlay) float64 { return g.TypicalPlies }), decimals(1)),
			count("longest_plies", "longest", in(all, func(m *measure.Measures) float64 { return known(m.LongestPlies) })),
			number("comeback", "comebacks", in(contest, func(g *measure.Contest) float64 { return g.Comeback }), words.Share),
		}, "First's advantage: how much more often the first player wins than the second. Decided after: the plies up to the last move that changes the value. " +
			"Comebacks: how often a player who was lost does not lose in the end. Longest: the longest play that the rules allow."},
		{"Difficulty", []Fact{
			number("keeping_moves", "moves that keep the value", in(bestLines, func(g *measure.PerfectPlay) float64 { return g.Keeping }), words.Share),
			number("random_error_rate", "random errors", in(turns, func(m *measure.Measures) float64 { return ratio(m.RandomErrors, m.TypicalPlies) }), words.Share),
			number("greedy_error_rate", "greedy errors", in(greedy, func(g *measure.GreedyPlay) float64 { return ratio(g.GreedyErrors, g.GreedyPlies) }), words.Share),
			number("random_errors_anywhere", "anywhere", in(table, func(g *measure.TableErrors) float64 { return g.Random }), words.Share),
			bestLinesFact(),
		}, "Moves that keep the value: their share on the best lines. Errors: the share of moves that give part of the value away, when both play at random, and when both look one ply ahead; anywhere: of a random move, on average over all positions of the table."},
	}
}

// number is a fact that is a number, or NaN where it is not known.
func number(key, name string, of func(*Compared) float64, words func(float64) string) Fact {
	write := func(words func(float64) string, none string) func(*Compared) string {
		return func(c *Compared) string {
			if x := of(c); !math.IsNaN(x) {
				return words(x)
			}
			return none
		}
	}
	return Fact{key, ">" + name, write(words, "-"), write(exact, "")}
}

func exact(x float64) string { return strconv.FormatFloat(x, 'f', -1, 64) }

// decimals writes numbers with so many digits after the point.
func decimals(digits int) func(float64) string {
	return func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
}

// count is a fact that is a whole number.
func count(key, name string, of func(*Compared) float64) Fact {
	return number(key, name, of, func(n float64) string { return words.Thousands(int64(n)) })
}

// orZero is a fact that is 0 in a spreadsheet where it is not known.
func orZero(f Fact) Fact {
	known := f.Cell
	f.Cell = func(c *Compared) string { return cmp.Or(known(c), "0") }
	return f
}

// text is a fact that is the same for people and for a spreadsheet.
func text(key, name string, of func(*Compared) string) Fact { return Fact{key, name, of, of} }

// bestLinesFact is the number of best lines, which can have any number of digits.
func bestLinesFact() Fact {
	cell := func(c *Compared) string {
		if c.Measures == nil || bestLines(c.Measures) == nil {
			return ""
		}
		return c.Measures.BestLines
	}
	return Fact{"best_lines", ">best lines", func(c *Compared) string { return words.Decimal(cell(c)) }, cell}
}

// in is a measure of a group, or NaN where there are no measures or the group is nil.
func in[T any](group func(*measure.Measures) *T, of func(*T) float64) func(*Compared) float64 {
	return func(c *Compared) float64 {
		if c.Measures != nil {
			if g := group(c.Measures); g != nil {
				return of(g)
			}
		}
		return math.NaN()
	}
}

// Groups of measures, nil where they have no meaning.
func all(m *measure.Measures) *measure.Measures      { return m }
func contest(m *measure.Measures) *measure.Contest   { return m.Contest }
func random(m *measure.Measures) *measure.RandomPlay { return m.RandomPlay }
func greedy(m *measure.Measures) *measure.GreedyPlay { return m.GreedyPlay }
func table(m *measure.Measures) *measure.TableErrors { return m.Table }

// turns are the measures of a game where players take turns.
func turns(m *measure.Measures) *measure.Measures {
	if m.PlayErrors == nil {
		return nil
	}
	return m
}

// bestLines are the measures of perfect play whose lines are counted.
func bestLines(m *measure.Measures) *measure.PerfectPlay {
	if m.PerfectPlay == nil || m.BestLines == "" {
		return nil
	}
	return m.PerfectPlay
}

// known is a number of plies, or NaN for -1.
func known(plies int) float64 {
	if plies < 0 {
		return math.NaN()
	}
	return float64(plies)
}

// positive is a number that is not known where it is 0.
func positive(x float64) float64 {
	if x == 0 {
		return math.NaN()
	}
	return x
}

// shareOf is a part of a whole, or NaN where it has no meaning.
func shareOf(p *solved.Part) float64 {
	if p == nil || p.Of == 0 {
		return math.NaN()
	}
	return float64(p.Count) / float64(p.Of)
}

// ratio is part divided by whole, or 0 if whole is 0.
func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
