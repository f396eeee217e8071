package reports

import "fmt"

// fact is a column of a comparison.
type fact struct {
	key   string // in CSV
	name  string // for people; empty: only in CSV, as it says nothing about the game
	words func(*Compared) string
	// exact is the fact for a spreadsheet; nil: as in words.
	exact func(*Compared) string
}

// factGroup is a table of a comparison.
type factGroup struct {
	title string
	facts []fact
	note  string
}

// factGroups are all facts of a comparison.
func factGroups() []factGroup {
	return []factGroup{
		{"Answers", []fact{
			{"value", "value", func(c *Compared) string { return c.Value }, nil},
			{"plies", ">plies", func(c *Compared) string { return known(c.Plies) }, nil},
			{"longest_win", ">longest win", func(c *Compared) string { return known(c.LongestWin) }, nil},
		}, "Plies: the length of perfect play from the start. Longest win: the most plies that a forced win takes, anywhere in the game."},
		{"Size", []fact{
			countFact("states", "states", func(c *Compared) int64 { return c.States }),
			countFact("raw_states", "raw states", func(c *Compared) int64 { return c.RawStates }),
			countFact("terminals", "terminals", func(c *Compared) int64 { return c.Terminals }),
			{"branching", ">moves/state", func(c *Compared) string { return decimals(c.Branching, 2) }, func(c *Compared) string { return exactNumber(c.Branching) }},
			{"solve_seconds", "", func(c *Compared) string { return fmt.Sprintf("%.2f", c.SolveSeconds) }, nil},
			{"disk_bytes", "", func(c *Compared) string { return fmt.Sprint(c.DiskBytes) }, nil},
		}, "States: one for each class of positions that are the same up to symmetry; raw: symmetric ones counted each."},
		{"Choices", []fact{
			shareFact("only_moves", "only moves", func(c *Compared) *Part { return &c.OnlyMoves }),
			shareFact("mover_wins", "mover wins", func(c *Compared) *Part { return c.MoverWins }),
		}, "Only moves: the states with a single value-keeping move, of those where one player has a choice. Mover wins: the states where the player to move wins."},
	}
}

// countFact is a number of states, 0 where it is not known.
func countFact(key, name string, of func(*Compared) int64) fact {
	words := func(c *Compared) string {
		if of(c) == 0 {
			return "-"
		}
		return Thousands(of(c))
	}
	exact := func(c *Compared) string {
		if of(c) == 0 && key != "terminals" {
			return ""
		}
		return fmt.Sprint(of(c))
	}
	return fact{key, ">" + name, words, exact}
}

// shareFact is a part of a whole, nil where it has no meaning.
func shareFact(key, name string, of func(*Compared) *Part) fact {
	words := func(c *Compared) string {
		if p := of(c); p != nil {
			return percent(p.Count, p.Of)
		}
		return "-"
	}
	exact := func(c *Compared) string {
		if p := of(c); p != nil && p.Of > 0 {
			return exactNumber(float64(p.Count) / float64(p.Of))
		}
		return ""
	}
	return fact{key, ">" + name, words, exact}
}

// known writes a number of plies, or a dash for -1.
func known(plies int) string {
	if plies < 0 {
		return "-"
	}
	return fmt.Sprint(plies)
}

// decimals writes a number that is 0 where there is none.
func decimals(x float64, digits int) string {
	if x == 0 {
		return "-"
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// exactNumber writes a number with all its digits.
func exactNumber(x float64) string { return fmt.Sprint(x) }
