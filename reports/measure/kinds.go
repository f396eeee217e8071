package measure

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Table provides the values of states, whether canonical or not. A table with layers must also
// have the method Blocks. Other tables of all positions must be of type [*tablebase.Table].
type Table[S games.State] interface {
	Probe(dst []value.Outcome, states []S) ([]value.Outcome, error)
}

type subject[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	table    Table[S]
	solution *job.Solution
}

// Of computes the measures of a solved game. It returns a [*NotMeasuredError] if there is no
// table of all positions, or if layers are too large.
//
// Of sweeps over all positions using all processors. It loads each layer along with the layers that
// its moves lead to, using about 90 bytes per position. In a game with tiers, it loads tiers in the
// same way, using two bytes per index, unless they exceed 1 GiB.
func Of[S games.State](ctx context.Context, g games.Game[S], probed Table[S], solution *job.Solution) (*Measures, error) {
	b := &subject[S]{g, g.Info(), probed, solution}
	layered, isLayered := g.(games.Layered[S])
	table, isTable := probed.(layerTable[S])
	if len(b.info.Roles) > 2 {
		return nil, &NotMeasuredError{b.info.Label(), "only games of one or two players are supported"}
	}
	if solution.Nodes > 0 || !isTable {
		return nil, &NotMeasuredError{b.info.Label(), "no table of all positions is stored"}
	}
	if slices.ContainsFunc(solution.Outcomes.List, func(o value.Outcome) bool { return !o.Solved() }) {
		return nil, &NotMeasuredError{b.info.Label(), "the payoffs of some positions are not known"}
	}
	outcomes, err := probed.Probe(nil, []S{g.Start()})
	m := &Measures{First: -1, ShortestPlies: -1, LongestPlies: -1}
	switch moves := games.NotationOf(g).Moves(g.Start()); {
	case games.Mover(g, g.Start()) == int(games.Chance):
	case moves[1] == nil: // or the start position is terminal
		m.First = 0
	case moves[0] == nil:
		m.First = 1
	}
	switch {
	case err != nil:
	case isLayered && len(solution.Tiers) == 0:
		err = b.measurePlay(ctx, m, table, layered)
	default:
		err = b.measureErrors(ctx, m)
	}
	if err == nil {
		err = b.measurePerfect(ctx, m, &outcomes[0])
	}
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Label(), err)
	}
	return m, nil
}

// isContest reports whether two roles share a constant total.
func isContest(info *games.Info) bool { return !info.GeneralSum && len(info.Roles) == 2 }

func (m *Measures) undefined(why string, measures ...string) {
	for _, name := range measures {
		m.Undefined = append(m.Undefined, Undefined{name, why})
	}
}

// measurePlay computes the measures of random and greedy play in a game with layers.
func (b *subject[S]) measurePlay(ctx context.Context, m *Measures, table layerTable[S], layered games.Layered[S]) error {
	p, l, errors, err := b.expectations(ctx, table, layered)
	if err != nil {
		return err
	}
	plies := b.solution.Plies
	if b.solution.TerminalsOmitted && !b.solution.TerminalsCounted {
		plies = nil // they exclude plies at which only terminal states occur
	}
	first := max(0, m.First)
	m.ShortestPlies = slices.IndexFunc(plies, func(p job.PlyStats) bool { return p.Terminals > 0 })
	m.LongestPlies = len(plies) - 1
	m.RandomPlay = &RandomPlay{TypicalPlies: p.plies, DecidedPlies: p.decided}
	contest := isContest(b.info)
	if contest {
		m.Contest = &Contest{
			FirstWins: p.gains[first], SecondWins: p.gains[1-first], Drawn: p.draws,
			Comeback: p.comebacks[0] + p.comebacks[1] + p.saves,
		}
		if b.info.Stochastic {
			m.LeadChanges = &l.leads
		}
	} else {
		m.Payoffs = slices.Clone(p.gains[:len(b.info.Roles)])
		m.undefined("the game is not a constant-sum game of two players", Advantage, Draws, Comebacks, GreedyErrors)
	}
	if b.info.Simultaneous {
		m.undefined("the players move simultaneously, and no single move loses value", RandomErrors)
		if contest {
			m.undefined("the players move simultaneously, and no single move ends the game", GreedyErrors)
			m.LeadChanges = nil
		}
		if b.info.Stochastic {
			m.undefined("the players move simultaneously", LuckAndSkill)
		}
		return nil
	}
	m.PlayErrors, m.Table = &PlayErrors{RandomErrors: p.errors}, errors.measure(contest)
	if contest {
		m.GreedyPlay = &GreedyPlay{p.greedyGains[first], p.greedyGains[1-first], p.greedyErrors, p.greedyPlies}
	}
	switch {
	case !b.info.Stochastic:
	case b.info.GeneralSum:
		m.undefined("the payoffs have no constant sum", LuckAndSkill)
	default:
		m.Luck = &Luck{RollSpread: l.rolls.mean(), ChoiceSpread: l.choices.mean()}
		if sum := l.rolls.variance + l.choices.variance; sum > 0 {
			m.LuckShare = l.rolls.variance / sum
		}
		if contest {
			m.PerfectScore, m.GreedyScore = new((l.scores[0]+l.scores[1])/2), new((l.greedy[0]+l.greedy[1])/2)
		}
	}
	return nil
}

func (b *subject[S]) measurePerfect(ctx context.Context, m *Measures, start *value.Outcome) error {
	plies := start.Remoteness
	switch {
	case plies < 0 && b.info.Stochastic:
		if start.Plies > 0 {
			m.ExpectedPlies = new(words.Plies(start))
		} else {
			m.undefined("its mean is unknown", PerfectLength)
		}
		m.undefined("moves are random", BestLines, Keeping)
		return nil
	case plies < 0 && b.solution.Outcomes.Kind == value.Alternating:
		m.undefined("perfect play never ends", PerfectLength, BestLines, Keeping)
		return nil
	case plies < 0:
		m.undefined("the length of perfect play is random", PerfectLength, BestLines, Keeping)
		return nil
	}
	m.PerfectPlay = &PerfectPlay{PerfectPlies: plies}
	if b.solution.Outcomes.Kind != value.Alternating {
		m.undefined("perfect play in a position depends on choices between equally good moves elsewhere", BestLines, Keeping)
		return nil
	}
	count, keeping, err := b.bestLines(ctx)
	if err == nil && count != nil {
		m.BestLines, m.Keeping = count.String(), keeping
	}
	return err
}

// noOrder records the measures that are undefined because positions can repeat.
func (m *Measures) noOrder(info *games.Info) {
	names := []string{Advantage, Draws, Decisiveness, TypicalLength, AllLengths, Comebacks}
	if info.Stochastic {
		names = append(names, LuckAndSkill)
	}
	m.undefined(info.Repetition()+", so random play cannot be evaluated layer by layer", names...)
}
