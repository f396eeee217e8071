package neutron

// Pass gives the turn to the other side, where the game is not over before it or
// after it. Before the first turn of a game nobody can pass.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	var room [maxTurns]turn
	for _, s := range src {
		p := unpack(s)
		q := g.turned(p)
		can := p.flags&restBit == 0 && len(g.turns(room[:0], p)) > 0 && len(g.turns(room[:0], q)) > 0
		dst, ok = append(dst, q.pack()), append(ok, can)
	}
	return dst, ok
}
