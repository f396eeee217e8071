package gdl

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"zermelo/games"
)

// ReadFile reads a rule sheet and its form; see Parse. Its name is the file's.
// The error, a file that cannot be read, is the user's mistake.
func ReadFile(file string) (*Sheet, []Problem, error) {
	// A device or a file that grows must not fill the memory.
	stat, err := os.Stat(file)
	if err != nil {
		return nil, nil, games.BadInput("read rule sheet: %v", err)
	}
	name := strings.ReplaceAll(games.Clean(filepath.Base(file)), "\n", " ")
	if !stat.Mode().IsRegular() || stat.Size() > maxText {
		return nil, nil, games.BadInput("read rule sheet %s: want a file of at most %d MiB", name, maxText>>20)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, games.BadInput("read rule sheet: %v", err)
	}
	sheet, problems := Parse(name, string(text))
	return sheet, problems, nil
}

// Load reads and compiles a rule sheet, until ctx ends. A sheet that has no
// meaning is a mistake of the user, one that needs more than limits is not.
func Load(ctx context.Context, file string, limits Limits) (*Machine, error) {
	sheet, err := readSound(file)
	if err != nil {
		return nil, err
	}
	return compileSheet(ctx, sheet, limits)
}

// readSound reads a sheet that has a meaning. Otherwise the error is an
// InputError.
func readSound(file string) (*Sheet, error) {
	sheet, problems, err := ReadFile(file)
	if err != nil {
		return nil, err
	}
	if len(problems) == 0 {
		problems = sheet.Check()
	}
	if fatal := fatalOnes(problems); len(fatal) > 0 {
		return nil, games.BadInput("%s", (&SheetError{sheet, fatal}).Error())
	}
	return sheet, nil
}

// compileSheet is Compile with the errors of Load.
func compileSheet(ctx context.Context, sheet *Sheet, limits Limits) (*Machine, error) {
	m, err := Compile(ctx, sheet, limits)
	var wrong *SheetError
	if errors.As(err, &wrong) {
		return nil, games.BadInput("%s", wrong.Error())
	}
	if err != nil {
		return nil, fmt.Errorf("compile rule sheet: %w", err)
	}
	return m, nil
}

func fatalOnes(problems []Problem) []Problem {
	var fatal []Problem
	for _, p := range problems {
		if p.Level == Fatal {
			fatal = append(fatal, p)
		}
	}
	return fatal
}
