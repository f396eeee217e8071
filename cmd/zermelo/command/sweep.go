package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/reports/compare"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/build"
	"zermelo/tablebase/store"
)

// sweepOptions are the flags of sweep.
type sweepOptions struct {
	solve   solveOptions
	force   bool // try games that are known to be too large
	compare compareOptions
}

func (p *program) newSweep() *cobra.Command {
	o := sweepOptions{solve: solveOptions{method: string(build.Table)}}
	cmd := &cobra.Command{
		Use:   "sweep GAMES...",
		Short: "Solve many variants of a game and compare them",
		Long: `Solve many variants of a game and compare them. In the name of a game {a,b}
stands for a and for b, and {3..5} for 3, 4 and 5; sweep takes all
combinations. Quote the name, or let the shell expand the braces: several names
are allowed.

Variants with a table are not solved again. Variants that are invalid or exceed
--limit, the memory or the disk are skipped and listed with the reason.
Interrupted sweeps resume: run the same command again. A variant that exceeded
--limit is tried again with a larger --limit, or with --force.`,
		Example: `  zermelo sweep "breakthrough:size={3..4}x{3..5},captures={none,diagonal}"
  zermelo sweep "tron:size={3..5}x{3..5}" --limit 1000000 --format csv -o tron.csv
  zermelo sweep "skirmish:steps={4..8}" "coordination:rounds={1..5}"`,
		Args:              usage.Args(1, maxCompared, "games", `zermelo sweep "tron:size={3..4}x{3..5}"`),
		ValidArgsFunction: p.completeGames,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.solve.check(), o.compare.check(cmd, p.json)); err != nil {
				return err
			}
			return p.runSweep(cmd.Context(), args, o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	o.solve.effort.add(flags)
	flags.Int64Var(&o.solve.limit, "limit", job.DefaultLimit, "skip a variant after enumerating `N` states")
	flags.BoolVar(&o.force, "force", false, "try variants again that an earlier sweep found too large")
	o.compare.add(cmd)
	return cmd
}

func (p *program) runSweep(ctx context.Context, patterns []string, o sweepOptions) error {
	variants, invalid, err := p.variantsOf(ctx, patterns)
	if err != nil {
		return err
	}
	db, err := p.ownTables()
	if err != nil {
		return err
	}
	known, err := readTooLarge(db)
	if err != nil {
		return err
	}
	if o.force {
		clear(known)
	}
	defer o.solve.limitMemory()()
	c := &compare.Comparison{Games: []compare.Compared{}, Skipped: invalid}
	for i, v := range variants {
		name := v.Info().Name
		at := fmt.Sprintf("%d of %d, %s", i+1, len(variants), name)
		result, err := p.solveMissing(ctx, db, v, at, known, o.solve)
		if result != "" {
			c.Skipped = append(c.Skipped, compare.Skipped{Game: name, Reason: result})
		} else if err == nil {
			if err = p.addTo(ctx, c, v.Info().Spec(), o.compare.measures); err == nil {
				result = c.Games[len(c.Games)-1].Value
			}
		}
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("sweep: interrupted at %s; what is done is kept, run the same command again to resume", at)
		}
		if err != nil {
			return fmt.Errorf("sweep: %s: %w", at, err)
		}
		p.say(o.solve.quiet, fmt.Sprintf("%s: %s", at, result))
	}
	return p.writeComparison(c, o.compare)
}

// variantsOf opens all variants that the patterns stand for, each once, and says
// which combinations are invalid or need too much to be compiled. It is an error if
// none is left.
func (p *program) variantsOf(ctx context.Context, patterns []string) (variants []games.Variant, invalid []compare.Skipped, err error) {
	var first error
	names := map[string]bool{}
	for _, pattern := range patterns {
		specs, err := usage.ExpandBraces(pattern)
		if err != nil {
			return nil, nil, err
		}
		for _, spec := range specs {
			v, err := p.open(ctx, spec)
			var input *games.InputError
			var limit *work.LimitError
			if errors.As(err, &input) || errors.As(err, &limit) {
				invalid = append(invalid, compare.Skipped{Game: spec, Reason: err.Error()})
				first = cmp.Or(first, err)
			} else if err != nil {
				return nil, nil, err
			} else if name := v.Info().Name; !names[name] {
				names[name] = true
				variants = append(variants, v)
			}
		}
	}
	if len(variants) == 0 {
		return nil, nil, first
	}
	return variants, invalid, nil
}

// solveMissing solves a game that has no table, unless it is known to be too large,
// and notes it if it is. The reason says why it has none, "" if there is a table
// now.
func (p *program) solveMissing(ctx context.Context, db string, v games.Variant, at string, known tooLarge, o solveOptions) (reason string, err error) {
	name := v.Info().Name
	if old, ok := known[name]; ok && o.limit <= old.Limit {
		if _, err := store.VersionOf(db, name); errors.Is(err, store.ErrNoTable) {
			return old.Reason, nil
		}
	}
	progress := new(build.Progress)
	stop := p.watch(o.quiet, func() stage {
		s := solveStage(progress.Snapshot(), v.Info().LayerName)
		if s.phase != "" {
			s.phase = at + ": " + s.phase
		}
		return s
	})
	_, err = build.Solve(ctx, db, v, o.options(progress))
	stop()
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	var loops *cyclic.LoopError
	switch {
	case errors.As(err, &large) && !large.Disk && !large.Memory:
		return large.Error(), known.note(db, name, large)
	case errors.As(err, &large), errors.As(err, &wide), errors.Is(err, store.ErrBusy), errors.As(err, &loops):
		return err.Error(), nil
	}
	return "", err
}

// tooLarge are the games that exceeded a limit, by name, so that sweeps do not enumerate
// them again. Games too large for the memory or the disk are not among them, as those
// can change. It is kept in a file beside the tables.
type tooLarge map[string]exceeded

// exceeded says that a game has more states than a limit.
type exceeded struct {
	Limit  int64  `json:"limit"`
	Reason string `json:"reason"`
}

const tooLargeFile = "too-large.json"

// readTooLarge reads the file of earlier sweeps.
func readTooLarge(db string) (tooLarge, error) {
	list := tooLarge{}
	path := filepath.Join(db, tooLargeFile)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return list, nil
	case err != nil:
		return nil, fmt.Errorf("games too large: %w", err)
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("games too large: %s: %w; delete the file", path, err)
	}
	return list, nil
}

// note adds a game that exceeded a limit, and writes the file. It reads the file again
// first, as another sweep may have written it.
func (list tooLarge) note(db, game string, large *job.TooLargeError) error {
	written, err := readTooLarge(db)
	if err != nil {
		return err
	}
	list[game] = exceeded{Limit: large.Limit, Reason: large.Error()}
	written[game] = list[game]
	data, err := json.MarshalIndent(written, "", "  ")
	if err != nil {
		return err
	}
	return terminal.WriteWhole(filepath.Join(db, tooLargeFile), append(data, '\n'))
}
