package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/build"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// analyzeOptions are the flags of analyze, and the position.
type analyzeOptions struct {
	from    string
	moves   string
	time    time.Duration
	nodes   uint64
	threads int
	cache   usage.Size
	fresh   bool
	quiet   bool
}

func (p *program) newAnalyze() *cobra.Command {
	o := analyzeOptions{cache: build.DefaultCache}
	cmd := &cobra.Command{
		Use:   "analyze GAME [POSITION]",
		Short: "Search a position for the best move in limited time",
		Long: `Search a position of a game, which may be too large to solve, for the best
move.

Stored results come first: a position in a table, a proof or the results of
earlier searches is answered at once. Otherwise the search goes one ply deep,
then two, and so on, and tries in between to prove the value. It ends when
--time or --nodes is used up, when the value is proven, or with Ctrl-C, which
prints the best so far. Proven results that took long are stored for later
searches. --fresh ignores stored results and stores none.

The answer separates proof from estimate: bounds follow from the rules alone;
an estimate comes from evaluating the positions where the search stopped, with
the game's own evaluation or by the number of moves.

The position is the start, unless POSITION gives one in the game's notation.
--moves plays moves from there. Progress goes to standard error: a live line on
a terminal, else a line for each depth.`,
		Example: `  zermelo analyze 2pffa-zerosum
  zermelo analyze breakthrough-small --moves "a2-a3 b5-b4" --time 30s
  zermelo analyze connect4 --nodes 1000000 --threads 1 --fresh
  zermelo analyze tron:size=4x4 --json`,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo analyze 2pffa-zerosum"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			// A number of nodes alone is not cut short by the default time.
			if o.nodes > 0 && !cmd.Flags().Changed("time") {
				o.time = 0
			}
			o.from = position(args)
			return p.runAnalyze(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	addMoves(flags, &o.moves)
	flags.DurationVarP(&o.time, "time", "t", 10*time.Second, "stop after `TIME`, as in 500ms or 2m; --nodes alone lifts this limit")
	flags.Uint64Var(&o.nodes, "nodes", 0, "stop after about `N` positions (default no limit)")
	flags.IntVar(&o.threads, "threads", 0, "search with `N` threads; with 1, --nodes and --fresh the answer is the same each time (default all cores)")
	flags.Var(&o.cache, "cache", "`SIZE` of the search's tables in memory, as in 64MiB or 4GiB")
	flags.BoolVar(&o.fresh, "fresh", false, "ignore stored results, and store none")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "print no progress")
	return cmd
}

// check finds flags out of range.
func (o *analyzeOptions) check() error {
	if o.time < 0 {
		return games.BadInput("--time %s: want a time as in 10s, or 0 for no limit", o.time)
	}
	if err := checkThreads("--threads", o.threads); err != nil || o.cache == build.DefaultCache {
		return err
	}
	return usage.CheckCache(o.cache)
}

func (p *program) runAnalyze(ctx context.Context, spec string, o analyzeOptions) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	if err := cmp.Or(o.check(), solved.CheckAnalyze(v.Info())); err != nil {
		return err
	}
	var found *solved.Analysis
	if !o.fresh && p.db != "" {
		if found, err = analyzeTable(p.db, v, o); err != nil {
			return err
		}
	}
	if found == nil {
		if found, err = games.ByState(v, analyzer[uint64], analyzer[[2]uint64], analyzer[[4]uint64])(ctx, p, o); err != nil {
			return err
		}
	}
	p.stopped = ctx.Err() != nil && found.Source == solved.SourceSearch
	return p.show(found, func() { p.printAnalysis(v.Info(), found) })
}

// analyzeTable answers from the table of a game. It returns nil if there is no table,
// or the table does not have the position.
func analyzeTable(db string, v games.Variant, o analyzeOptions) (found *solved.Analysis, err error) {
	b, err := solved.Open(db, v)
	if errors.Is(err, store.ErrNoTable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	line, err := b.Follow(o.from, games.SplitMoves(o.moves))
	if errors.Is(err, store.ErrNotStored) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at := line[len(line)-1]
	if at.Terminal {
		return nil, games.BadInput("the game is over at %s: there is nothing to search", at.Text)
	}
	return solved.TableAnalysis(b, at)
}

// analyzer is analyze for a game.
func analyzer[S games.State](g games.Game[S]) func(context.Context, *program, analyzeOptions) (*solved.Analysis, error) {
	return func(ctx context.Context, p *program, o analyzeOptions) (*solved.Analysis, error) {
		return analyze(ctx, p, g, o)
	}
}

// analyze searches a position. Unless --fresh is given it begins with what is stored in
// the directory of the tables, and keeps there what it proves.
func analyze[S games.State](ctx context.Context, p *program, g games.Game[S], o analyzeOptions) (*solved.Analysis, error) {
	s, err := follow(g, o.from, o.moves)
	if err != nil {
		return nil, err
	}
	options := deepen.Options{Threads: cmp.Or(o.threads, runtime.GOMAXPROCS(0)), Nodes: o.nodes, Time: o.time, Cache: int64(o.cache)}
	if !o.quiet && !onTerminal(p.err) {
		options.Deeper = func(a deepen.Analysis) { fmt.Fprintln(p.err, describeAnalysis(g.Info(), &a)) }
	}
	d := deepen.New(g, options)
	defer d.Close()
	if !o.fresh && p.db != "" {
		facts, err := proof.OpenFacts(p.db, search.Plain(g))
		if err != nil {
			return nil, err
		}
		if facts.Damage != nil {
			p.warn(fmt.Errorf("the analysis begins without what earlier searches have proven: %w", facts.Damage))
		}
		facts.Teach(s, d.Learn)
		recorder := proof.NewRecorder(p.db, g, facts.Known, d, proof.RecorderOptions{Tool: buildInfo().Version, Warn: p.warn})
		defer func() {
			if err := recorder.Close(true); err != nil {
				p.warn(fmt.Errorf("what was proven could not be kept: %w", err))
			}
		}()
	}
	stop := p.showLive(o.quiet, 0, func(time.Time) (string, float64) {
		if a := d.Latest(); a != nil {
			return describeAnalysis(g.Info(), a), unknown
		}
		return "", unknown
	})
	a, err := d.Run(ctx, s)
	stop()
	if err != nil {
		return nil, err
	}
	return solved.NewAnalysis(g.Info(), games.NotationOf(g).FormatState(s), games.DrawingOf(g, s), &a), nil
}

// follow plays typed moves from a position, the start if it is "".
func follow[S games.State](g games.Game[S], from, moves string) (s S, err error) {
	if s = g.Start(); from != "" {
		if s, err = games.NotationOf(g).ParseState(from); err != nil {
			return s, err
		}
	}
	line, err := games.Play(g, s, games.SplitMoves(moves))
	if err != nil {
		return s, err
	}
	return line[len(line)-1], nil
}

// describeAnalysis is an analysis as a line.
func describeAnalysis(info *games.Info, a *deepen.Analysis) string {
	value := "proven: " + solved.AnalysisWords(info, a)
	if !a.Proven() {
		value = fmt.Sprintf("estimate %s, %s", words.Signed(a.Estimate),
			boundsText(info, info.Roles[a.Mover], search.PayoffOf(info.Total, a.Low), search.PayoffOf(info.Total, a.High)))
	}
	rate := float64(a.Nodes) / max(a.Elapsed, time.Microsecond).Seconds()
	return fmt.Sprintf("depth %d, %s, %s positions, %s/s, table %.0f %%: %s", a.Depth, value,
		words.Thousands(int64(a.Nodes)), terminal.Metric(rate), 100*a.Fill, strings.Join(a.Line, " "))
}

// boundsText says what is proven of the payoff of a role that is not proven, as in
// "black's score is -4 to 2" in games of scores, else as in "first gets 3 to 7 of 9".
func boundsText(info *games.Info, role string, low, high int16) string {
	if info.Total == 0 {
		return fmt.Sprintf("%s's score is between %d and %d", role, low, high)
	}
	return fmt.Sprintf("%s gets between %d and %d of %d", role, low, high, info.Total)
}

func (p *program) printAnalysis(info *games.Info, a *solved.Analysis) {
	p.printf("%s\n\nPosition %s\n\n", strings.Join(a.Board, "\n"), a.Position)
	switch {
	case a.Source == solved.SourceTable:
		p.printf("Proven: %s (in the table)\n", a.Value)
	case a.Source == solved.SourceStored:
		p.printf("Proven: %s (by an earlier search)\n", a.Value)
	case a.Proven:
		p.printf("Proven: %s\n", a.Value)
	default:
		p.printf("Estimate: %s for %s, from -1, the worst, to 1, the best (not proven)\n", words.Signed(a.Estimate), a.Mover)
		p.printRow("bounds", "%s (proven)", boundsText(info, a.Mover, a.Low, a.High))
	}
	p.printf("%s", terminal.Wrap(strings.Join(a.Line, " "), "  best line  ", terminal.LineWidth))
	if a.Source != solved.SourceSearch {
		return
	}
	p.printRow("depth", "%d", a.Depth)
	p.printRow("searched", "%s, %s/s", words.Plural(int64(a.Nodes), "position"), terminal.Metric(float64(a.Rate)))
	p.printRow("time", "%s", secondsText(a.Seconds))
	p.printRow("table", "%.1f %% full", 100*a.Fill)
}
