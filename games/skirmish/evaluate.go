package skirmish

import "math/bits"

// What the evaluation counts, in captures.
const (
	hangingWorth = 0.6  // the player to move can take a piece
	threatWorth  = 0.25 // the opponent could take one, were it its turn
	attackWorth  = 0.03 // each further piece that can be taken
	armyWorth    = 0.02 // each piece on the board
	// evenLead is the lead that makes a win about as likely as 1:3 beside one
	// of nothing, with many plies left.
	evenLead = 2
)

// Evaluate implements games.Evaluator: the lead in captures, then the pieces
// that each side can take. A lead weighs more the fewer plies are left.
func (g *game) Evaluate(dst []float32, src [][2]uint64) []float32 {
	for _, s := range src {
		who := mover(s)
		mine, theirs := g.view(s), g.view(s)
		theirs.own, theirs.opp = mine.opp, mine.own
		theirs.steps, theirs.leaps = theirs.steps&^mine.opp|mine.own, theirs.leaps&^mine.opp
		if g.leapsCapture {
			theirs.leaps |= mine.own
		}
		lead := float32(captures(s, who) - captures(s, who^1))
		left := g.length - step(s)
		if n := g.attacked(&mine); n > 0 {
			lead += hangingWorth + attackWorth*float32(n-1)
		}
		if n := g.attacked(&theirs); n > 0 && left > 1 {
			lead -= threatWorth + attackWorth*float32(n-1)
		}
		lead += armyWorth * float32(bits.OnesCount64(mine.own)-bits.OnesCount64(mine.opp))
		scale := float32(evenLead) * float32(left) / float32(g.length)
		if lead < 0 {
			dst = append(dst, lead/(scale-lead+0.1))
		} else {
			dst = append(dst, lead/(scale+lead+0.1))
		}
	}
	return dst
}

// attacked is how many opposing pieces can be taken.
func (b *board) attacked(v *scene) int {
	var all uint64
	for own := v.own; own != 0; own &= own - 1 {
		all |= b.targets(v, bits.TrailingZeros64(own))
	}
	return bits.OnesCount64(all & v.opp)
}
