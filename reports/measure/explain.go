package measure

import (
	"fmt"

	"zermelo/reports/words"
)

// Explained describes a measure in words.
type Explained struct {
	Name        string `json:"name"`        // name of the measure
	Value       string `json:"value"`       // value of the measure, in words
	Explanation string `json:"explanation"` // one or two sentences
}

// Explain describes in words the measures that are defined for a game.
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
			fmt.Sprintf("Difference between the win rates of %s and %s when every legal move is equally likely: %s and %s.",
				roles[first], roles[1-first], words.Share(c.FirstWins), words.Share(c.SecondWins)))
		add(Draws, words.Share(c.Drawn), "Share of random plays that end in a draw.")
	}
	if p := m.RandomPlay; p != nil {
		for role, payoff := range p.Payoffs {
			add("payoff of random play for "+roles[role], fmt.Sprintf("%.2f", payoff), "Mean payoff of "+roles[role]+" when every legal move is equally likely.")
		}
		add(Decisiveness, decisiveness(p),
			"Mean number of plies of random play up to the last change of the value under perfect play, and its share of all plies.")
	}
	if p := m.PerfectPlay; p != nil && p.Keeping > 0 {
		add(Keeping, words.Share(p.Keeping), "Share of legal moves that keep the value, averaged along the best lines. The smaller it is, the harder perfect play is.")
	}
	addErrors(m, add)
	if m.ExpectedPlies != nil {
		add(PerfectLength, fmt.Sprintf("%.1f plies", *m.ExpectedPlies), "Mean length of perfect play, including random moves.")
	}
	if l := m.Luck; l != nil {
		add(LuckAndSkill, fmt.Sprintf("%.3f per roll, %.3f per choice", l.RollSpread, l.ChoiceSpread), fmt.Sprintf("Standard deviation of the value for %s over the outcomes of a random move, "+
			"and over the moves of a player, averaged over perfect play. Random moves contribute %s of the variance.", roles[0], words.Share(l.LuckShare)))
		if l.PerfectScore != nil {
			add("perfect against random", words.Share(*l.PerfectScore), "Expected score of perfect play against a random player. A draw counts half.")
			add("greedy against random", words.Share(*l.GreedyScore), "The same for a player who looks one ply ahead.")
		}
	}
	if p := m.PerfectPlay; p != nil {
		add(PerfectLength, words.Plural(int64(p.PerfectPlies), "ply"), "The winner shortens the play, the loser prolongs it, and in a draw both shorten it.")
	}
	if p := m.RandomPlay; p != nil {
		add(TypicalLength, fmt.Sprintf("%.1f plies", p.TypicalPlies), "Mean length of random play.")
	}
	if m.LongestPlies >= 0 {
		add(AllLengths, fmt.Sprintf("%d to %s", m.ShortestPlies, words.Plural(int64(m.LongestPlies), "ply")), "Lengths of the shortest and the longest legal play.")
	}
	if p := m.PerfectPlay; p != nil && p.BestLines != "" {
		add(BestLines, words.Decimal(p.BestLines), "Number of lines of perfect play: no move gives value away, the winner is as fast as possible, and the loser is as slow as possible.")
	}
	if c := m.Contest; c != nil {
		if c.LeadChanges == nil {
			add(Comebacks, words.Share(c.Comeback), "Share of random plays where a player in a lost position does not lose.")
			return list
		}
		add(Comebacks, words.Share(c.Comeback), "Share of random plays where a player whose value was less than half of the total does not lose.")
		add("lead changes", fmt.Sprintf("%.2f", *c.LeadChanges), "Mean number of plies of random play where the player with the greater value changes.")
	}
	return list
}

func addErrors(m *Measures, add func(name, value, explanation string)) {
	if p, r := m.PlayErrors, m.RandomPlay; p != nil && r != nil {
		add(RandomErrors, errorWords(p.RandomErrors, r.TypicalPlies),
			"Moves that give value away when both players move at random: share of all plies, and number per game.")
	}
	if p := m.GreedyPlay; p != nil {
		add(GreedyErrors, errorWords(p.GreedyErrors, p.GreedyPlies),
			"The same when both players look one ply ahead: they make a winning move if possible, avoid moves that lose immediately, and otherwise move at random.")
	}
	if t := m.Table; t != nil {
		add("random errors anywhere", words.Share(t.Random),
			fmt.Sprintf("Probability that a random move gives value away, averaged over the %s nonterminal positions of the table.", words.Thousands(t.Positions)))
		if t.Greedy != nil {
			add("greedy errors anywhere", words.Share(*t.Greedy), "The same for a player who looks one ply ahead.")
		}
	}
}

func decisiveness(p *RandomPlay) string {
	if p.TypicalPlies == 0 {
		return "decided at the start"
	}
	return fmt.Sprintf("after %.1f plies, %s of the game", p.DecidedPlies, words.Share(p.DecidedPlies/p.TypicalPlies))
}

// errorWords formats the expected number of errors in a play of the given length.
func errorWords(errors, plies float64) string {
	if plies == 0 {
		return "-"
	}
	return fmt.Sprintf("%s of plies, %.2f per game", words.Share(errors/plies), errors)
}

// Names of measures, as in Undefined.
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
	LuckAndSkill  = "luck and skill"
)
