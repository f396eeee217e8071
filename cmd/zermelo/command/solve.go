package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

const solveLong = `Solve a game: find the value of every position that can be reached from the
start, and store them in a table for query, line, play and report.

It enumerates the positions, up to symmetry, then values them from the last
layer back. Games whose positions can repeat, or are not proven not to, are
solved by retrograde analysis, from the ends of the game backwards; what no
player can force to an end is a draw. The result has the same digest for any
number of workers and any memory limit. What exceeds the memory goes to files
beside the table.

Interrupted solves resume: run the same command again. That holds for Ctrl-C,
crashes and full disks. A game with more than --limit positions is stopped,
with an estimate of its size.

A game too large for a table may still be solved from the start: --method
alphabeta or pns (proof-number search) searches for its value and stores a
proof, which has a move for each position that the winner can meet. verify
checks it without search. Proven results are kept on the way, so searches
resume too. --method auto makes a table if there is room; else it says why not,
and searches.

Some games are solved tier by tier, in as many runs as it takes. "zermelo plan
GAME" lists the tiers and estimates what they need; --until TIER stops when
that tier is solved.

If the game has a table already, solve prints its summary. --force solves the
game again and replaces the table at the end.`

const solveExample = `  zermelo solve tron
  zermelo solve breakthrough:size=4x4,captures=diagonal --workers 2
  zermelo solve skirmish --memory 2GiB --quiet
  zermelo solve snake2p --force --json
  zermelo solve breakthrough:size=5x5,captures=diagonal --method alphabeta
  zermelo solve morris --until 5-5`

// solveOptions are the flags of solve.
type solveOptions struct {
	workers int
	memory  usage.Size
	limit   int64
	method  string
	cache   usage.Size
	until   string
	force   bool
	reach   bool
	quiet   bool
}

// cacheSize is the size of a search's table, in bytes.
func (o *solveOptions) cacheSize() usage.Size {
	if o.cache == 0 {
		return defaultCache
	}
	return o.cache
}

// threads is how many goroutines search.
func (o *solveOptions) threads() int {
	if o.workers == 0 {
		return runtime.GOMAXPROCS(0)
	}
	return o.workers
}

func (p *program) newSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:               "solve GAME",
		Short:             "Solve a game and store the value of every position",
		Long:              solveLong,
		Example:           solveExample,
		Args:              usage.Args(1, 1, "one game", "zermelo solve tron"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runSolve(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.IntVar(&o.workers, "workers", 0, "use `N` workers (default all cores)")
	flags.Var(&o.memory, "memory", "use up to about `SIZE` of memory, for the whole process, as in 512MiB or 2GiB (default half of what is free)")
	flags.Int64Var(&o.limit, "limit", job.DefaultLimit, "stop after enumerating `N` states")
	flags.StringVar(&o.method, "method", methodTable, "use `METHOD`: table (every position), alphabeta or pns (search for the value of the start), or auto")
	flags.Var(&o.cache, "cache", "`SIZE` of a search's table in memory, as in 64MiB or 4GiB (default 256MiB)")
	flags.StringVar(&o.until, "until", "", "solve only `TIER` (listed by plan) and the tiers that it leads to")
	flags.BoolVar(&o.force, "force", false, "solve again and replace the table")
	flags.BoolVar(&o.reach, "count-reachable", false, "count the positions reachable from the start, if the table has others too")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	return cmd
}

// check finds flags out of range before anything is written.
func (o *solveOptions) check() error {
	if err := cmp.Or(usage.CheckMemory(o.memory), usage.CheckCache(o.cache)); err != nil {
		return err
	}
	if o.limit <= 0 {
		return games.BadInput("--limit %d: want 1 state or more", o.limit)
	}
	if o.until != "" && o.method != methodTable {
		return games.BadInput("--until %s is for --method table, not %s: leave one of them out", games.Echo(o.until), games.Echo(o.method))
	}
	if !slices.Contains([]string{methodAuto, methodTable, methodAlphaBeta, methodPNS}, o.method) {
		return games.BadInput("--method %s: want %s, %s, %s or %s", games.Echo(o.method), methodAuto, methodTable, methodAlphaBeta, methodPNS)
	}
	return checkWorkers(o.workers)
}

// maxWorkers is a bound for what --workers takes: more than any machine has
// cores, few enough for their buffers.
const maxWorkers = 1024

func checkWorkers(n int) error {
	if n < 0 || n > maxWorkers {
		return games.BadInput("--workers %d: want 1 to %d, or 0 for one on each core", n, maxWorkers)
	}
	return nil
}

func (p *program) runSolve(ctx context.Context, spec string, o solveOptions) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	db, err := p.tables()
	if err != nil {
		return err
	}
	if o.method == methodAlphaBeta || o.method == methodPNS {
		return p.runProve(ctx, db, v, o)
	}
	info := v.Info()
	progress := new(job.Progress)
	stop := func() {}
	if !o.quiet {
		stop = watch(p.err, func() stage { return solveStage(progress.Snapshot(), info.LayerName) })
	}
	defer limitMemory(o.memory)() // storing is to keep to it as well
	how := job.Options{Workers: o.workers, Memory: int64(o.memory), Limit: o.limit, Progress: progress}
	to := write.Options{Force: o.force, Tool: buildInfo().Version, Warn: p.warn}
	var solution *job.Solution
	var tiers []job.SolvedTier
	var storing time.Duration
	if o.until != "" {
		tiers, err = solvableOf(v).solveUntil(ctx, db, o.until, how, to)
	} else {
		solution, storing, err = solvableOf(v).solve(ctx, db, how, to)
	}
	stop()
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	switch {
	case errors.Is(err, store.ErrExists):
		return p.showStored(ctx, db, v, o)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("solve %s: interrupted; what is done is kept, type the same command to go on", info.Label())
	case (errors.As(err, &large) || errors.As(err, &wide)) && o.method == methodAuto && solvableOf(v).searchable(o.method) == nil:
		var why string
		o.method, why = searchFor(info)
		fmt.Fprintf(p.err, "%s: %v; searching for the value of the start instead, by --method %s: %s\n", info.Label(), err, o.method, why)
		return p.runProve(ctx, db, v, o)
	case errors.As(err, &large):
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, smaller(v, large))
	case errors.As(err, &wide) && wide.Most > 0:
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, cmp.Or(smallerOption(info), "there is no smaller variant"))
	case errors.As(err, &wide):
		return fmt.Errorf("solve %s: %w; allow more, as with --memory %dGiB, or use fewer --workers", info.Label(), err, wide.Need>>30+1)
	case errors.Is(err, solver.ErrNotLayered):
		return fmt.Errorf("solve %w%s", err, unsolved(info))
	case err != nil:
		return fmt.Errorf("solve %s: %w", info.Label(), err)
	}
	if o.until != "" {
		return p.showUntil(info, o.until, tiers)
	}
	s, err := summaryOf(db, v, solution)
	if err != nil {
		return err
	}
	s.Solved, s.StoreSeconds = true, storing.Seconds()
	return p.showSolved(ctx, v, s, o)
}

// searchFor chooses the search for a game that has no room for a table, and
// says why.
func searchFor(info *games.Info) (method, why string) {
	if len(info.Payoffs) == 2 {
		return methodPNS, "the game is won or lost, which proof numbers are made for"
	}
	return methodAlphaBeta, "the game has more than two results"
}

// smaller says what to try instead of a game that is too large.
func smaller(v games.Variant, large *job.TooLargeError) string {
	more := "a higher --limit if there is room"
	if large.Disk {
		more = "more room: free some, or keep the tables elsewhere with --db DIR"
	}
	if solvableOf(v).searchable(methodAlphaBeta) == nil {
		more += fmt.Sprintf(", or search for the value of the start alone: zermelo solve %q --method %s", v.Info().Spec(), methodAlphaBeta)
	}
	if option := smallerOption(v.Info()); option != "" {
		return option + ", or " + more
	}
	return "try " + more
}

// smallerOption says which option makes a game smaller, "" if there is none.
func smallerOption(info *games.Info) string {
	for _, o := range info.Options {
		switch o.Name {
		case "size", "steps", "rounds", "inner", "boxes", "seeds":
			return fmt.Sprintf("try a smaller %s (see \"zermelo rules %s\")", o.Name, info.Label())
		}
	}
	return ""
}
