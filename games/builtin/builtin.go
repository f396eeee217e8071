// Package builtin lists the games that come with the program.
package builtin

import (
	"slices"

	"zermelo/games"
	"zermelo/games/breakthrough"
	"zermelo/games/chess"
	"zermelo/games/connect4"
	"zermelo/games/coordination"
	"zermelo/games/dobutsu"
	"zermelo/games/dodgem"
	"zermelo/games/morris"
	"zermelo/games/neutron"
	"zermelo/games/skirmish"
	"zermelo/games/tron"
)

// Registry returns the built-in games and their presets.
func Registry() *games.Registry {
	return &games.Registry{
		Entries: []games.Entry{tron.Entry(), breakthrough.Entry(), coordination.Entry(), skirmish.Entry(), connect4.Entry(), dodgem.Entry(), chess.Entry(), dobutsu.Entry(), morris.Entry(), neutron.Entry()},
		Presets: slices.Concat(tron.Presets(), breakthrough.Presets(), coordination.Presets(), skirmish.Presets(), connect4.Presets(), dodgem.Presets(), chess.Presets(), dobutsu.Presets(), morris.Presets(), neutron.Presets()),
	}
}
