package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/lines"
	"zermelo/cmd/zermelo/progress"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/solve"
)

type analyzeOptions struct {
	from    string
	moves   string
	time    time.Duration
	nodes   uint64
	threads int
	cache   usage.Size
	fresh   bool
	every   bool   // analyze every move
	method  string // empty means methodDeepen
}

// Methods of analyze.
const (
	methodDeepen = "deepen"
	methodMCTS   = "mcts"
)

func (p *program) newAnalyze() *cobra.Command {
	o := analyzeOptions{cache: solve.DefaultCache}
	cmd := &cobra.Command{
		Use:   "analyze GAME [POSITION | -]",
		Short: "Search positions for the best move in limited time",
		Long: `Search for the best move in a position of a game that may be too large to solve.

The search deepens ply by ply until --time or --nodes is used up, the value is
proven, or Ctrl-C is pressed. It prints proven bounds and a heuristic estimate
separately. Unless --fresh is given, analyze uses stored tables and proofs, and
stores the values that it proves.

With --method mcts, analyze uses Monte Carlo tree search, which also accepts games
with simultaneous moves, any number of players, or payoffs with any sum. In games
of two players in turn with random moves, the default search is expectiminimax.

The default is the start position. With -, analyze reads positions from standard
input, as query does, and prints one line of JSON for each.`,
		Example: `  zermelo analyze 2pffa-zerosum
  zermelo analyze breakthrough-small --moves "a2-a3 b5-b4" --time 30s
  zermelo analyze tron:turns=simultaneous --method mcts
  zermelo analyze connect4 - --time 1s < positions.txt`,
		Args: usage.Args(1, 2, "a game and an optional position", "zermelo analyze 2pffa-zerosum"),
		RunE: func(cmd *cobra.Command, args []string) error {
			// The flag --nodes without --time removes the time limit.
			if o.nodes > 0 && !cmd.Flags().Changed("time") {
				o.time = 0
			}
			if o.from = position(args); isInput(o.from) && o.moves != "" {
				return games.BadInput("--moves cannot be used with -; write the moves after each position in the input")
			}
			return p.runAnalyze(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	addMoves(flags, &o.moves)
	flags.BoolVarP(&o.every, "all-moves", "a", false, "also analyze the position after each move")
	flags.DurationVarP(&o.time, "time", "t", 10*time.Second, "stop after `TIME`, such as 2m (no limit if only --nodes is given)")
	flags.Uint64Var(&o.nodes, "nodes", 0, "stop after about `N` positions (default no limit)")
	flags.IntVar(&o.threads, "threads", 0, "search with `N` threads; one thread with --nodes is deterministic (default all cores)")
	flags.Var(&o.cache, "cache", "use up to `SIZE` of memory")
	flags.StringVar(&o.method, "method", methodDeepen, "search by `METHOD`: deepen or mcts")
	flags.BoolVar(&o.fresh, "fresh", false, "do not use or store results")
	return cmd
}

func (o *analyzeOptions) check() error {
	if o.method != "" && o.method != methodDeepen && o.method != methodMCTS {
		return games.BadInput("--method %s: unknown method; use %s or %s", games.Echo(o.method), methodDeepen, methodMCTS)
	}
	if o.time < 0 {
		return games.BadInput("--time %s: must not be negative; 0 means no limit", o.time)
	}
	if err := usage.CheckThreads("--threads", o.threads); err != nil || o.cache == solve.DefaultCache {
		return err
	}
	return usage.CheckCache(o.cache)
}

func (p *program) runAnalyze(ctx context.Context, spec string, o analyzeOptions) error {
	v, err := p.open(ctx, spec)
	if err != nil {
		return err
	}
	check := solved.CheckAnalyze(v.Info())
	if check != nil {
		check = fmt.Errorf("%w, or add --method mcts", check)
	}
	if o.method == methodMCTS || v.Info().Stochastic {
		check = nil
	} else if len(v.Info().Roles) == 1 && len(v.Info().Payoffs) > 0 {
		if check = nil; o.every {
			check = games.BadInput("--all-moves cannot be used with %s, which has only one player", v.Info().Label())
		}
	}
	if err := cmp.Or(o.check(), check); err != nil {
		return err
	}
	if v.Info().SumUnproven {
		for _, doubt := range v.(gdl.Described).Caveats() {
			p.warn(errors.New(doubt.Text))
		}
	}
	a := solved.NewAnalyzer(v, p.analyzerOptions(v.Info(), o))
	if isInput(o.from) {
		err = p.analyzeLines(ctx, a)
	} else {
		var found *solved.Analysis
		if found, err = a.Analyze(ctx, o.from, o.moves); err == nil {
			p.stopped = ctx.Err() != nil && found.Source == solved.SourceSearch
			err = p.out.Show(found, func() { p.printAnalysis(v.Info(), found) })
		}
	}
	return errors.Join(err, a.Close())
}

func (p *program) analyzerOptions(info *games.Info, o analyzeOptions) solved.AnalyzerOptions {
	options := solved.AnalyzerOptions{
		DB: p.db, Fresh: o.fresh, AllMoves: o.every, Tree: o.method == methodMCTS, Time: o.time, Nodes: o.nodes, Threads: o.threads, Cache: int64(o.cache),
		Tool: buildInfo().Version, Warn: p.warn,
	}
	options.Watch = func(look func() solved.AnalyzerProgress) (stop func()) {
		return p.progress.Show(0, func(time.Time) (string, float64) {
			switch now := look(); {
			case now.Latest != nil:
				return describeAnalysis(info, now.Latest), progress.Unknown
			case now.Tree != nil:
				if now.Tree.Playouts == 0 {
					return fmt.Sprintf("depth %d, estimate %s, %s positions: %s", now.Tree.Depth, words.Signed(now.Tree.Estimate),
						words.Thousands(int64(now.Tree.Nodes)), strings.Join(now.Tree.Line, " ")), progress.Unknown
				}
				return fmt.Sprintf("%s plays, estimate %s, tree %.0f %%: %s", words.Thousands(int64(now.Tree.Playouts)), words.Signed(now.Tree.Estimate),
					100*now.Tree.Fill, strings.Join(now.Tree.Line, " ")), progress.Unknown
			case now.Positions > 0:
				return fmt.Sprintf("%s positions, a play takes at least %s", words.Thousands(now.Positions), words.Plural(now.Plies, "ply")), progress.Unknown
			}
			return "", progress.Unknown
		})
	}
	if !p.progress.Live() && !isInput(o.from) && !o.every {
		options.OnDepth = func(found *deepen.Analysis) { p.progress.Note(describeAnalysis(info, found)) }
	}
	return options
}

func (p *program) analyzeLines(ctx context.Context, a solved.Analyzer) error {
	return lines.AnswerJSON(ctx, p.in, p.out, func(r *solved.Row) (any, error) {
		line := analyzedLine{Number: r.Number, Input: r.Input}
		if r.Err == nil {
			line.Analysis, r.Err = a.AnalyzeLine(ctx, r.Input)
		}
		var input *games.InputError
		if r.Err != nil && !errors.As(r.Err, &input) {
			return nil, r.Err
		}
		if r.Err != nil {
			line.Error = r.Err.Error()
		}
		return line, nil
	})
}

// analyzedLine is the output for an input line.
type analyzedLine struct {
	Number int    `json:"number"` // number of the input line, from 1
	Input  string `json:"input"`
	*solved.Analysis
	Board []string `json:"board,omitempty"` // never set; hides the board of the analysis
	Error string   `json:"error,omitempty"`
}

func describeAnalysis(info *games.Info, a *deepen.Analysis) string {
	value := "proven: " + solved.AnalysisWords(info, a)
	if !a.Proven() {
		value = fmt.Sprintf("estimate %s, %s", words.Signed(a.Estimate),
			boundsText(info, info.Roles[a.Mover], solved.PointsOf(info, a.Low), solved.PointsOf(info, a.High)))
	}
	rate := float64(a.Nodes) / max(a.Elapsed, time.Microsecond).Seconds()
	return fmt.Sprintf("depth %d, %s, %s positions, %s/s, table %.0f %%: %s", a.Depth, value,
		words.Thousands(int64(a.Nodes)), terminal.Metric(rate), 100*a.Fill, strings.Join(a.Line, " "))
}

// boundsText formats the proven bounds on the payoff of a role, as in "black's score
// is between -4 and 2 discs" or "first gets between 3 and 7 of 9 boxes".
func boundsText(info *games.Info, role string, low, high float64) string {
	if info.Total == 0 {
		return fmt.Sprintf("%s's score is between %v and %s", role, rounded(low), words.Amount(info, rounded(high)))
	}
	return fmt.Sprintf("%s gets between %v and %v of %s", role, rounded(low), rounded(high), words.Amount(info, info.Points(info.Total)))
}

func (p *program) printAnalysis(info *games.Info, a *solved.Analysis) {
	p.printf("%s\n\nPosition %s\n\n", strings.Join(a.Board, "\n"), a.Position)
	if a.Terminal {
		p.printf("The game is over: %s\n", a.Value)
		return
	}
	switch {
	case a.Source == solved.SourceTable:
		p.printf("Proven: %s (in the table)\n", a.Value)
	case a.Source == solved.SourceStored:
		p.printf("Proven: %s (by an earlier search)\n", a.Value)
	case a.Proven:
		p.printf("Proven: %s\n", a.Value)
	case len(a.Expected) > 0:
		p.printExpected(info, a)
	case len(info.Roles) == 1 && len(a.Line) > 0:
		p.printf("Found: a play of %s to %s (not proven to be the maximum)\n", words.Plural(int64(len(a.Line)), "ply"), words.Amount(info, a.Low))
		p.printRow("bounds", "no play gets more than %s, and reaching it takes at least %s", words.Amount(info, a.High), words.Plural(int64(a.AtLeast), "ply"))
	case len(info.Roles) == 1:
		p.printf("No play to a terminal position found\n")
		p.printRow("bounds", "no play gets more than %s, and reaching it takes at least %s", words.Amount(info, a.High), words.Plural(int64(a.AtLeast), "ply"))
	default:
		p.printf("Estimate: %s for %s, from -1 (worst) to 1 (best), not proven\n", words.Signed(a.Estimate), a.Mover)
		p.printRow("bounds", "%s (proven)", boundsText(info, a.Mover, a.Low, a.High))
	}
	p.printf("%s", terminal.Wrap(strings.Join(a.Line, " "), "  best line  ", terminal.LineWidth))
	if a.Mover == "" {
		defer p.printStrategies(a)
	} else {
		defer p.printAnalyzedMoves(info.Points(info.Total), a)
	}
	if a.Source != solved.SourceSearch {
		return
	}
	if len(info.Roles) == 1 && a.Proven && len(a.Expected) == 0 {
		short := "not proven to be the minimum"
		if a.Shortest {
			short = "the minimum"
		}
		p.printRow("plies", "%d; %s", a.Depth, short)
	} else {
		p.printRow("depth", "%d", a.Depth)
	}
	if a.Playouts > 0 {
		p.printRow("plays", "%s at random", words.Thousands(int64(a.Playouts)))
	}
	p.printRow("searched", "%s, %s/s", words.Plural(int64(a.Nodes), "position"), terminal.Metric(float64(a.Rate)))
	if a.SumUnproven {
		p.printSum(sumAt(info, "all visited terminal positions"))
	}
	if a.RepeatsUnproven {
		p.printRow("repeats", "not proven to be impossible; the bounds hold in either case")
	}
	p.printRow("time", "%s", secondsText(a.Seconds))
	switch {
	case a.Playouts > 0:
		p.printRow("tree", "%.1f %% full", 100*a.Fill)
	case len(info.Roles) > 1 || info.Stochastic:
		p.printRow("table", "%.1f %% full", 100*a.Fill)
	}
}

// rounded rounds a payoff to six digits after the point.
func rounded(x float64) float64 { return math.Round(x*1e6) / 1e6 }

// printExpected prints the unproven result of a search with estimated payoffs.
func (p *program) printExpected(info *games.Info, a *solved.Analysis) {
	parts := make([]string, len(info.Roles))
	for role, points := range a.Expected {
		parts[role] = fmt.Sprintf("%s %.4g", info.Roles[role], points)
	}
	p.printf("Estimate: %s, not proven\n", strings.Join(parts, ", "))
	if (a.Mover != "" || a.Chance) && !info.GeneralSum && len(info.Payoffs) > 0 {
		p.printRow("bounds", "%s (proven)", boundsText(info, cmp.Or(a.Mover, info.Roles[0]), a.Low, a.High))
	}
}

// printStrategies prints the probabilities of the moves of all roles, or of the outcomes of a random move.
func (p *program) printStrategies(a *solved.Analysis) {
	rows := [][]string{{"PLAYER", "MOVE", "PROBABILITY", "ESTIMATE"}}
	for _, m := range a.Moves {
		rows = append(rows, []string{cmp.Or(m.By, "chance"), m.Move, fmt.Sprintf("%.1f %%", 100**m.Probability), words.Signed(m.Estimate)})
	}
	p.printf("\n%s\n", strings.Join(terminal.Columns("llrr", rows), "\n"))
}

// printAnalyzedMoves prints the moves, coloured by their proven results. total is the
// sum of the payoffs, in points.
func (p *program) printAnalyzedMoves(total float64, a *solved.Analysis) {
	if len(a.Moves) == 0 {
		return
	}
	rows := [][]string{{"MOVE", "VALUE", "BEST LINE"}}
	for _, m := range a.Moves {
		value := m.Value
		if !m.Proven {
			value = "estimate " + words.Signed(m.Estimate)
		}
		line := strings.Join(m.Line, " ")
		if len(line) > movesLine {
			line = line[:strings.LastIndexByte(line[:movesLine], ' ')] + " ..."
		}
		rows = append(rows, []string{m.Move, value, line})
	}
	p.printf("\n")
	for i, line := range terminal.Columns("lll", rows) {
		if i > 0 { // skip the heading
			m := &a.Moves[i-1]
			result := 0
			if m.Proven {
				result = cmp.Compare(2*m.Low, total)
			}
			line = p.out.Paint(line, result, a.Proven && m.Proven && m.Low == a.Low)
		}
		_, _ = p.out.WriteString(line + "\n") // Flush returns the error
	}
}

// movesLine is the maximum length of the best line printed for a move, in bytes.
const movesLine = 50
