// Package builtin provides the registry of the games that come with the program.
package builtin

import (
	"slices"

	"zermelo/games"
	"zermelo/games/bearoff"
	"zermelo/games/breakthrough"
	"zermelo/games/chess"
	"zermelo/games/chomp"
	"zermelo/games/clobber"
	"zermelo/games/connect4"
	"zermelo/games/coordination"
	"zermelo/games/dobutsu"
	"zermelo/games/dodgem"
	"zermelo/games/domineering"
	"zermelo/games/dotsandboxes"
	"zermelo/games/einstein"
	"zermelo/games/hex"
	"zermelo/games/hog"
	"zermelo/games/kalah"
	"zermelo/games/morris"
	"zermelo/games/neutron"
	"zermelo/games/nim"
	"zermelo/games/othello"
	"zermelo/games/pig"
	"zermelo/games/quixo"
	"zermelo/games/skirmish"
	"zermelo/games/teeko"
	"zermelo/games/tictactoe"
	"zermelo/games/tron"
	"zermelo/games/ur"
	"zermelo/games/yahtzee"
)

// Registry returns the built-in games and their presets.
func Registry() *games.Registry {
	return &games.Registry{
		Entries: []games.Entry{
			tron.Entry(),
			breakthrough.Entry(),
			coordination.Entry(),
			skirmish.Entry(),
			connect4.Entry(),
			bearoff.Entry(),
			chess.Entry(),
			chomp.Entry(),
			clobber.Entry(),
			dobutsu.Entry(),
			dodgem.Entry(),
			domineering.Entry(),
			dotsandboxes.Entry(),
			einstein.Entry(),
			hex.Entry(),
			hog.Entry(),
			kalah.Entry(),
			morris.Entry(),
			neutron.Entry(),
			nim.Entry(),
			othello.Entry(),
			pig.Entry(),
			quixo.Entry(),
			teeko.Entry(),
			tictactoe.Entry(),
			ur.Entry(),
			yahtzee.Entry(),
		},
		Presets: slices.Concat(
			tron.Presets(),
			breakthrough.Presets(),
			coordination.Presets(),
			skirmish.Presets(),
			morris.Presets(),
			nim.Presets(),
		),
	}
}
