package command

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/lines"
	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/tablebase/build"
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
	every   bool // move is analyzed
}

func (p *program) newAnalyze() *cobra.Command {
	o := analyzeOptions{cache: build.DefaultCache}
	cmd := &cobra.Command{
		Use:   "analyze GAME [POSITION | -]",
		Short: "Search a position, or many, for the best move in limited time",
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

--all-moves adds the value or an estimate and the best line of every move. Half
of the time or nodes goes to the position, the other half to its moves.

Of a game of one player it looks for the shortest play to the greatest payoff
that there is, and says whether both are proven.

The position is the start, unless POSITION gives one in the game's notation.
--moves plays moves from there. In place of POSITION, - reads many from standard
input, written as for query. Each has --time or --nodes of its own, and all
share the tables of one search. A line of JSON is printed for each, in the same
order, with its number and input, or an error. Progress goes to standard error: a live line on
a terminal, else a line for each depth.`,
		Example: `  zermelo analyze 2pffa-zerosum
  zermelo analyze breakthrough-small --moves "a2-a3 b5-b4" --time 30s
  zermelo analyze connect4 --nodes 1000000 --threads 1 --fresh
  zermelo analyze tron:size=4x4 --json
  zermelo analyze breakthrough --all-moves --time 1m
  zermelo analyze connect4 - --time 1s < positions.txt`,
		Args:              usage.Args(1, 2, "a game and perhaps a position", "zermelo analyze 2pffa-zerosum"),
		ValidArgsFunction: p.completeGame,
		RunE: func(cmd *cobra.Command, args []string) error {
			// A number of nodes alone is not cut short by the default time.
			if o.nodes > 0 && !cmd.Flags().Changed("time") {
				o.time = 0
			}
			if o.from = position(args); isInput(o.from) && o.moves != "" {
				return games.BadInput("--moves is for one position: write moves after each position of the input")
			}
			return p.runAnalyze(cmd.Context(), args[0], o)
		},
	}
	flags := cmd.Flags()
	flags.SortFlags = false
	addMoves(flags, &o.moves)
	flags.BoolVarP(&o.every, "all-moves", "a", false, "analyze the position after every move")
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
	check := solved.CheckAnalyze(v.Info())
	if len(v.Info().Roles) == 1 && len(v.Info().Payoffs) > 0 {
		if check = nil; o.every {
			check = games.BadInput("--all-moves is for games of two players; in %s there is one: leave it out", v.Info().Label())
		}
	}
	if err := cmp.Or(o.check(), check); err != nil {
		return err
	}
	if v.Info().SumUnproven {
		for _, doubt := range v.(gdl.Described).Doubts() {
			p.warn(errors.New(doubt.Text))
		}
	}
	a := games.ByState(v, newAnalyzer[uint64], newAnalyzer[[2]uint64], newAnalyzer[[4]uint64])(p, o)
	if isInput(o.from) {
		err = p.analyzeLines(ctx, a)
	} else {
		var found *solved.Analysis
		if found, err = a.analyze(ctx, o.from, o.moves); err == nil {
			p.stopped = ctx.Err() != nil && found.Source == solved.SourceSearch
			err = p.show(found, func() { p.printAnalysis(v.Info(), found) })
		}
	}
	return errors.Join(err, a.close())
}

// analyzeLines analyzes the positions of standard input.
func (p *program) analyzeLines(ctx context.Context, a analyzer) error {
	return lines.Answer(ctx, p.in, p.out, 1, []lines.Answerer{func(rows []solved.Row, out []byte) ([]byte, error) {
		for i := range rows {
			r := &rows[i]
			line := analyzedLine{Number: r.Number, Input: r.Input}
			if r.Err == nil {
				line.Analysis, r.Err = a.analyzeLine(ctx, r.Input)
			}
			var input *games.InputError
			if r.Err != nil && !errors.As(r.Err, &input) {
				return out, r.Err
			}
			if r.Err != nil {
				line.Error = r.Err.Error()
			}
			text, err := json.Marshal(&line)
			if err != nil {
				return out, err
			}
			out = append(append(out, games.CleanJSON(text)...), '\n')
		}
		return out, nil
	}})
}

// analyzedLine is a line of the output for a line of the input.
type analyzedLine struct {
	Number int    `json:"number"` // of the line
	Input  string `json:"input"`
	*solved.Analysis
	Board []string `json:"board,omitempty"` // none, in place of that of the analysis
	Error string   `json:"error,omitempty"`
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
	case len(info.Roles) == 1 && len(a.Line) > 0:
		p.printf("Found: a play of %s to %d (that none gets more is not proven)\n", words.Plural(int64(len(a.Line)), "ply"), a.Low)
		p.printRow("bounds", "no play gets more than %d; one to that takes %s at least", a.High, words.Plural(int64(a.AtLeast), "ply"))
	case len(info.Roles) == 1:
		p.printf("No play to an end is found\n")
		p.printRow("bounds", "no play gets more than %d; one to that takes %s at least", a.High, words.Plural(int64(a.AtLeast), "ply"))
	default:
		p.printf("Estimate: %s for %s, from -1, the worst, to 1, the best (not proven)\n", words.Signed(a.Estimate), a.Mover)
		p.printRow("bounds", "%s (proven)", boundsText(info, a.Mover, a.Low, a.High))
	}
	p.printf("%s", terminal.Wrap(strings.Join(a.Line, " "), "  best line  ", terminal.LineWidth))
	defer p.printAnalyzedMoves(info.Total, a)
	if a.Source != solved.SourceSearch {
		return
	}
	if len(info.Roles) == 1 && a.Proven {
		short := "that none is shorter is not proven"
		if a.Shortest {
			short = "none is shorter"
		}
		p.printRow("plies", "%d; %s", a.Depth, short)
	} else {
		p.printRow("depth", "%d", a.Depth)
	}
	p.printRow("searched", "%s, %s/s", words.Plural(int64(a.Nodes), "position"), terminal.Metric(float64(a.Rate)))
	if a.SumUnproven {
		p.printSum(sumAt(info, "all ends met"))
	}
	if a.RepeatsUnproven {
		p.printRow("repeats", "that no position comes back is not proven; the bounds hold in any case")
	}
	p.printRow("time", "%s", secondsText(a.Seconds))
	if len(info.Roles) == 1 {
		return
	}
	p.printRow("table", "%.1f %% full", 100*a.Fill)
}

// printAnalyzedMoves prints the moves of an analysis that has them, in colours by what is
// proven. Total is that of the payoffs.
func (p *program) printAnalyzedMoves(total int, a *solved.Analysis) {
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
		if i > 0 { // below the heading
			m := &a.Moves[i-1]
			result := 0
			if m.Proven {
				result = 2*int(m.Low) - total
			}
			line = p.out.Paint(line, result, a.Proven && m.Proven && m.Low == a.Low)
		}
		_, _ = p.out.WriteString(line + "\n") // Flush returns the error
	}
}

// movesLine is how much of a best line is printed for each of all moves, in bytes.
const movesLine = 50
