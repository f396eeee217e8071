package value

import "zermelo/games"

// Endless is what role 0 gets when play never ends, in a game whose positions
// can repeat: what the game says, else half of the total, a draw. Where there is
// one role alone it is the least of the payoffs that the game can end with, given
// ascending.
func Endless(info *games.Info, payoffs []int) int {
	switch {
	case info.Endless != nil:
		return *info.Endless
	case len(info.Roles) == 1 && len(payoffs) > 0:
		return payoffs[0]
	}
	return info.Total / 2
}
