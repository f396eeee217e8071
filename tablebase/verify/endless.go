package verify

import (
	"fmt"
	"strconv"

	"zermelo/games"
	"zermelo/tablebase"
)

// endlessTwice returns twice the payoff of role 0 for endless play in a constant-sum game; see
// games.Info.Endless. The payoff is doubled because it may be half of an odd total. lowest is
// the lowest payoff in the table, or nil. To detect errors in the solvers, endlessTwice shares
// no code with them.
func endlessTwice(info *games.Info, lowest *int) int {
	switch {
	case info.Endless != nil:
		return 2 * *info.Endless
	case len(info.Roles) == 1 && lowest != nil:
		return 2 * *lowest
	}
	return info.Total
}

// endlessPayoffs returns the payoffs of all roles for endless play. No solver accepts a game in
// which a payoff is fractional.
func endlessPayoffs(info *games.Info) (p games.Payoff, err error) {
	switch twice := endlessTwice(info, nil); {
	case info.GeneralSum && info.Endless == nil:
	case info.GeneralSum:
		for role := range info.Roles {
			p[role] = int16(*info.Endless)
		}
	case twice%2 != 0:
		return p, fmt.Errorf("half of the total %d is not an integer, so endless play has no payoff", twice)
	default:
		p[0] = int16(twice / 2)
		p[1] = int16(info.Total) - p[0]
	}
	return p, nil
}

// lowestValue returns the lowest payoff of role 0 in the table of an alternating game, or nil.
func lowestValue[S games.State](t *tablebase.Table[S]) (lowest *int) {
	s := t.Solution()
	for i := range s.Layers {
		for text := range s.Layers[i].Values {
			if n, err := strconv.Atoi(text); err == nil && (lowest == nil || n < *lowest) {
				lowest = &n
			}
		}
	}
	return lowest
}
