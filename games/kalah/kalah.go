// Package kalah is the game of sowing seeds into pits and stores, sold by
// William Champion since the 1950s. The default rules are those of Geoffrey
// Irving, Jeroen Donkers and Jos Uiterwijk, Solving Kalah (ICGA Journal 23,
// 2000); what other sources see in another way is an option.
package kalah

import (
	"math/bits"

	"zermelo/games"
)

// The names of the options and their values.
const (
	optPits     = "pits"
	optSeeds    = "seeds"
	optCaptures = "captures"
	optEnd      = "end"
	optRest     = "rest"

	capturesAlways = "always"
	capturesFacing = "facing"
	endSide        = "side"
	endTurn        = "turn"
	restOwner      = "owner"
	restOpponent   = "opponent"
)

// maxPits is how many pits a player can have.
const maxPits = 8

// Entry is the game kalah with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "kalah",
		Summary: "sow seeds round the board; a last seed in the own store moves again",
		Options: []games.Option{
			games.Int(optPits, "pits of each player", 4, 1, maxPits),
			games.Int(optSeeds, "seeds in each pit at the start", 2, 1, 8),
			games.Enum(optCaptures, "whether a last seed in an empty own pit goes to the store always, or only if there are seeds in the pit facing it", capturesAlways, capturesFacing),
			games.Enum(optEnd, "when the game is over: as soon as a side of the board is empty, or when the side of the player to move is", endSide, endTurn),
			games.Enum(optRest, "who gets the seeds that are in pits at the end: the player whose pits they are in, or the other", restOwner, restOpponent),
		},
		New: newVariant,
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	r := &rules{
		pits: c.Int(optPits), seeds: c.Int(optSeeds),
		facing:   c.String(optCaptures) == capturesFacing,
		turnEnds: c.String(optEnd) == endTurn,
		opponent: c.String(optRest) == restOpponent,
	}
	r.total = 2 * r.pits * r.seeds
	r.field = bits.Len(uint(r.total))
	switch low, high := r.lowBits(), r.highBits(); {
	case low+high <= 64:
		return newGame[uint64](r), nil
	case max(low, high) <= 64:
		return newGame[[2]uint64](r), nil
	}
	return nil, games.BadInput("kalah: pits=%d,seeds=%d has %d seeds in %d pits and needs more than 128 bits: type fewer, as in pits=6,seeds=6", r.pits, r.seeds, r.total, 2*r.pits)
}
