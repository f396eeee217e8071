package dfpn

import (
	"zermelo/games"
	"zermelo/solver/search/table"
)

// proofTable keeps the proof numbers of positions, in Clusters. The tag of an
// entry is the threshold of the question, its value
//
//	disproof (24) | proof (24)
type proofTable[S games.State] struct{ *table.Clusters[S] }

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

// numbersOf reads the numbers of an entry's value.
func numbersOf(value uint64) numbers {
	return numbers{uint32(value) & infinite, uint32(value >> numberBits)}
}

// value is the inverse of numbersOf.
func (n numbers) value() uint64 { return uint64(n.disproof)<<numberBits | uint64(n.proof) }

// find returns the place of a state, its key, and begins to read it.
func (t *proofTable[S]) find(s *S) uint64 {
	key := t.Key(s)
	t.Prefetch(key)
	return key
}

// probe returns what is known of a question about a state at its place, and about how
// many nodes that took.
func (t *proofTable[S]) probe(place uint64, s *S, threshold int8) (n numbers, work uint64, ok bool) {
	value, cost, ok := t.Load(place, s, uint8(threshold))
	return numbersOf(value), table.WorkOf(cost), ok
}

// store keeps what work more nodes have brought. An answer is never replaced by
// an estimate.
func (t *proofTable[S]) store(place uint64, s *S, threshold int8, n numbers, work uint64) {
	t.Update(place, s, uint8(threshold), table.AnyTag, func(value uint64, cost uint8) (uint64, uint8) {
		if known := numbersOf(value); cost != 0 && known.done() {
			n = known
		}
		return n.value(), table.CostOf(work + table.WorkOf(cost))
	})
}
