package chess

// Pass gives the turn to the other side, where nobody is in check and the game
// is not over before it or after it.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	passed := make([]uint64, len(src))
	for i, s := range src {
		passed[i] = s ^ 1<<moverShift
	}
	before, after := g.Rows(nil, src), g.Rows(nil, passed)
	for i, s := range passed {
		p := g.unpack(s)
		dst = append(dst, s)
		ok = append(ok, before[i] > 0 && after[i] > 0 && g.possible(&p))
	}
	return dst, ok
}
