package chess

type man struct {
	colour, kind uint8
}

// setup lists the men of a material in this order: both kings, white's other men and
// black's other men. Men of the same colour are ordered by kind.
type setup struct {
	material
	men   []man
	same  [][2]uint8 // compare-and-exchange sequence that sorts equal men by square
	ended bool       // neither side can ever mate
	tier  int
	// Setups after the capture of a man, and after the promotion of a pawn.
	taken  [maxMen]*setup
	became [maxMen][kinds]*setup
	number uint64 // index in game.setups
}

func newSetup(m material) *setup {
	s := &setup{material: m, ended: m.dead()}
	s.men = append(s.men, man{white, king}, man{black, king})
	for colour, a := range m {
		for kind := queen; kind < kinds; kind++ {
			first := len(s.men)
			for range a[kind] {
				s.men = append(s.men, man{uint8(colour), uint8(kind)})
			}
			// These are the comparisons of an insertion sort.
			for i := first + 1; i < len(s.men); i++ {
				for j := i; j > first; j-- {
					s.same = append(s.same, [2]uint8{uint8(j - 1), uint8(j)})
				}
			}
		}
	}
	return s
}

// position is an unpacked state.
type position struct {
	*setup
	mover  uint8         // colour to move
	square [maxMen]uint8 // square of each man
}

// A state consists, from the lowest bit, of 6 bits for the square of each man, 8
// bits for the number of the setup, and one bit for the colour to move.
const (
	squareBits = 6
	setupShift = squareBits * maxMen
	moverShift = setupShift + 8
	squareMask = 1<<squareBits - 1
	setupMask  = 1<<8 - 1
)

func (g *game) unpack(s uint64) position {
	p := position{setup: g.setups[s>>setupShift&setupMask], mover: uint8(s >> moverShift)}
	for i := range p.square {
		p.square[i] = uint8(s & squareMask)
		s >>= squareBits
	}
	return p
}

// pack sorts the equal men of p by square and returns the encoded position.
func (p *position) pack() uint64 {
	for _, pair := range p.same {
		if a, b := &p.square[pair[0]], &p.square[pair[1]]; *a > *b {
			*a, *b = *b, *a
		}
	}
	s := uint64(p.mover)<<moverShift | p.number<<setupShift
	for i := range p.men {
		s |= uint64(p.square[i]) << (squareBits * i)
	}
	return s
}

func (p *position) occupied() uint64 {
	set := uint64(0)
	for i := range p.men {
		set |= 1 << (p.square[i] & 63)
	}
	return set
}

// manAt returns the index of the man on a square, or -1 if the square is empty.
func (p *position) manAt(square uint8) int {
	for i := range p.men {
		if p.square[i] == square {
			return i
		}
	}
	return -1
}

// attacked reports whether a man of the given colour attacks a square. The argument
// ignored is the index of a man to disregard, or nobody.
func (g *game) attacked(p *position, square, colour uint8, occupied uint64, ignored int) bool {
	for i, m := range p.men {
		if m.colour == colour && i != ignored && g.sees(m, p.square[i], square, occupied) {
			return true
		}
	}
	return false
}

// nobody is an index that matches no man.
const nobody = -1

func (g *game) checked(p *position, colour uint8) bool {
	return g.attacked(p, p.square[colour], 1-colour, p.occupied(), nobody)
}

// possible reports whether all men are on different squares and the side that is not
// to move is not in check.
func (g *game) possible(p *position) bool {
	seen := uint64(0)
	for i := range p.men {
		bit := uint64(1) << (p.square[i] & 63)
		if seen&bit != 0 {
			return false
		}
		seen |= bit
	}
	return !g.attacked(p, p.square[1-p.mover], p.mover, seen, nobody)
}
