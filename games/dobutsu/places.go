package dobutsu

import (
	"math/bits"
	"slices"
)

// places assigns numbers to the arrangements of the six pieces other than the lions,
// on the 10 squares without a lion or in a hand. A section consists of the positions
// with the same numbers of giraffes, elephants and chicks on the board and in the
// player's hand, numbered in a mixed radix with the following digits, most
// significant first:
//
//	a bit for each piece on the board, set for own pieces
//	the arrangement of the kinds on the occupied squares
//	a bit for each chick, set for hens
//	the set of occupied squares
//
// Positions with the same pieces on different squares are thus adjacent and often
// have the same value. There are 11,878,227 arrangements, which is 1/132 of the
// 1,567,925,964 positions including the squares of the lions.
type places struct {
	sections [1 << 12]section // by key
	order    []uint16         // keys of the sections, in ascending order of first
	size     uint64
	sets     [rest + 1][]uint16 // sets of squares in ascending order, by size
	setRank  [1 << rest]uint16
	// arranged[g<<6|e] is the number of the arrangement with giraffes and elephants
	// on the occupied squares g and e.
	arranged [1 << 12]uint8
	// gather[mask<<6|set] is set with its squares renumbered among the squares in mask.
	// scatter is its inverse.
	gather, scatter [1 << 12]uint8
}

// rest is the number of squares without lions.
const rest = squares - 2

// Digits of arrangements. Chicks and hens are 0.
const (
	arrangedGiraffe  = 1
	arrangedElephant = 2
)

// section is a range of fewer than 1<<32 numbers for positions with the same key.
type section struct {
	first, size  uint64
	radix, sets  uint64   // number of arrangements and number of sets of squares
	arrangements []uint16 // giraffes<<6 | elephants
	board        uint8    // number of pieces on the board
	chicks       uint8    // number of chicks and hens on the board
}

// key combines the numbers of pieces on the board with those in the player's hand.
func key(board, hand uint64) uint64 { return hand<<6 | board }

func newPlaces() *places {
	p := new(places)
	for set := range 1 << rest {
		n := bits.OnesCount(uint(set))
		p.setRank[set] = uint16(len(p.sets[n]))
		p.sets[n] = append(p.sets[n], uint16(set))
	}
	for mask := range 1 << 6 {
		for set := range 1 << 6 {
			place := 0 // index of the square among the squares of mask
			for at := range 6 {
				if mask>>at&1 != 0 {
					p.gather[mask<<6|set] |= uint8(set >> at & 1 << place)
					p.scatter[mask<<6|set] |= uint8(set >> place & 1 << at)
					place++
				}
			}
		}
	}
	for board := range uint64(1 << 6) {
		for hand := range uint64(1 << 6) {
			p.addSection(board, hand)
		}
	}
	return p
}

// addSection adds the section with the given numbers of pieces, if these numbers are
// possible.
func (p *places) addSection(board, hand uint64) {
	var counts [handKinds]int
	n := 0
	for kind := range counts {
		counts[kind] = int(board >> (2 * kind) & 3)
		if counts[kind]+int(hand>>(2*kind)&3) > 2 {
			return
		}
		n += counts[kind]
	}
	s := section{first: p.size, board: uint8(n), chicks: uint8(counts[chick])}
	// The base-4 digits of number are the kinds on the occupied squares, with the last
	// square most significant. Additional squares only append arrangements, so all
	// sections can share a table.
	for number := range 1 << (2 * n) {
		var found [4]int
		giraffes, elephants := 0, 0
		for at := range n {
			kind := number >> (2 * at) & 3
			found[kind]++
			switch kind {
			case arrangedGiraffe:
				giraffes |= 1 << at
			case arrangedElephant:
				elephants |= 1 << at
			}
		}
		if found == [4]int{counts[chick], counts[giraffe], counts[elephant], 0} {
			at := giraffes<<6 | elephants
			p.arranged[at] = uint8(len(s.arrangements))
			s.arrangements = append(s.arrangements, uint16(at))
		}
	}
	s.radix, s.sets = uint64(len(s.arrangements)), uint64(len(p.sets[n]))
	s.size = s.sets * s.radix << (n + counts[chick])
	p.sections[key(board, hand)] = s
	p.order = append(p.order, uint16(key(board, hand)))
	p.size += s.size
}

func (p *places) expand(set, mask uint64) uint64 {
	low := uint64(p.scatter[mask&63<<6|set&63])
	return low | uint64(p.scatter[mask>>6&63<<6|set>>bits.OnesCount64(mask&63)&63])<<6
}

func (p *places) rank(s uint64, m *masks, pair *lionPair) uint64 {
	occupied, chicks := m.mine|m.theirs, m.chicks|m.hens
	board := uint64(bits.OnesCount64(m.giraffes) | bits.OnesCount64(m.elephants)<<2 | bits.OnesCount64(chicks)<<4)
	sec := &p.sections[key(board, s>>handShift&handMask)&(1<<12-1)]
	set := uint64(p.setRank[pair.close(occupied)&(1<<rest-1)])

	// Renumber giraffes, elephants and own pieces among the occupied squares.
	low, high, shift := occupied&63<<6, occupied&(63<<6), bits.OnesCount64(occupied&63)
	at := uint64(p.gather[low|m.giraffes&63])<<6 | uint64(p.gather[low|m.elephants&63]) |
		(uint64(p.gather[high|m.giraffes>>6])<<6|uint64(p.gather[high|m.elephants>>6]))<<shift
	mine := uint64(p.gather[low|m.mine&63]) | uint64(p.gather[high|m.mine>>6])<<shift

	// Renumber the at most two hens among the chicks.
	hens := uint64(0)
	if first := chicks & -chicks; m.hens != 0 {
		hens = min(m.hens&first, 1) | min(m.hens&^first, 1)<<1
	}
	n := mine*sec.radix + uint64(p.arranged[at&(1<<12-1)])
	return sec.first + (n<<(sec.chicks&3)|hens)*sec.sets + set
}

func (p *places) find(number uint64) (key uint64, s *section) {
	i, _ := slices.BinarySearchFunc(p.order, number, func(k uint16, n uint64) int {
		if sec := &p.sections[k]; sec.first+sec.size <= n {
			return -1
		}
		return 1
	})
	return uint64(p.order[i]), &p.sections[p.order[i]]
}

// unrank returns the state with the n-th arrangement of a section. The state s
// contains only the lions.
func (p *places) unrank(s, n, key uint64, sec *section) uint64 {
	row, rank := uint32(n)/uint32(sec.sets), uint32(n)%uint32(sec.sets)
	set := uint64(p.sets[sec.board][rank])
	hens := uint64(row & (1<<sec.chicks - 1))
	row >>= sec.chicks
	mine := uint64(row / uint32(sec.radix))
	at := uint64(sec.arrangements[row%uint32(sec.radix)])

	low, high := s>>lionShift&lionMask, s>>theirLion&lionMask
	low, high = min(low, high), max(low, high)
	set = set&(1<<low-1) | set>>low<<(low+1)
	occupied := set&(1<<high-1) | set>>high<<(high+1)
	giraffes, elephants := p.expand(at>>6, occupied), p.expand(at&63, occupied)
	chicks := occupied &^ (giraffes | elephants)
	mine = p.expand(mine, occupied)
	if first := chicks & -chicks; hens != 0 {
		hens = -(hens&1)&first | -(hens>>1)&(chicks&^first)
	}
	return s | mine | (elephants|hens)<<lowShift | chicks<<highShift | (occupied&^mine)<<theirs | key>>6<<handShift
}
