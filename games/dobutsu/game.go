package dobutsu

import (
	"zermelo/games"
	"zermelo/games/turns"
)

// game is the only variant.
type game struct {
	*board
	*lionPairs
	*places
	turns.InBit[uint64]
	turns.NoOrbits[uint64]
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
	g := &game{board: b, lionPairs: newLionPairs(b), places: newPlaces(), Base: turns.Base[uint64]{About: describe()}}
	g.overStates = [2]uint64{lionsOnly(0, 2), lionsOnly(9, 11)}
	g.catchState = lionsOnly(0, 4)
	g.homeState = lionsOnly(6, 5)
	return g
}

// lionsOnly is a state with only two lions on the board and all other pieces in
// the other side's hand.
func lionsOnly(own, other uint64) uint64 { return own<<lionShift | other<<theirLion }

// Start is the usual set-up, seen alike by both players.
func (g *game) Start() uint64 {
	const elephants, giraffes, chicks = 1<<0 | 1<<11, 1<<2 | 1<<9, 1<<4 | 1<<7
	const mine, others = 1<<0 | 1<<2 | 1<<4, 1<<11 | 1<<9 | 1<<7
	return mine | elephants<<lowShift | chicks<<highShift | others<<theirs | 1<<lionShift | 10<<theirLion
}

// Payoffs appends 100 for the winner and 0 for the loser. A player who cannot
// move, which does not come up, would have lost.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		m := read(s)
		winner := s >> 63
		if g.judge(s, &m) != won {
			winner ^= 1
		}
		var p games.Payoff
		p[winner] = 100
		dst = append(dst, p)
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
