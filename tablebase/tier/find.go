package tier

import (
	"context"
	"slices"

	"zermelo/solver/value"
)

// FindCell finds a position of a tier with this cell: the first that the table
// holds, else the first that it omits, for which the tier is read into memory. It
// returns false if there is none, and a
// *CorruptError.
func (r *Reader[S]) FindCell(tier int, cell value.Cell) (s S, found bool, err error) {
	c := r.codecs.Get()
	defer r.codecs.Put(c)
	var b tierBlock
	for number := range BlocksOf(r.Tiers[tier]) {
		if err := r.read(c, &b, tier, number, true); err != nil {
			return s, false, err
		}
		if !slices.Contains(b.used, cell) {
			continue
		}
		for n := range b.before {
			if !slices.Contains(b.strip(n), cell) {
				continue
			}
			at := number*stripsPerBlock + n
			strip, err := r.strip(tier, at, true)
			if err != nil {
				return s, false, err
			}
			index := uint64(at)*StripCells + uint64(strip.indexOf(cell))
			states, _ := r.Game.Unrank(nil, nil, tier, []uint64{index})
			return states[0], true, nil
		}
	}
	if !r.omits(tier) {
		return s, false, nil
	}
	cells, err := r.TierCells(context.Background(), tier, true, 1)
	if err != nil {
		return s, false, err
	}
	index := slices.Index(cells, cell)
	if index < 0 {
		return s, false, nil
	}
	states, _ := r.Game.Unrank(nil, nil, tier, []uint64{uint64(index)})
	return states[0], true, nil
}
