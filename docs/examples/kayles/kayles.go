// Package kayles implements Kayles: a move knocks down one pin or two neighbouring
// pins of a row, and the player who knocks down the last pin wins (H. E. Dudeney,
// The Canterbury Puzzles, 1907, no. 73).
package kayles

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// kayles is a row of pins. A state has a bit for each standing pin, and turns.Bit.
type kayles struct {
	turns.InBit[uint64]
	pins int
	info games.Info
}

// Entry returns the game with its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "kayles",
		Summary: "knock down one pin or two neighbours; the last pin wins",
		Options: []games.Option{games.Int("pins", "number of pins at the start", 12, 1, 40)},
		New: func(c games.Choice) (games.Variant, error) {
			return &kayles{pins: c.Int("pins"), info: games.Info{
				Title: "Kayles", Roles: []string{"first", "second"},
				Total: 1, Payoffs: []int{0, 1}, LayerName: "pins down",
				Rules: []string{"A move knocks down one pin or two neighbours. The player who knocks down the last pin wins."},
			}}, nil
		},
	}
}

// Info returns the description of the variant.
func (k *kayles) Info() *games.Info { return &k.info }

// Start returns the state with all pins standing and the first player to move.
func (k *kayles) Start() uint64 { return 1<<k.pins - 1 }

// Expand appends the children of each state to dst and the end of each list to ends.
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

// Payoffs appends the payoffs of terminal states: 1 for the player who made the last move.
func (k *kayles) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		var p games.Payoff
		p[1-turns.Mover(s)] = 1
		dst = append(dst, p)
	}
	return dst
}
