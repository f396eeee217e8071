// Package skirmish is the game of two sides that step and leap on a square board
// for a fixed number of plies and count captures. With armies that grow it is
// 2pffa_zerosum of the General Game Playing repository (ggp.org), whose rule sheet
// the tests compare with.
package skirmish

import (
	"zermelo/games"
)

// The names of the options and their values.
const (
	optRespawn = "respawn"
	optSteps   = "steps-may"
	optLeaps   = "leaps-may"
	optInner   = "inner"
	optLength  = "steps"

	respawnNever    = "never"
	respawnCaptured = "captured"
	respawnEvery    = "every-ply"

	mayBoth    = "move+capture"
	mayCapture = "capture"
	mayMove    = "move"
)

// Entry is the game skirmish with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "skirmish",
		Summary: "two sides step and leap; more captures at the last step win",
		Options: []games.Option{
			games.Enum(optRespawn, "when a piece appears on a start cell: never; after each capture the captured one; after each ply one for each side",
				respawnNever, respawnCaptured, respawnEvery),
			games.Enum(optSteps, "what a step to a neighbouring cell may do", mayBoth, mayCapture),
			games.Enum(optLeaps, "what a knight's leap may do", mayBoth, mayMove),
			games.Int(optInner, "side of the inner square, the cells that can be entered: 3, 5 or 7", 5, 3, 7),
			games.Int(optLength, "value of the step counter, which starts at 1, that ends the game", 31, 2, 127),
		},
		New: newVariant,
	}
}

// Presets are the names for skirmish with certain options.
func Presets() []games.Preset {
	return []games.Preset{{
		Name:    "2pffa-zerosum",
		Spec:    "skirmish:respawn=every-ply,steps-may=capture,leaps-may=move",
		Summary: "skirmish as in the rule sheet 2pffa_zerosum: armies grow, steps only capture, leaps never do",
	}}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	inner := c.Int(optInner)
	if inner%2 == 0 {
		return nil, games.BadInput("skirmish: inner=%d is even, but the start cells stand beside a middle row: type inner=3, inner=5 or inner=7", inner)
	}
	b := newBoard(inner, c.Int(optLength), c.String(optRespawn))
	b.stepsMove = c.String(optSteps) == mayBoth
	b.leapsCapture = c.String(optLeaps) == mayBoth
	return newGame(b), nil
}
