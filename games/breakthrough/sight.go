package breakthrough

import (
	"math/bits"
	"sync"
)

// sightRules is what the rules at sight need to know of a board.
type sightRules struct {
	columns uint64        // one bit for each column
	sides   [2]*sightSide // of white and of black, each turned so as to move up
}

// sightSide is a board as one side sees it.
type sightSide struct {
	playable uint64      // cells that can be entered
	up       [3]sideStep // own steps
	// With captures, the attacks of this side and those of the other, both by
	// this side's columns; nil where the board is too low.
	assault, defence *assault
}

// sideStep is one of the three steps: a left shift, from these cells.
type sideStep struct {
	shift uint
	from  uint64
}

// lazyRules makes the rules at sight when a search first asks for them.
type lazyRules struct {
	once  sync.Once
	rules *sightRules
}

// rules returns the rules at sight.
func (b *board) rules() *sightRules {
	b.lazy.once.Do(func() { b.lazy.rules = b.newSightRules() })
	return b.lazy.rules
}

func (b *board) newSightRules() *sightRules {
	r := &sightRules{columns: 1<<b.width - 1}
	tables := assaults{}
	for role := range r.sides {
		s := &sightSide{playable: b.playable}
		if role == 1 {
			s.playable = b.turned(b.playable)
		}
		for d, step := range b.steps[0] {
			s.up[d] = sideStep{uint(step.rotate), step.from}
		}
		if b.captures && b.height >= 4 {
			s.assault = tables.find(b.width, b.row(b.all&^s.playable, b.height-1))
			s.defence = tables.find(b.width, b.row(b.all&^s.playable, 2))
		}
		r.sides[role] = s
	}
	return r
}

// assaults are tables by the holes before the goal.
type assaults map[uint64]*assault

func (t assaults) find(width int, holes uint64) *assault {
	if t[holes] == nil {
		t[holes] = newAssault(width, holes)
	}
	return t[holes]
}

// upMoves gives the cells that own pieces can enter by each of the steps; opp
// can be taken by diagonal steps with captures.
func (b *board) upMoves(s *sightSide, own, opp uint64) [3]uint64 {
	free := s.playable &^ (own | opp)
	diagonal := free
	if b.captures {
		diagonal |= opp
	}
	return [3]uint64{
		own << (s.up[0].shift & 63) & free,
		own & s.up[1].from << (s.up[1].shift & 63) & diagonal,
		own & s.up[2].from << (s.up[2].shift & 63) & diagonal,
	}
}

// replies counts the moves of opp, who moves down.
func (b *board) replies(s *sightSide, own, opp uint64) int {
	free := s.playable &^ (own | opp)
	diagonal := free
	if b.captures {
		diagonal |= own
	}
	return bits.OnesCount64(opp>>(s.up[0].shift&63)&free) +
		bits.OnesCount64(opp>>(s.up[1].shift&63)&s.up[1].from&diagonal) +
		bits.OnesCount64(opp>>(s.up[2].shift&63)&s.up[2].from&diagonal)
}

// moveNumber numbers a move by the cell entered and the step, in at most
// 3*64.
func (b *board) moveNumber(to uint64, step int) int16 {
	i := bits.TrailingZeros64(to)
	return int16(i/b.stride*b.width+i%b.stride)*3 + int16(step)
}
