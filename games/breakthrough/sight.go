package breakthrough

import (
	"math/bits"
)

// sightRules is what the rules at sight need to know of a board.
type sightRules struct {
	columns uint64        // one bit for each column
	sides   [2]*sightSide // of white and of black, each turned so as to move up
}

// sightSide is a board as one side sees it.
type sightSide struct {
	playable uint64 // cells that can be entered
	// With captures, the attacks of this side and those of the other, both by
	// this side's columns; nil where the board is too low.
	assault, defence *assault
}

func (b *board) newSightRules() *sightRules {
	r := &sightRules{columns: 1<<b.width - 1}
	tables := map[uint64]*assault{} // by the holes before the goal
	find := func(holes uint64) *assault {
		if tables[holes] == nil {
			tables[holes] = newAssault(b.width, holes)
		}
		return tables[holes]
	}
	for role := range r.sides {
		s := &sightSide{playable: b.playable}
		if role == 1 {
			s.playable = b.turned(b.playable)
		}
		if b.captures && b.height >= 4 {
			s.assault = find(b.row(b.all&^s.playable, b.height-1))
			s.defence = find(b.row(b.all&^s.playable, 2))
		}
		r.sides[role] = s
	}
	return r
}

// replies counts the moves of opp, who moves down.
func (b *board) replies(s *sightSide, own, opp uint64) int {
	free := s.playable &^ (own | opp)
	diagonal := free
	if b.captures {
		diagonal |= own
	}
	up := &b.steps[0]
	return bits.OnesCount64(opp>>(up[0].rotate&63)&free) +
		bits.OnesCount64(opp>>(up[1].rotate&63)&up[1].from&diagonal) +
		bits.OnesCount64(opp>>(up[2].rotate&63)&up[2].from&diagonal)
}

// moveNumber numbers a move by the cell entered and the step, in at most
// 3*64.
func (b *board) moveNumber(to uint64, step int) int16 {
	i := bits.TrailingZeros64(to)
	return int16(i/b.stride*b.width+i%b.stride)*3 + int16(step)
}
