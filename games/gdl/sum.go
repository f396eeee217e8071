package gdl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
)

// sumName is the name of the option of sheets that assume the sum of the payoffs: whether they do.
const sumName = "sum"

// SumError says that the payoffs of a game do not add up to what they were taken to.
type SumError struct {
	Spec     string // opens the game without that
	Position string
	Payoffs  games.Payoff
	Total    int
}

// positionShown is how many characters of a position are shown in an error.
const positionShown = 120

func (e *SumError) Error() string {
	return fmt.Sprintf("at %s the payoffs are %d and %d, and not %d together as was assumed: "+
		"try the game with payoffs of any sum, %q", games.Shorten(e.Position, positionShown), e.Payoffs[0], e.Payoffs[1], e.Total, e.Spec)
}

// sumOption is the option of sheets that assume the sum of the payoffs.
func sumOption() games.Option {
	return games.Enum(sumName, "whether payoffs are taken to have a constant sum as far as none with another one is met, or can have any", "constant", "any")
}

// AnySum is what opens the sheet that spec names with payoffs of any sum.
func AnySum(spec string) string {
	file, options, _ := SplitSpec(spec)
	list := slices.DeleteFunc(strings.Split(options, ","), func(option string) bool {
		return option == "" || strings.HasPrefix(option, sumName+"=")
	})
	return file + ":" + strings.Join(append(list, sumName+"=any"), ",")
}

// anySum drops the assumption about the sum of the payoffs.
func (g *played[S]) anySum() {
	text := g.doubts[len(g.doubts)-1].Text
	g.doubts = g.doubts[:len(g.doubts)-1]
	g.info.Rules = slices.DeleteFunc(g.info.Rules, func(rule string) bool { return rule == text })
	g.info.GeneralSum, g.info.SumUnproven, g.info.Total = true, false, 0
}

// anySum also drops symmetries, as settle does.
func (g *game[S]) anySum() {
	g.played.anySum()
	if g.info.Simultaneous {
		g.ignoreSymmetry()
	}
}

// Alive implements games.Failing.
func (g *played[S]) Alive() context.Context { return g.alive }

// checkSum fails if the payoffs at the end of play have another sum than was assumed.
func (g *played[S]) checkSum(s S, p games.Payoff) {
	if g.info.SumUnproven && int(p[0])+int(p[1]) != g.info.Total && g.alive.Err() == nil {
		g.fail(&SumError{AnySum(g.info.Spec()), g.format(s), p, g.info.Total})
	}
}

// expand appends the children of states; none once the game has failed.
func (g *played[S]) expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	if g.alive.Err() != nil {
		return dst, append(ends, slices.Repeat([]int32{int32(len(dst))}, len(src))...)
	}
	return g.batches.Expand(dst, ends, src)
}
