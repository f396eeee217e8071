package export

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// hashOf returns the hash of the words of a canonical state, or of a slot.
func hashOf(words ...uint64) uint64 {
	var buf [40]byte
	b := buf[:0]
	for _, w := range words {
		for range 8 {
			b = append(b, byte(w))
			w >>= 8
		}
	}
	return xxhash.Sum64(b)
}

// partOf returns the index of the part that contains the row with the given hash.
// It hashes the hash again, so that the part is independent of the sample.
func partOf(hash uint64, split [3]int) int {
	sum := split[0] + split[1] + split[2]
	if sum == 0 {
		return 0
	}
	at := int(hashOf(hash, 1) % uint64(sum))
	for part, n := range split {
		if at -= n; at < 0 {
			return part
		}
	}
	return len(split) - 1
}

// smallestHashes keeps the n smallest hashes.
type smallestHashes struct {
	n    int
	list []uint64
}

func (l *smallestHashes) add(hashes []uint64) {
	l.list = append(l.list, hashes...)
	if len(l.list) > 2*l.n+1<<16 {
		l.cut()
	}
}

func (l *smallestHashes) cut() {
	slices.Sort(l.list)
	l.list = l.list[:min(len(l.list), l.n)]
}

// max returns the n-th smallest hash, or the maximum uint64 if there are fewer than
// n hashes.
func (l *smallestHashes) max() uint64 {
	l.cut()
	if len(l.list) < l.n {
		return ^uint64(0)
	}
	return l.list[l.n-1]
}
