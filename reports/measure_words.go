package reports

import (
	"fmt"
	"math/big"
)

// NamedMeasure is a measure of a game for people, with its meaning.
type NamedMeasure struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Explanation string `json:"explanation"` // a sentence or two
}

// Named lists the measures for people; roles are the names of the players.
func (m *Measures) Named(roles []string) []NamedMeasure {
	list := []NamedMeasure{
		{"first player's advantage", fmt.Sprintf("%+.1f %%", 100*(m.FirstWins-m.SecondWins)),
			fmt.Sprintf("How much more often %s wins than %s when both play at random, every legal move with the same chance: %s against %s.",
				roles[m.First], roles[1-m.First], chance(m.FirstWins), chance(m.SecondWins))},
		{"drawishness", chance(m.Drawn), "How often random play ends in a draw."},
		{"decisiveness", m.decisiveness(),
			"How early the game is decided: the plies of random play, on average, up to the last move that changes what the game is worth under perfect play, and their share of all plies. " +
				"The smaller, the earlier."},
	}
	if m.Keeping > 0 {
		list = append(list, NamedMeasure{"moves that keep the value", chance(m.Keeping),
			"The share of the legal moves that keep the value, on average along the best lines: the smaller, the more difficult is perfect play."})
	}
	list = append(list,
		NamedMeasure{"errors of a random player", errorWords(m.RandomErrors, m.TypicalPlies),
			"How often a move gives part of the value away when both play at random: the share of all moves, and the number in a game."},
		NamedMeasure{"errors of a greedy player", errorWords(m.GreedyErrors, m.GreedyPlies),
			"The same when both look one ply ahead: they end the game at once if they win by it, do not if they lose by it, and else play at random."},
		NamedMeasure{"length of perfect play", Plural(int64(m.PerfectPlies), "ply"), "The winner hastens, the loser delays, and in a draw both hasten."},
		NamedMeasure{"length of typical play", fmt.Sprintf("%.1f plies", m.TypicalPlies), "The average length of random play."},
	)
	if m.LongestPlies >= 0 {
		list = append(list, NamedMeasure{"length of all play", fmt.Sprintf("%d to %s", m.ShortestPlies, Plural(int64(m.LongestPlies), "ply")),
			"The shortest and the longest play that the rules allow."})
	}
	if m.BestLines != "" {
		list = append(list, NamedMeasure{"best lines", bigThousands(m.BestLines),
			"How many different lines of perfect play there are, in which no move could be better and none quicker, or slower for the loser."})
	}
	return append(list, NamedMeasure{"comebacks", chance(m.Comeback),
		"How often, in random play, a player who was lost under perfect play does not lose in the end."})
}

// decisiveness says when the value is fixed.
func (m *Measures) decisiveness() string {
	if m.TypicalPlies == 0 {
		return "decided at the start"
	}
	return fmt.Sprintf("after %.1f plies, %s of the game", m.DecidedPlies, chance(m.DecidedPlies/m.TypicalPlies))
}

// errorWords are the errors in a play of so many plies.
func errorWords(errors, plies float64) string {
	if plies == 0 {
		return "-"
	}
	return fmt.Sprintf("%s of the moves, %.2f in a game", chance(errors/plies), errors)
}

// chance writes a chance or a share, as in "12.3 %".
func chance(x float64) string { return fmt.Sprintf("%.1f %%", 100*x) }

// bigThousands writes a decimal number with commas up to 15 digits, longer ones
// in short, and none as a dash.
func bigThousands(decimal string) string {
	n, ok := new(big.Int).SetString(decimal, 10)
	switch {
	case !ok:
		return "-"
	case n.IsInt64() && len(decimal) <= 15:
		return Thousands(n.Int64())
	}
	return fmt.Sprintf("about %s.%se+%d", decimal[:1], decimal[1:3], len(decimal)-1)
}

// addMeasures adds the section of the measures, if they were asked for.
func addMeasures(d *document, r *Report) {
	if blocks := measureBlocks(r); blocks != nil {
		d.add("Measures", blocks...)
	}
}

// measureBlocks are the measures, or why there are none; nil if they were not
// asked for.
func measureBlocks(r *Report) []block {
	switch {
	case r.NotMeasured != "":
		return []block{paragraph("Not measured: " + r.NotMeasured + ".")}
	case r.Explained != nil:
		t := newTable("", ">", "what it says")
		for _, m := range r.Explained {
			t.add(m.Name, m.Value, m.Explanation)
		}
		return []block{t}
	case r.Measures != nil:
		t := newTable("", ">")
		for _, m := range r.Measures.Named(r.Roles) {
			t.add(m.Name, m.Value)
		}
		return []block{t}
	}
	return nil
}
