package table

import (
	"math/bits"
	"math/rand/v2"
	"unsafe"

	"zermelo/games"
)

// A Zobrist key (Zobrist: A New Hashing Method with Application for Game Playing,
// 1970) has a random word for each bit of a state: the key is the XOR of the words of
// the bits that are set. The words are the same in all tables.

// byteKeys are the keys of the 256 values of a byte of a state.
type byteKeys [256]uint64

// wordKeys are the keys of a word of a state, by byte.
type wordKeys [8]byteKeys

// of is the key of a word.
func (k *wordKeys) of(w uint64) uint64 {
	return k[0][uint8(w)] ^ k[1][uint8(w>>8)] ^ k[2][uint8(w>>16)] ^ k[3][uint8(w>>24)] ^
		k[4][uint8(w>>32)] ^ k[5][uint8(w>>40)] ^ k[6][uint8(w>>48)] ^ k[7][uint8(w>>56)]
}

// newWordKeys makes the keys of a word from the words of its bits, 64 at most.
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

// independentWords returns n random words of n bits, at most 64, of which none is the
// XOR of others: they are linearly independent over the field of two elements. So
// different states of n bits have different keys, and each number of n bits is the
// key of a state.
func independentWords(n int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(n), 0))
	var words []uint64
	// basis has words with different highest bits that span the same space.
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

// randomWords returns n random words, others for each number.
func randomWords(number, n int) []uint64 {
	rng := rand.New(rand.NewPCG(uint64(number), 1))
	words := make([]uint64, n)
	for i := range words {
		words[i] = rng.Uint64()
	}
	return words
}

// word is the one word of a state.
func word[S games.State](s *S) uint64 { return *(*uint64)(unsafe.Pointer(s)) }
