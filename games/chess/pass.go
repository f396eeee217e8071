package chess

// Pass gives the turn to the other side, where nobody is in check and the game
// is not over before it or after it.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	var room [maxMoves]move
	for _, s := range src {
		passed := s ^ 1<<moverShift
		before, after := g.unpack(s), g.unpack(passed)
		dst = append(dst, passed)
		ok = append(ok, len(g.moves(room[:0], &before)) > 0 && len(g.moves(room[:0], &after)) > 0 && g.possible(&after))
	}
	return dst, ok
}
