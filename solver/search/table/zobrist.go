package table

import (
	"math/bits"
	"math/rand/v2"
	"unsafe"

	"zermelo/games"
)

// A Zobrist key (Zobrist: A New Hashing Method with Application for Game
// Playing, 1970) is the XOR of one random word for each set bit of a state. All
// tables use the same random words.

type byteKeys [256]uint64

type wordKeys [8]byteKeys

func (k *wordKeys) of(w uint64) uint64 {
	return k[0][uint8(w)] ^ k[1][uint8(w>>8)] ^ k[2][uint8(w>>16)] ^ k[3][uint8(w>>24)] ^
		k[4][uint8(w>>32)] ^ k[5][uint8(w>>40)] ^ k[6][uint8(w>>48)] ^ k[7][uint8(w>>56)]
}

// newWordKeys returns the keys for one word of a state, given a random word for each
// bit.
func newWordKeys(words []uint64) *wordKeys {
	k := new(wordKeys)
	for i, word := range words {
		keys := &k[i/8]
		for v := range 1 << (i % 8) {
			keys[v|1<<(i%8)] = keys[v] ^ word
		}
	}
	return k
}

// independentWords returns n random n-bit words that are linearly independent over
// the field with two elements. The keys therefore define a bijection on n-bit
// numbers. The argument n must be at most 64.
func independentWords(n int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	var words []uint64
	// The basis spans the same space as words. Its elements have distinct
	// highest bits.
	var basis [64]uint64
	for len(words) < n {
		word := rng.Uint64() >> (64 - n)
		rest := word
		for rest != 0 && basis[bits.Len64(rest)-1] != 0 {
			rest ^= basis[bits.Len64(rest)-1]
		}
		if rest != 0 {
			basis[bits.Len64(rest)-1] = rest
			words = append(words, word)
		}
	}
	return words
}

// randomWords returns n pseudorandom words determined by number.
func randomWords(number, n int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(number), 1))
	words := make([]uint64, n)
	for i := range words {
		words[i] = rng.Uint64()
	}
	return words
}

func word[S games.State](s *S) uint64 { return *(*uint64)(unsafe.Pointer(s)) }
