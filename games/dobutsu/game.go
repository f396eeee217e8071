package dobutsu

import (
	"math/bits"

	"zermelo/games/turns"
)

// game implements the only variant.
type game struct {
	*board
	*lionPairs
	*places
	turns.InBit[uint64]
	turns.NoOrbits[uint64]
	turns.Winner[uint64]
	turns.Passing[uint64]
	// The following states represent all positions with the same immediately
	// known value: terminal positions lost or won for the player to move,
	// positions in which the other lion can be caught, and positions in which the
	// player's lion can get home. They must not lead to open positions. In
	// catchState, the player's lion is in a corner with the other lion in front
	// of it, so the lions stay adjacent. In homeState, the lions are at opposite
	// ends of the middle rows, each next to its last row. After any ply, a lion
	// is home, can be caught or can get home.
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

// lionsOnly returns the state in which only the lions are on the board and all other
// pieces are in the opponent's hand.
func lionsOnly(own, other uint64) uint64 { return own<<lionShift | other<<theirLion }

// start returns the initial position, which equals its mirror image.
func start() uint64 {
	const elephants, giraffes, chicks = 1<<0 | 1<<11, 1<<2 | 1<<9, 1<<4 | 1<<7
	const mine, others = 1<<0 | 1<<2 | 1<<4, 1<<11 | 1<<9 | 1<<7
	return mine | elephants<<lowShift | chicks<<highShift | others<<theirs | 1<<lionShift | 10<<theirLion
}

// winner returns the winner of a terminal position. A player without a move would
// lose, but this cannot occur.
func (g *game) winner(s uint64) int {
	if m := read(s); g.judge(s, &m) == won {
		return turns.Mover(s)
	}
	return 1 - turns.Mover(s)
}

// passed returns the state with the other side to move. The result is legal if
// neither state has an immediately known value.
func (g *game) passed(s uint64) (uint64, bool) {
	t := turned(s)
	before, after := read(s), read(t)
	return t, g.judge(s, &before) == open && g.judge(t, &after) == open
}

// Omit implements games.Omitter. It omits positions in which the player to move has
// fewer pieces than the opponent, not counting lions. These are 40% of the open
// positions. A ply captures at most one of six pieces, so the opponent, who is to
// move next, does not have fewer pieces.
//
// Robert Clausecker's generator does the same (dobutsu 6, 2024).
func (g *game) Omit(dst []bool, src []uint64) []bool {
	for _, s := range src {
		hand := s >> handShift
		own := bits.OnesCount64(s&planeMask) + int(hand&3+hand>>2&3+hand>>4&3)
		dst = append(dst, own < 3)
	}
	return dst
}

// Canonize replaces each state with the smaller of the state and its mirror image, with
// sente to move. A state is relative to the player to move.
func (g *game) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		swaps[i] = s&turns.Bit != 0
		states[i] = min(s, mirrored(s)) &^ turns.Bit
	}
}
