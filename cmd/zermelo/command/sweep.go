package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/sheets"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl/work"
	"zermelo/reports/compare"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

type sweepOptions struct {
	solve   solveOptions
	force   bool // retry games that exceeded a limit
	compare compareOptions

	sheets sheets.Options // for folders
	child  bool           // the argument is a sheet that is solved in this process
}

func (p *program) newSweep() *cobra.Command {
	o := sweepOptions{solve: solveOptions{method: string(solve.Table)}}
	cmd := &cobra.Command{
		Use:   "sweep GAMES... | FOLDER",
		Short: "Solve variants of a game, or a folder of rule sheets",
		Long: `Solve variants of a game and compare them.

In a name, {a,b} expands to a and b, and {3..5} to 3, 4 and 5; sweep solves all
combinations. Variants that are invalid or exceed --limit, the memory or the disk
are listed with the reason.

If the only argument is a folder, sweep solves each rule sheet in it and in its
subfolders, in a separate process within --time and --memory (default 4GiB).

Run the same command again to resume. Games that exceeded a limit are only
retried with a larger limit or with --force.`,
		Example: `  zermelo sweep "tron:size={3..5}x{3..5}" --limit 1000000 -f csv -o tron.csv
  zermelo sweep "skirmish:steps={4..8}" "coordination:rounds={1..5}"
  zermelo sweep sheets --time 10s --jobs 2 --format md -o sheets.md`,
		Args: usage.Args(1, maxCompared, "one or more games", `zermelo sweep "tron:size={3..4}x{3..5}"`),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := errors.Join(o.solve.check(), o.compare.check(cmd, p.out.JSON)); err != nil {
				return err
			}
			if o.child || len(args) == 1 && p.isFolder(args[0]) {
				if err := rejectFlags(cmd.Flags(), "games", "workers", "limit", "measures"); err != nil {
					return err
				}
				return p.sweepFolder(cmd.Context(), args[0], o)
			}
			if err := rejectFlags(cmd.Flags(), "a folder of rule sheets", "time", "jobs"); err != nil {
				return err
			}
			return p.sweepGames(cmd.Context(), args, o)
		},
	}
	flags := cmd.Flags()
	o.solve.Effort.Add(flags)
	flags.Int64Var(&o.solve.limit, "limit", job.DefaultLimit, "skip variants with more than `N` states")
	flags.BoolVar(&o.force, "force", false, "retry games that exceeded a limit")
	flags.DurationVar(&o.sheets.Time, "time", time.Minute, "solve each sheet of a folder within `TIME`")
	flags.IntVarP(&o.sheets.Jobs, "jobs", "j", 1, "solve `N` sheets of a folder concurrently")
	o.compare.add(cmd)
	flags.BoolVar(&o.child, "child", false, "solve one sheet in this process")
	flags.Lookup("child").Hidden = true
	return cmd
}

// rejectFlags returns an error if any of the named flags is set. use describes their
// purpose.
func rejectFlags(flags *pflag.FlagSet, use string, names ...string) error {
	for _, name := range names {
		if flags.Changed(name) {
			return games.BadInput("--%s can only be used with %s", name, use)
		}
	}
	return nil
}

// isFolder reports whether spec is a folder and not the name of a game.
func (p *program) isFolder(spec string) bool {
	stat, err := os.Stat(spec)
	return err == nil && stat.IsDir() && !p.isGame(spec)
}

// sheetMemory is the default memory limit per sheet of a folder, in bytes.
const sheetMemory = 4 << 30

// sweepFolder solves the rule sheets in a folder, or a single sheet if o.child is set.
func (p *program) sweepFolder(ctx context.Context, folder string, o sweepOptions) (err error) {
	o.sheets.Memory, o.sheets.Force, o.sheets.Version = cmp.Or(o.solve.Memory, sheetMemory), o.force, buildInfo().Version
	o.sheets.Note = p.progress.Note
	if err := o.sheets.Check(); err != nil {
		return err
	}
	if o.sheets.DB, err = p.writableTables(); err != nil {
		return err
	}
	if o.sheets.Compile, err = p.sheets.Limits(); err != nil {
		return err
	}
	if o.child {
		return sheets.Solve(ctx, p.out, folder, o.sheets)
	}
	results, err := sheets.Sweep(ctx, folder, o.sheets)
	if err != nil {
		return err
	}
	return p.deliver(o.compare.output, func(w io.Writer) error {
		if o.compare.format != "json" {
			return sheets.Listing(folder, results, o.sheets).Write(w, o.compare.format)
		}
		out := terminal.NewOutput(w)
		return cmp.Or(out.PrintJSON(results), out.Flush())
	})
}

func (p *program) sweepGames(ctx context.Context, patterns []string, o sweepOptions) error {
	variants, invalid, err := p.variantsOf(ctx, patterns)
	if err != nil {
		return err
	}
	db, err := p.writableTables()
	if err != nil {
		return err
	}
	list, err := readTooLarge(db)
	if err != nil {
		return err
	}
	if o.force {
		clear(list)
	}
	defer usage.LimitMemory(o.solve.Memory)()
	c := &compare.Comparison{Games: []compare.Compared{}, Skipped: invalid}
	for i, v := range variants {
		name := v.Info().Name
		at := fmt.Sprintf("%d of %d, %s", i+1, len(variants), name)
		result, err := p.solveMissing(ctx, db, v, at, list, o.solve)
		if result != "" {
			c.Skipped = append(c.Skipped, compare.Skipped{Game: name, Reason: result})
		} else if err == nil {
			if err = p.addTo(ctx, c, v.Info().Spec(), o.compare.measures); err == nil {
				result = c.Games[len(c.Games)-1].Value
			}
		}
		if errors.Is(err, context.Canceled) {
			return fmt.Errorf("sweep: interrupted at %s; run the same command again to resume", at)
		}
		if err != nil {
			return fmt.Errorf("sweep: %s: %w", at, err)
		}
		p.progress.Note(fmt.Sprintf("%s: %s", at, result))
	}
	return p.writeComparison(c, o.compare)
}

// variantsOf expands the patterns and opens each variant once. invalid lists the
// combinations that cannot be opened. If no variant remains, it returns an error.
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

// solveMissing solves a game unless it has a table or list shows that it exceeds the
// limit. If the game turns out to exceed the limit, solveMissing adds it to list.
// reason is empty if the game has a table when solveMissing returns.
func (p *program) solveMissing(ctx context.Context, db string, v games.Variant, at string, list tooLarge, o solveOptions) (reason string, err error) {
	name := v.Info().Name
	if old, ok := list[name]; ok && o.limit <= old.Limit {
		if _, err := store.VersionOf(db, name); errors.Is(err, store.ErrNoTable) {
			return old.Reason, nil
		}
	}
	current := new(solve.Progress)
	stop := p.progress.Watch(func() progress.Stage {
		s := progress.SolveStage(current.Snapshot(), v.Info().LayerName)
		if s.Phase != "" {
			s.Phase = at + ": " + s.Phase
		}
		return s
	})
	_, err = solve.Solve(ctx, db, v, o.options(current))
	stop()
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	var loops *cyclic.LoopError
	switch {
	case errors.As(err, &large) && !large.Disk && !large.Memory:
		return large.Error(), list.add(db, name, large)
	case errors.As(err, &large), errors.As(err, &wide), errors.Is(err, store.ErrBusy), errors.As(err, &loops):
		return err.Error(), nil
	}
	return "", err
}

// tooLarge holds the games that exceeded --limit, keyed by name. Later sweeps skip
// these games. Games that exceeded the memory or disk space are not recorded, because
// the available amounts can change.
type tooLarge map[string]exceeded

type exceeded struct {
	Limit  int64  `json:"limit"`
	Reason string `json:"reason"`
}

const tooLargeFile = "too-large.json"

func readTooLarge(db string) (tooLarge, error) {
	list := tooLarge{}
	path := filepath.Join(db, tooLargeFile)
	data, err := os.ReadFile(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return list, nil
	case err != nil:
		return nil, fmt.Errorf("read the list of games that are too large: %w", err)
	}
	if err := json.Unmarshal(data, &list); err != nil {
		return nil, fmt.Errorf("%s: invalid list of games that are too large (%w); delete this file", path, err)
	}
	return list, nil
}

// add adds a game and writes the file. It keeps entries that other sweeps have added
// since the file was read.
func (list tooLarge) add(db, game string, large *job.TooLargeError) error {
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
