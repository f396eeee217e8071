package nim

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// piles is a variant. The piles have no order: a position holds their sizes
// sorted, the smallest in the lowest bits.
type piles struct {
	start  []int // ascending
	take   int   // the most that a move may take
	misere bool
	width  int // bits of a size
}

// Start is the position with all piles whole.
func (p piles) Start() uint64 { return p.pack(p.start) }

// pack makes the position of ascending sizes.
func (p piles) pack(sizes []int) uint64 {
	s := uint64(0)
	for _, size := range slices.Backward(sizes) {
		s = s<<p.width | uint64(size)
	}
	return s
}

// size is the size of pile i, counted from 0 for the smallest.
func (p piles) size(s uint64, i int) int { return int(s >> (i * p.width) & (1<<p.width - 1)) }

// choices is how many things may be taken from pile i: 1 to that many. It is 0
// for a pile like the one before it, with which the moves are the same.
func (p piles) choices(s uint64, i int) int {
	n := p.size(s, i)
	if i > 0 && n == p.size(s, i-1) {
		return 0
	}
	return min(n, p.take)
}

// Moves appends the positions after each move: by the pile, from the smallest,
// then by how much is taken. What is left of a pile moves down to its place j, and
// those that were there move up.
func (p piles) Moves(dst []uint64, s uint64) []uint64 {
	for i := range p.start {
		size, j := p.size(s, i), i
		below, others := s&(1<<(i*p.width)-1), s>>((i+1)*p.width)<<((i+1)*p.width)
		for n := 1; n <= p.choices(s, i); n++ {
			left := size - n
			for j > 0 && p.size(s, j-1) > left {
				j--
			}
			smaller := below & (1<<(j*p.width) - 1)
			dst = append(dst, others|(below^smaller)<<p.width|uint64(left)<<(j*p.width)|smaller)
		}
	}
	return dst
}

// Names names the moves, as in "5-2" for taking two things from a pile of five.
func (p piles) Names(s uint64) (names []string) {
	for i := range p.start {
		for n := 1; n <= p.choices(s, i); n++ {
			names = append(names, fmt.Sprintf("%d-%d", p.size(s, i), n))
		}
	}
	return names
}

// Left is the number of things.
func (p piles) Left(s uint64) (left int) {
	for i := range p.start {
		left += p.size(s, i)
	}
	return left
}

// Most is the most that a move can take.
func (p piles) Most() int { return p.take }

// Mirror is the position itself: its sizes are sorted.
func (p piles) Mirror(s uint64) uint64 { return s }

// Format writes the sizes of the piles, ascending and joined by dots, as in
// "1.3.5.7". Empty piles are left out; if nothing is left there is a 0.
func (p piles) Format(s uint64) string {
	var parts []string
	for i := range p.start {
		if n := p.size(s, i); n > 0 {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	return cmp.Or(strings.Join(parts, "."), "0")
}

// Parse reads what Format writes, the piles in any order.
func (p piles) Parse(text string) (uint64, error) {
	var left []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%q is no size of a pile: sizes are whole numbers, joined by dots", part)
		}
		if n > 0 {
			left = append(left, n)
		}
	}
	if len(left) > len(p.start) {
		return 0, fmt.Errorf("%d piles, want at most %d", len(left), len(p.start))
	}
	slices.Sort(left)
	// Piles can have come from those at the start if, the largest first, none
	// is larger.
	sizes := append(make([]int, len(p.start)-len(left)), left...)
	for i, n := range sizes {
		if n > p.start[i] {
			return 0, fmt.Errorf("the pile of %d cannot come from the piles at the start", n)
		}
	}
	return p.pack(sizes), nil
}
