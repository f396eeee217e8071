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

	"zermelo/cmd/zermelo/author"
	"zermelo/cmd/zermelo/plan"
	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/retro"
	"zermelo/solver/search/puzzle"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

type solveOptions struct {
	usage.Effort
	limit     int64
	method    string
	cache     usage.Size
	until     string
	budget    time.Duration
	budgetSet bool // budget was set by a flag
	force     bool
	plies     bool
	terminals bool // count terminal positions
	tooLarge  bool // whether a search replaces a table because that is too large
}

const (
	// defaultBudget is the default of --budget.
	defaultBudget = time.Hour
	// maxSearchTime is the maximum time to find a value in a search that the user did not request.
	maxSearchTime = time.Minute
)

// searchTime returns the time to find a value in a search that the user did not request.
func (o *solveOptions) searchTime() time.Duration {
	if o.budget == 0 {
		return maxSearchTime
	}
	return min(maxSearchTime, max(time.Second, o.budget))
}

func (p *program) newSolve() *cobra.Command {
	var o solveOptions
	cmd := &cobra.Command{
		Use:        "solve GAME",
		SuggestFor: []string{"run", "start"},
		Short:      "Solve a game and store the value of every position",
		Long: `Solve a game and store the result for query, line, play and report.

By default, solve builds a table with the value of every position if the forecast
of "zermelo plan" is within --budget and half of the free disk. Otherwise, it
searches for the value of the start position for a minute and stores a proof. It
prints its choice and the reason. The methods are table, search (alpha-beta and
proof numbers in turn), alphabeta, pns (proof numbers) and auto.

Run the same command again to resume an interrupted solve; each run stops after
--budget. A solved game is only solved again with --force. The digest of a table
does not depend on --workers or --memory. See docs/guide.md, docs/search.md and,
for --until, docs/tiers.md.`,
		Example: `  zermelo solve tron
  zermelo solve skirmish --memory 2GiB --quiet
  zermelo solve tron:size=7x7 --method alphabeta --plies`,
		Args: usage.Args(1, 1, "one game", "zermelo solve tron"),
		RunE: func(cmd *cobra.Command, args []string) error {
			o.budgetSet = cmd.Flags().Changed("budget")
			return p.runSolve(cmd.Context(), args[0], o, solve.Solve)
		},
	}
	flags := cmd.Flags()
	o.Effort.Add(flags)
	flags.Int64Var(&o.limit, "limit", job.DefaultLimit, "stop after enumerating `N` states")
	flags.StringVar(&o.method, "method", string(solve.Auto), "use `METHOD`: table, search, pns, alphabeta or auto")
	flags.DurationVar(&o.budget, "budget", defaultBudget, "limit the forecast and the run time of a table to `TIME`; 0 for no limit")
	flags.Var(&o.cache, "cache", "use up to `SIZE` of memory for a search (default 384MiB)")
	flags.BoolVar(&o.plies, "plies", false, "in a search, also prove the number of plies to a win")
	flags.StringVar(&o.until, "until", "", "solve `TIER` (see plan) and the tiers it leads to, then stop")
	flags.BoolVar(&o.force, "force", false, "solve again and replace the table")
	flags.BoolVar(&o.terminals, "count-terminals", false, "count terminal positions (slower)")
	usage.AddMoved(flags, "run: zermelo cluster solve --nats URL --store URL", "cluster", "nats", "store", "shards", "nats-replicas", "nats-creds", "nats-token-file", "nats-ca", "nats-cert", "nats-key")
	usage.AddMoved(flags, "run: zermelo report GAME --count-reachable --json", "count-reachable")
	return cmd
}

func (o *solveOptions) check() error {
	search := o.method != string(solve.Auto) && o.method != string(solve.Table)
	switch err := cmp.Or(o.Effort.Check(), usage.CheckCache(o.cache)); {
	case err != nil:
		return err
	case !slices.Contains(solve.Methods(), solve.Method(o.method)):
		return games.BadInput("--method %s: must be %s, %s, %s, %s or %s", games.Echo(o.method), solve.Auto, solve.Table, solve.Search, solve.PNS, solve.AlphaBeta)
	case o.limit <= 0:
		return games.BadInput("--limit %d: must be at least 1", o.limit)
	case o.budget < 0:
		return games.BadInput("--budget %s: must be a duration greater than 0, such as 30s or 2h, or 0 for no limit", o.budget)
	case o.until != "" && o.budgetSet:
		return games.BadInput("--budget cannot be used with --until %s", games.Echo(o.until))
	case search && o.budgetSet:
		return games.BadInput("--budget cannot be used with --method %s", o.method)
	case o.plies && o.method == string(solve.Table):
		return games.BadInput("--plies cannot be used with --method table, because a table always includes the lengths; omit it or use --method %s", solve.AlphaBeta)
	case search && o.terminals:
		return games.BadInput("--count-terminals cannot be used with --method %s", o.method)
	case o.until != "" && search:
		return games.BadInput("--until %s cannot be used with --method %s", games.Echo(o.until), games.Echo(o.method))
	}
	return nil
}

func (o *solveOptions) options(progress *solve.Progress) solve.Options {
	return solve.Options{
		CountTerminals: o.terminals,
		Method:         solve.Method(o.method), Until: o.until, Workers: o.Workers, Memory: int64(o.Memory), Limit: o.limit,
		Plies: o.plies, Budget: o.budget, SearchTime: o.searchTime(), Cache: int64(o.cache), Force: o.force, Tool: buildInfo().Version, Progress: progress,
	}
}

// A solver builds the table or the proof of a game, on this machine or on a cluster.
type solver func(ctx context.Context, db string, v games.Variant, o solve.Options) (*solve.Result, error)

func (p *program) runSolve(ctx context.Context, spec string, o solveOptions, run solver) error {
	v, db, err := p.openStored(ctx, spec)
	if err == nil && o.force {
		v, err = p.open(ctx, spec) // not the general-sum form
	}
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if err := store.Writable(db); err != nil {
		return fmt.Errorf("%w, or copy the table there with: zermelo cluster solve %s --db DIR --nats URL --store %s", err, v.Info().Spec(), games.Echo(db))
	}
	info := v.Info()
	if !p.progress.Quiet {
		if n := author.CountWarnings(ctx, v, &p.sheets); n > 0 {
			p.progress.Note(fmt.Sprintf("%s: %s; to list the warnings, run: zermelo check %q", info.Label(), words.Plural(int64(n), "warning"), info.Spec()))
		}
	}
	current := new(solve.Progress)
	options := o.options(current)
	options.Warn = p.warn
	options.OnChoice = func(c solve.Choice) {
		o.tooLarge = c.TooLarge != nil
		p.progress.Note(chosen(info, c, cmp.Or(o.Workers, runtime.GOMAXPROCS(0))))
	}
	stop := p.progress.Watch(func() progress.Stage {
		now := current.Snapshot()
		s := progress.SolveStage(now, info.LayerName)
		if look, ok := current.Searching(); ok && now.Phase == job.Searching {
			s.Search = searchWords(look)
		}
		if f := current.Forecast(); f != nil && now.Phase == job.Enumerating {
			s.Unknown = f.States.Uncertain
			if expected := f.States.States * f.Stored; expected > float64(now.States) && !s.Unknown { // otherwise another forecast follows
				s.Expected = expected
			}
		}
		if n := current.Plies(); n > 0 && now.Phase == job.Searching {
			s.Search = append(s.Search, "at least "+words.Plural(int64(n), "ply"))
		}
		return s
	})
	if m := options.Method; m == solve.Auto || m == solve.Table || options.Plies { // otherwise --cache limits the memory
		defer usage.LimitMemory(o.Memory)() // also applies to storing the table
	}
	r, err := run(ctx, db, v, options)
	stop()
	var hopeless *solve.HopelessError
	var broken *gdl.SumError
	switch {
	case errors.As(err, &broken) && (options.Method == solve.Auto || options.Method == solve.Table):
		p.warn(fmt.Errorf("%s: %w; solving it as a general-sum game instead", info.Label(), err))
		p.opened = slices.DeleteFunc(p.opened, func(opened games.Variant) bool { return opened.Info() == info }) // its failure is already reported
		return p.runSolve(ctx, broken.Spec, o, run)
	case errors.As(err, &hopeless):
		return p.showHopeless(ctx, spec, o, hopeless)
	case options.Method == solve.Auto && noTable(err) && solved.CheckAnalyze(info) == nil:
		if f, failed := solve.ForecastTable(ctx, db, v, 1); failed == nil {
			p.progress.Note(fmt.Sprintf("%s: a table has about %s states; analyzing the start for %s instead", info.Label(),
				job.About(float64(plan.New(info, f, 1).States)), o.searchTime()))
		}
		analysis := analyzeOptions{time: o.searchTime(), threads: o.Workers, cache: solve.DefaultCache, fresh: true}
		p.progress.Quiet = p.progress.Quiet || !p.progress.Live()
		return cmp.Or(p.runAnalyze(ctx, spec, analysis), solveError(v, o, err))
	case err != nil:
		return solveError(v, o, err)
	}
	return p.showResult(db, v, r, o)
}

func (p *program) showResult(db string, v games.Variant, r *solve.Result, o solveOptions) error {
	if r.Existed && !p.out.JSON {
		did := "Already solved; solve"
		if r.Proof != nil {
			did = "Already proven; prove"
		}
		p.printf("%s it again with --force.\n", did)
	}
	switch {
	case r.Proof != nil:
		return p.showProof(v.Info(), r.Proof, o)
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
	return p.out.Show(s, func() { p.printSummary(s) })
}

// untilJSON is the result of solve --until in JSON.
type untilJSON struct {
	Game  string      `json:"game"`
	Until string      `json:"until"` // tier given by --until
	Tiers []plan.Tier `json:"tiers"` // solved tiers
}

func (p *program) showUntil(info *games.Info, until string, tiers []job.SolvedTier) error {
	list := untilJSON{Game: info.Name, Until: until}
	cells := [][]string{{"TIER", "INDEXES", "STATES", "WINS", "LOSSES", "DRAWS", "LONGEST", "DIGEST"}}
	for _, solved := range tiers {
		t := plan.Solved(solved)
		list.Tiers = append(list.Tiers, t)
		cells = append(cells, []string{t.Tier, words.Thousands(int64(t.Indexes)), words.Thousands(t.States),
			words.Thousands(t.Wins), words.Thousands(t.Losses), words.Thousands(t.Draws), fmt.Sprint(t.Longest), t.Digest})
	}
	return p.out.Show(list, func() {
		p.printf("%s: solved up to tier %s\n\n", info.Label(), until)
		p.out.PrintColumns("lrrrrrrr", cells)
		p.printf("\nSolve the remaining tiers with: zermelo solve %q\n", info.Spec())
	})
}

// solveError adds the name of the game and a remedy to an error from solving it.
func solveError(v games.Variant, o solveOptions, err error) error {
	info := v.Info()
	var (
		large      *job.TooLargeError
		wide       *retro.TierTooLargeError
		unfinished *solve.UnfinishedError
		noSearch   *solve.NotSearchableError
		loops      *cyclic.LoopError
		noPlay     *puzzle.UnfinishedError
		enumerated *solve.NotTieredError
		noTier     *solve.NoTierError
		late       *solve.BudgetError
	)
	errors.As(err, &unfinished)
	errors.As(err, &noSearch)
	switch {
	case errors.Is(err, context.Canceled) && unfinished != nil && unfinished.Lost != nil:
		return fmt.Errorf("solve %s: interrupted; some results could not be stored: %w", info.Label(), unfinished.Lost)
	case errors.Is(err, context.Canceled):
		return fmt.Errorf("solve %s: interrupted; run the same command again to resume", info.Label())
	case unfinished != nil && unfinished.Kept:
		return fmt.Errorf("solve %s: %w (results are stored; run the same command again to resume)", info.Label(), err)
	case errors.As(err, &late) && late.InMemory:
		return fmt.Errorf("solve %s: %w; values computed in memory are not kept; use a longer --budget, or --budget 0 for no limit", info.Label(), err)
	case errors.As(err, &late):
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, finish(info, o))
	case errors.As(err, &noPlay) && noPlay.Never && o.method == string(solve.Search):
		return games.BadInput("solve %s: %v; omit --method", info.Label(), err)
	case errors.As(err, &large):
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, smaller(v, o, large, noSearch == nil))
	case errors.As(err, &wide) && wide.MaxSize > 0:
		return fmt.Errorf("solve %s: %w; %s", info.Label(), err, cmp.Or(smallerOption(info), "the game has no smaller variant")+searchMore(info))
	case errors.As(err, &wide):
		return fmt.Errorf("solve %s: %w; use --memory %dGiB or fewer --workers", info.Label(), err, wide.Need>>30+1)
	case errors.As(err, &loops):
		return fmt.Errorf("solve %w%s", err, unsolved(info))
	case noSearch != nil && noSearch.Want == "":
		return games.BadInput("solve %s: %v; omit --method", info.Label(), err)
	case noSearch != nil:
		leave := "--method"
		if o.plies {
			leave = "--method and --plies"
		}
		return games.BadInput("solve %s: --method %s requires %s, but %s; omit %s%s", info.Label(), o.method, noSearch.Want, noSearch.Have, leave, orAnalyze(info))
	case errors.As(err, &enumerated):
		return games.BadInput("solve %s: %v; omit --until", info.Label(), err)
	case errors.As(err, &noTier):
		return games.BadInput("solve %s: --until %s: no such tier; the tiers are %s to %s, see \"zermelo plan %s\"",
			info.Label(), games.Echo(o.until), noTier.First, noTier.Last, info.Spec())
	}
	return fmt.Errorf("solve %s: %w", info.Label(), err)
}

// noTable reports whether err means that no table can be built within the limits.
func noTable(err error) bool {
	var large *job.TooLargeError
	var wide *retro.TierTooLargeError
	return errors.As(err, &large) && !large.Kept || errors.As(err, &wide) && wide.MaxSize > 0
}

// smaller returns a remedy for a game that is too large. It may suggest a search only
// if search is set.
func smaller(v games.Variant, o solveOptions, large *job.TooLargeError, search bool) string {
	more := "a higher --limit"
	switch {
	case large.Endless != "":
		return fmt.Sprintf("check whether play ends and whether positions contain a counter that grows forever, with: zermelo check %q; if the game is finite, set --limit, as in --limit 1000000000", v.Info().Spec())
	case large.Kept:
		return "the states found so far are stored; " + finish(v.Info(), o) + orAnalyze(v.Info())
	case large.MaxScratch > 0:
		more = "more disk space, another directory with --db DIR, or --budget 0 for no limit"
	case large.Disk:
		more = "more disk space, or choose another directory with --db DIR"
	case large.Needs > 0:
		more = "a longer --budget, or --budget 0 for no limit"
	case large.Memory:
		more = "more --memory"
	}
	if search && solve.Searchable(v) == nil {
		more += fmt.Sprintf(", or find only the value of the start with: zermelo solve %q --method %s", v.Info().Spec(), solve.Search)
	}
	more += orAnalyze(v.Info())
	if option := smallerOption(v.Info()); option != "" {
		return option + ", or " + more
	}
	return "try " + more
}

// orAnalyze suggests a search of single positions of a game with random moves.
func orAnalyze(info *games.Info) string {
	if !info.Stochastic {
		return ""
	}
	return fmt.Sprintf(", or search single positions with: zermelo analyze %q", info.Spec())
}

// finish returns the commands that continue an unfinished table.
func finish(info *games.Info, o solveOptions) string {
	force := ""
	if o.force {
		force = " --force"
	}
	return fmt.Sprintf("run the same command again to continue, or finish it with: zermelo solve %q --method table --budget 0%s", info.Spec(), force)
}

// searchMore suggests a longer analysis, if the game can be analyzed.
func searchMore(info *games.Info) string {
	if solved.CheckAnalyze(info) != nil {
		return ""
	}
	return fmt.Sprintf(", or find better bounds with: zermelo analyze %q --time 1h", info.Spec())
}

// smallerOption suggests a smaller value for an option of the game, if any.
func smallerOption(info *games.Info) string {
	for _, o := range info.Options {
		switch o.Name {
		case "size", "steps", "rounds", "inner", "boxes", "seeds":
			return fmt.Sprintf("try a smaller %s (see \"zermelo rules %s\")", o.Name, info.Label())
		}
	}
	return ""
}
