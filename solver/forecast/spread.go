package forecast

import (
	"math"
	"math/bits"

	"zermelo/games"
)

// maxSpreadStates is the maximum number of states that spread examines.
const maxSpreadStates = 10_000

// spread returns the entropy, in nats, of the bits of a sample. It assumes that
// each bit depends only on the one other bit that carries the most information
// about it (Chow and Liu, 1968). If the sample is uniform, the result is an
// upper bound on the logarithm of the number of states from which it was drawn.
func spread[S games.State](sample []S) float64 {
	n := min(len(sample), maxSpreadStates)
	if n == 0 {
		return 0
	}
	rows := (n + 63) / 64
	columns := make([][]uint64, 64*games.Words[S]())
	for i := range columns {
		columns[i] = make([]uint64, rows)
	}
	for i := range n {
		for at, word := range games.Bits(&sample[i*len(sample)/n]) {
			for ; word != 0; word &= word - 1 {
				columns[64*at+bits.TrailingZeros64(word)][i/64] |= 1 << (i % 64)
			}
		}
	}
	part := func(count int) float64 {
		if count == 0 {
			return 0
		}
		p := float64(count) / float64(n)
		return -p * math.Log(p)
	}
	type bit struct {
		column      []uint64
		ones        int
		entropy     float64
		information float64 // most information that a bit in the tree carries about this bit
	}
	var left []bit
	total := 0.0
	for _, c := range columns {
		ones := 0
		for _, w := range c {
			ones += bits.OnesCount64(w)
		}
		if ones > 0 && ones < n {
			e := part(ones) + part(n-ones)
			left = append(left, bit{column: c, ones: ones, entropy: e})
			total += e
		}
	}
	for len(left) > 1 { // add the bit about which the tree carries the most information
		last := left[len(left)-1]
		left = left[:len(left)-1]
		next := 0
		for i := range left {
			b, both := &left[i], 0
			for row, w := range b.column {
				both += bits.OnesCount64(w & last.column[row])
			}
			joint := part(both) + part(b.ones-both) + part(last.ones-both) + part(n-b.ones-last.ones+both)
			b.information = max(b.information, b.entropy+last.entropy-joint)
			if b.information > left[next].information {
				next = i
			}
		}
		total -= left[next].information
		left[next], left[len(left)-1] = left[len(left)-1], left[next]
	}
	return total
}
