package dfpn

import (
	"zermelo/games"
	"zermelo/solver/search/table"
)

// proofTable stores proof numbers in table.Clusters. The tag of an entry is the
// threshold of the question; its value has the bits
//
//	disproof (24) | proof (24)
type proofTable[S games.State] struct{ *table.Clusters[S] }

const numberBits = 24

// numbers holds the proof number and the disproof number of a question. They are low
// estimates of the number of positions that must be decided to answer the question
// with yes and no, respectively. A number is 0 once its answer is proven, and
// infinite if its answer is impossible.
type numbers struct{ proof, disproof uint32 }

const infinite = 1<<numberBits - 1

func (n numbers) done() bool { return n.proof == 0 || n.disproof == 0 }

func answered(yes bool) numbers {
	if yes {
		return numbers{0, infinite}
	}
	return numbers{infinite, 0}
}

func numbersOf(value uint64) numbers {
	return numbers{uint32(value) & infinite, uint32(value >> numberBits)}
}

func (n numbers) value() uint64 { return uint64(n.disproof)<<numberBits | uint64(n.proof) }

// find returns the key of a state and prefetches its cluster.
func (t *proofTable[S]) find(s *S) uint64 {
	key := t.Key(s)
	t.Prefetch(key)
	return key
}

// probe returns the numbers of a question and the approximate number of nodes
// spent on it.
func (t *proofTable[S]) probe(place uint64, s *S, threshold int8) (n numbers, work uint64, ok bool) {
	value, cost, ok := t.Load(place, s, uint8(threshold))
	return numbersOf(value), table.WorkOf(cost), ok
}

// store records numbers whose computation took work additional nodes. An estimate
// never replaces an answer.
func (t *proofTable[S]) store(place uint64, s *S, threshold int8, n numbers, work uint64) {
	t.Update(place, s, uint8(threshold), table.AnyTag, func(value uint64, cost uint8) (uint64, uint8) {
		if known := numbersOf(value); cost != 0 && known.done() {
			n = known
		}
		return n.value(), table.CostOf(work + table.WorkOf(cost))
	})
}
