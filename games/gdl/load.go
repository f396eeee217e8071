package gdl

import (
	"context"
	"errors"
	"fmt"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// Load reads and compiles a rule sheet, until ctx ends. A sheet that has no
// meaning is a mistake of the user, one that needs more than limits is not.
func Load(ctx context.Context, file string, limits work.Limits) (*machine.Machine, error) {
	sheet, err := readSound(file)
	if err != nil {
		return nil, err
	}
	return compileSheet(ctx, sheet, limits)
}

// readSound reads a sheet that has a meaning. Otherwise the error is an
// InputError.
func readSound(file string) (*sheet.Sheet, error) {
	rules, problems, err := sheet.ReadFile(file)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		problems = rules.Check()
	}
	if fatal := fatalOnes(problems); len(fatal) > 0 {
		return nil, games.BadInput("%s", (&sheet.InvalidError{Sheet: rules, Problems: fatal}).Error())
	}
	return rules, nil
}

// compileSheet is Compile with the errors of Load.
func compileSheet(ctx context.Context, rules *sheet.Sheet, limits work.Limits) (*machine.Machine, error) {
	m, err := machine.Compile(ctx, rules, limits)
	var wrong *sheet.InvalidError
	if errors.As(err, &wrong) {
		return nil, games.BadInput("%s", wrong.Error())
	}
	if err != nil {
		return nil, fmt.Errorf("compile rule sheet: %w", err)
	}
	return m, nil
}

func fatalOnes(problems []sheet.Problem) []sheet.Problem {
	var fatal []sheet.Problem
	for _, p := range problems {
		if p.Level == sheet.Fatal {
			fatal = append(fatal, p)
		}
	}
	return fatal
}
