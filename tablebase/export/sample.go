package export

import (
	"slices"

	"github.com/cespare/xxhash/v2"
)

// hashOf is the hash of the words of a canonical state, or of the slot that stands for it.
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

// partOf is the part of a row with a hash, in the proportions of a split. Samples depend on
// the whole hash, parts on a hash of it, so that one says nothing about the other.
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

// leastHashes finds the least of many hashes.
type leastHashes struct {
	most int // how many
	list []uint64
}

func (l *leastHashes) add(hashes []uint64) {
	l.list = append(l.list, hashes...)
	if len(l.list) > 2*l.most+1<<16 {
		l.cut()
	}
}

func (l *leastHashes) cut() {
	slices.Sort(l.list)
	l.list = l.list[:min(len(l.list), l.most)]
}

// last is the greatest of them; the greatest number if there are no more.
func (l *leastHashes) last() uint64 {
	l.cut()
	if len(l.list) < l.most {
		return ^uint64(0)
	}
	return l.list[l.most-1]
}
