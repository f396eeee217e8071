package render

import (
	"cmp"
	"fmt"
	"strings"

	"zermelo/reports/model"
	"zermelo/reports/words"
)

const maxNamed = 6 // maximum number of mistakes and of variants that summary names

// summary returns a paragraph for designers: the first moves, who is favoured, when the game is
// decided, how often the lead changes, the commonest opening mistake, and what the options change.
// Each sentence names the source of its numbers, or the reason why they are unknown.
func summary(r *model.Report) string {
	var list []string
	addf := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if text := firstMoves(r); text != "" {
		list = append(list, text)
	}
	if n := onlyMovesOf(r); n > 0 {
		addf("On the line of perfect play, only one move keeps the value at %d of %s.", n, words.Plural(int64(len(r.Line.Moves)), "ply"))
	}
	addf("Perfect play: %s (value of the start).", r.Start.Value.Words)
	if w := r.WidestBounds; w != nil && *w > 0 {
		addf("Values are %s.", words.Precision(*w))
	}
	m := r.Measures
	if m == nil {
		addf("Random and greedy play, when the game is decided, how often the lead changes: unknown, because %s.",
			cmp.Or(r.NotMeasured, "the game was not measured; add --measures"))
	} else {
		wins := func(players string, first, second float64) {
			i := max(0, m.First)
			addf("%s: %s wins %s, %s %s (measures).", players, r.Roles[i], words.Share(first), r.Roles[1-i], words.Share(second))
		}
		if m.Contest != nil {
			wins("Random players", m.FirstWins, m.SecondWins)
		}
		if m.GreedyPlay != nil {
			wins("Greedy players, who look one ply ahead", m.GreedyFirstWins, m.GreedySecondWins)
		}
		if m.RandomPlay != nil {
			addf("Random play is decided after %.1f of %.1f plies on average (measures).", m.DecidedPlies, m.TypicalPlies)
		}
		if m.Contest != nil && m.LeadChanges != nil {
			addf("The player with the greater value changes %.1f times per random play; in %s of plays, a player whose value was less than half does not lose (measures).",
				*m.LeadChanges, words.Share(m.Comeback))
		} else if m.PlayErrors != nil && m.Contest != nil && !r.Info.Stochastic {
			addf("The lead under perfect play changes %.1f times per random play; in %s of plays, a player in a lost position does not lose (measures).",
				m.RandomErrors, words.Share(m.Comeback))
		}
		if l := m.Luck; l != nil {
			addf("In perfect play, the value has a standard deviation of %.3f over the results of a random move, and of %.3f over the moves of a player; random moves contribute %s of the variance (measures).",
				l.RollSpread, l.ChoiceSpread, words.Share(l.LuckShare))
			if l.PerfectScore != nil {
				addf("Against random players, perfect play scores %s and greedy play %s (measures).", words.Share(*l.PerfectScore), words.Share(*l.GreedyScore))
			}
		}
		for _, b := range undefinedBlocks(m.Undefined) {
			list = append(list, string(b.(paragraph)))
		}
	}
	switch m := r.Mistake; {
	case r.Info.Stochastic:
	case m == nil:
		addf("Commonest opening mistake: unknown, because it requires a table and players who move in turn.")
	case len(m.Moves) == 0:
		addf("No move of the first two plies gives value away (values of the moves).")
	default:
		addf("Commonest opening mistake, with a probability of %s in random play: %s by %s on ply %d (values of the moves).",
			words.Share(m.Share), named(m.Moves, " or "), r.Roles[m.Role], m.Ply)
	}
	if len(r.Variants) == 0 {
		addf("What the options change: unknown, because no variant that differs in one option is solved.")
	} else {
		var parts []string
		for _, v := range r.Variants {
			parts = append(parts, v.Value+" with "+v.Words)
		}
		addf("What the options change: %s (tables of the variants).", named(parts, "; "))
	}
	return strings.Join(list, " ")
}

func named(list []string, separator string) string {
	if left := len(list) - maxNamed; left > 0 {
		return fmt.Sprintf("%s%s%d others", strings.Join(list[:maxNamed], separator), separator, left)
	}
	return strings.Join(list, separator)
}
