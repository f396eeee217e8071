package dobutsu

import (
	"math/bits"

	"zermelo/games/turns"
)

// A state shows the board as the player to move sees it, who moves up. Squares
// are numbered 0 to 11, row by row from the own first row, each from the left.
// From the lowest bit:
//
//	12 bits  squares of the own pieces other than the lion
//	12 bits  low bits of the kinds on all squares, lions aside
//	12 bits  high bits of the kinds
//	12 bits  squares of the other side's pieces other than the lion
//	 4 bits  square of the own lion, nowhere if it has been caught
//	 4 bits  square of the other side's lion
//	 6 bits  how many giraffes, elephants and chicks are in the own hand
//	 1 bit   unused
//	 1 bit   the role to move
//
// What is neither on the board nor in the own hand is in the other side's.
const (
	squares   = 12
	columns   = 3
	lowShift  = squares
	highShift = 2 * squares
	theirs    = 3 * squares
	lionShift = 4 * squares
	theirLion = lionShift + 4
	handShift = theirLion + 4

	planeMask = 1<<squares - 1
	boardMask = 1<<lionShift - 1
	lionMask  = 1<<4 - 1
	handMask  = 1<<6 - 1
	nowhere   = squares // the square of a lion that has been caught

	// oneSquare is what square 0 has in the four planes; shifted, any other.
	oneSquare = 1 | 1<<lowShift | 1<<highShift | 1<<theirs
)

// The kinds of pieces other than the lion. The first three can be in a hand.
const (
	giraffe = iota
	elephant
	chick
	hen
	kinds
)

// handKinds is the number of kinds that a hand can hold; of each there are two
// pieces in the game.
const handKinds = hen

// kindAt is the kind of the piece on a square.
func kindAt(s uint64, square int) int {
	return int(s>>(lowShift+square)&1 | s>>(highShift+square)&1<<1)
}

// kindBits are the bits of a kind on square 0.
func kindBits(kind int) uint64 {
	return uint64(kind&1)<<lowShift | uint64(kind>>1)<<highShift
}

// masks are the squares of a state by what is there.
type masks struct {
	mine, theirs                      uint64 // lions aside
	giraffes, elephants, chicks, hens uint64 // of both sides
	lion, theirLion                   int
}

// read takes a state apart.
func read(s uint64) masks {
	m := masks{
		mine: s & planeMask, theirs: s >> theirs & planeMask,
		lion: int(s >> lionShift & lionMask), theirLion: int(s >> theirLion & lionMask),
	}
	low, high := s>>lowShift&planeMask, s>>highShift&planeMask
	m.giraffes = (m.mine | m.theirs) &^ (low | high)
	m.elephants = low &^ high
	m.chicks = high &^ low
	m.hens = low & high
	return m
}

// otherHand is what is in the other side's hand, in 6 bits like the own one.
func (m *masks) otherHand(s uint64) uint64 {
	const two = 2 | 2<<2 | 2<<4
	board := uint64(bits.OnesCount64(m.giraffes)) | uint64(bits.OnesCount64(m.elephants))<<2 |
		uint64(bits.OnesCount64(m.chicks|m.hens))<<4
	return two - board - s>>handShift&handMask
}

// turned is the state as the other player sees it who is then to move: nothing
// has been done.
func turned(s uint64) uint64 {
	m := read(s)
	// Reversed, the planes of the two sides have changed places, and so have
	// those of the kinds, which must not.
	b := bits.Reverse64(s<<(64-lionShift)) & boardMask
	swap := (b>>squares ^ b) & (planeMask << lowShift)
	b ^= swap | swap<<squares
	return b | uint64(turnedLion(m.theirLion))<<lionShift | uint64(turnedLion(m.lion))<<theirLion |
		m.otherHand(s)<<handShift | s&turns.Bit ^ turns.Bit
}

// turnedLion is a lion's square as the other player sees it.
func turnedLion(square int) int {
	if square == nowhere {
		return nowhere
	}
	return squares - 1 - square
}

// mirrored is the state with left and right exchanged.
func mirrored(s uint64) uint64 {
	const left = (1 | 1<<3 | 1<<6 | 1<<9) * oneSquare
	b := s&(left<<1) | s&left<<2 | s>>2&left
	return b | uint64(mirroredLion(int(s>>lionShift&lionMask)))<<lionShift |
		uint64(mirroredLion(int(s>>theirLion&lionMask)))<<theirLion | s&^(1<<handShift-1)
}

// mirroredLion is a lion's square with left and right exchanged.
func mirroredLion(square int) int {
	if square == nowhere {
		return nowhere
	}
	return square + columns - 1 - 2*(square%columns)
}
