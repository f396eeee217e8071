package quixo

import "math/bits"

// Pass gives the turn to the other player, where nobody has a line.
func (g *game) Pass(dst []uint64, ok []bool, src []uint64) ([]uint64, []bool) {
	for _, s := range src {
		over, _ := g.result(s)
		dst = append(dst, ^s&moverBit|bits.RotateLeft64(s&^moverBit, 32))
		ok = append(ok, !over)
	}
	return dst, ok
}
