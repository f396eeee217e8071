package tier

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/job"
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
func byStrip(slots []games.Slot) []int32 {
	const digit = 11
	order, spare := make([]int32, len(slots)), make([]int32, len(slots))
	differ := games.Slot(0)
	for i, s := range slots {
		order[i] = int32(i)
		differ |= (s ^ slots[0]) / StripCells
	}
	for shift := 0; differ>>shift != 0; shift += digit {
		var at [1<<digit + 1]int32
		for _, s := range slots {
			at[1+s/StripCells>>shift%(1<<digit)]++
		}
		for d := range at[1:] {
			at[d+1] += at[d]
		}
		for _, number := range order {
			d := slots[number] / StripCells >> shift % (1 << digit)
			spare[at[d]] = number
			at[d]++
		}
		order, spare = spare, order
	}
	return order
}
