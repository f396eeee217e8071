package export

import (
	"cmp"
	"maps"
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

// equalShares returns the number of rows to select from each layer, given the sizes of the
// layers and the maximum sum. Layers that are not complete differ by at most one row.
func equalShares(sizes map[int]int64, sum int64) map[int]int64 {
	shares := map[int]int64{}
	bySize := slices.SortedFunc(maps.Keys(sizes), func(a, b int) int {
		return cmp.Or(cmp.Compare(sizes[a], sizes[b]), cmp.Compare(b, a))
	})
	for i, layer := range bySize {
		shares[layer] = min(sizes[layer], sum/int64(len(bySize)-i))
		sum -= shares[layer]
	}
	return shares
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
// n hashes. It returns 0 if n is 0.
func (l *smallestHashes) max() uint64 {
	l.cut()
	switch {
	case l.n == 0:
		return 0
	case len(l.list) < l.n:
		return ^uint64(0)
	}
	return l.list[l.n-1]
}
