// Package kayles is the game of a row of pins: a move knocks down one pin or two
// neighbours, and who knocks down the last one wins. H. E. Dudeney, The Canterbury
// Puzzles (1907), no. 73.
package kayles

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// kayles has states with a bit for each pin that stands, and turns.Bit.
type kayles struct {
	turns.InBit[uint64]
	pins int
	info games.Info
}

// Entry is the game with its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "kayles",
		Summary: "knock down one pin or two neighbours; the last one wins",
		Options: []games.Option{games.Int("pins", "how many pins stand at the start", 12, 1, 40)},
		New: func(c games.Choice) (games.Variant, error) {
			return &kayles{pins: c.Int("pins"), info: games.Info{
				Title: "Kayles", Roles: []string{"first", "second"},
				Total: 1, Payoffs: []int{0, 1}, LayerName: "pins down",
				Rules: []string{"A move knocks down one pin or two neighbours. Who knocks down the last one wins."},
			}}, nil
		},
	}
}

// Info says what the variant is.
func (k *kayles) Info() *games.Info { return &k.info }

// Start has all pins up and the first player to move.
func (k *kayles) Start() uint64 { return 1<<k.pins - 1 }

// Expand appends the children of each state, and where they end.
func (k *kayles) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		for i := range k.pins {
			for _, hit := range [...]uint64{1 << i, 3 << i} {
				if s&hit == hit {
					dst = append(dst, s^turns.Bit^hit)
				}
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Payoffs appends 1 for the player who has made the last move.
func (k *kayles) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-turns.Mover(s)] = 1
		dst = append(dst, p)
	}
	return dst
}
