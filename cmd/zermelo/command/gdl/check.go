package gdl

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games/gdl"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/reports/words"
)

const checkLong = `Find errors in rule sheets, with their place in the file and a hint. It reports
the errors and warnings of the reference validator, and a few more.

An error breaks a rule of the language: unmatched parentheses, an unsafe rule,
negation in a cycle, a keyword in the wrong place. A warning is for what has a
meaning, but perhaps not the intended one.

A sheet without errors is also grounded (written out without variables), within
--sheet-memory and --sheet-time. That finds rules that never end, negation in a
cycle, conditions that never hold (often a misspelt fluent or move), and roles
that may lack a legal move or a goal.

The exit code is 1 if any sheet has an error.`

const checkExample = `  zermelo gdl check ticTacToe.kif
  zermelo gdl check games/*.kif
  zermelo gdl check ticTacToe.kif --json`

func (e *env) newCheck() *cobra.Command {
	return e.command(&cobra.Command{
		Use: "check FILE...", Short: "Find errors in rule sheets", Long: checkLong, Example: checkExample,
		Args: usage.Args(1, math.MaxInt, "a rule sheet", "zermelo gdl check ticTacToe.kif"),
	}, e.runCheck)
}

// sheetJSON is the JSON form of the verdict on a sheet.
type sheetJSON struct {
	File     string        `json:"file"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Problems []problemJSON `json:"problems"`
}

// problemJSON is the JSON form of a problem. Start and End are byte offsets;
// line and column count from 1. All four are 0 where the whole sheet is meant.
type problemJSON struct {
	Level   string `json:"level"` // "error" or "warning"
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Start   int32  `json:"start"`
	End     int32  `json:"end"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

func (e *env) runCheck(ctx context.Context, files []string, limits work.Limits) error {
	verdicts, wrong := []sheetJSON{}, 0
	for _, file := range files {
		sheet, problems, err := checkSheet(ctx, file, limits)
		if err != nil {
			return err
		}
		verdict := sheetVerdict(file, sheet, problems)
		verdicts = append(verdicts, verdict)
		wrong += verdict.Errors
		if *e.json {
			continue
		}
		printProblems(e.out, file, sheet, problems)
		e.out.Printf("%s: %s\n", file, verdict.words())
	}
	if *e.json {
		if err := e.out.PrintJSON(verdicts); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%s in %s", words.Plural(int64(wrong), "error"), words.Plural(int64(len(files)), "rule sheet"))
	}
	return nil
}

// checkSheet finds all problems of a sheet: those of its form, or else those of its
// meaning, or else those that come up when it is compiled.
func checkSheet(ctx context.Context, file string, limits work.Limits) (*sheet.Sheet, []sheet.Problem, error) {
	rules, problems, err := sheet.ReadAndCheck(ctx, file, limits)
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(problems, func(p sheet.Problem) bool { return p.Level != sheet.Warning }) {
		return rules, problems, nil
	}
	var wrong *sheet.InvalidError
	m, err := machine.Compile(ctx, rules, limits)
	switch {
	case errors.As(err, &wrong):
		problems = append(problems, wrong.Problems...)
	case ctx.Err() != nil:
		return nil, nil, err
	case err != nil:
		problems = append(problems, sheet.Problem{Level: sheet.Fatal, Message: err.Error()})
	default:
		found, err := gdl.CheckPlay(ctx, m, rules)
		problems = append(problems, found...)
		if ctx.Err() != nil {
			return nil, nil, err
		}
		if err != nil {
			problems = append(problems, sheet.Problem{Level: sheet.Warning, Message: err.Error()})
		}
	}
	return rules, problems, nil
}

func sheetVerdict(file string, rules *sheet.Sheet, problems []sheet.Problem) sheetJSON {
	v := sheetJSON{File: file, Problems: []problemJSON{}}
	for _, problem := range problems {
		if problem.Level == sheet.Warning {
			v.Warnings++
		} else {
			v.Errors++
		}
		j := problemJSON{Level: problem.Level.String(), Start: problem.Start, End: problem.End, Message: problem.Message, Hint: problem.Hint}
		if problem.Span != (sheet.Span{}) {
			at := rules.Place(problem.Start)
			j.Line, j.Column = at.Line, at.Column
		}
		v.Problems = append(v.Problems, j)
	}
	return v
}

// words sums up a verdict.
func (v *sheetJSON) words() string {
	var parts []string
	if v.Errors > 0 {
		parts = append(parts, words.Plural(int64(v.Errors), "error"))
	}
	if v.Warnings > 0 {
		parts = append(parts, words.Plural(int64(v.Warnings), "warning"))
	}
	return cmp.Or(strings.Join(parts, ", "), "ok")
}

// PrintCheck prints what check does about one sheet, to a stream of another command, and
// returns how many errors the sheet has.
func PrintCheck(ctx context.Context, out *terminal.Output, file string, limits work.Limits) (wrong int, err error) {
	sheet, problems, err := checkSheet(ctx, file, limits)
	if err != nil {
		return 0, err
	}
	printProblems(out, file, sheet, problems)
	verdict := sheetVerdict(file, sheet, problems)
	return verdict.Errors, nil
}

// printProblems prints problems as compilers do: the place of each, what is wrong, the
// line, and what to write instead.
func printProblems(out *terminal.Output, file string, rules *sheet.Sheet, problems []sheet.Problem) {
	for _, problem := range problems {
		if problem.Span == (sheet.Span{}) {
			out.Printf("%s: %s: %s\n", file, problem.Level, problem.Message)
		} else {
			at := rules.Place(problem.Start)
			line, marks := rules.Excerpt(problem.Span)
			number := fmt.Sprintf("%5d", at.Line)
			out.Printf("%s:%d:%d: %s: %s\n", file, at.Line, at.Column, problem.Level, problem.Message)
			out.Printf("%s | %s\n%s | %s\n", number, line, strings.Repeat(" ", len(number)), marks)
		}
		if problem.Hint != "" {
			out.Printf("      = hint: %s\n", problem.Hint)
		}
	}
}
