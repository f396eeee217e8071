package author

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/reports/words"
)

func (e *Env) newCheck() *cobra.Command {
	limit := 2000
	cmd := &cobra.Command{
		Use:   "check GAME...",
		Short: "Find errors in the rules of games",
		Long: `Find errors in the rules of games. The exit code is 1 if any are found.

For a rule sheet, check prints the errors and warnings of the reference validator,
each with its location and a hint. It then expands the rules to a form without
variables. This finds expansions that never end, conditions that never hold (often
a misspelt name), and roles that may lack a legal move or a goal.

Other games are played at random. Each position must have moves or payoffs, and
repeated calls must return the same ones. Payoffs must add up to the total of the
game, moves must have different names, and the notation of a position must denote
the same position when it is read. Turns, layers and symmetries are tested if the
game has them. Check warns if no random play ends.`,
		Example: `  zermelo check ticTacToe.kif
  zermelo check games/*.kif --json
  zermelo check exec:./mygame.py --positions 10000`,
		Args: usage.Args(1, math.MaxInt, "one or more games", "zermelo check mygame.star"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limit < 1 {
				return games.BadInput("--positions %d: must be at least 1", limit)
			}
			return e.runCheck(cmd.Context(), args, limit)
		},
	}
	cmd.Flags().IntVar(&limit, "positions", limit, "test up to `N` positions; not for rule sheets")
	return cmd
}

type checkJSON struct {
	Game     string          `json:"game"`
	Errors   int             `json:"errors"`   // number of errors
	Warnings int             `json:"warnings"` // number of warnings
	Problems []sheet.Finding `json:"problems"` // errors and warnings
}

type verdict struct {
	checkJSON
	rules    *sheet.Sheet // nil unless the game is a rule sheet
	problems []sheet.Problem
}

func (e *Env) runCheck(ctx context.Context, specs []string, limit int) error {
	results, errors := []checkJSON{}, 0
	for _, spec := range specs {
		v, err := e.check(ctx, spec, limit)
		if err != nil {
			return err
		}
		results = append(results, v.checkJSON)
		if errors += v.Errors; !e.Out.JSON {
			v.print(e.Out)
			e.Out.Printf("%s: %s\n", v.Game, v.summary())
		}
	}
	if e.Out.JSON {
		if err := e.Out.PrintJSON(results); err != nil {
			return err
		}
	}
	if errors > 0 {
		return fmt.Errorf("%s in %s", words.Plural(int64(errors), "error"), words.Plural(int64(len(specs)), "game"))
	}
	return nil
}

func (e *Env) check(ctx context.Context, spec string, limit int) (v *verdict, err error) {
	if path, ok := e.sheetSpec(spec); ok {
		file, _, _ := gdl.SplitSpec(path)
		err = e.Limits.Apply(func(limits work.Limits) error {
			v, err = checkSheet(ctx, file, limits)
			return err
		})
		return v, err
	}
	game, err := e.Open(ctx, spec)
	if err != nil {
		return nil, err
	}
	found := games.ByState(game,
		func(g games.Game[uint64]) error { return checkGame(g, limit) },
		func(g games.Game[[2]uint64]) error { return checkGame(g, limit) },
		func(g games.Game[[4]uint64]) error { return checkGame(g, limit) })
	if err := games.Failure(game); err != nil {
		return nil, err
	}
	name := game.Info().Name
	var problems []sheet.Problem
	if found != nil {
		for line := range strings.SplitSeq(found.Error(), "\n") {
			problems = append(problems, sheet.Problem{Level: sheet.Error, Message: strings.TrimPrefix(strings.TrimPrefix(line, name), ", ")})
		}
	}
	for _, text := range warnings(ctx, game) {
		problems = append(problems, sheet.Problem{Level: sheet.Warning, Message: text})
	}
	return newVerdict(name, nil, problems), nil
}

// CountWarnings returns the number of warnings that check prints for a rule sheet, a
// script, a module or a program. It returns 0 for other games, and if check fails.
func CountWarnings(ctx context.Context, v games.Variant, limits *Limits) (n int) {
	file, _, isSheet := gdl.SplitSpec(v.Info().Typed)
	if !isSheet {
		return len(warnings(ctx, v))
	}
	_ = limits.Apply(func(limits work.Limits) error {
		checked, err := checkSheet(ctx, file, limits)
		if err == nil {
			n = checked.Warnings
		}
		return err
	})
	return n
}

// warnings returns the warnings about a game with external rules: those of its script,
// and those of random plays.
func warnings(ctx context.Context, v games.Variant) []string {
	own := v.Info().External
	if own == nil {
		return nil
	}
	const plays, plies, limit = 20, 1000, time.Second
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	ended, surplus := 0, ""
	p := games.ByState(v, newGamePlayer[uint64], newGamePlayer[[2]uint64], newGamePlayer[[4]uint64])
	err := p.playMany(ctx, playoutOptions{plays: plays, plies: plies}, func(_ int, payoffs []float64) {
		if len(payoffs) > 0 {
			ended++
		}
		if total := v.Info().Points(v.Info().Total); len(payoffs) == 2 && !v.Info().GeneralSum && total > 0 && slices.Min(payoffs) < 0 {
			surplus = fmt.Sprintf("a play ended with payoffs %v and %v, because total is %v; correct one of them", payoffs[0], payoffs[1], total)
		}
	})
	list := slices.Clone(own.Warnings)
	if err == nil && ended == 0 {
		list = append(list, fmt.Sprintf("none of %d random plays ended within %s plies; is the end of the game missing?", plays, words.Thousands(int64(plies))))
	}
	if surplus != "" {
		list = append(list, surplus)
	}
	return list
}

// maxOrbits is the maximum number of positions per ply whose orbits are checked.
const maxOrbits = 2000

func checkGame[S games.State](g games.Game[S], limit int) error {
	if err := games.Check(g, limit); err != nil || games.Failure(g) != nil {
		return err
	}
	return games.CheckOrbits(g, min(limit, maxOrbits))
}

func checkSheet(ctx context.Context, file string, limits work.Limits) (*verdict, error) {
	rules, problems, err := gdl.CheckFile(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	return newVerdict(file, rules, problems), nil
}

func newVerdict(name string, rules *sheet.Sheet, problems []sheet.Problem) *verdict {
	v := &verdict{checkJSON{Game: name, Problems: rules.Findings(problems)}, rules, problems}
	for _, problem := range problems {
		if problem.Level == sheet.Warning {
			v.Warnings++
		} else {
			v.Errors++
		}
	}
	return v
}

func (v *verdict) summary() string {
	var parts []string
	if v.Errors > 0 {
		parts = append(parts, words.Plural(int64(v.Errors), "error"))
	}
	if v.Warnings > 0 {
		parts = append(parts, words.Plural(int64(v.Warnings), "warning"))
	}
	return cmp.Or(strings.Join(parts, ", "), "ok")
}

// PrintProblems prints the problems of a rule sheet and returns the number of errors.
func PrintProblems(ctx context.Context, out *terminal.Output, file string, limits work.Limits) (errors int, err error) {
	v, err := checkSheet(ctx, file, limits)
	if err != nil {
		return 0, err
	}
	v.print(out)
	return v.Errors, nil
}

// print prints each problem in the format of a compiler error.
func (v *verdict) print(out *terminal.Output) {
	for _, problem := range v.problems {
		if problem.Span == (sheet.Span{}) {
			out.Printf("%s: %s: %s\n", v.Game, problem.Level, problem.Message)
		} else {
			at := v.rules.Place(problem.Start)
			line, marks := v.rules.Excerpt(problem.Span)
			number := fmt.Sprintf("%5d", at.Line)
			out.Printf("%s:%d:%d: %s: %s\n", v.Game, at.Line, at.Column, problem.Level, problem.Message)
			out.Printf("%s | %s\n%s | %s\n", number, line, strings.Repeat(" ", len(number)), marks)
		}
		if problem.Hint != "" {
			out.Printf("      = hint: %s\n", problem.Hint)
		}
	}
}
