package command

import (
	"context"
	"errors"
	"fmt"
	"math"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/value"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

// untilJSON is the JSON form of what solve --until has done.
type untilJSON struct {
	Game  string     `json:"game"`
	Until string     `json:"until"`
	Tiers []tierJSON `json:"tiers"`
}

// showUntil prints the tiers up to one.
func (p *program) showUntil(info *games.Info, until string, tiers []job.SolvedTier) error {
	list := untilJSON{Game: info.Name, Until: until}
	for _, t := range tiers {
		list.Tiers = append(list.Tiers, solvedTier(t))
	}
	if p.json {
		return p.printJSON(list)
	}
	p.printf("%s: solved until tier %s\n\n", info.Label(), until)
	cells := [][]string{{"TIER", "INDEXES", "STATES", "WINS", "LOSSES", "DRAWS", "LONGEST", "DIGEST"}}
	for _, t := range list.Tiers {
		cells = append(cells, []string{t.Tier, words.Thousands(int64(t.Indexes)), words.Thousands(t.States),
			words.Thousands(t.Wins), words.Thousands(t.Losses), words.Thousands(t.Draws), fmt.Sprint(t.Longest), t.Digest})
	}
	p.out.PrintColumns(cells)
	p.printf("\nTo go on to the end: zermelo solve %q\n", info.Spec())
	return nil
}

// showResult prints what solve has made, or found.
func (p *program) showResult(ctx context.Context, db string, v games.Variant, r *build.Result, o solveOptions) error {
	if r.Existed && !p.json {
		did := map[bool]string{false: "Solved already; solve", true: "Proved already; prove"}[r.Proof != nil]
		p.printf("%s it again with --force.\n", did)
	}
	switch {
	case r.Proof != nil:
		return p.showProof(v.Info(), r.Proof)
	case r.Solution == nil:
		return p.showUntil(v.Info(), o.until, r.Tiers)
	}
	s, err := summaryOf(db, v, r.Solution)
	if err != nil {
		return err
	}
	if !r.Existed {
		s.Solved, s.StoreSeconds = true, r.Storing.Seconds()
	}
	return p.showSolved(ctx, v, s, o)
}

// showSolved prints the summary of a table, with how many positions the start
// leads to if that is asked for.
func (p *program) showSolved(ctx context.Context, v games.Variant, s summary, o solveOptions) error {
	if o.reach {
		reached, err := p.countReachable(ctx, v, o)
		if err != nil {
			return fmt.Errorf("solve %s: counting reachable positions: %w", s.label, err)
		}
		s.addReached(reached)
	}
	return p.showSummary(s)
}

// countReachable counts the positions that the start leads to, by tier; nil if a
// table holds no others.
func (p *program) countReachable(ctx context.Context, v games.Variant, o solveOptions) ([]retro.Reached, error) {
	progress := new(build.Progress)
	if !o.quiet {
		defer watch(p.err, func() stage { return solveStage(progress.Snapshot(), "") })()
	}
	return build.Reachable(ctx, v, o.workers, progress)
}

// summaryOf sums up a solution with what its table tells: its size and, where
// the length of play depends on chance, the most likely line.
func summaryOf(db string, v games.Variant, solution *job.Solution) (summary, error) {
	info := v.Info()
	bytes, err := store.Size(db, info.Name)
	if err != nil {
		return summary{}, err
	}
	plies := solution.Outcomes.Of(solution.Start).Remoteness
	if plies < 0 && value.KindOf(info) != value.Alternating {
		b, err := book.Open(db, v)
		if err != nil {
			return summary{}, err
		}
		_, moves, err := b.Line("", math.MaxInt)
		if err := errors.Join(err, b.Close()); err != nil {
			return summary{}, err
		}
		plies = len(moves)
	}
	return summarize(info, solution, plies, bytes), nil
}

func (p *program) showSummary(s summary) error {
	if p.json {
		return p.printJSON(s)
	}
	p.printSummary(s)
	return nil
}
