package gdl

import (
	"context"
	"errors"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// CheckFile finds all problems of a rule sheet: those of its form, or else those of its
// meaning, or else those that come up when it is compiled. A cycle through negation that
// grounding does not find is a warning.
func CheckFile(ctx context.Context, file string, limits work.Limits) (*sheet.Sheet, []sheet.Problem, error) {
	rules, problems, err := sheet.ReadAndCheck(ctx, file, limits)
	if err != nil {
		return nil, nil, err
	}
	if slices.ContainsFunc(problems, func(p sheet.Problem) bool { return p.Level != sheet.Warning && !p.ByNames() }) {
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
		g, err := openLifted(ctx, rules, limits, err)
		if err != nil {
			problems = append(problems, sheet.Problem{Level: sheet.Fatal, Message: err.Error()})
			break
		}
		for _, d := range g.doubts {
			problems = append(problems, sheet.Problem{Level: sheet.Warning, Message: d.Text})
		}
	default:
		for i := range problems {
			if p := &problems[i]; p.ByNames() {
				p.Level = sheet.Warning
				p.Hint = "it is in one by names alone, and this sheet has a meaning; some players may refuse it"
			}
		}
		found, err := CheckPlay(ctx, m, rules)
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
