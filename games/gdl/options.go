package gdl

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/statemachine"
)

// Names of rule sheet options.
const (
	symmetryName = "symmetry" // option for storing symmetric positions once
	endlessName  = "endless"  // option for the payoff of endless play
	sumName      = "sum"      // option for assuming the sum of the payoffs
)

// Values of the options. The other values are their opposites.
const (
	symmetryOff = "off"
	endlessLoss = "loss"
	endlessDraw = "draw"
	sumAny      = "any"
)

func symmetryOption() games.Option {
	return games.Enum(symmetryName, "whether positions that differ only by a symmetry of the rules are stored once", "on", symmetryOff).Says("symmetry used | symmetry ignored")
}

func sumOption() games.Option {
	return games.Enum(sumName, "whether payoffs are assumed to have a constant sum until a terminal position disproves it, or may have any sum", "constant", sumAny)
}

// endlessOption returns the option for the payoff of endless play. The first value
// is the default.
func endlessOption(m *statemachine.Machine, info *games.Info) games.Option {
	switch {
	case len(m.Roles) == 1:
		return games.Enum(endlessName, "payoff of endless play: the lowest goal, or half of the lowest and the highest", endlessLoss, endlessDraw).Says("endless play is a loss | endless play is a draw")
	case info.GeneralSum:
		return games.Enum(endlessName, "payoff of endless play for each role: the lowest goal of all roles, or half of the lowest and the highest", endlessLoss, endlessDraw).Says("endless play is a loss | endless play is a draw")
	}
	return games.Enum(endlessName, "payoff of endless play: half of the total for each role, or the lowest goal for "+m.Roles[0], endlessDraw, endlessLoss).Says("endless play is a draw | endless play is a loss for " + m.Roles[0])
}

// setEndless sets the payoff of endless play from the value of the option, or from
// its default if value is empty. If the payoff is not an integer, the game counts
// half points.
func setEndless(m *statemachine.Machine, info *games.Info, value string) error {
	value = cmp.Or(value, endlessOption(m, info).Default)
	goals := slices.Clone(info.Payoffs)
	if info.GeneralSum {
		for _, list := range m.Logic.Goals {
			for _, g := range list {
				goals = append(goals, g.Value)
			}
		}
	}
	twice := info.Total
	switch n := len(goals); {
	case n > 0 && value == endlessLoss:
		twice = 2 * slices.Min(goals)
	case n > 0 && (len(info.Roles) == 1 || info.GeneralSum):
		twice = slices.Min(goals) + slices.Max(goals)
	}
	endless := twice / 2
	if twice%2 != 0 {
		if err := countHalves(info, goals); err != nil {
			return err
		}
		endless = twice
	}
	info.Endless = &endless
	return nil
}

// countHalves makes the game count half points. It returns a games.InputError if one
// of the goals is too large to be doubled.
func countHalves(info *games.Info, goals []int) error {
	const limit = math.MaxInt16 / 2
	for _, goal := range goals {
		for _, p := range []int{goal, info.Total - goal} {
			if p > limit || p < -limit {
				return games.BadInput("%s: endless play pays half a point, and a goal of %d is too large for half points; goals must be from -%d to %d, or use the option %s=%s",
					info.Name, goal, limit, limit, endlessName, endlessLoss)
			}
		}
	}
	info.UseHalfPoints()
	return nil
}

// AnySum returns spec with the option added that allows any sum of the payoffs.
func AnySum(spec string) string {
	file, options, _ := SplitSpec(spec)
	list := slices.DeleteFunc(strings.Split(options, ","), func(option string) bool {
		return option == "" || strings.HasPrefix(option, sumName+"=")
	})
	return file + ":" + strings.Join(append(list, sumName+"="+sumAny), ",")
}

// SumError reports a terminal state whose payoffs do not have the assumed sum.
type SumError struct {
	Spec     string // opens the game without the assumption
	Position string
	Payoffs  games.Payoff
	Total    int // the assumed sum
}

// maxPositionShown is the maximum length, in characters, of a position in an error.
const maxPositionShown = 120

func (e *SumError) Error() string {
	return fmt.Sprintf("at %s the payoffs %d and %d do not add up to %d as assumed; to allow any sum, use %q",
		games.Shorten(e.Position, maxPositionShown), e.Payoffs[0], e.Payoffs[1], e.Total, e.Spec)
}

// SetDrawOptions applies drawing options, which have the same syntax as the options
// in a game's name. The only option is draw.Rows, which requires rules with a board.
// Other options cause a games.InputError.
func SetDrawOptions(p *draw.Painter, sheet, options string) error {
	if options == "" {
		return nil
	}
	rows, ok := p.RowsOption()
	if !ok {
		return games.BadInput("%s: option %q cannot be used because the rules have no board", sheet, options)
	}
	name := strings.Map(games.FileRune, filepath.Base(sheet)) // a path is not a valid name
	entry := games.Entry{Name: name, Options: []games.Option{rows}, New: func(c games.Choice) (games.Variant, error) {
		p.SetRows(c.String(draw.Rows))
		return drawn{new(games.Info)}, nil
	}}
	_, err := (&games.Registry{Entries: []games.Entry{entry}}).Open(name + ":" + options)
	return err
}

// drawn is a placeholder variant for a game that is drawn but not solved.
type drawn struct{ info *games.Info }

func (d drawn) Info() *games.Info { return d.info }
