package sat

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// TestClausesAreWhatTheyWereAfterOthersAreDeleted deletes clauses until the
// store is compacted. The remaining clauses must not change.
func TestClausesAreWhatTheyWereAfterOthersAreDeleted(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	var s store
	want, refs, compacted := map[int][]Lit{}, []ref{}, 0
	for n := range 5000 {
		lits := make([]Lit, 2+rng.IntN(5))
		for i := range lits {
			lits[i] = Lit(rng.IntN(1 << 20))
		}
		r := s.keep(lits, Lit(n%2)*isLearnt)
		s.setActivity(r, float32(n))
		want[n], refs = lits, append(refs, r)
		for range n % 4 {
			if old := rng.IntN(n + 1); len(want[old]) > 2 {
				delete(want, old)
				s.drop(refs[old])
			}
		}
		if moved := s.compact(); moved != nil {
			compacted++
			for i := range refs {
				refs[i] = moved(refs[i])
			}
		}
	}
	for n, r := range refs {
		switch lits, kept := want[n]; {
		case !kept && s.words[r-1]&isDeleted == 0:
			t.Fatalf("clause %d was deleted and is not", n)
		case kept && (!slices.Equal(s.lits(r), lits) || s.learnt(r) != (n%2 == 1) || s.activity(r) != float32(n)):
			t.Fatalf("clause %d is %v, want %v", n, s.lits(r), lits)
		}
	}
	if compacted < 2 || 2*s.waste > len(s.words) {
		t.Errorf("the clauses moved %d times; %d of %d words are waste", compacted, s.waste, len(s.words))
	}
}

// TestForgottenClausesLeaveNoTrace solves a pigeonhole problem in which most
// learnt clauses are deleted.
func TestForgottenClausesLeaveNoTrace(t *testing.T) {
	s := pigeons(8)
	if got := s.Solve(0); got != Unsatisfiable {
		t.Errorf("8 holes: %v", got)
	}
	if int64(len(s.words)) > s.literals {
		t.Errorf("the store has %d words, for %d that are counted", len(s.words), s.literals)
	}
}
