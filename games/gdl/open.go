package gdl

import (
	"context"
	"slices"
	"strings"

	"zermelo/games"
)

// The names of the options of sheets: what play that never ends is worth, whether
// symmetries are used, and which way a board's rows are drawn.
const (
	Endless  = "endless"
	Symmetry = "symmetry"
	Rows     = "rows"
)

const rowsUp, rowsDown = "up", "down"

// OpenSpec makes the game of the rule sheet that spec names; see SplitSpec. Its
// name is the file's without the folder and a digest of the rules, with the
// options that are not at their default. The errors are those of Load, and
// InputErrors for options and for games that cannot be solved.
func OpenSpec(ctx context.Context, spec string, limits Limits) (games.Variant, error) {
	path, options, _ := SplitSpec(spec)
	file, digest, marked := cutDigest(path)
	sheet, err := readSound(file)
	if err != nil {
		return nil, err
	}
	if marked {
		if err := sheet.checkDigest(digest); err != nil {
			return nil, err
		}
	}
	if err := sheet.CheckPerfect(); err != nil {
		return nil, err
	}
	m, err := compileSheet(ctx, sheet, limits)
	if err != nil {
		return nil, err
	}
	v, err := m.Open(ctx)
	if err != nil {
		return nil, err
	}
	_, layered := v.(interface{ Span() int })
	board := v.(painted).paints().board
	entry := games.Entry{Name: sheet.variantName()}
	if !layered {
		entry.Options = append(entry.Options, endlessOption(m))
	}
	entry.Options = append(entry.Options, symmetryOption())
	if board != nil {
		entry.Options = append(entry.Options, rowsOption(board))
	}
	entry.New = func(c games.Choice) (games.Variant, error) {
		if !layered {
			setEndless(v.Info(), c.String(Endless))
		}
		if g, ok := v.(interface{ ignoreSymmetry() }); ok && c.String(Symmetry) == "off" {
			g.ignoreSymmetry()
		}
		if board != nil {
			board.down = c.String(Rows) == rowsDown
		}
		return v, nil
	}
	name := entry.Name
	if len(options) > 0 || strings.HasSuffix(spec, ":") {
		name += ":" + options
	}
	registry := games.Registry{Entries: []games.Entry{entry}}
	if v, err = registry.Open(name); err != nil {
		return nil, err
	}
	v.Info().Typed = spec
	return v, nil
}

// endlessOption is the option of games in which positions can come back, or are not
// proven not to.
func endlessOption(m *Machine) games.Option {
	if len(m.Roles) == 1 {
		return games.Enum(Endless, "what play that never ends is worth: the lowest goal, or half of the lowest and the highest", "loss", "draw")
	}
	return games.Enum(Endless, "what play that never ends is worth: half of all there is to get for each role, or the lowest goal for "+m.Roles[0], "draw", "loss")
}

// symmetryOption is the option of all sheets, with symmetries or without.
func symmetryOption() games.Option {
	return games.Enum(Symmetry, "whether positions that a symmetry of the rules takes to each other are stored once", "on", "off")
}

// rowsOption is the option of games with a board; what the sheet tells is the
// default.
func rowsOption(b *board) games.Option {
	values := []string{rowsUp, rowsDown}
	if b.down {
		slices.Reverse(values)
	}
	o := games.Enum(Rows, "whether rows are drawn from the bottom up or from the top down", values...)
	o.Drawn = true
	return o
}

// painted is a game that can be drawn.
type painted interface{ paints() *Painter }

func (g *game[S]) paints() *Painter { return g.painter }

func (g *numberedGame) paints() *Painter { return g.painter }

// setEndless writes the option into what a solver is told of the game.
func setEndless(info *games.Info, value string) {
	endless := info.Total / 2
	switch n := len(info.Payoffs); {
	case n > 0 && value == "loss":
		endless = info.Payoffs[0]
	case n > 0 && len(info.Roles) == 1:
		endless = (info.Payoffs[0] + info.Payoffs[n-1]) / 2
	}
	info.Endless = &endless
}
