package tron

import "math/bits"

// Evaluate implements games.Evaluator: the blank cells that each head would
// reach first if it went straight there, against each other. The player to move
// gets those that both reach with as many moves.
func (g *game) Evaluate(dst []float32, src []uint64) []float32 {
	for _, s := range src {
		forbidden, r, b := g.unpack(s)
		own, opp := g.place[r%places].bit, g.place[b%places].bit
		if !g.simultaneous && !redMoves(forbidden) {
			own, opp = opp, own
		}
		ownCells, oppCells := g.territories(g.open&^(forbidden|own|opp), own, opp)
		mine, theirs := bits.OnesCount64(ownCells), bits.OnesCount64(oppCells)
		dst = append(dst, float32(mine-theirs)/float32(mine+theirs+1))
	}
	return dst
}

// territories divides the blank cells between two heads, the first of which is
// to move, by who can be there first. Cells that nobody can reach are left out.
func (g *game) territories(blank, own, opp uint64) (ownCells, oppCells uint64) {
	ownEdge, oppEdge := own, opp // the cells reached last
	for ownEdge|oppEdge != 0 {
		ownEdge = g.neighbours(ownEdge) & blank
		blank &^= ownEdge
		ownCells |= ownEdge
		oppEdge = g.neighbours(oppEdge) & blank
		blank &^= oppEdge
		oppCells |= oppEdge
	}
	return ownCells, oppCells
}

// neighbours are the cells beside those of a set, on all four sides.
func (g *game) neighbours(set uint64) uint64 {
	w := uint(g.width)
	return set<<w | set>>w | set&^g.lastColumn<<1 | set&^g.firstColumn>>1
}
