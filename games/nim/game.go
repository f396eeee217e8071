package nim

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// piles implements turns.Impartial. A position consists of the sizes of the piles in
// ascending order, with the smallest in the lowest bits.
type piles struct {
	start  []int // ascending
	take   int   // maximum number of things per move
	misere bool
	width  int // number of bits per size
}

func (p piles) Start() uint64 { return p.pack(p.start) }

// pack encodes sizes, which must be in ascending order.
func (p piles) pack(sizes []int) uint64 {
	s := uint64(0)
	for _, size := range slices.Backward(sizes) {
		s = s<<p.width | uint64(size)
	}
	return s
}

// size returns the size of pile i. Piles are numbered from 0 in ascending order of
// size.
func (p piles) size(s uint64, i int) int { return int(s >> (i * p.width) & (1<<p.width - 1)) }

// choices returns the maximum number of things that can be taken from pile i. It is
// 0 if the previous pile has the same size, because the moves of both piles are
// equivalent.
func (p piles) choices(s uint64, i int) int {
	n := p.size(s, i)
	if i > 0 && n == p.size(s, i-1) {
		return 0
	}
	return min(n, p.take)
}

// Moves appends the positions after each move, ordered by pile and by the number of
// things taken. A pile that shrinks below others moves down to its new index.
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

// Names returns the names of the moves. For example, "5-2" takes two things from a
// pile of five.
func (p piles) Names(s uint64) (names []string) {
	for i := range p.start {
		for n := 1; n <= p.choices(s, i); n++ {
			names = append(names, fmt.Sprintf("%d-%d", p.size(s, i), n))
		}
	}
	return names
}

func (p piles) Remaining(s uint64) (left int) {
	for i := range p.start {
		left += p.size(s, i)
	}
	return left
}

func (p piles) MaxReduction() int { return p.take }

// Mirror returns s, because sorting the sizes removes all symmetries.
func (p piles) Mirror(s uint64) uint64 { return s }

// Format returns the sizes of the non-empty piles in ascending order, as in
// "1.3.5.7", or "0" if there are none.
func (p piles) Format(s uint64) string {
	var parts []string
	for i := range p.start {
		if n := p.size(s, i); n > 0 {
			parts = append(parts, strconv.Itoa(n))
		}
	}
	return cmp.Or(strings.Join(parts, "."), "0")
}

// Parse parses the result of Format, with the piles in any order.
func (p piles) Parse(text string) (uint64, error) {
	var left []int
	for part := range strings.SplitSeq(text, ".") {
		n, err := strconv.Atoi(part)
		if err != nil || n < 0 {
			return 0, fmt.Errorf("%q is not a pile size; sizes are whole numbers separated by dots", part)
		}
		if n > 0 {
			left = append(left, n)
		}
	}
	if len(left) > len(p.start) {
		return 0, fmt.Errorf("%d piles; the maximum is %d", len(left), len(p.start))
	}
	slices.Sort(left)
	// Each pile must be at most as large as the initial pile with the same index.
	sizes := append(make([]int, len(p.start)-len(left)), left...)
	for i, n := range sizes {
		if n > p.start[i] {
			return 0, fmt.Errorf("a pile of %d cannot result from the initial piles", n)
		}
	}
	return p.pack(sizes), nil
}
