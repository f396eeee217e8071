package morris

// Pass gives the turn to the other side, where nothing is to be placed and both
// could move.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	var room [maxPlies]ply
	for _, s := range src {
		p := unpack(s)
		q := position{own: p.opp, opp: p.own, mover: 1 - p.mover}
		can := !p.material().placing() && len(g.plies(room[:0], p)) > 0 && len(g.plies(room[:0], q)) > 0
		dst, ok = append(dst, q.pack()), append(ok, can)
	}
	return dst, ok
}
