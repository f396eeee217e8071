package dobutsu

import (
	"math/bits"

	"zermelo/games/turns"
)

// A state is relative to the player to move, whose pieces move up. Squares are
// numbered from 0 to 11, row by row from that player's first row, left to right.
// From the lowest bit, a state consists of:
//
//	12 bits  squares of the player's pieces except the lion
//	12 bits  low bits of the kinds on all squares, without lions
//	12 bits  high bits of the kinds
//	12 bits  squares of the opponent's pieces except the lion
//	 4 bits  square of the player's lion, nowhere if it has been caught
//	 4 bits  square of the opponent's lion
//	 6 bits  numbers of giraffes, elephants and chicks in the player's hand
//	 1 bit   unused
//	 1 bit   role to move
//
// The remaining pieces are in the opponent's hand.
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
	nowhere   = squares                                    // square of a caught lion
	oneSquare = 1 | 1<<lowShift | 1<<highShift | 1<<theirs // bits of square 0 in all planes
)

// Kinds of pieces other than the lion. The first three can be in a hand.
const (
	giraffe = iota
	elephant
	chick
	hen
	kinds
)

const handKinds = hen // number of kinds of pieces in a hand; there are two pieces of each kind

// kindAt returns the kind of the piece on a square. The piece must not be a lion.
func kindAt(s uint64, square int) int {
	return int(s>>(lowShift+square)&1 | s>>(highShift+square)&1<<1)
}

// kindBits returns the bits that encode the kind of a piece on square 0.
func kindBits(kind int) uint64 {
	return uint64(kind&1)<<lowShift | uint64(kind>>1)<<highShift
}

type masks struct {
	mine, theirs                      uint64 // pieces of each side, without the lions
	giraffes, elephants, chicks, hens uint64 // of both sides
	lion, theirLion                   int
}

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

// otherHand returns the opponent's hand in the format of the player's hand.
func (m *masks) otherHand(s uint64) uint64 {
	const two = 2 | 2<<2 | 2<<4
	board := uint64(bits.OnesCount64(m.giraffes)) | uint64(bits.OnesCount64(m.elephants))<<2 |
		uint64(bits.OnesCount64(m.chicks|m.hens))<<4
	return two - board - s>>handShift&handMask
}

// turned returns the state as seen by the opponent, with the opponent to move.
func turned(s uint64) uint64 {
	m := read(s)
	// Reversing the bits exchanges the planes of the two sides, but also the two
	// planes of the kinds, which must be exchanged back.
	b := bits.Reverse64(s<<(64-lionShift)) & boardMask
	swap := (b>>squares ^ b) & (planeMask << lowShift)
	b ^= swap | swap<<squares
	return b | uint64(turnedLion(m.theirLion))<<lionShift | uint64(turnedLion(m.lion))<<theirLion |
		m.otherHand(s)<<handShift | s&turns.Bit ^ turns.Bit
}

func turnedLion(square int) int {
	if square == nowhere {
		return nowhere
	}
	return squares - 1 - square
}

func mirrored(s uint64) uint64 {
	const left = (1 | 1<<3 | 1<<6 | 1<<9) * oneSquare
	b := s&(left<<1) | s&left<<2 | s>>2&left
	return b | uint64(mirroredLion(int(s>>lionShift&lionMask)))<<lionShift |
		uint64(mirroredLion(int(s>>theirLion&lionMask)))<<theirLion | s&^(1<<handShift-1)
}

func mirroredLion(square int) int {
	if square == nowhere {
		return nowhere
	}
	return square + columns - 1 - 2*(square%columns)
}
