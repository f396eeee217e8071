package search

import "zermelo/games"

// proofTable keeps the proof numbers of positions, in clusters. The tag of an
// entry is the threshold of the question, its own bits are
//
//	disproof (24) | proof (24)
type proofTable[S games.State] struct{ clusters[S] }

const numberBits = 24

// numbers are what is known of the question whether the side to move scores
// more than a threshold: proof is a lower estimate of how many positions must
// be decided to prove it, disproof to disprove it. 0 is done, infinite never.
type numbers struct{ proof, disproof uint32 }

const infinite = 1<<numberBits - 1

// done reports whether the question is answered.
func (n numbers) done() bool { return n.proof == 0 || n.disproof == 0 }

// answered are the numbers of an answered question.
func answered(yes bool) numbers {
	if yes {
		return numbers{0, infinite}
	}
	return numbers{infinite, 0}
}

// newProofTable makes a table of at most size bytes, but one cluster at least.
func newProofTable[S games.State](size int64, shared bool) *proofTable[S] {
	return &proofTable[S]{newClusters[S](size, shared)}
}

// numbersOf reads the numbers of an entry's last word.
func numbersOf(w uint64) numbers {
	return numbers{uint32(w) & infinite, uint32(w>>numberBits) & infinite}
}

// probe returns what is known of a question.
func (t *proofTable[S]) probe(s *S, threshold int8) (n numbers, ok bool) {
	n, _, ok = t.entry(s, threshold)
	return n, ok
}

// entry returns what is known of a question, and about how many nodes that took.
func (t *proofTable[S]) entry(s *S, threshold int8) (n numbers, work uint64, ok bool) {
	cluster, lock := t.enter(t.number(t.hash(s)))
	if e := t.find(cluster, s, uint8(threshold)); e != nil {
		n, work, ok = numbersOf(e[len(e)-1]), workOf(e[len(e)-1]), true
	}
	leave(lock)
	return n, work, ok
}

// store keeps what work more nodes have brought. An answer is never replaced by
// an estimate.
func (t *proofTable[S]) store(s *S, threshold int8, n numbers, work uint64) {
	cluster, lock := t.enter(t.number(t.hash(s)))
	last := games.Words[S]()
	e := t.find(cluster, s, uint8(threshold))
	if e != nil {
		work += workOf(e[last])
		if known := numbersOf(e[last]); known.done() {
			n = known
		}
	} else {
		e = t.victim(cluster, -1)
		copy(e, games.Bits(s))
	}
	e[last] = uint64(uint8(threshold))<<tagShift | costOf(work)<<costShift | uint64(n.disproof)<<numberBits | uint64(n.proof)
	leave(lock)
}
