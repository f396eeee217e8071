package dobutsu

import (
	"math/bits"

	"zermelo/games/turns"
)

type game struct {
	*board
	*lionPairs
	*places
	turns.InBit[uint64]
	turns.NoOrbits[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	// States that represent all positions with the same immediately known value:
	// terminal positions lost or won for the player to move, positions where the
	// other lion can be caught, and positions where the player's lion can get
	// home. They must not lead to open positions. In catchState, the player's lion
	// is in a corner with the other lion in front of it. In homeState, the lions are
	// next to opposite ends of the board.
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

// lionsOnly returns the state where all pieces except the lions are in the
// opponent's hand.
func lionsOnly(own, other uint64) uint64 { return own<<lionShift | other<<theirLion }

func start() uint64 {
	const elephants, giraffes, chicks = 1<<0 | 1<<11, 1<<2 | 1<<9, 1<<4 | 1<<7
	const mine, others = 1<<0 | 1<<2 | 1<<4, 1<<11 | 1<<9 | 1<<7
	return mine | elephants<<lowShift | chicks<<highShift | others<<theirs | 1<<lionShift | 10<<theirLion
}

// winner returns the winner of a terminal position. A player always has a move.
func (g *game) winner(s uint64) int {
	if m := read(s); g.judge(s, &m) == won {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// passed returns s with the other side to move. It also reports whether passing is
// legal, that is, whether neither state has an immediately known value.
func (g *game) passed(s uint64) (uint64, bool) {
	t := turned(s)
	before, after := read(s), read(t)
	return t, g.judge(s, &before) == open && g.judge(t, &after) == open
}

// Omit implements games.Omitter. It omits about 40% of the open positions: those
// where the player to move has fewer pieces than the opponent. A ply captures at
// most one of six pieces, so no child of an omitted position is omitted. Robert
// Clausecker's generator does the same (dobutsu 6, 2024).
func (g *game) Omit(dst []bool, src []uint64) []bool {
	for _, s := range src {
		hand := s >> handShift
		own := bits.OnesCount64(s&planeMask) + int(hand&3+hand>>2&3+hand>>4&3)
		dst = append(dst, own < 3)
	}
	return dst
}

// Canonize replaces each state with the smaller of the state and its mirror image,
// and makes sente the player to move. States are relative to the player to move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&turns.Bit != 0
		states[i] = min(s, mirrored(s)) &^ turns.Bit
	}
}
