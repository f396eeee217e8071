package ground

// buckets is a hash table that maps well-mixed hashes to lists of atoms.
type buckets struct {
	slots  []uint64 // open addressing; see inSlot
	hashes []uint64 // by list
	lists  [][]Term
}

// of returns the atoms with the given hash.
func (b *buckets) of(hash uint64) []Term {
	if len(b.slots) == 0 {
		return nil
	}
	if s := b.slots[b.find(hash)]; s != 0 {
		return b.lists[numberIn(s)]
	}
	return nil
}

func (b *buckets) add(hash uint64, atom Term) {
	if 3*len(b.lists) >= 2*len(b.slots) {
		b.slots = make([]uint64, max(8, 2*len(b.slots)))
		for i, h := range b.hashes {
			b.slots[b.find(h)] = inSlot(h, i)
		}
	}
	slot := b.find(hash)
	if b.slots[slot] == 0 {
		b.slots[slot] = inSlot(hash, len(b.lists))
		b.hashes, b.lists = append(b.hashes, hash), append(b.lists, nil)
	}
	list := &b.lists[numberIn(b.slots[slot])]
	*list = append(*list, atom)
}

// find returns the slot of a hash, or a free slot if the hash is new.
func (b *buckets) find(hash uint64) int {
	mask := len(b.slots) - 1
	for slot := place(hash, mask); ; slot = (slot + 1) & mask {
		if s := b.slots[slot]; s == 0 || sameHalf(s, hash) && b.hashes[numberIn(s)] == hash {
			return slot
		}
	}
}

// inSlot returns the slot entry for item n. The low half is n+1. The high half is
// copied from the hash and distinguishes most items without a lookup.
func inSlot(hash uint64, n int) uint64 { return hash>>32<<32 | uint64(n+1) }

// numberIn returns the item number of a slot entry, or -1 if the slot is free.
func numberIn(slot uint64) int { return int(uint32(slot)) - 1 }

func sameHalf(slot, hash uint64) bool { return slot>>32 == hash>>32 }

// place returns the preferred slot of a hash. It depends only on the hash's high
// half.
func place(hash uint64, mask int) int { return int(hash>>32*0x9e3779b97f4a7c15>>31) & mask }
