package value

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
)

// Hash returns a 64-bit hash of the outcome.
func (o Outcome) Hash() uint64 { return xxhash.Sum64String(o.Key()) }

// Hash returns a 64-bit hash of the outcome that v represents. For exact outcomes, it is
// the Hash of the outcome.
func (t *Outcomes) Hash(v Value) uint64 {
	n := Value(len(t.List))
	if t.Kind == Alternating || v < n {
		return t.Of(v).Hash()
	}
	x := t.Intervals[v-n]
	return finish(fold(fold(uint64(x.Low), uint64(x.High)), uint64(x.Plies)))
}

// PairHash returns the hash of a (canonical state, outcome) pair, given the words of
// the state and the Hash of the outcome. A digest is the sum of such hashes modulo
// 2^64.
func PairHash(words []uint64, outcome uint64) uint64 {
	h := outcome
	for _, w := range words {
		h = fold(h, w)
	}
	return finish(h)
}

// CellHash returns the hash of the cell at a used index of a tier. A tier's digest is
// the sum of such hashes modulo 2^64.
func CellHash(at games.Slot, c Cell) uint64 { return finish(fold(uint64(c), uint64(at))) }

func fold(h, w uint64) uint64 {
	high, low := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
	return high ^ low ^ bits.RotateLeft64(w, 32)
}

// finish is the finalizer of SplitMix64 (Steele, Lea and Flood, 2014).
func finish(h uint64) uint64 {
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
