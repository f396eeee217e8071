package command

import (
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
	"zermelo/reports/book"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/build"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

const analyzeLong = `Search a position of a game, which may be too large to solve, for the best
move.

Stored results come first: a position in a table, a proof or the results of
earlier searches is answered at once. Otherwise the search goes one ply deep,
then two, and so on, and tries in between to prove the value. It ends when
--time or --nodes is used up, when the value is proven, or with Ctrl-C. Proven
results that took long are stored for later searches. --fresh ignores stored
results and stores none.

The answer separates proof from estimate: bounds follow from the rules alone;
an estimate comes from evaluating the positions where the search stopped, with
the game's own evaluation or by the number of moves.

The position is the start, unless POSITION gives one in the game's notation.
--moves plays moves from there. Progress goes to standard error: a live line on
a terminal, else a line for each depth.`

const analyzeExample = `  zermelo analyze 2pffa-zerosum
  zermelo analyze breakthrough-small --moves "a2-a3 b5-b4" --time 30s
  zermelo analyze connect4 --nodes 1000000 --threads 1 --fresh
  zermelo analyze tron:size=4x4 --json`

// analyzeOptions are the flags of analyze.
type analyzeOptions struct {
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
		Use:               "analyze GAME [POSITION]",
		Short:             "Search a position for the best move in limited time",
		Long:              analyzeLong,
		Example:           analyzeExample,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo analyze 2pffa-zerosum"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			// A number of nodes alone is not cut short by the default time.
			if o.nodes > 0 && !cmd.Flags().Changed("time") {
				o.time = 0
			}
			return p.runAnalyze(cmd.Context(), args[0], position(args), o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	flags.StringVarP(&o.moves, "moves", "m", "", "play these moves first, separated by blanks")
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
	switch {
	case o.time < 0:
		return games.BadInput("--time %s: want a time as in 10s, or 0 for no limit", o.time)
	case o.threads < 0 || o.threads > maxWorkers:
		return games.BadInput("--threads %d: want 1 to %d, or 0 for one on each core", o.threads, maxWorkers)
	}
	if o.cache == build.DefaultCache {
		return nil
	}
	return usage.CheckCache(o.cache)
}

func (p *program) runAnalyze(ctx context.Context, spec, from string, o analyzeOptions) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	info := v.Info()
	if err := book.CheckAnalyze(info); err != nil {
		return err
	}
	if o.threads == 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	moves := strings.Fields(o.moves)
	db := p.db
	if o.fresh {
		db = ""
	}
	if db != "" {
		found, err := analyzeTable(db, v, from, moves)
		if err != nil {
			return err
		}
		if found != nil {
			return p.showAnalysis(found)
		}
	}
	show := newAnalysisDisplay(p, info, o.quiet)
	found, err := games.ByState(v, analyzerOf[uint64], analyzerOf[[2]uint64], analyzerOf[[4]uint64])(ctx, db, from, moves, deepen.Options{
		Threads: o.threads, Nodes: o.nodes, Time: o.time, Cache: int64(o.cache), Deeper: show.deeper,
	}, show)
	if err != nil {
		return err
	}
	return p.showAnalysis(found)
}

// analyzeTable answers from the table of a game. It returns nil if there is no table,
// or the table does not have the position.
func analyzeTable(db string, v games.Variant, from string, moves []string) (found *book.Analysis, err error) {
	b, err := book.Open(db, v)
	if errors.Is(err, store.ErrNoTable) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, b.Close()) }()
	line, err := b.Follow(from, moves)
	if errors.Is(err, store.ErrNotStored) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	at := line[len(line)-1]
	if at.Terminal {
		return nil, errOver(at.Text)
	}
	return book.TableAnalysis(b, at)
}

// errOver says that there is nothing to analyze.
func errOver(position string) error {
	return games.BadInput("the game is over at %s: there is nothing to search", position)
}

// analyzer searches a position: from, or the start if it is "", after moves. It
// begins with what is stored in the directory db, and keeps there what it proves; not
// if that is "".
type analyzer func(ctx context.Context, db, from string, moves []string, o deepen.Options, show *analysisDisplay) (*book.Analysis, error)

func analyzerOf[S games.State](g games.Game[S]) analyzer {
	return func(ctx context.Context, db, from string, moves []string, o deepen.Options, show *analysisDisplay) (*book.Analysis, error) {
		return analyze(ctx, g, db, from, moves, o, show)
	}
}

func analyze[S games.State](ctx context.Context, g games.Game[S], db, from string, moves []string, o deepen.Options, show *analysisDisplay) (_ *book.Analysis, err error) {
	s, err := follow(g, from, moves)
	if err != nil {
		return nil, err
	}
	d := deepen.New(g, o)
	defer d.Close()
	if db != "" {
		facts, err := proof.OpenFacts(db, search.Plain(g))
		if err != nil {
			return nil, err
		}
		if facts.Damage != nil {
			show.warn(fmt.Errorf("the analysis begins without what earlier searches have proven: %w", facts.Damage))
		}
		facts.Teach(s, d.Learn)
		recorder := proof.NewRecorder(db, g, facts.Known, d, proof.RecorderOptions{Tool: buildInfo().Version, Warn: show.warn})
		defer func() {
			if err := recorder.Close(true); err != nil {
				show.warn(fmt.Errorf("what was proven could not be kept: %w", err))
			}
		}()
	}
	stop := show.watch(d.Latest)
	a, err := d.Run(ctx, s)
	stop()
	if err != nil {
		return nil, err
	}
	return book.NewAnalysis(g.Info(), games.NotationOf(g).FormatState(s), games.DrawingOf(g, s), &a)
}

// follow plays moves from a position, the start if it is "".
func follow[S games.State](g games.Game[S], from string, moves []string) (S, error) {
	s, notation := g.Start(), games.NotationOf(g)
	if from != "" {
		var err error
		if s, err = notation.ParseState(from); err != nil {
			return s, err
		}
	}
	for i, name := range moves {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return s, games.BadInput("move %d, %q: the game is over at %s", i+1, name, notation.FormatState(s))
		}
		names := notation.Moves(s)[games.Mover(g, s)]
		at := -1
		for j := range names {
			if names[j] == name {
				at = j
			}
		}
		if at < 0 {
			return s, games.BadInput("move %d, %q, is not legal at %s: the legal moves are %s", i+1, name, notation.FormatState(s), strings.Join(names, ", "))
		}
		s = children[at]
	}
	return s, nil
}

// rate is positions a second.
func rate(a *deepen.Analysis) float64 {
	if a.Elapsed <= 0 {
		return 0
	}
	return float64(a.Nodes) / a.Elapsed.Seconds()
}

func (p *program) showAnalysis(a *book.Analysis) error {
	if p.json {
		return p.printJSON(a)
	}
	p.printf("%s\n\nPosition %s\n\n", strings.Join(a.Board, "\n"), a.Position)
	switch {
	case a.Source == book.SourceTable:
		p.printf("Proven: %s (in the table)\n", a.Value)
	case a.Source == book.SourceStored:
		p.printf("Proven: %s (by an earlier search)\n", a.Value)
	case a.Proven:
		p.printf("Proven: %s\n", a.Value)
	default:
		p.printf("Estimate: %s for %s, from -1, the worst, to 1, the best (not proven)\n", words.Signed(a.Estimate), a.Mover)
		p.printf("  bounds     %s gets %d to %d (proven)\n", a.Mover, a.Low, a.High)
	}
	p.printf("%s", terminal.Wrap(strings.Join(a.Line, " "), "  best line  ", terminal.LineWidth))
	if a.Source != book.SourceSearch {
		return nil
	}
	p.printf("  depth      %d\n", a.Depth)
	p.printf("  searched   %s, %s/s\n", words.Plural(int64(a.Nodes), "position"), terminal.Metric(float64(a.Rate)))
	p.printf("  time       %s\n", words.Seconds(time.Duration(a.Seconds*float64(time.Second))))
	p.printf("  table      %.1f %% full\n", 100*a.Fill)
	return nil
}
