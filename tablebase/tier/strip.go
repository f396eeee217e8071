package tier

import (
	"math/bits"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

const stripsPerBlock = job.BlockCells / StripCells

// strip holds the stored cells of up to StripCells indexes and a bit mask of these
// indexes.
type strip struct {
	held   [StripCells / 64]uint64
	before [StripCells / 64]uint16 // number of cells before each word of held
	cells  []value.Cell
	plies  bool // cells include the remoteness
}

const stripHead = StripCells/8 + StripCells/64*2 + 32 // size of a strip without its cells, in bytes

func (s *strip) mark(i int) { s.held[i/64] |= 1 << (i % 64) }

// count sets s.before and returns the number of marked indexes.
func (s *strip) count() int {
	sum := 0
	for w, word := range s.held {
		s.before[w] = uint16(sum)
		sum += bits.OnesCount64(word)
	}
	return sum
}

// cell returns the cell at index i, or Unused if that cell is not stored.
func (s *strip) cell(i int) value.Cell {
	word, bit := s.held[i/64], uint64(1)<<(i%64)
	if word&bit == 0 {
		return value.Unused
	}
	return s.cells[int(s.before[i/64])+bits.OnesCount64(word&(bit-1))]
}

func (s *strip) spread(dst []value.Cell) {
	at := 0
	for w, word := range s.held {
		for ; word != 0; word &= word - 1 {
			dst[w*64+bits.TrailingZeros64(word)] = s.cells[at]
			at++
		}
	}
}

// byStrip returns the indexes of slots, ordered by strip. It uses a radix sort.
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
