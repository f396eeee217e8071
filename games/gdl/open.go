package gdl

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games/gdl/draw"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/symmetry"
	"zermelo/games/gdl/work"
)

// Load reads and compiles a rule sheet, until ctx ends. A sheet that has no
// meaning is a mistake of the user, one that needs more than limits is not.
func Load(ctx context.Context, file string, limits work.Limits) (*machine.Machine, error) {
	rules, err := readSound(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	return compileSheet(ctx, rules, limits)
}

// readSound reads a sheet that has a meaning. Otherwise the error is an
// InputError.
func readSound(ctx context.Context, file string, limits work.Limits) (*sheet.Sheet, error) {
	rules, problems, err := sheet.ReadAndCheck(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	if fatal := fatalOnes(problems); len(fatal) > 0 {
		return nil, unsound(&sheet.InvalidError{Sheet: rules, Problems: fatal})
	}
	return rules, nil
}

// unsoundError is both a games.InputError and the sheet.InvalidError that it repeats.
type unsoundError struct {
	error
	wrong *sheet.InvalidError
}

func unsound(wrong *sheet.InvalidError) error {
	return &unsoundError{games.BadInput("%v", wrong), wrong}
}

// Unwrap implements the interface of package errors.
func (e *unsoundError) Unwrap() []error { return []error{e.error, e.wrong} }

// compileSheet is Compile with the errors of Load.
func compileSheet(ctx context.Context, rules *sheet.Sheet, limits work.Limits) (*machine.Machine, error) {
	m, err := machine.Compile(ctx, rules, limits)
	if wrong, ok := errors.AsType[*sheet.InvalidError](err); ok {
		return nil, unsound(wrong)
	}
	if err != nil {
		return nil, fmt.Errorf("compile rule sheet: %w", err)
	}
	return m, nil
}

func fatalOnes(problems []sheet.Problem) []sheet.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p sheet.Problem) bool { return p.Level != sheet.Fatal })
}

// The names of the options of sheets: what play that never ends is worth, and
// whether symmetries are used.
const (
	Endless  = "endless"
	Symmetry = "symmetry"
)

// OpenSpec makes the game of the rule sheet that spec names; see SplitSpec. Its
// name is the file's without the folder and a digest of the rules, with the
// options that are not at their default. The errors are those of Load, and
// InputErrors for options and for games that cannot be solved.
func OpenSpec(ctx context.Context, spec string, limits work.Limits) (games.Variant, error) {
	path, options, _ := SplitSpec(spec)
	file, digest, marked := cutDigest(path)
	sheet, err := readSound(ctx, file, limits)
	if err != nil {
		return nil, err
	}
	if marked {
		if err := checkDigest(sheet, digest); err != nil {
			return nil, err
		}
	}
	if hasOptions := len(options) > 0 || strings.HasSuffix(spec, ":"); hasOptions {
		options = ":" + options
	}
	v, _, err := openRules(ctx, sheet, options, limits)
	if err != nil {
		return nil, err
	}
	v.Info().Typed = spec
	return v, nil
}

// openRules makes the game of a sheet with options, which begin with a colon if there
// are any.
func openRules(ctx context.Context, sheet *sheet.Sheet, options string, limits work.Limits) (games.Variant, *symmetry.Form, error) {
	if err := sheet.CheckPerfect(); err != nil {
		return nil, nil, err
	}
	m, err := compileSheet(ctx, sheet, limits)
	if Playable(err) {
		v, err := openLifted(ctx, sheet, limits, err)
		if err != nil {
			return nil, nil, err
		}
		entry := games.Entry{Name: variantName(sheet), New: func(games.Choice) (games.Variant, error) { return v, nil }}
		opened, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(entry.Name + options)
		return opened, nil, err
	}
	if err != nil {
		return nil, nil, err
	}
	return openCompiled(ctx, m, options)
}

// OpenCompiled makes the game of a machine that Load has made of a file.
func OpenCompiled(ctx context.Context, m *machine.Machine, file string) (games.Variant, error) {
	v, _, err := openCompiled(ctx, m, "")
	if err != nil {
		return nil, err
	}
	v.Info().Typed = file
	return v, nil
}

// openCompiled is openRules for a sheet that is compiled.
func openCompiled(ctx context.Context, m *machine.Machine, options string) (games.Variant, *symmetry.Form, error) {
	sheet := m.Sheet
	v, err := Open(ctx, m)
	if err != nil {
		return nil, nil, err
	}
	_, layered := v.(interface{ Span() int })
	rows, hasRows := v.(painted).paints().RowsOption()
	entry := games.Entry{Name: variantName(sheet)}
	if v.Info().SumUnproven {
		entry.Options = append(entry.Options, sumOption())
	}
	if !layered {
		entry.Options = append(entry.Options, endlessOption(m, v.Info()))
	}
	entry.Options = append(entry.Options, symmetryOption())
	if hasRows {
		entry.Options = append(entry.Options, rows)
	}
	entry.New = func(c games.Choice) (games.Variant, error) {
		if v.Info().SumUnproven && c.String(sumName) == "any" {
			v.(interface{ anySum() }).anySum()
		}
		if !layered {
			setEndless(m, v.Info(), c.String(Endless))
		}
		if g, ok := v.(interface{ ignoreSymmetry() }); ok && c.String(Symmetry) == "off" {
			g.ignoreSymmetry()
		}
		if hasRows {
			v.(painted).paints().SetRows(c.String(draw.Rows))
		}
		return v, nil
	}
	registry := games.Registry{Entries: []games.Entry{entry}}
	if v, err = registry.Open(entry.Name + options); err != nil {
		return nil, nil, err
	}
	form, err := formOf(ctx, m)
	if form != nil {
		v.Info().Sheet = &games.Sheet{Form: form.Digest(), Text: sheet.Text}
	}
	return v, form, err
}

// formOf is the form of a machine's rules, nil if it takes more than the limits. The error
// is that of ctx.
func formOf(ctx context.Context, m *machine.Machine) (form *symmetry.Form, err error) {
	defer func() {
		if ctx.Err() == nil {
			err = nil
		}
	}()
	defer work.Catch(&err)
	defer m.Measure(ctx)()
	return symmetry.FormOf(m), nil
}

// endlessOption is the option of games in which positions can come back, or are not
// proven not to.
func endlessOption(m *machine.Machine, info *games.Info) games.Option {
	switch {
	case len(m.Roles) == 1:
		return games.Enum(Endless, "what play that never ends is worth: the lowest goal, or half of the lowest and the highest", "loss", "draw")
	case info.GeneralSum:
		return games.Enum(Endless, "what play that never ends is worth to each role: the lowest goal of all roles, or half of the lowest and the highest", "loss", "draw")
	}
	return games.Enum(Endless, "what play that never ends is worth: half of all there is to get for each role, or the lowest goal for "+m.Roles[0], "draw", "loss")
}

// symmetryOption is the option of all sheets, with symmetries or without.
func symmetryOption() games.Option {
	return games.Enum(Symmetry, "whether positions that a symmetry of the rules takes to each other are stored once", "on", "off")
}

// painted is a game that can be drawn.
type painted interface{ paints() *draw.Painter }

// setEndless writes the option into what a solver is told of the game.
func setEndless(m *machine.Machine, info *games.Info, value string) {
	goals := slices.Clone(info.Payoffs)
	if info.GeneralSum {
		for _, list := range m.Logic.Goals {
			for _, g := range list {
				goals = append(goals, g.Value)
			}
		}
	}
	endless := info.Total / 2
	switch n := len(goals); {
	case n > 0 && value == "loss":
		endless = slices.Min(goals)
	case n > 0 && (len(info.Roles) == 1 || info.GeneralSum):
		endless = (slices.Min(goals) + slices.Max(goals)) / 2
	}
	info.Endless = &endless
}

// SetDrawOptions sets the options of drawings of a sheet, as a game's name has them; there is
// one, rows. Other options, and rows without a board, are InputErrors.
func SetDrawOptions(p *draw.Painter, sheet, options string) error {
	if options == "" {
		return nil
	}
	rows, ok := p.RowsOption()
	if !ok {
		return games.BadInput("%s: option %q: no board is found in the rules, so there is nothing to turn", sheet, options)
	}
	name := strings.Map(games.FileRune, filepath.Base(sheet)) // a path is no name of a game
	entry := games.Entry{Name: name, Options: []games.Option{rows}, New: func(c games.Choice) (games.Variant, error) {
		p.SetRows(c.String(draw.Rows))
		return unsolved{new(games.Info)}, nil
	}}
	_, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(name + ":" + options)
	return err
}

// unsolved is a sheet that is only drawn.
type unsolved struct{ info *games.Info }

func (u unsolved) Info() *games.Info { return u.info }
