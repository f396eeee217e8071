package compare

import (
	"fmt"
	"math"
	"strconv"

	"zermelo/reports/measure"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// Fact is a column in a comparison.
type Fact struct {
	Key  string // column name in CSV
	Name string // column title; empty for columns that only appear in CSV
	// Words returns the fact as text for display, or "-" if it is unknown. Cell returns it for
	// spreadsheets, or "" if it is unknown.
	Words, Cell func(*Compared) string
}

// Group is a table in a comparison. Note is printed below the table.
type Group struct {
	Title string
	Facts []Fact
	Note  string
}

// Groups returns the tables in a comparison.
func Groups() []Group {
	return []Group{
		{"Answers", []Fact{
			text("value", "value", func(c *Compared) string { return c.Value }),
			number("plies", "plies", pliesOf, func(x float64) string {
				if x == math.Trunc(x) {
					return words.Thousands(int64(x))
				}
				return decimals(1)(x)
			}),
			count("longest_win", "longest win", func(c *Compared) float64 { return known(c.LongestWin) }),
		}, "Plies: the length of perfect play from the start, on average if moves are random. Longest win: the length of the longest forced win from any position."},
		{"Size", []Fact{
			count("states", "states", func(c *Compared) float64 { return counted(c.States) }),
			count("raw_states", "raw states", func(c *Compared) float64 { return counted(c.RawStates) }),
			count("terminals", "terminals", func(c *Compared) float64 { return counted(c.Terminals) }),
			number("branching", "moves/state", func(c *Compared) float64 { return counted(c.Branching) }, decimals(2)),
			text("solve_seconds", "", func(c *Compared) string { return fmt.Sprintf("%.2f", c.SolveSeconds) }),
			text("disk_bytes", "", func(c *Compared) string { return fmt.Sprint(c.DiskBytes) }),
		}, "States: classes of symmetric positions. Raw states: all positions."},
		{"Choices", []Fact{
			number("only_moves", "only moves", func(c *Compared) float64 { return shareOf(c.OnlyMoves) }, words.Share),
			number("mover_wins", "mover wins", func(c *Compared) float64 { return shareOf(c.MoverWins) }, words.Share),
		}, "Only moves: share of states where exactly one of several moves keeps the value. Mover wins: share of states won by the player to move."},
		{"Play at random", []Fact{
			number("first_advantage", "first's advantage", in(contest, func(g *measure.Contest) float64 { return g.FirstWins - g.SecondWins }), words.Share),
			number("random_drawn", "draws", in(contest, func(g *measure.Contest) float64 { return g.Drawn }), words.Share),
			number("decided_plies", "decided after", in(random, func(g *measure.RandomPlay) float64 { return g.DecidedPlies }), decimals(1)),
			number("typical_plies", "typical plies", in(random, func(g *measure.RandomPlay) float64 { return g.TypicalPlies }), decimals(1)),
			count("longest_plies", "longest", in(all, func(m *measure.Measures) float64 { return known(m.LongestPlies) })),
			number("comeback", "comebacks", in(contest, func(g *measure.Contest) float64 { return g.Comeback }), words.Share),
		}, "First's advantage: difference between the win rates of the first and the second player. Decided after: plies up to the last change of the value. " +
			"Comebacks: share of plays where a player in a lost position does not lose. Longest: longest legal play."},
		{"Luck and skill", []Fact{
			number("roll_spread", "per roll", in(luck, func(g *measure.Luck) float64 { return g.RollSpread }), decimals(3)),
			number("choice_spread", "per choice", in(luck, func(g *measure.Luck) float64 { return g.ChoiceSpread }), decimals(3)),
			number("luck_share", "luck", in(luck, func(g *measure.Luck) float64 { return g.LuckShare }), words.Share),
			number("perfect_score", "perfect play", in(luck, func(g *measure.Luck) float64 { return counted(g.PerfectScore) }), words.Share),
			number("greedy_score", "greedy play", in(luck, func(g *measure.Luck) float64 { return counted(g.GreedyScore) }), words.Share),
			number("lead_changes", "lead changes", in(contest, func(g *measure.Contest) float64 { return counted(g.LeadChanges) }), decimals(2)),
		}, "Per roll and per choice: standard deviation of the value over random moves and over choices in perfect play. Luck: contribution of random moves to the variance. " +
			"Perfect and greedy play: expected score against random players. Lead changes: changes of the player with the greater value in random play."},
		{"Difficulty", []Fact{
			number("keeping_moves", "moves that keep the value", in(bestLines, func(g *measure.PerfectPlay) float64 { return g.Keeping }), words.Share),
			number("random_error_rate", "random errors", in(turns, func(m *measure.Measures) float64 { return ratio(m.RandomErrors, m.TypicalPlies) }), words.Share),
			number("greedy_error_rate", "greedy errors", in(greedy, func(g *measure.GreedyPlay) float64 { return ratio(g.GreedyErrors, g.GreedyPlies) }), words.Share),
			number("random_errors_anywhere", "anywhere", in(table, func(g *measure.TableErrors) float64 { return g.Random }), words.Share),
			bestLinesFact(),
		}, "Moves that keep the value: share along the best lines. Errors: share of moves that give value away when both players move at random, and when both look one ply ahead. Anywhere: probability that a random move gives value away, averaged over all positions of the table."},
	}
}

// number returns a numeric fact. If of returns NaN, the number is unknown.
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

// decimals returns a function that formats numbers with the given number of decimal places.
func decimals(digits int) func(float64) string {
	return func(x float64) string { return strconv.FormatFloat(x, 'f', digits, 64) }
}

// count returns an integer fact.
func count(key, name string, of func(*Compared) float64) Fact {
	return number(key, name, of, func(n float64) string { return words.Thousands(int64(n)) })
}

// text returns a fact that has the same text for display and for spreadsheets.
func text(key, name string, of func(*Compared) string) Fact { return Fact{key, name, of, of} }

// bestLinesFact returns the fact for the number of best lines, which may not fit into 64 bits.
func bestLinesFact() Fact {
	cell := func(c *Compared) string {
		if c.Measures == nil || bestLines(c.Measures) == nil {
			return ""
		}
		return c.Measures.BestLines
	}
	return Fact{"best_lines", ">best lines", func(c *Compared) string { return words.Decimal(cell(c)) }, cell}
}

// in returns a function that computes a fact from a group of measures. The function returns NaN
// if the game has no measures or the group is nil.
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

// all returns m itself, as a group that contains all measures.
func all(m *measure.Measures) *measure.Measures      { return m }
func contest(m *measure.Measures) *measure.Contest   { return m.Contest }
func random(m *measure.Measures) *measure.RandomPlay { return m.RandomPlay }
func greedy(m *measure.Measures) *measure.GreedyPlay { return m.GreedyPlay }
func luck(m *measure.Measures) *measure.Luck         { return m.Luck }
func table(m *measure.Measures) *measure.TableErrors { return m.Table }

// turns returns the measures of a game, or nil if errors in random play are not defined.
func turns(m *measure.Measures) *measure.Measures {
	if m.PlayErrors == nil {
		return nil
	}
	return m
}

// bestLines returns the measures of perfect play, or nil if best lines have not been counted.
func bestLines(m *measure.Measures) *measure.PerfectPlay {
	if m.PerfectPlay == nil || m.BestLines == "" {
		return nil
	}
	return m.PerfectPlay
}

// known converts a number of plies to a float64. It converts -1 to NaN.
func known(plies int) float64 {
	if plies < 0 {
		return math.NaN()
	}
	return float64(plies)
}

func pliesOf(c *Compared) float64 {
	if c.ExpectedPlies != nil {
		return *c.ExpectedPlies
	}
	return known(c.Plies)
}

// counted converts a count to a float64. It converts nil to NaN.
func counted[N int64 | float64](n *N) float64 {
	if n == nil {
		return math.NaN()
	}
	return float64(*n)
}

// shareOf returns p as a fraction, or NaN if it is not defined.
func shareOf(p *solved.Part) float64 {
	if p == nil || p.Of == 0 {
		return math.NaN()
	}
	return float64(p.Count) / float64(p.Of)
}

func ratio(part, whole float64) float64 {
	if whole == 0 {
		return 0
	}
	return part / whole
}
