package reports

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"zermelo/reports/measure"
)

// NamedMeasure is a measure of a game for people, with its meaning.
type NamedMeasure struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Explanation string `json:"explanation"` // a sentence or two
}

// namedMeasures lists the measures that the game has for people; roles are the
// names of the players.
func namedMeasures(m *measure.Measures, roles []string) []NamedMeasure {
	var list []NamedMeasure
	add := func(name, value, explanation string) {
		list = append(list, NamedMeasure{name, value, explanation})
	}
	if c := m.Contest; c != nil {
		name, first := measure.Advantage, max(0, m.First)
		if m.First < 0 {
			name = roles[0] + "'s advantage"
		}
		add(name, fmt.Sprintf("%+.1f %%", 100*(c.FirstWins-c.SecondWins)),
			fmt.Sprintf("How much more often %s wins than %s when both play at random, every legal move with the same chance: %s against %s.",
				roles[first], roles[1-first], chance(c.FirstWins), chance(c.SecondWins)))
		add(measure.Draws, chance(c.Drawn), "How often random play ends in a draw.")
	}
	if p := m.RandomPlay; p != nil {
		for role, payoff := range p.Payoffs {
			add("payoff of random play for "+roles[role], fmt.Sprintf("%.2f", payoff), "What "+roles[role]+" gets on average when every legal move is played with the same chance.")
		}
		add(measure.Decisiveness, decisiveness(p),
			"How early the game is decided: the plies of random play, on average, up to the last move that changes what the game is worth under perfect play, and their share of all plies. "+
				"The smaller, the earlier.")
	}
	if p := m.PerfectPlay; p != nil && p.Keeping > 0 {
		add(measure.Keeping, chance(p.Keeping), "The share of the legal moves that keep the value, on average along the best lines: the smaller, the more difficult is perfect play.")
	}
	addErrors(m, add)
	if p := m.PerfectPlay; p != nil {
		add(measure.PerfectLength, Plural(int64(p.PerfectPlies), "ply"), "The winner hastens, the loser delays, and in a draw both hasten.")
	}
	if p := m.RandomPlay; p != nil {
		add(measure.TypicalLength, fmt.Sprintf("%.1f plies", p.TypicalPlies), "The average length of random play.")
	}
	if m.LongestPlies >= 0 {
		add(measure.AllLengths, fmt.Sprintf("%d to %s", m.ShortestPlies, Plural(int64(m.LongestPlies), "ply")), "The shortest and the longest play that the rules allow.")
	}
	if p := m.PerfectPlay; p != nil && p.BestLines != "" {
		add(measure.BestLines, bigThousands(p.BestLines), "How many different lines of perfect play there are, in which no move could be better and none quicker, or slower for the loser.")
	}
	if c := m.Contest; c != nil {
		add(measure.Comebacks, chance(c.Comeback), "How often, in random play, a player who was lost under perfect play does not lose in the end.")
	}
	return list
}

// addErrors adds the measures of errors.
func addErrors(m *measure.Measures, add func(name, value, explanation string)) {
	if p, r := m.PlayErrors, m.RandomPlay; p != nil && r != nil {
		add(measure.RandomErrors, errorWords(p.RandomErrors, r.TypicalPlies),
			"How often a move gives part of the value away when both play at random: the share of all moves, and the number in a game.")
	}
	if p := m.GreedyPlay; p != nil {
		add(measure.GreedyErrors, errorWords(p.GreedyErrors, p.GreedyPlies),
			"The same when both look one ply ahead: they end the game at once if they win by it, do not if they lose by it, and else play at random.")
	}
	if t := m.Table; t != nil {
		add("random errors anywhere", chance(t.Random),
			fmt.Sprintf("How often a random move gives part of the value away, on average over all positions of the table where the game is not over: %s.", Thousands(t.Positions)))
		if t.Greedy != nil {
			add("greedy errors anywhere", chance(*t.Greedy), "The same for a player who looks one ply ahead.")
		}
	}
}

// decisiveness says when the value is fixed.
func decisiveness(p *measure.RandomPlay) string {
	if p.TypicalPlies == 0 {
		return "decided at the start"
	}
	return fmt.Sprintf("after %.1f plies, %s of the game", p.DecidedPlies, chance(p.DecidedPlies/p.TypicalPlies))
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
	if r.NotMeasured != "" {
		return []block{paragraph("Not measured: " + r.NotMeasured + ".")}
	}
	if r.Measures == nil {
		return nil
	}
	t := newTable("", ">")
	if r.Explained != nil {
		t = newTable("", ">", "what it says")
	}
	for _, m := range namedMeasures(r.Measures, r.Roles) {
		t.add([]string{m.Name, m.Value, m.Explanation}[:len(t.head)]...)
	}
	return append([]block{t}, undefinedBlocks(r.Measures.Undefined)...)
}

// undefinedBlocks say which measures have no meaning, those with one reason
// together.
func undefinedBlocks(list []measure.Undefined) (blocks []block) {
	for len(list) > 0 {
		why, names := list[0].Why, []string{}
		list = slices.DeleteFunc(slices.Clone(list), func(u measure.Undefined) bool {
			if u.Why == why {
				names = append(names, u.Measure)
			}
			return u.Why == why
		})
		blocks = append(blocks, paragraph(sentence(strings.Join(names, ", ")+": not measured, as "+why)))
	}
	return blocks
}
