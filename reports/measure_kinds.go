package reports

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver"
)

// measure finds what has a meaning in the kind of game.
func (b *book[S]) measure(ctx context.Context) (*Measures, error) {
	layered, isLayered := b.game.(games.Layered[S])
	tiered, isTiered := b.game.(games.Tiered[S])
	table, isTable := b.table.(layerTable[S])
	if b.solution.Nodes > 0 || !isTable {
		return nil, &NotMeasuredError{b.info.Name, "there is only a proof of the value, no table of all positions"}
	}
	start, err := b.Start()
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Name, err)
	}
	m := &Measures{First: start.Mover, ShortestPlies: -1, LongestPlies: -1}
	if start.Terminal {
		m.First = 0
	}
	switch {
	case len(b.solution.Tiers) > 0 && isTiered:
		err = b.measureTiers(ctx, m, tiered)
	case isLayered:
		err = b.measurePlay(ctx, m, table, layered)
	default:
		err = b.measureStates(ctx, m, table)
	}
	if err == nil {
		err = b.measurePerfect(ctx, m, start)
	}
	if err != nil {
		return nil, fmt.Errorf("measure %s: %w", b.info.Name, err)
	}
	return m, nil
}

// isContest reports whether one role's gain is the other's loss.
func isContest(info *games.Info) bool { return !info.GeneralSum && len(info.Roles) == games.MaxRoles }

// undefined notes measures that have no meaning, and why.
func (m *Measures) undefined(why string, measures ...string) {
	for _, name := range measures {
		m.Undefined = append(m.Undefined, Undefined{name, why})
	}
}

// measurePlay fills in what to expect of play in a game of layers.
func (b *book[S]) measurePlay(ctx context.Context, m *Measures, table layerTable[S], layered games.Layered[S]) error {
	p, errors, err := b.prospects(ctx, table, layered)
	if err != nil {
		return err
	}
	plies := b.solution.Plies
	m.ShortestPlies = slices.IndexFunc(plies, func(p solver.PlyStats) bool { return p.Terminals > 0 })
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
		m.undefined("the game is not one where one's gain is the other's loss", nameAdvantage, nameDraws, nameComebacks, nameGreedy)
	}
	if b.info.Simultaneous {
		m.undefined("both choose at once, and no move alone loses anything", nameRandom)
		if contest {
			m.undefined("both choose at once, and no move alone ends the game", nameGreedy)
		}
		return nil
	}
	m.PlayErrors, m.Table = &PlayErrors{RandomErrors: p.errors}, errors.measure(contest)
	if contest {
		m.GreedyPlay = &GreedyPlay{GreedyErrors: p.greedyErrors, GreedyPlies: p.greedyPlies}
	}
	return nil
}

// measurePerfect fills in what is known of perfect play from the start.
func (b *book[S]) measurePerfect(ctx context.Context, m *Measures, start *Position) error {
	plies := start.Outcome.Remoteness
	switch {
	case plies < 0 && b.solution.Outcomes.Kind == solver.Alternating:
		m.undefined("perfect play goes on for ever", namePerfect, nameLines, nameKeeping)
		return nil
	case plies < 0:
		m.undefined("perfect play is left to chance", namePerfect, nameLines, nameKeeping)
		return nil
	}
	m.PerfectPlay = &PerfectPlay{PerfectPlies: plies}
	if b.solution.Outcomes.Kind != solver.Alternating {
		m.undefined("perfect play at one position depends on the choice between equals at others", nameLines, nameKeeping)
		return nil
	}
	lines, err := b.bestLines(ctx)
	if err == nil && lines != nil {
		m.BestLines, m.Keeping = lines.count.String(), lines.keeping
	}
	return err
}

// noOrder notes what cannot be found where positions can come back.
func (m *Measures) noOrder() {
	m.undefined("positions can come back, so that there is no order in which to find what random play brings",
		nameAdvantage, nameDraws, nameDecisive, nameTypical, nameAll, nameComebacks)
}
