package sat

import "math"

// ref identifies a clause by the position of its first literal in the store, or
// by the complement of that for a clause of two literals. No clause has ref 0.
type ref int32

// store holds all clauses in one slice. Two words precede the literals of each:
// its activity, and its size with flags.
type store struct {
	words []Lit
	waste int // words of clauses that were deleted
}

const (
	header    = 2
	isLearnt  = 1
	isDeleted = 2
	sizeShift = 2 // of the size, behind the flags
)

// keep adds a clause.
func (s *store) keep(lits []Lit, flags Lit) ref {
	if len(s.words) > math.MaxInt32-2*header-len(lits) {
		panic("sat: more than 8 GiB of clauses")
	}
	if len(s.words) == 0 {
		s.words = append(s.words, 0, isDeleted) // for all watchers of deleted clauses; see compact
	}
	s.words = append(append(s.words, 0, Lit(len(lits))<<sizeShift|flags), lits...)
	r := ref(len(s.words) - len(lits))
	if len(lits) == 2 {
		return ^r
	}
	return r
}

// lits returns the literals of a clause, which the caller may reorder.
func (s *store) lits(r ref) []Lit {
	r = max(r, ^r)
	return s.words[r : r+ref(s.words[r-1]>>sizeShift)]
}

func (s *store) learnt(r ref) bool { return s.words[max(r, ^r)-1]&isLearnt != 0 }

func (s *store) activity(r ref) float32 {
	return math.Float32frombits(uint32(s.words[max(r, ^r)-header]))
}

func (s *store) setActivity(r ref, a float32) { s.words[max(r, ^r)-header] = Lit(math.Float32bits(a)) }

// drop marks a clause as deleted.
func (s *store) drop(r ref) {
	s.words[r-1] |= isDeleted
	s.waste += header + len(s.lits(r))
}

// compact compacts the store if half of it is garbage. It then returns a
// function from old to new refs, which maps all deleted clauses to one deleted
// clause, and otherwise nil.
func (s *store) compact() (moved func(ref) ref) {
	if 2*s.waste < len(s.words) || s.waste == 0 {
		return nil
	}
	old := s.words
	*s = store{words: make([]Lit, 0, len(old)-s.waste)}
	for at := 0; at < len(old); {
		size := header + int(old[at+1]>>sizeShift)
		to := header // the first clause is a deleted one
		if at == 0 || old[at+1]&isDeleted == 0 {
			s.words = append(s.words, old[at:at+size]...)
			to = len(s.words) - size + header
		}
		old[at] = Lit(to)
		at += size
	}
	return func(r ref) ref {
		switch {
		case r > 0:
			return ref(old[r-header])
		case r < 0:
			return ^ref(old[^r-header])
		}
		return r
	}
}
