package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/verify"
	"zermelo/tablebase/write"
)

func (o *Options) job() job.Options {
	return job.Options{Workers: o.Workers, Memory: o.Memory, Limit: o.Limit, CountTerminals: o.CountTerminals, Progress: &o.Progress.table}
}

// makeTable builds a table, or solves only the tiers that o.Until requires.
func (v typed[S]) makeTable(ctx context.Context, db string, o Options) (*Result, error) {
	switch label := v.game.Info().Label(); {
	case v.numbered() && v.sole():
		return nil, fmt.Errorf("%s: %w; omit --method", label, errNumbered)
	case v.numbered():
		return nil, v.tooWide()
	}
	to := store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn}
	var r *Result
	var err error
	if o.Until != "" {
		r, err = v.solveUntil(ctx, db, o.Until, o.job(), to)
	} else {
		r, err = v.solve(ctx, db, o, to)
	}
	if errors.Is(err, store.ErrExists) {
		return v.stored(db)
	}
	return r, err
}

// Stored returns the solution of an existing table, or an error of [verify.Open].
func Stored(db string, v games.Variant) (*Result, error) { return of(v).stored(db) }

func (v typed[S]) stored(db string) (*Result, error) {
	t, err := verify.Open(db, v.game)
	if err != nil {
		return nil, err
	}
	return &Result{Existed: true, Solution: t.Solution()}, t.Close()
}

func (v typed[S]) solve(ctx context.Context, db string, o Options, to store.Options) (*Result, error) {
	if tiered, ok := v.tiered(); ok {
		if err := v.overBudget(ctx, db, o); err != nil {
			if r, missing := v.stored(db); missing == nil && !o.Force {
				return r, nil
			}
			return nil, err
		}
		o.Progress.table.Enter(job.Reading, 0, 0)
		b, err := write.CreateTiers(db, tiered, to)
		if err != nil {
			return nil, err
		}
		solution, err := v.watched(ctx, b.WorkDir(), o, true, func(ctx context.Context) (*job.Solution, error) {
			return retro.SolveTiers(ctx, tiered, b.WorkDir(), b, o.job())
		})
		return Complete(b, games.Failure(v.game), solution, err)
	}
	o.Progress.table.Enter(job.Reading, 0, 0)
	b, err := write.Create(db, v.game, to)
	if err != nil {
		return nil, err
	}
	accepted := begun(b.WorkDir())
	for {
		solution, err := v.watched(ctx, b.WorkDir(), o, accepted, func(ctx context.Context) (*job.Solution, error) {
			return solver.Solve(ctx, v.game, b.WorkDir(), b, o.job())
		})
		if !errors.Is(err, errSearchFirst) {
			return Complete(b, games.Failure(v.game), solution, err)
		}
		if r := v.searchFirst(ctx, db, o); r != nil {
			return r, b.Discard()
		}
		accepted = true
	}
}

// watched calls run, whose context is cancelled when watch ends the solve.
func (v typed[S]) watched(ctx context.Context, work string, o Options, accepted bool, run func(context.Context) (*job.Solution, error)) (*job.Solution, error) {
	inner, end := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { v.watch(inner, work, o, accepted, end) })
	solution, err := run(inner)
	if err != nil && ctx.Err() == nil {
		err = cmp.Or(context.Cause(inner), err)
	}
	end(nil)
	watching.Wait()
	return solution, err
}

func (v typed[S]) solveUntil(ctx context.Context, db, tier string, options job.Options, to store.Options) (*Result, error) {
	g, ok := v.tiered()
	if !ok {
		return nil, &NotTieredError{Label: v.game.Info().Label()}
	}
	tiers := g.Tiers()
	number := slices.IndexFunc(tiers, func(t games.Tier) bool { return t.Name == tier })
	if number < 0 {
		return nil, &NoTierError{Tier: tier, First: tiers[0].Name, Last: tiers[len(tiers)-1].Name}
	}
	options.Progress.Enter(job.Reading, 0, 0)
	b, err := write.CreateTiers(db, g, to)
	if err != nil {
		return nil, err
	}
	list, err := retro.SolveTiersUntil(ctx, g, number, b.WorkDir(), b, options)
	if err != nil {
		return Complete(b, games.Failure(g), nil, err)
	}
	return &Result{Tiers: list}, b.Close()
}

// Builder is a table under construction. It is implemented by the builders in package
// write.
type Builder interface {
	Commit(s *job.Solution) error
	Discard() error
	Close() error
}

// Complete finishes a solve that has returned solution and err. If err is nil,
// Complete commits the table. Otherwise it keeps the intermediate results for another
// run, unless err shows that the game cannot be solved. failed is the result of
// [games.Failure]; if it is not nil, Complete discards all results.
func Complete(b Builder, failed error, solution *job.Solution, err error) (*Result, error) {
	if failed != nil {
		return nil, errors.Join(failed, b.Discard())
	}
	if err != nil {
		// Discard the results if another run would fail as well.
		var large *job.TooLargeError
		var wide *retro.TierTooLargeError
		var loops *cyclic.LoopError
		var long *value.LengthError
		if errors.As(err, &large) && !large.Kept || errors.As(err, &wide) && !wide.InProgress || errors.As(err, &loops) || errors.As(err, &long) {
			return nil, errors.Join(err, b.Discard())
		}
		return nil, errors.Join(err, b.Close())
	}
	began := time.Now()
	if err := b.Commit(solution); err != nil {
		return nil, errors.Join(err, b.Close())
	}
	return &Result{Solution: solution, Storing: time.Since(began)}, nil
}
