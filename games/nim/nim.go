// Package nim is the game of piles from which things are taken: who takes the
// last thing wins, or loses in the misère version. Rules and winning strategy:
// C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
// Mathematics 3 (1901). With one pile and a most that a move may take it is the
// subtraction game that C. G. Bachet described in 1612.
package nim

import (
	"cmp"
	"math/bits"

	"zermelo/games"
	"zermelo/games/turns"
)

// Limits of the options. All sizes together must fit into stateBits.
const (
	maxPiles  = 20
	maxSize   = 255
	stateBits = 63
)

// Entry is the game nim with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "nim",
		Summary: "take from one of several piles; who takes the last thing wins",
		Options: []games.Option{
			games.Numbers("piles", "sizes of the piles at the start", "1+3+5+7", maxPiles, 1, maxSize),
			games.Int("take", "how many things a move may take at most, 0 for any number", 0, 0, maxSize),
			games.Enum("misere", "whether the player who takes the last thing loses instead of winning", "no", "yes"),
		},
		New: newVariant,
	}
}

// Presets are the names for nim with certain options.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "marienbad", Spec: "nim:misere=yes", Summary: "nim with piles of 1, 3, 5 and 7; who takes the last thing loses"},
	}
}

// newVariant makes the variant with the given options.
func newVariant(c games.Choice) (games.Variant, error) {
	start := c.Numbers("piles")
	largest := start[len(start)-1]
	p := piles{start: start, take: min(cmp.Or(c.Int("take"), largest), largest), misere: c.String("misere") == "yes", width: bits.Len(uint(largest))}
	if p.width*len(start) > stateBits {
		return nil, games.BadInput("nim: %d piles of up to %d things need %d bits: at most %d are possible, which is %d piles of that size",
			len(start), largest, p.width*len(start), stateBits, stateBits/p.width)
	}
	return turns.NewGame(p, p.describe(), "has taken the last thing", p.misere), nil
}
