// Package gdl opens rule sheets written in the Game Description Language (GDL) of
// General Game Playing as games. The language is defined in Love, Hinrichs, Haley,
// Schkufza, Genesereth: General Game Playing: Game Description Language
// Specification, Stanford Logic Group LG-2006-01, 2008.
//
// OpenSpec opens a file with options, in the syntax of the command line. LoadSpec
// only compiles the file. Open opens a compiled sheet. CheckFile reports the
// problems of a file.
//
// The subpackages implement the steps from text to game, in this order: sheet,
// ground, statemachine with network, prove with prove/sat, rulesymmetry, pack,
// batch. Package draw draws boards, and package work limits the time and memory of
// each step.
package gdl

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/rulesymmetry"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// Described is implemented by the games that Open returns.
type Described interface {
	Caveats() []Caveat
	Packing() pack.Packing
	Symmetries() rulesymmetry.Group
}

// sheetGame is a game before its options are set.
type sheetGame interface {
	games.Variant
	Described
	draws() *draw.Painter
	anySum()
	ignoreSymmetry()
}

// readValid is like sheet.ReadAndCheck, but returns a games.InputError if the sheet is
// invalid.
func readValid(ctx context.Context, file, source string, limits work.Limits) (*sheet.Sheet, error) {
	rules, problems, err := sheet.ReadAndCheck(ctx, file, source, limits)
	if err != nil {
		return nil, err
	}
	if fatal := fatalProblems(problems); len(fatal) > 0 {
		return nil, invalid(&sheet.InvalidError{Sheet: rules, Problems: fatal})
	}
	return rules, nil
}

func fatalProblems(problems []sheet.Problem) []sheet.Problem {
	return slices.DeleteFunc(slices.Clone(problems), func(p sheet.Problem) bool { return p.Level != sheet.Fatal })
}

// compile compiles a sheet. It returns the same errors as LoadSpec.
func compile(ctx context.Context, rules *sheet.Sheet, limits work.Limits) (*statemachine.Machine, error) {
	m, err := statemachine.Compile(ctx, rules, limits)
	if wrong, ok := errors.AsType[*sheet.InvalidError](err); ok {
		return nil, invalid(wrong)
	}
	if err != nil {
		return nil, fmt.Errorf("compile rule sheet: %w", err)
	}
	return m, nil
}

func invalid(wrong *sheet.InvalidError) error { return games.BadInputFrom(wrong, "%v", wrong) }

// OpenSpec opens the game that spec names; see SplitSpec. The game's name consists
// of the base name of the file, a digest of the rules and the options that differ
// from their defaults. OpenSpec returns the errors of LoadSpec and Open, and a
// games.InputError for an invalid option.
func OpenSpec(ctx context.Context, spec string, limits work.Limits) (games.Variant, error) {
	return OpenSource(ctx, spec, "", limits)
}

// OpenSource is like OpenSpec, but does not read the file unless source is empty. The
// text of the rule sheet is source.
func OpenSource(ctx context.Context, spec, source string, limits work.Limits) (games.Variant, error) {
	rules, _, err := readSpec(ctx, spec, source, limits)
	if err != nil {
		return nil, err
	}
	if err := rules.CheckPerfect(); err != nil {
		return nil, err
	}
	m, err := compile(ctx, rules, limits)
	if err != nil {
		return nil, err
	}
	return OpenCompiled(ctx, m, spec)
}

// LoadSpec compiles the rule sheet named by spec and returns the options in spec
// without checking them. The sheet may have chance, hidden information and any
// number of roles. LoadSpec returns a games.InputError if the sheet is invalid, a
// work.LimitError if the sheet exceeds the limits, or the error of ctx.
func LoadSpec(ctx context.Context, spec string, limits work.Limits) (m *statemachine.Machine, options string, err error) {
	rules, options, err := readSpec(ctx, spec, "", limits)
	if err != nil {
		return nil, "", err
	}
	m, err = compile(ctx, rules, limits)
	return m, options, err
}

// readSpec reads the rule sheet named by spec, unless its text is given by source. A
// digest in spec must match the sheet.
func readSpec(ctx context.Context, spec, source string, limits work.Limits) (rules *sheet.Sheet, options string, err error) {
	path, options, _ := SplitSpec(spec)
	file, digest, marked := games.CutDigest(path, suffixes()...)
	if rules, err = readValid(ctx, file, source, limits); err == nil && marked {
		err = games.CheckDigest(rules.Name, digest, digestOf(rules))
	}
	return rules, options, err
}

// OpenCompiled opens the game of a compiled sheet with the options in spec, and sets
// Info.Typed and Info.Source. It returns the errors of Open, and a games.InputError
// for an invalid option.
func OpenCompiled(ctx context.Context, m *statemachine.Machine, spec string) (games.Variant, error) {
	_, options, _ := SplitSpec(spec)
	if len(options) > 0 || strings.HasSuffix(spec, ":") {
		options = ":" + options
	}
	g, err := openBare(ctx, m)
	if err != nil {
		return nil, err
	}
	info := g.Info()
	rows, hasRows := g.draws().RowsOption()
	entry := games.Entry{Name: games.FileName(m.Sheet.Name, digestOf(m.Sheet))}
	if info.SumUnproven {
		entry.Options = append(entry.Options, sumOption())
	}
	if !isLayered(g) {
		entry.Options = append(entry.Options, endlessOption(m, info))
	}
	entry.Options = append(entry.Options, symmetryOption())
	if hasRows {
		entry.Options = append(entry.Options, rows)
	}
	entry.New = func(c games.Choice) (games.Variant, error) {
		if info.SumUnproven && c.String(sumName) == sumAny {
			g.anySum()
		}
		if !isLayered(g) {
			if err := setEndless(m, info, c.String(endlessName)); err != nil {
				return nil, err
			}
		}
		if c.String(symmetryName) == symmetryOff {
			g.ignoreSymmetry()
		}
		if hasRows {
			g.draws().SetRows(c.String(draw.Rows))
		}
		return g, nil
	}
	v, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(entry.Name + options)
	if err != nil {
		return nil, err
	}
	v.Info().Typed, v.Info().Source = spec, m.Sheet.Text
	return v, nil
}

// Open opens the game of a machine with default options. It returns a
// games.InputError if the game is not supported (hidden information, too many roles,
// a choice of random and a player in the same position, a role without moves, states of more than 4,096 bits), a
// work.LimitError if the analysis exceeds the limits of the machine, or the error of
// ctx. Open must not be called concurrently for the same machine.
func Open(ctx context.Context, m *statemachine.Machine) (games.Variant, error) {
	g, err := openBare(ctx, m)
	if err != nil {
		return nil, err
	}
	if !isLayered(g) {
		err = setEndless(m, g.Info(), "")
	}
	return g, err
}

// isLayered reports whether no state of the game can repeat.
func isLayered(g sheetGame) bool {
	_, layered := g.(interface{ Span() int })
	return layered
}

// openBare is like Open but does not set the payoff of endless play.
func openBare(ctx context.Context, m *statemachine.Machine) (g sheetGame, err error) {
	if err := m.Sheet.CheckPerfect(); err != nil {
		return nil, err
	}
	switch n := len(m.Moves); {
	case len(m.Roles) == 0:
		return nil, games.BadInput("%s: the game has no players; run: zermelo playout", m.Name)
	case n > games.MaxRoles:
		return nil, games.BadInput("%s: the game has %d roles, and only games with 1 to %d can be solved; run: zermelo playout", m.Name, n, games.MaxRoles)
	}
	for r, moves := range m.Moves {
		if len(moves) == 0 {
			return nil, games.BadInput("%s: role %s never has a legal move", m.Name, m.RoleName(r))
		}
	}
	defer work.Catch(&err)
	defer m.Measure(ctx)()
	g, err = openMachine(m)
	m.Work.Check()
	return g, err
}

// openMachine proves facts, finds symmetries and layers, and packs states into the
// smallest type that fits.
func openMachine(m *statemachine.Machine) (sheetGame, error) {
	p := prove.NewProver(m.Logic)
	facts := prove.FindFacts(m, p)
	live := m.Logic.Live()
	facts.Turn = prove.FindTurn(m, p, live)
	c := &common{Machine: m, facts: facts, live: live}
	c.codec = pack.NewCodec(m, &c.facts, live)
	symmetries := rulesymmetry.Find(m, facts.Constant, live)
	c.layers = pack.FindLayering(m, p, &c.codec)
	c.init()
	switch bits := c.codec.Bits; {
	case bits <= 64:
		return openPacked[uint64](c, symmetries)
	case bits <= 128:
		return openPacked[[2]uint64](c, symmetries)
	case bits <= 256:
		return openPacked[[4]uint64](c, symmetries)
	case bits <= 64*len(batch.Wide{}):
		return openNumbered[batch.Wide](c)
	case bits <= 64*len(batch.Widest{}):
		return openNumbered[batch.Widest](c)
	default:
		return nil, games.BadInput("%s: states take %d bits; the maximum is %d; run: zermelo playout", m.Name, bits, 64*len(batch.Widest{}))
	}
}
