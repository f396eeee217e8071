package solver

import (
	"math/bits"

	"github.com/cespare/xxhash/v2"
)

// Hash is a 64-bit hash of what o says: payoffs, security levels, joint
// outcome and remoteness.
func (o Outcome) Hash() uint64 { return xxhash.Sum64String(o.key()) }

// PairHash is the hash of a canonical state, given by its words, and its
// outcome, given by Outcome.Hash. A digest is the sum of these hashes modulo
// 2^64, so that it depends neither on the order nor on who adds them up.
func PairHash(words []uint64, outcome uint64) uint64 {
	h := outcome
	for _, w := range words {
		high, low := bits.Mul64(h^w^0x9e3779b97f4a7c15, 0xd6e8feb86659fd93)
		h = high ^ low ^ bits.RotateLeft64(w, 32)
	}
	// The finisher of SplitMix64 (Steele, Lea and Flood, 2014).
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}
