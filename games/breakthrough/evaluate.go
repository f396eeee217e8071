package breakthrough

import "math/bits"

// Evaluate implements games.Evaluator: each piece counts one and the square of
// the rows that it has advanced, so that runners and, with captures, material
// count.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	for _, s := range src {
		p := unpack(g.board, s)
		if p.mover == 1 {
			p.own, p.opp = g.turned(p.own), g.turned(p.opp)
		}
		own, opp := 0, 0
		for y := 1; y <= g.height; y++ {
			own += bits.OnesCount64(g.row(p.own, y)) * (1 + (y-1)*(y-1))
			opp += bits.OnesCount64(g.row(p.opp, y)) * (1 + (g.height-y)*(g.height-y))
		}
		dst = append(dst, float32(own-opp)/float32(own+opp+1))
	}
	return dst
}
