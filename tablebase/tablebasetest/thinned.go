package tablebasetest

import (
	"slices"

	"zermelo/games"
)

// Thinned is a tiered game whose tables omit positions: of one in three those
// that lead only to others.
type Thinned struct{ Tiered }

func (g Thinned) Omit(dst []bool, src []uint64) []bool {
	chosen := func(at games.Slot) bool { return g.noise(at, 20)%3 == 0 }
	for _, s := range src {
		after := g.After(games.Slot(s >> 1))
		dst = append(dst, chosen(games.Slot(s>>1)) && len(after) > 0 && !slices.ContainsFunc(after, chosen))
	}
	return dst
}

// Omits reports whether an index of a tier is omitted.
func (g Thinned) Omits(tier int, index uint64) bool {
	at := games.SlotOf(tier, index)
	return g.Used(at) && g.Omit(nil, []uint64{uint64(at) << 1})[0]
}
