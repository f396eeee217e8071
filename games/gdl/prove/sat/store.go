package sat

import "math"

// ref identifies a clause by the index of its first literal in the store or, for
// binary clauses, by the bitwise complement of the index. Zero is not a valid ref.
type ref int32

// store contains all clauses in one slice. Each clause consists of its activity, a
// word with its size and flags, and its literals.
type store struct {
	words []Lit
	waste int // words of deleted clauses
}

const (
	header    = 2
	isLearnt  = 1
	isDeleted = 2
	sizeShift = 2 // number of flag bits below the size
)

func (s *store) keep(lits []Lit, flags Lit) ref {
	if len(s.words) > math.MaxInt32-2*header-len(lits) {
		panic("sat: more than 8 GiB of clauses")
	}
	if len(s.words) == 0 {
		s.words = append(s.words, 0, isDeleted) // shared by the watchers of deleted clauses; see compact
	}
	s.words = append(append(s.words, 0, Lit(len(lits))<<sizeShift|flags), lits...)
	r := ref(len(s.words) - len(lits))
	if len(lits) == 2 {
		return ^r
	}
	return r
}

// lits returns the literals of a clause. The caller may reorder them.
func (s *store) lits(r ref) []Lit {
	r = max(r, ^r)
	return s.words[r : r+ref(s.words[r-1]>>sizeShift)]
}

func (s *store) learnt(r ref) bool { return s.words[max(r, ^r)-1]&isLearnt != 0 }

func (s *store) activity(r ref) float32 {
	return math.Float32frombits(uint32(s.words[max(r, ^r)-header]))
}

func (s *store) setActivity(r ref, a float32) { s.words[max(r, ^r)-header] = Lit(math.Float32bits(a)) }

func (s *store) drop(r ref) {
	s.words[r-1] |= isDeleted
	s.waste += header + len(s.lits(r))
}

// compact removes deleted clauses if they occupy at least half of the store. It
// returns a function that maps old refs to new refs. All refs of deleted clauses are
// mapped to the same ref. If compact does nothing, it returns nil.
func (s *store) compact() (moved func(ref) ref) {
	if 2*s.waste < len(s.words) || s.waste == 0 {
		return nil
	}
	old := s.words
	*s = store{words: make([]Lit, 0, len(old)-s.waste)}
	for at := 0; at < len(old); {
		size := header + int(old[at+1]>>sizeShift)
		to := header // the first clause is the shared deleted clause
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
