package measure

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Table finds the values of states, which need not be canonical. A table of layers
// also has a method Blocks, and a table of tiers TierCells; see tablebase.
type Table[S games.State] interface {
	Probe(dst []value.Outcome, states []S) ([]value.Outcome, error)
}

// subject is a solved game that is measured.
type subject[S games.State] struct {
	game     games.Game[S]
	info     *games.Info
	table    Table[S]
	solution *job.Solution
}

// Of finds the measures that have a meaning in a solved game. The error is a
// *NotMeasuredError where there is no table of all positions, and where a layer or a
// tier has too many.
//
// It sweeps over all positions with all cores. It takes about 70 bytes for each
// position of the layers within reach of one ply, or a byte for each index of the
// tiers within reach.
func Of[S games.State](ctx context.Context, g games.Game[S], probed Table[S], solution *job.Solution) (*Measures, error) {
	b := &subject[S]{g, g.Info(), probed, solution}
	layered, isLayered := g.(games.Layered[S])
	tiered, isTiered := g.(games.Tiered[S])
	table, isTable := probed.(layerTable[S])
	if len(b.info.Roles) > 2 {
		return nil, &NotMeasuredError{b.info.Label(), "they are for games of one or two players"}
	}
	if solution.Nodes > 0 || !isTable {
		return nil, &NotMeasuredError{b.info.Label(), "there is only a proof of the value, no table of all positions"}
	}
	outcomes, err := probed.Probe(nil, []S{g.Start()})
	m := &Measures{First: -1, ShortestPlies: -1, LongestPlies: -1}
	switch moves := games.NotationOf(g).Moves(g.Start()); {
	case moves[1] == nil: // or the game is over
		m.First = 0
	case moves[0] == nil:
		m.First = 1
	}
	switch {
	case err != nil:
	case len(solution.Tiers) > 0 && isTiered:
		err = b.measureTiers(ctx, m, tiered)
	case isLayered:
		err = b.measurePlay(ctx, m, table, layered)
	default:
		err = b.measureStates(ctx, m, table)
	}
	if err == nil {
		err = b.measurePerfect(ctx, m, outcomes[0].Remoteness)
	}
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Label(), err)
	}
	return m, nil
}

// isContest reports whether two roles share a constant total.
func isContest(info *games.Info) bool { return !info.GeneralSum && len(info.Roles) == 2 }

// undefined records measures that have no meaning, with the reason.
func (m *Measures) undefined(why string, measures ...string) {
	for _, name := range measures {
		m.Undefined = append(m.Undefined, Undefined{name, why})
	}
}

// measurePlay fills in the measures of random and greedy play, in a game of layers.
func (b *subject[S]) measurePlay(ctx context.Context, m *Measures, table layerTable[S], layered games.Layered[S]) error {
	p, errors, err := b.expectations(ctx, table, layered)
	if err != nil {
		return err
	}
	plies := b.solution.Plies
	if b.solution.EndsByRules && !b.solution.EndsCounted {
		plies = nil // they do not tell where plays end
	}
	m.ShortestPlies = slices.IndexFunc(plies, func(p job.PlyStats) bool { return p.Terminals > 0 })
	m.LongestPlies = len(plies) - 1
	m.RandomPlay = &RandomPlay{TypicalPlies: p.plies, DecidedPlies: p.decided}
	contest := isContest(b.info)
	if contest {
		first := max(0, m.First)
		m.Contest = &Contest{
			FirstWins: p.gains[first], SecondWins: p.gains[1-first], Drawn: p.draws,
			Comeback: p.comebacks[0] + p.comebacks[1] + p.saves,
		}
	} else {
		m.Payoffs = slices.Clone(p.gains[:len(b.info.Roles)])
		m.undefined("the game is not one where one's gain is the other's loss", Advantage, Draws, Comebacks, GreedyErrors)
	}
	if b.info.Simultaneous {
		m.undefined("both choose at once, and no move alone loses anything", RandomErrors)
		if contest {
			m.undefined("both choose at once, and no move alone ends the game", GreedyErrors)
		}
		return nil
	}
	m.PlayErrors, m.Table = &PlayErrors{RandomErrors: p.errors}, errors.measure(contest)
	if contest {
		m.GreedyPlay = &GreedyPlay{GreedyErrors: p.greedyErrors, GreedyPlies: p.greedyPlies}
	}
	return nil
}

func (b *subject[S]) measurePerfect(ctx context.Context, m *Measures, plies int) error {
	switch {
	case plies < 0 && b.solution.Outcomes.Kind == value.Alternating:
		m.undefined("perfect play goes on for ever", PerfectLength, BestLines, Keeping)
		return nil
	case plies < 0:
		m.undefined("perfect play is left to chance", PerfectLength, BestLines, Keeping)
		return nil
	}
	m.PerfectPlay = &PerfectPlay{PerfectPlies: plies}
	if b.solution.Outcomes.Kind != value.Alternating {
		m.undefined("perfect play at one position depends on the choice between equals at others", BestLines, Keeping)
		return nil
	}
	count, keeping, err := b.bestLines(ctx)
	if err == nil && count != nil {
		m.BestLines, m.Keeping = count.String(), keeping
	}
	return err
}

// noOrder records the measures that cannot be found where positions can repeat.
func (m *Measures) noOrder(info *games.Info) {
	m.undefined(info.Repetition()+", so that there is no order in which to find what random play brings",
		Advantage, Draws, Decisiveness, TypicalLength, AllLengths, Comebacks)
}
