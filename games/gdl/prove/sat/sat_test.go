package sat

import (
	"math/rand/v2"
	"slices"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

// brute reports whether the clauses are satisfiable, by trying all assignments.
func brute(vars int, clauses [][]Lit) bool {
	for a := range 1 << vars {
		all := true
		for _, c := range clauses {
			any := false
			for _, l := range c {
				any = any || (a>>l.variable()&1 == 1) != (l&1 != 0)
			}
			if all = all && any; !all {
				break
			}
		}
		if all {
			return true
		}
	}
	return false
}

func TestRandom(t *testing.T) {
	answers := map[Result]int{}
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		const vars = 10
		var s solver
		for range vars {
			s.NewVar()
		}
		random := func() Lit { return Lit(rng.IntN(2 * vars)) }
		var clauses [][]Lit
		for range 8 {
			// Add clauses between calls of Solve.
			for range rng.IntN(12) {
				c := []Lit{random(), random(), random()}
				clauses = append(clauses, c)
				s.Add(c...)
			}
			assumptions := []Lit{random(), random()}
			all := clauses
			for _, l := range assumptions {
				all = append(all[:len(all):len(all)], []Lit{l})
			}
			got := s.Solve(0, assumptions...)
			answers[got]++
			if want := brute(vars, all); (got == Satisfiable) != want {
				t.Fatalf("seed %d: %v, want satisfiable: %v", seed, got, want)
			}
			if got != Satisfiable {
				core := clauses
				for _, l := range s.Core() {
					core = append(core[:len(core):len(core)], []Lit{l})
					if !slices.Contains(assumptions, l) {
						t.Fatalf("seed %d: %d in the core is no assumption", seed, l)
					}
				}
				if brute(vars, core) {
					t.Fatalf("seed %d: core %v of %v can hold", seed, s.Core(), assumptions)
				}
				continue
			}
			for _, c := range all {
				any := false
				for _, l := range c {
					any = any || s.holds(l)
				}
				if !any {
					t.Fatalf("seed %d: the solution does not satisfy %v", seed, c)
				}
			}
		}
	}
	if answers[Satisfiable] < 500 || answers[Unsatisfiable] < 500 {
		t.Errorf("answers %v: the questions are too much alike", answers)
	}
}

// pigeons returns the problem of placing n+1 pigeons in n holes, which requires
// many learnt clauses.
func pigeons(n int) *solver {
	s := new(solver)
	in := make([][]Lit, n+1)
	for p := range in {
		for range n {
			in[p] = append(in[p], s.NewVar())
		}
		s.Add(in[p]...)
	}
	for h := range n {
		for p := range in {
			for q := range p {
				s.Add(in[p][h].Not(), in[q][h].Not())
			}
		}
	}
	return s
}

func TestPigeons(t *testing.T) {
	for n := 2; n <= 7; n++ {
		if got := pigeons(n).Solve(0); got != Unsatisfiable {
			t.Errorf("%d holes: %v", n, got)
		}
	}
}

// TestThreshold solves random problems of 150 variables near the phase
// transition. Satisfiable results are checked with the model.
func TestThreshold(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 2))
		var s solver
		var clauses [][]Lit
		for range 150 {
			s.NewVar()
		}
		for range 640 {
			c := []Lit{Lit(rng.IntN(300)), Lit(rng.IntN(300)), Lit(rng.IntN(300))}
			clauses = append(clauses, c)
			s.Add(c...)
		}
		if s.Solve(0) != Satisfiable {
			continue
		}
		for _, c := range clauses {
			if !s.holds(c[0]) && !s.holds(c[1]) && !s.holds(c[2]) {
				t.Fatalf("seed %d: the solution does not satisfy %v", seed, c)
			}
		}
	}
}

func TestLuby(t *testing.T) {
	for i, want := range []int64{1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8} {
		if got := luby(i + 1); got != want {
			t.Errorf("luby(%d) = %d, want %d", i+1, got, want)
		}
	}
}
