package gdl

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/cmd/zermelo/usage"
	"zermelo/games/gdl"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
	"zermelo/reports/words"
)

const checkLong = `Find errors in rule sheets, with their place in the file and a hint. It reports
the errors and warnings of the reference validator, and a few more.

An error breaks a rule of the language: unmatched parentheses, an unsafe rule,
negation in a cycle, a keyword in the wrong place. A warning is for what has a
meaning, but perhaps not the intended one, and for negation that is in a cycle by
names alone.

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
	File     string          `json:"file"`
	Errors   int             `json:"errors"`
	Warnings int             `json:"warnings"`
	Problems []sheet.Finding `json:"problems"`
}

func (e *env) runCheck(ctx context.Context, files []string, limits work.Limits) error {
	verdicts, wrong := []sheetJSON{}, 0
	for _, file := range files {
		sheet, problems, err := gdl.CheckFile(ctx, file, limits)
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

func sheetVerdict(file string, rules *sheet.Sheet, problems []sheet.Problem) sheetJSON {
	v := sheetJSON{File: file, Problems: rules.Findings(problems)}
	for _, problem := range problems {
		if problem.Level == sheet.Warning {
			v.Warnings++
		} else {
			v.Errors++
		}
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
	sheet, problems, err := gdl.CheckFile(ctx, file, limits)
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
