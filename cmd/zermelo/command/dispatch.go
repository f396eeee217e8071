package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"zermelo/cmd/zermelo/bench"
	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/search"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tier"
	"zermelo/tablebase/verify"
	"zermelo/tablebase/write"
)

// solvable is a variant that can be solved and verified, whatever its state
// type.
type solvable interface {
	// solve makes the variant's table in the directory db, or goes on with it.
	// It returns how long it took to store the values after the last was found.
	solve(ctx context.Context, db string, how job.Options, to write.Options) (*job.Solution, time.Duration, error)
	// reachable counts the positions that the start leads to, by tier; see
	// solver.Reachable. It returns nil for a game whose tables hold no others.
	reachable(ctx context.Context, workers int, prog *job.Progress) ([]retro.Reached, error)
	// solveUntil solves a tier, given by its name, and all that it leads to.
	solveUntil(ctx context.Context, db, tier string, how job.Options, to write.Options) ([]job.SolvedTier, error)
	// plan tells what solving takes, tier by tier, and what is done of it.
	plan(ctx context.Context, db string, workers int) ([]retro.TierForecast, tier.TierProgress, error)
	// verify proves the variant's table in the directory db; see verify.Verify.
	verify(ctx context.Context, db string, sample int64, workers int, progress func(done, total int64)) (verify.Report, error)
	// searchable returns an error if searches with a method cannot solve the game.
	searchable(method string) error
	// prove finds the value of the start position by search and stores the proof.
	prove(ctx context.Context, db string, o solveOptions, found *searchProgress, tool string) (*store.Summary, error)
	// proof describes the stored proof.
	proof(db string) (*store.Summary, error)
	// sighted reports whether verifyProof believes what the game tells at sight.
	sighted() bool
	// verifyProof proves the stored proof, with so many threads, 0 for all cores;
	// it returns how many positions that took.
	verifyProof(ctx context.Context, db string, threads int, progress func(positions int64)) (int64, error)
	// bench prepares a measurement of searches.
	bench(c bench.Case) (bench.Work, error)
	// analyze searches a position: from, or the start if it is "", after moves. It
	// begins with what is stored in the directory db, and keeps there what it
	// proves; not if that is "".
	analyze(ctx context.Context, db, from string, moves []string, o search.DeepenOptions, show *analysisDisplay) (*book.Analysis, error)
}

// solvableOf is the only place that tells the state types apart.
func solvableOf(v games.Variant) solvable {
	switch g := v.(type) {
	case games.Game[uint64]:
		return variant[uint64]{g}
	case games.Game[[2]uint64]:
		return variant[[2]uint64]{g}
	case games.Game[[4]uint64]:
		return variant[[4]uint64]{g}
	}
	panic(fmt.Sprintf("command: %T is not a game", v)) // broken contract
}

// variant is a game with states of type S.
type variant[S games.State] struct{ game games.Game[S] }

func (v variant[S]) solve(ctx context.Context, db string, how job.Options, to write.Options) (*job.Solution, time.Duration, error) {
	if tiered, ok := v.tiered(); ok {
		b, err := write.CreateTiers(db, tiered, to)
		if err != nil {
			return nil, 0, err
		}
		solution, err := retro.SolveTiers(ctx, tiered, b.WorkDir(), b, how)
		return complete(b, solution, err)
	}
	b, err := write.Create(db, v.game, to)
	if err != nil {
		return nil, 0, err
	}
	solution, err := solver.Solve(ctx, v.game, b.WorkDir(), b, how)
	return complete(b, solution, err)
}

// tiered is the game as one that is solved tier by tier, if it is.
func (v variant[S]) tiered() (games.Tiered[S], bool) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	return tiered, ok && !layered
}

// errNoTiers says that a game is not solved tier by tier.
func (v variant[S]) errNoTiers(what string) error {
	return games.BadInput("%s is not numbered tier by tier, but enumerated: %s", v.game.Info().Label(), what)
}

func (v variant[S]) solveUntil(ctx context.Context, db, tier string, how job.Options, to write.Options) ([]job.SolvedTier, error) {
	g, ok := v.tiered()
	if !ok {
		return nil, v.errNoTiers("leave --until out")
	}
	tiers := g.Tiers()
	number := slices.IndexFunc(tiers, func(t games.Tier) bool { return t.Name == tier })
	if number < 0 {
		return nil, games.BadInput("--until %s: there is no such tier; the first is %s and the last %s, \"zermelo plan %s\" lists all",
			games.Echo(tier), tiers[0].Name, tiers[len(tiers)-1].Name, g.Info().Spec())
	}
	b, err := write.CreateTiers(db, g, to)
	if err != nil {
		return nil, err
	}
	list, err := retro.SolveTiersUntil(ctx, g, number, b.WorkDir(), b, how)
	if err != nil {
		_, _, err = complete(b, nil, err)
		return nil, err
	}
	return list, b.Close()
}

func (v variant[S]) plan(ctx context.Context, db string, workers int) ([]retro.TierForecast, tier.TierProgress, error) {
	g, ok := v.tiered()
	if !ok {
		return nil, tier.TierProgress{}, v.errNoTiers("type zermelo solve, which stops with an estimate where there is too much of it")
	}
	progress, err := tier.ReadTierProgress(db, g)
	if err != nil {
		return nil, progress, err
	}
	forecast, err := retro.ForecastTiers(ctx, g, progress.Finished, workers)
	return forecast, progress, err
}

// builder is a table that is being made.
type builder interface {
	Commit(s *job.Solution) error
	Discard() error
	Close() error
}

// complete ends a solve: it makes the table, or keeps what is done of it for
// another sitting. It returns how long the table took to make.
func complete(b builder, solution *job.Solution, err error) (*job.Solution, time.Duration, error) {
	if err != nil {
		// What cannot be solved at all is not worth its place on the disk.
		var large *job.TooLargeError
		var wide *retro.TierTooLargeError
		if errors.As(err, &large) || errors.As(err, &wide) && !wide.Begun || errors.Is(err, solver.ErrNotLayered) {
			return nil, 0, errors.Join(err, b.Discard())
		}
		return nil, 0, errors.Join(err, b.Close())
	}
	began := time.Now()
	if err := b.Commit(solution); err != nil {
		return nil, 0, errors.Join(err, b.Close())
	}
	return solution, time.Since(began), nil
}

func (v variant[S]) reachable(ctx context.Context, workers int, prog *job.Progress) ([]retro.Reached, error) {
	_, layered := v.game.(games.Layered[S])
	tiered, ok := v.game.(games.Tiered[S])
	if !ok || layered {
		return nil, nil
	}
	return retro.Reachable(ctx, tiered, workers, prog)
}

func (v variant[S]) verify(ctx context.Context, db string, sample int64, workers int, progress func(done, total int64)) (verify.Report, error) {
	t, err := tablebase.Open(db, v.game)
	if err != nil {
		return verify.Report{}, err
	}
	r, err := verify.Verify(ctx, t, sample, workers, progress)
	return r, errors.Join(err, t.Close())
}
