package measure

import (
	"fmt"

	"zermelo/reports/words"
)

// Explained is a measure of a game for people, with its meaning.
type Explained struct {
	Name        string `json:"name"`
	Value       string `json:"value"`
	Explanation string `json:"explanation"` // a sentence or two
}

// Explain lists the measures that the game has for people; roles are the
// names of the players.
func Explain(m *Measures, roles []string) []Explained {
	var list []Explained
	add := func(name, value, explanation string) {
		list = append(list, Explained{name, value, explanation})
	}
	if c := m.Contest; c != nil {
		name, first := Advantage, max(0, m.First)
		if m.First < 0 {
			name = roles[0] + "'s advantage"
		}
		add(name, fmt.Sprintf("%+.1f %%", 100*(c.FirstWins-c.SecondWins)),
			fmt.Sprintf("How much more often %s wins than %s when both play at random, every legal move with the same chance: %s against %s.",
				roles[first], roles[1-first], words.Share(c.FirstWins), words.Share(c.SecondWins)))
		add(Draws, words.Share(c.Drawn), "How often random play ends in a draw.")
	}
	if p := m.RandomPlay; p != nil {
		for role, payoff := range p.Payoffs {
			add("payoff of random play for "+roles[role], fmt.Sprintf("%.2f", payoff), "What "+roles[role]+" gets on average when every legal move is played with the same chance.")
		}
		add(Decisiveness, decisiveness(p),
			"How early the game is decided: the plies of random play, on average, up to the last move that changes what the game is worth under perfect play, and their share of all plies. "+
				"The smaller, the earlier.")
	}
	if p := m.PerfectPlay; p != nil && p.Keeping > 0 {
		add(Keeping, words.Share(p.Keeping), "The share of the legal moves that keep the value, on average along the best lines: the smaller, the more difficult is perfect play.")
	}
	addErrors(m, add)
	if p := m.PerfectPlay; p != nil {
		add(PerfectLength, words.Plural(int64(p.PerfectPlies), "ply"), "The winner hastens, the loser delays, and in a draw both hasten.")
	}
	if p := m.RandomPlay; p != nil {
		add(TypicalLength, fmt.Sprintf("%.1f plies", p.TypicalPlies), "The average length of random play.")
	}
	if m.LongestPlies >= 0 {
		add(AllLengths, fmt.Sprintf("%d to %s", m.ShortestPlies, words.Plural(int64(m.LongestPlies), "ply")), "The shortest and the longest play that the rules allow.")
	}
	if p := m.PerfectPlay; p != nil && p.BestLines != "" {
		add(BestLines, words.Decimal(p.BestLines), "How many different lines of perfect play there are, in which no move could be better and none quicker, or slower for the loser.")
	}
	if c := m.Contest; c != nil {
		add(Comebacks, words.Share(c.Comeback), "How often, in random play, a player who was lost under perfect play does not lose in the end.")
	}
	return list
}

func addErrors(m *Measures, add func(name, value, explanation string)) {
	if p, r := m.PlayErrors, m.RandomPlay; p != nil && r != nil {
		add(RandomErrors, errorWords(p.RandomErrors, r.TypicalPlies),
			"How often a move gives part of the value away when both play at random: the share of all moves, and the number in a game.")
	}
	if p := m.GreedyPlay; p != nil {
		add(GreedyErrors, errorWords(p.GreedyErrors, p.GreedyPlies),
			"The same when both look one ply ahead: they end the game at once if they win by it, do not if they lose by it, and else play at random.")
	}
	if t := m.Table; t != nil {
		add("random errors anywhere", words.Share(t.Random),
			fmt.Sprintf("How often a random move gives part of the value away, on average over all positions of the table where the game is not over: %s.", words.Thousands(t.Positions)))
		if t.Greedy != nil {
			add("greedy errors anywhere", words.Share(*t.Greedy), "The same for a player who looks one ply ahead.")
		}
	}
}

// decisiveness says when the value is fixed.
func decisiveness(p *RandomPlay) string {
	if p.TypicalPlies == 0 {
		return "decided at the start"
	}
	return fmt.Sprintf("after %.1f plies, %s of the game", p.DecidedPlies, words.Share(p.DecidedPlies/p.TypicalPlies))
}

// errorWords are the errors in a play of so many plies.
func errorWords(errors, plies float64) string {
	if plies == 0 {
		return "-"
	}
	return fmt.Sprintf("%s of the moves, %.2f in a game", words.Share(errors/plies), errors)
}

// The names of measures that some games do not have, as in Undefined.
const (
	Advantage     = "first player's advantage"
	Draws         = "drawishness"
	Decisiveness  = "decisiveness"
	Keeping       = "moves that keep the value"
	RandomErrors  = "errors of a random player"
	GreedyErrors  = "errors of a greedy player"
	PerfectLength = "length of perfect play"
	TypicalLength = "length of typical play"
	AllLengths    = "length of all play"
	BestLines     = "best lines"
	Comebacks     = "comebacks"
)
