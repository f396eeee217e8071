package command

import (
	"context"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/games"
	"zermelo/reports"
	"zermelo/solver/search"
)

const analyzeLong = `Analyze searches a position of a game that may be too large to solve, and says
what it thinks is best. It needs no table. It searches one ply deep, then two
and so on, until --time or --nodes are used up, Ctrl-C is pressed, or the value
is proven; with two threads or more the others try to prove it meanwhile.

What is proven and what is an estimate stay apart: bounds rest on the rules
alone, an estimate on a simple evaluation of the positions where the search
stopped (the game's own, or the number of moves).

The position is the start, unless POSITION gives one in the game's notation;
--moves plays moves from there. Progress goes to standard error: a live line on a
terminal, a line for each depth otherwise.`

const analyzeExample = `  zermelo analyze 2pffa-zerosum
  zermelo analyze breakthrough-small --moves "a2-a3 b5-b4" --time 30s
  zermelo analyze connect4 --nodes 1000000 --threads 1 --cache 256MiB
  zermelo analyze tron:size=4x4 --json`

// analyzeOptions are the flags of analyze.
type analyzeOptions struct {
	moves   string
	time    time.Duration
	nodes   uint64
	threads int
	cache   size
	quiet   bool
}

func (p *program) newAnalyze() *cobra.Command {
	o := analyzeOptions{cache: defaultCache}
	cmd := &cobra.Command{
		Use:               "analyze GAME [POSITION]",
		Short:             "Search a position for the best move in a given time",
		Long:              analyzeLong,
		Example:           analyzeExample,
		Args:              wantArgs(1, 2, "a game and perhaps a position", "zermelo analyze 2pffa-zerosum"),
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
	flags.StringVarP(&o.moves, "moves", "m", "", "moves to play first, with blanks between")
	flags.DurationVarP(&o.time, "time", "t", 10*time.Second, "stop after this `TIME`, as in 500ms or 2m; with --nodes alone, never")
	flags.Uint64Var(&o.nodes, "nodes", 0, "stop after about `N` positions (default never)")
	flags.IntVar(&o.threads, "threads", 0, "search with `N` threads; one gives the same answer each time with --nodes (default all cores)")
	flags.Var(&o.cache, "cache", "memory of the search's tables, as in 64MiB or 4GiB")
	flags.BoolVarP(&o.quiet, "quiet", "q", false, "show no progress")
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
	return nil
}

func (p *program) runAnalyze(ctx context.Context, spec, from string, o analyzeOptions) error {
	v, err := p.open(spec)
	if err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	info := v.Info()
	if err := reports.CheckAnalyze(info); err != nil {
		return err
	}
	if o.threads == 0 {
		o.threads = runtime.GOMAXPROCS(0)
	}
	show := newAnalysisDisplay(p.err, info, o.quiet)
	found, err := solvableOf(v).analyze(ctx, from, strings.Fields(o.moves), search.DeepenOptions{
		Threads: o.threads, Nodes: o.nodes, Time: o.time, Cache: int64(o.cache), Deeper: show.deeper,
	}, show)
	if err != nil {
		return err
	}
	return p.showAnalysis(info, found)
}

// analyzed is a position with what was found out about it.
type analyzed struct {
	search.Analysis
	position string
	drawing  games.Drawing
}

// analyze implements solvable.
func (v variant[S]) analyze(ctx context.Context, from string, moves []string, o search.DeepenOptions, show *analysisDisplay) (*analyzed, error) {
	s, err := follow(v.game, from, moves)
	if err != nil {
		return nil, err
	}
	d := search.NewDeepener(v.game, o)
	defer d.Close()
	stop := show.watch(d.Latest)
	a, err := d.Run(ctx, s)
	stop()
	if err != nil {
		return nil, err
	}
	return &analyzed{Analysis: a, position: games.NotationOf(v.game).FormatState(s), drawing: games.DrawingOf(v.game, s)}, nil
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
		names := notation.Moves(s)[search.MoverAt(g, s)]
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
func rate(a *search.Analysis) float64 {
	if a.Elapsed <= 0 {
		return 0
	}
	return float64(a.Nodes) / a.Elapsed.Seconds()
}

func (p *program) showAnalysis(info *games.Info, a *analyzed) error {
	r, err := reports.NewAnalysis(info, a.position, a.drawing, &a.Analysis)
	if err != nil {
		return err
	}
	if p.json {
		return p.printJSON(r)
	}
	p.printf("%s\n\nPosition %s\n\n", strings.Join(r.Board, "\n"), r.Position)
	if r.Proven {
		p.printf("Proven: %s\n", r.Value)
	} else {
		p.printf("Estimate: %+.2f for %s, from -1, the worst, to 1, the best (not proven)\n", r.Estimate, r.Mover)
		p.printf("  bounds     %s gets %d to %d (proven)\n", r.Mover, r.Low, r.High)
	}
	p.printf("%s", wrap(strings.Join(r.Line, " "), "  best line  ", lineWidth))
	p.printf("  depth      %d\n", r.Depth)
	p.printf("  searched   %s, %s/s\n", reports.Plural(int64(r.Nodes), "position"), metric(float64(r.Rate)))
	p.printf("  time       %s\n", reports.Seconds(a.Elapsed))
	p.printf("  table      %.1f %% full\n", 100*r.Fill)
	return nil
}
