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

	"zermelo/cmd/zermelo/cluster"
	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/reports/words"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/search/puzzle"
	"zermelo/solver/shards"
	"zermelo/tablebase/build"
	tasks "zermelo/tablebase/cluster"
	"zermelo/tablebase/store"
)

// solveOptions are the flags of solve.
type solveOptions struct {
	effort
	limit     int64
	method    string
	cache     usage.Size
	until     string
	budget    time.Duration
	force     bool
	plies     bool
	reach     bool
	terminals bool // count them
	cluster   cluster.SolveFlags
}

func (p *program) newSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:   "solve GAME",
		Short: "Solve a game and store the value of every position",
		Long: `Solve a game: find the value of every position that can be reached from the
start, and store them in a table for query, line, play and report.

It makes a table if there is room for one, which a forecast tells after a
second (see plan), else it searches for the value of the start; a line says
which, and why. Games that are solved at once need no forecast. --method says
how to solve a game in any case.

A table is made by enumerating the positions, up to symmetry, then valuing them
from the last layer back. Games whose positions can repeat, or are not proven not to, are
solved by retrograde analysis, from the ends of the game backwards; what no
player can force to an end is a draw. The result has the same digest for any
number of workers and any memory limit. What exceeds the memory goes to files
beside the table.

Interrupted solves resume: run the same command again. That holds for Ctrl-C,
crashes and full disks. A game with more than --limit positions is stopped,
with an estimate of its size.

A search stores a proof, which has a move for each position that the winner can
meet. verify checks it without search. Proven results are kept on the way, so
searches resume too. --method search searches by proof numbers and by
alpha-beta in turn, --method pns or alphabeta by one of them. --plies proves how
many plies a win takes as well; a draw gets no length from a search. Of a game of
one player a search stores a play that gets the greatest payoff there is.

Some games are solved tier by tier, in as many runs as it takes. "zermelo plan
GAME" lists the tiers and estimates what they need; --until TIER stops when
that tier is solved.

--cluster solves by tasks, as on several machines, in this process. --nats URL and
--store URL hand them out to "zermelo worker" processes: games whose positions do
not repeat, or have numbers, are solved by any number of machines. The table is the
same, and is copied to the store, too: see docs/cluster.md.
With --method search or pns the tasks are searches of a proof tree's leaves, by proof
numbers; the value is the same.

If the game has a table already, solve prints its summary. --force solves the
game again and replaces the table at the end.`,
		Example: `  zermelo solve tron
  zermelo solve breakthrough:size=4x4,captures=diagonal --workers 2
  zermelo solve skirmish --memory 2GiB --quiet
  zermelo solve snake2p --force --json
  zermelo solve breakthrough:size=5x5,captures=diagonal --method alphabeta
  zermelo solve tron:size=7x7 --method alphabeta --plies
  zermelo solve morris --until 5-5
  zermelo solve connect4:size=5x5 --nats nats://10.0.0.1:4222 --store file:///srv/solves
  zermelo solve breakthrough:size=5x5,captures=diagonal --method pns --cluster`,
		Args:              usage.Args(1, 1, "one game", "zermelo solve tron"),
		ValidArgsFunction: p.completeGame,
		RunE:              func(cmd *cobra.Command, args []string) error { return p.runSolve(cmd.Context(), args[0], o) },
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	o.effort.add(flags)
	flags.Int64Var(&o.limit, "limit", job.DefaultLimit, "stop after enumerating `N` states")
	flags.StringVar(&o.method, "method", string(build.Auto), "use `METHOD`: table (every position), search (for the value of the start), pns or alphabeta (one kind of search), or auto (table if there is room, else search)")
	flags.DurationVar(&o.budget, "budget", 0, "make no table that takes longer than `TIME` by the forecast, as in 30s or 2h")
	flags.Var(&o.cache, "cache", "`SIZE` of a search's table in memory, as in 64MiB or 4GiB (default 256MiB)")
	flags.BoolVar(&o.plies, "plies", false, "prove how many plies a win takes, in a search; a table has that anyway")
	flags.StringVar(&o.until, "until", "", "solve only `TIER` (listed by plan) and the tiers that it leads to")
	flags.BoolVar(&o.force, "force", false, "solve again and replace the table")
	flags.BoolVar(&o.terminals, "count-terminals", false, "count the terminal positions, which are not stored, also where there are many")
	o.cluster.Add(flags)
	flags.BoolVar(&o.reach, "count-reachable", false, "count the positions reachable from the start, if the table has others too")
	return cmd
}

// check finds flags out of range before anything is written.
func (o *solveOptions) check() error {
	search := o.method != string(build.Auto) && o.method != string(build.Table)
	switch err := cmp.Or(o.effort.check(), usage.CheckCache(o.cache), o.cluster.Check()); {
	case err != nil:
		return err
	case !slices.Contains(build.Methods(), build.Method(o.method)):
		return games.BadInput("--method %s: want %s, %s, %s, %s or %s", games.Echo(o.method), build.Auto, build.Table, build.Search, build.PNS, build.AlphaBeta)
	case o.limit <= 0:
		return games.BadInput("--limit %d: want 1 state or more", o.limit)
	case o.budget < 0:
		return games.BadInput("--budget %s: want a time above 0, as in 30s or 2h", o.budget)
	case o.until != "" && o.budget > 0:
		return games.BadInput("--budget is for a whole table, not for --until %s: leave one of them out", games.Echo(o.until))
	case search && o.budget > 0:
		return games.BadInput("--budget is for a table, not for --method %s: leave one of them out", o.method)
	case o.plies && o.method == string(build.Table):
		return games.BadInput("--plies is for a search: leave it out, a table has the lengths, or type --method %s", build.AlphaBeta)
	case o.cluster.On() && (o.method == string(build.AlphaBeta) || o.until != "" || o.budget > 0 || o.plies):
		return games.BadInput("--cluster and --nats make a whole table, or a proof by --method %s: leave out --method %s, --until, --budget and --plies", build.Search, build.AlphaBeta)
	case search && o.terminals:
		return games.BadInput("--count-terminals is for a table, not for --method %s: leave one of them out", o.method)
	case o.until != "" && search:
		return games.BadInput("--until %s is for --method table, not %s: leave one of them out", games.Echo(o.until), games.Echo(o.method))
	}
	return nil
}

// options are the options of a solve that flags set.
func (o *solveOptions) options(progress *build.Progress) build.Options {
	return build.Options{
		CountTerminals: o.terminals,
		Method:         build.Method(o.method), Until: o.until, Workers: o.workers, Memory: int64(o.memory), Limit: o.limit,
		Plies: o.plies, Budget: o.budget, Cache: int64(o.cache), Force: o.force, Tool: buildInfo().Version, Progress: progress,
	}
}

func (p *program) runSolve(ctx context.Context, spec string, o solveOptions) error {
	v, db, err := p.openStored(ctx, spec)
	if err == nil && o.force {
		v, err = p.open(ctx, spec) // solve that itself
	}
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := store.Writable(db); err != nil {
		return fmt.Errorf("%w, or, to have the table there as well: zermelo solve %s --db DIR --nats URL --store %s", err, v.Info().Spec(), games.Echo(db))
	}
	info := v.Info()
	progress := new(build.Progress)
	options := o.options(progress)
	options.Warn = p.warn
	options.Chosen = func(c build.Choice) {
		p.say(o.quiet && c.TooLarge == nil, chosen(info, c, cmp.Or(o.workers, runtime.GOMAXPROCS(0))))
	}
	stop := p.watch(o.quiet, func() stage {
		now := progress.Snapshot()
		s := solveStage(now, info.LayerName)
		if look, ok := progress.Searching(); ok && now.Phase == job.Searching {
			s.at = searchStage(look)
		}
		if f := progress.Forecast(); f != nil && now.Phase == job.Enumerating {
			s.about, s.expected = job.About(f.States.States*f.Stored), f.States.States*f.Stored
		}
		if n := progress.Plies(); n > 0 && now.Phase == job.Searching {
			s.at = words.Plural(int64(n), "ply") + " at least"
		}
		return s
	})
	if m := options.Method; m == build.Auto || m == build.Table { // their memory is --cache
		defer o.limitMemory()() // storing is to keep to it as well
	}
	var r *build.Result
	if o.cluster.On() {
		r, err = p.solveByTasks(ctx, db, v, o, options)
	} else {
		r, err = build.Solve(ctx, db, v, options)
	}
	stop()
	var hopeless *build.HopelessError
	var broken *gdl.SumError
	switch {
	case errors.As(err, &broken) && (options.Method == build.Auto || options.Method == build.Table):
		p.say(false, fmt.Sprintf("%s: %v: solving that", info.Label(), err))
		p.opened = slices.DeleteFunc(p.opened, func(opened games.Variant) bool { return opened.Info() == info }) // its failure is told
		return p.runSolve(ctx, broken.Spec, o)
	case errors.As(err, &hopeless):
		return p.showHopeless(ctx, spec, o, hopeless)
	case err != nil:
		return solveError(v, o, err)
	}
	return p.showResult(ctx, db, v, r, o)
}

// solveByTasks solves a game as on several machines.
func (p *program) solveByTasks(ctx context.Context, db string, v games.Variant, o solveOptions, how build.Options) (*build.Result, error) {
	options := o.cluster.Options()
	options.Threads, options.Memory, options.Limit, options.Force = o.workers, int64(o.memory), o.limit, o.force
	options.CountTerminals = o.terminals
	options.Tool, options.Program, options.Warn, options.Progress = buildInfo().Version, buildInfo().program(), p.warn, how.Progress.Table()
	if how.Method == build.Search || how.Method == build.PNS {
		return tasks.Prove(ctx, db, v, options, how)
	}
	options.Far = new(shards.Far)
	r, err := tasks.Solve(ctx, db, v, options)
	if f := options.Far; err == nil && f.States > 0 {
		n := float64(f.States)
		p.say(o.quiet, fmt.Sprintf("%s: %.1f bytes read and %.1f written a state", words.Plural(int64(f.Tasks), "task"), float64(f.Read)/n, float64(f.Wrote)/n))
	}
	return r, err
}

// showResult shows what solve has made, or found.
func (p *program) showResult(ctx context.Context, db string, v games.Variant, r *build.Result, o solveOptions) error {
	if r.Existed && !p.json {
		did := "Solved already; solve"
		if r.Proof != nil {
			did = "Proved already; prove"
		}
		p.printf("%s it again with --force.\n", did)
	}
	switch {
	case r.Proof != nil:
		return p.showProof(v.Info(), r.Proof, o.plies)
	case r.Solution == nil:
		return p.showUntil(v.Info(), o.until, r.Tiers)
	}
	s, err := summarize(db, v, r.Solution)
	if err != nil {
		return err
	}
	if !r.Existed {
		s.Solved, s.StoreSeconds = true, r.Storing.Seconds()
	}
	if o.reach {
		progress := new(build.Progress)
		stop := p.watch(o.quiet, func() stage { return solveStage(progress.Snapshot(), "") })
		reached, err := build.Reachable(ctx, v, o.workers, progress)
		stop()
		if err != nil {
			return fmt.Errorf("solve %s: counting reachable positions: %w", s.label, err)
		}
		for _, t := range reached {
			s.Reachable += t.Indexes
			s.RawReachable += t.Positions
		}
		if reached == nil { // the table holds no others
			s.Reachable, s.RawReachable = s.States, s.RawStates
		}
	}
	return p.show(s, func() { p.printSummary(s) })
}

// untilJSON is the JSON form of what solve --until has done.
type untilJSON struct {
	Game  string      `json:"game"`
	Until string      `json:"until"`
	Tiers []plan.Tier `json:"tiers"`
}

// showUntil shows the tiers up to one.
func (p *program) showUntil(info *games.Info, until string, tiers []job.SolvedTier) error {
	list := untilJSON{Game: info.Name, Until: until}
	cells := [][]string{{"TIER", "INDEXES", "STATES", "WINS", "LOSSES", "DRAWS", "LONGEST", "DIGEST"}}
	for _, solved := range tiers {
		t := plan.Solved(solved)
		list.Tiers = append(list.Tiers, t)
		cells = append(cells, []string{t.Tier, words.Thousands(int64(t.Indexes)), words.Thousands(t.States),
			words.Thousands(t.Wins), words.Thousands(t.Losses), words.Thousands(t.Draws), fmt.Sprint(t.Longest), t.Digest})
	}
	return p.show(list, func() {
		p.printf("%s: solved until tier %s\n\n", info.Label(), until)
		p.out.PrintColumns("lrrrrrrr", cells)
		p.printf("\nSolve the rest with: zermelo solve %q\n", info.Spec())
	})
}

// solveError says what to do about the error of a solve.
func solveError(v games.Variant, o solveOptions, err error) error {
	info := v.Info()
	var (
		large      *job.TooLargeError
		wide       *retro.TierTooLargeError
		unfinished *build.UnfinishedError
		noSearch   *build.NotSearchableError
		loops      *cyclic.LoopError
		noPlay     *puzzle.UnfinishedError
		enumerated *build.NotTieredError
		noTier     *build.NoTierError
	)
	kept := "what is done is kept"
	if errors.As(err, &unfinished) {
		kept = "what was proven on the way is kept"
	}
	errors.As(err, &noSearch)
	switch {
	case errors.Is(err, context.Canceled) && unfinished != nil && unfinished.Lost != nil:
		return fmt.Errorf("solve %s: interrupted, and not all that was proven on the way could be kept: %w", info.Label(), unfinished.Lost)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("solve %s: interrupted; %s, run the same command again to resume", info.Label(), kept)
	case unfinished != nil && unfinished.Kept:
		return fmt.Errorf("solve %s: %w (what was proven on the way is kept: run the same command again to resume)", info.Label(), err)
	case errors.As(err, &noPlay) && noPlay.Never && o.method == string(build.Search):
		return games.BadInput("solve %s: %v: leave --method out", info.Label(), err)
	case errors.As(err, &large):
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, smaller(v, large, noSearch == nil))
	case errors.As(err, &wide) && wide.Most > 0:
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, cmp.Or(smallerOption(info), "there is no smaller variant"))
	case errors.As(err, &wide):
		return fmt.Errorf("solve %s: %w; allow more, as with --memory %dGiB, or use fewer --workers", info.Label(), err, wide.Need>>30+1)
	case errors.As(err, &loops):
		return fmt.Errorf("solve %w%s", err, unsolved(info))
	case noSearch != nil && noSearch.Want == "":
		return games.BadInput("solve %s: %v: leave --method out", info.Label(), err)
	case noSearch != nil:
		leave := "--method"
		if o.plies {
			leave = "--method and --plies"
		}
		return games.BadInput("solve %s: --method %s searches %s; %s: leave %s out", info.Label(), o.method, noSearch.Want, noSearch.Have, leave)
	case errors.As(err, &enumerated):
		return games.BadInput("solve %s: %v: leave --until out", info.Label(), err)
	case errors.As(err, &noTier):
		return games.BadInput("solve %s: --until %s: there is no such tier; the first is %s and the last %s, \"zermelo plan %s\" lists all",
			info.Label(), games.Echo(o.until), noTier.First, noTier.Last, info.Spec())
	}
	return fmt.Errorf("solve %s: %w", info.Label(), err)
}

// smaller says what to try instead of a game that is too large, a search too if that is
// not known to be in vain.
func smaller(v games.Variant, large *job.TooLargeError, search bool) string {
	more := "a higher --limit if there is room"
	switch {
	case large.Needs > 0:
		more = "a longer --budget"
	case large.Memory:
		more = "more --memory"
	case large.Disk:
		more = "more room: free some, or keep the tables elsewhere with --db DIR"
	}
	if search && build.Searchable(v) == nil {
		more += fmt.Sprintf(", or search for the value of the start alone: zermelo solve %q --method %s", v.Info().Spec(), build.Search)
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
