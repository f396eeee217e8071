package connect4

import "math/bits"

// Evaluate implements games.Evaluator: the empty cells where each player would
// win, against each other. It is small beside a win, since most of them are
// never reached.
func (g *game[R]) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		p := g.decode(s)
		own := float32(bits.OnesCount64(g.threats(p.own) & p.empty))
		opp := float32(bits.OnesCount64(g.threats(p.opp) & p.empty))
		dst = append(dst, (own-opp)/(own+opp+4))
	}
	return dst
}
