package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/reports/compare"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

const sweepLong = `Solve many variants of a game and compare them. In the name of a game {a,b}
stands for a and for b, and {3..5} for 3, 4 and 5; sweep takes all
combinations. Quote the name, or let the shell expand the braces: several names
are allowed.

Variants with a table are not solved again. Variants that are invalid or exceed
--limit, the memory or the disk are skipped and listed with the reason.
Interrupted sweeps resume: run the same command again. A variant that exceeded
--limit is tried again with a larger --limit, or with --force.`

const sweepExample = `  zermelo sweep "breakthrough:size={3..4}x{3..5},captures={none,diagonal}"
  zermelo sweep "tron:size={3..5}x{3..5}" --limit 1000000 --format csv -o tron.csv
  zermelo sweep "skirmish:steps={4..8}" "coordination:rounds={1..5}"`

// sweepOptions are the flags of sweep.
type sweepOptions struct {
	solve   solveOptions
	force   bool // try games that are known to be too large
	compare compareOptions
}

func (p *program) newSweep() *cobra.Command {
	o := sweepOptions{solve: solveOptions{method: string(build.Table)}}
	cmd := &cobra.Command{
		Use:     "sweep GAMES...",
		Short:   "Solve many variants of a game and compare them",
		Long:    sweepLong,
		Example: sweepExample,
		Args:    usage.Args(1, maxCompared, "games", `zermelo sweep "tron:size={3..4}x{3..5}"`),
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, typed string) ([]string, cobra.ShellCompDirective) {
			return p.completeGame(cmd, nil, typed)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.solve.check(), p.checkFormat(cmd, &o.compare)); err != nil {
				return err
			}
			return p.runSweep(cmd.Context(), args, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.solve.workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&o.solve.memory, "memory", "use up to about `SIZE` of memory, as in 512MiB or 2GiB (default half of what is free)")
	flags.Int64Var(&o.solve.limit, "limit", job.DefaultLimit, "skip a variant after enumerating `N` states")
	flags.BoolVar(&o.force, "force", false, "try variants again that an earlier sweep found too large")
	flags.BoolVarP(&o.solve.quiet, "quiet", "q", false, "print no progress")
	addCompare(cmd, &o.compare)
	return cmd
}

func (p *program) runSweep(ctx context.Context, patterns []string, o sweepOptions) error {
	variants, refused, err := p.variantsOf(ctx, patterns)
	if err != nil {
		return err
	}
	db, err := p.tables()
	if err != nil {
		return err
	}
	known, err := readRefusals(db)
	if err != nil {
		return err
	}
	if o.force {
		clear(known)
	}
	defer limitMemory(o.solve.memory)()
	c := &compare.Comparison{Games: []compare.Compared{}, Skipped: refused}
	for i, v := range variants {
		name := v.Info().Name
		at := fmt.Sprintf("%d of %d, %s", i+1, len(variants), name)
		reason, err := p.solveMissing(ctx, db, v, at, known, o.solve)
		if errors.Is(err, context.Canceled) {
			return interrupted(at)
		}
		if err != nil {
			return fmt.Errorf("sweep: %s: %w", at, err)
		}
		result := reason
		if reason != "" {
			c.Skipped = append(c.Skipped, compare.Skipped{Game: name, Reason: reason})
		} else {
			err := p.addTo(ctx, c, v.Info().Spec(), o.compare.measures)
			if errors.Is(err, context.Canceled) {
				return interrupted(at)
			}
			if err != nil {
				return fmt.Errorf("sweep: %s: %w", at, err)
			}
			result = c.Games[len(c.Games)-1].Value
		}
		if !o.solve.quiet {
			fmt.Fprintf(p.err, "%s: %s\n", at, result)
		}
	}
	return p.writeComparison(c, o.compare)
}

// interrupted is the error for a sweep that Ctrl-C has stopped.
func interrupted(at string) error {
	return fmt.Errorf("sweep: interrupted at %s; what is done is kept, run the same command again to resume", at)
}

// variantsOf opens all variants that the patterns stand for, each once, and says
// which combinations the games refuse or need too much to be compiled. It is an error if none is left.
func (p *program) variantsOf(ctx context.Context, patterns []string) (variants []games.Variant, refused []compare.Skipped, err error) {
	var first error
	for _, pattern := range patterns {
		specs, err := usage.ExpandBraces(pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, spec := range specs {
			v, err := p.open(ctx, spec)
			var input *games.InputError
			var limit *work.LimitError
			switch {
			case errors.As(err, &input), errors.As(err, &limit):
				refused = append(refused, compare.Skipped{Game: spec, Reason: err.Error()})
				first = cmp.Or(first, err)
			case err != nil:
				return nil, nil, err
			case !slices.ContainsFunc(variants, func(o games.Variant) bool { return o.Info().Name == v.Info().Name }):
				variants = append(variants, v)
			}
		}
	}
	if len(variants) == 0 {
		return nil, nil, first
	}
	return variants, refused, nil
}

// solveMissing solves a game that has no table, unless it is known to be too large,
// and notes it if it is. The reason says why it has none, "" if there is a table
// now.
func (p *program) solveMissing(ctx context.Context, db string, v games.Variant, at string, known refusals, o solveOptions) (reason string, err error) {
	name := v.Info().Name
	if _, err := store.VersionOf(db, name); errors.Is(err, store.ErrNoTable) {
		if reason := known.applies(name, o.limit); reason != "" {
			return reason, nil
		}
	}
	progress := new(build.Progress)
	stop := func() {}
	if !o.quiet {
		stop = watch(p.err, func() stage {
			s := solveStage(progress.Snapshot(), v.Info().LayerName)
			if s.phase != "" {
				s.phase = at + ": " + s.phase
			}
			return s
		})
	}
	_, err = build.Solve(ctx, db, v, build.Options{
		Workers: o.workers, Memory: int64(o.memory), Limit: o.limit, Tool: buildInfo().Version, Progress: progress,
	})
	stop()
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	switch {
	case errors.As(err, &large):
		return large.Error(), known.note(db, name, large)
	case errors.As(err, &wide):
		return wide.Error(), nil
	case errors.Is(err, store.ErrBusy), errors.Is(err, solver.ErrNotLayered):
		return err.Error(), nil
	}
	return "", err
}
