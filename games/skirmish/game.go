package skirmish

import (
	"math/bits"
	"slices"

	"zermelo/games/turns"
)

type game struct {
	*board
	turns.Plies[[2]uint64]
	turns.Winner[[2]uint64]
	turns.Mirror[[2]uint64]
	turns.Base[[2]uint64]
}

// newGame returns the variant for a board. Each start cell holds a piece, and red
// moves first.
func newGame(b *board) *game {
	return &game{
		board:  b,
		Base:   turns.Base[[2]uint64]{About: b.describe(), First: [2]uint64{b.home[0], b.home[1] | stepOne}},
		Plies:  func(s [2]uint64) int { return step(s) - 1 },
		Winner: leader,
		// A horizontal flip that exchanges the colours would not make any states
		// equivalent, because the step counter determines the side to move.
		Mirror: func(s [2]uint64) [2]uint64 { return [2]uint64{b.mirror.Apply(s[0]), b.mirror.Apply(s[1])} },
	}
}

// Canonize is equivalent to Mirror.Canonize, but takes only 40% of the time.
func (g *game) Canonize(states [][2]uint64, swaps []bool) {
	for i, s := range states {
		m0, m1 := g.mirror.Apply(s[0]), g.mirror.Apply(s[1])
		if m0 < s[0] || m0 == s[0] && m1 < s[1] {
			states[i] = [2]uint64{m0, m1}
		}
	}
	clear(swaps)
}

// leader returns the role that has made more captures, or -1.
func leader(s [2]uint64) int {
	switch red, blue := captures(s, 0), captures(s, 1); {
	case red > blue:
		return 0
	case red < blue:
		return 1
	}
	return -1
}

// Expand appends the children, ordered by origin and then by destination. Origins
// are ordered row by row from the bottom left, except that the start cell comes
// last. A player without a move passes.
func (g *game) Expand(dst [][2]uint64, ends []int32, src [][2]uint64) ([][2]uint64, []int32) {
	for _, s := range src {
		if step(s) < g.length {
			dst = g.appendChildren(dst, s)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (b *board) appendChildren(dst [][2]uint64, s [2]uint64) [][2]uint64 {
	v, who := b.view(s), mover(s)
	s[1] += stepOne
	own, opp := s[who], s[who^1]
	always, back := b.always[who], b.back[who^1]
	reward := captureOne
	if own>>captureShift&captureMask >= b.limit {
		reward = 0
	}
	before := len(dst)
	for m := v.own; m != 0; m &= m - 1 {
		cell := bits.TrailingZeros64(m)
		lifted := own ^ m&-m | always
		t := b.targets(&v, cell)
		n, k := len(dst), bits.OnesCount64(t)
		dst = slices.Grow(dst, k)[:n+k]
		for i := n; t != 0; t &= t - 1 {
			to := t & -t
			mine, theirs := lifted|to, opp
			if v.opp&to != 0 {
				mine += reward
				theirs = opp&^to | back
			}
			c := &dst[i]
			c[who&1], c[who&1^1] = mine, theirs
			i++
		}
	}
	if len(dst) == before {
		dst = append(dst, s)
	}
	return dst
}

// Weights of the evaluation, in units of a capture.
const (
	hangingWorth = 0.6  // weight of a possible capture by the player to move
	threatWorth  = 0.25 // weight of a capture threatened by the opponent
	attackWorth  = 0.03 // weight of each additional attacked piece
	armyWorth    = 0.02 // weight of each piece on the board
	evenLead     = 2    // lead for which the odds are 3:1 if many plies are left
)

// Evaluate implements games.Evaluator. It combines the lead in captures, which has
// more weight towards the end, with the numbers of attacked pieces.
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

// attacked returns the number of opposing pieces that can be captured.
func (b *board) attacked(v *scene) int {
	var all uint64
	for own := v.own; own != 0; own &= own - 1 {
		all |= b.targets(v, bits.TrailingZeros64(own))
	}
	return bits.OnesCount64(all & v.opp)
}
