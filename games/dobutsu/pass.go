package dobutsu

// Pass gives the turn to the other side, where nothing is decided at sight before
// it or after it: no lion can be caught.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	for _, s := range src {
		t := turned(s)
		before, after := read(s), read(t)
		dst, ok = append(dst, t), append(ok, g.judge(s, &before) == open && g.judge(t, &after) == open)
	}
	return dst, ok
}
