package tier

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// stripsPerBlock is how many strips a block has, the last one of a tier
// excepted.
const stripsPerBlock = job.BlockCells / StripCells

// strip is the cells of 4096 indexes, or fewer at the end of a tier: those that
// the table holds, in order, and a bit for each index that says whether it is
// one of them. On dobutsu, where the table holds 44 % of the indexes, that is
// half of the room of all cells.
type strip struct {
	held   [StripCells / 64]uint64
	before [StripCells / 64]uint16 // cells before each word of held
	cells  []value.Cell
	plies  bool // the cells have their remoteness
}

// stripHead is the room of a strip without its cells, in bytes.
const stripHead = StripCells/8 + StripCells/64*2 + 32

// mark notes that the strip has a cell for the i-th index.
func (s *strip) mark(i int) { s.held[i/64] |= 1 << (i % 64) }

// count counts the indexes marked before each word, and all.
func (s *strip) count() int {
	sum := 0
	for w, word := range s.held {
		s.before[w] = uint16(sum)
		sum += bits.OnesCount64(word)
	}
	return sum
}

// cell is the cell of the i-th index: Unused if the table holds none.
func (s *strip) cell(i int) value.Cell {
	word, bit := s.held[i/64], uint64(1)<<(i%64)
	if word&bit == 0 {
		return value.Unused
	}
	return s.cells[int(s.before[i/64])+bits.OnesCount64(word&(bit-1))]
}

// spread puts the cells in their places among those of all indexes.
func (s *strip) spread(dst []value.Cell) {
	at := 0
	for w, word := range s.held {
		for ; word != 0; word &= word - 1 {
			dst[w*64+bits.TrailingZeros64(word)] = s.cells[at]
			at++
		}
	}
}

// byStrip is the numbers of slots in order of their strips: sorted by least
// significant digit first, as comparing took 0.1 µs a slot.
func byStrip(slots []games.Slot) []runs.Query[uint64] {
	strips, order := make([]uint64, len(slots)), make([]runs.Query[uint64], len(slots))
	for i, s := range slots {
		strips[i] = uint64(s / StripCells)
		order[i] = runs.Query[uint64]{State: strips[i], Place: uint32(i)}
	}
	order, _ = runs.SortQueries(order, nil, runs.Digits(strips))
	return order
}
