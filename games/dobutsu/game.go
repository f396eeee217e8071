package dobutsu

import (
	"math/bits"

	"zermelo/games/turns"
)

// game is the only variant.
type game struct {
	*board
	*lionPairs
	*places
	turns.InBit[uint64]
	turns.NoOrbits[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	// The states that stand for positions that are decided at sight: those that
	// are over, lost and won for the player to move, those where the lion can be
	// caught, and those where the own one can be brought home. None may lead to
	// an open one. In the second the own lion is in the corner with the other one
	// before it: wherever it steps they stay together. In the third the lions are
	// at the two ends of the middle rows, each near its last row: if the one does
	// not go there and they do not meet, the other will.
	overStates [2]uint64
	catchState uint64
	homeState  uint64
	turns.Base[uint64]
}

func newGame() *game {
	b := newBoard()
	g := &game{board: b, lionPairs: newLionPairs(b), places: newPlaces(), Base: turns.Base[uint64]{About: describe(), First: start()}}
	g.Winner, g.Passing = g.winner, g.passed
	g.overStates = [2]uint64{lionsOnly(0, 2), lionsOnly(9, 11)}
	g.catchState = lionsOnly(0, 4)
	g.homeState = lionsOnly(6, 5)
	return g
}

// lionsOnly is a state with only two lions on the board and all other pieces in
// the other side's hand.
func lionsOnly(own, other uint64) uint64 { return own<<lionShift | other<<theirLion }

// start is the usual set-up, seen alike by both players.
func start() uint64 {
	const elephants, giraffes, chicks = 1<<0 | 1<<11, 1<<2 | 1<<9, 1<<4 | 1<<7
	const mine, others = 1<<0 | 1<<2 | 1<<4, 1<<11 | 1<<9 | 1<<7
	return mine | elephants<<lowShift | chicks<<highShift | others<<theirs | 1<<lionShift | 10<<theirLion
}

// winner is the role that has won. A player who cannot move, which does not come
// up, would have lost.
func (g *game) winner(s uint64) int {
	if m := read(s); g.judge(s, &m) == won {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// passed is a state with the other side to move, and whether nothing is decided at
// sight before or after that: no lion can be caught.
func (g *game) passed(s uint64) (uint64, bool) {
	t := turned(s)
	before, after := read(s), read(t)
	return t, g.judge(s, &before) == open && g.judge(t, &after) == open
}

// Omit omits positions where the player to move has fewer pieces than the other
// side, lions aside: 40 % of the open ones. A ply takes one piece at most, and
// there are six, so the opponent does not have fewer then.
//
// The dedicated generator of Robert Clausecker does the same (dobutsu 6, 2024).
func (g *game) Omit(dst []bool, src []uint64) []bool {
	for _, s := range src {
		hand := s >> handShift
		own := bits.OnesCount64(s&planeMask) + int(hand&3+hand>>2&3+hand>>4&3)
		dst = append(dst, own < 3)
	}
	return dst
}

// Canonize replaces each state by the smaller one of it and its mirror image,
// with sente to move: a state shows the board as the player to move sees it.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&turns.Bit != 0
		states[i] = min(s, mirrored(s)) &^ turns.Bit
	}
}
