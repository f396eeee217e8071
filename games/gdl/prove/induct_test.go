package prove

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// TestInductWeak proposes candidates that hold in the initial state and for a
// few plies, but not in all states.
func TestInductWeak(t *testing.T) {
	m := gdltest.CompileText(t, fmt.Sprintf(gdltest.Walker, gdltest.Ring+"(<= terminal (true (lamp on))) (goal me 100)"))
	p := NewProver(m.Logic)
	l := m.Logic
	var candidates []invariant
	for _, name := range []string{"(at 3)", "(at 2)", "(lamp on)", "(at 4)"} {
		f := slices.Index(m.Fluents, name)
		candidates = append(candidates, invariant{now: l.Fluents[f].Not(), then: l.Next[f].Not()})
	}
	all := []network.Lit{}
	for f, lit := range l.Fluents {
		if strings.HasPrefix(m.Fluents[f], "(at") {
			all = append(all, lit)
		}
	}
	candidates = append(candidates, invariant{now: l.Or(all...), then: l.After(l.Or(all...))})
	got := p.induct(candidates)
	if want := []bool{false, false, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("invariants %v, want %v", got, want)
	}
}

// TestInductUnknown proposes a condition that is true but too hard to prove,
// the pigeonhole principle. It must count as not proven.
func TestInductUnknown(t *testing.T) {
	for _, test := range []struct {
		pigeons int
		proven  bool
	}{{3, true}, {12, false}} {
		net := network.New()
		l := &statemachine.Logic{
			Network: net, Does: [][]network.Lit{{network.True}}, Legal: [][]network.Lit{{network.True}},
			Goals: [][]statemachine.Goal{nil}, Terminal: network.False,
		}
		add := func(next network.Lit) network.Lit {
			l.Fluents, l.Next = append(l.Fluents, net.Input()), append(l.Next, next)
			return l.Fluents[len(l.Fluents)-1]
		}
		// A pigeon's hole never changes.
		fit := network.True
		holes := make([][]network.Lit, test.pigeons-1) // by hole: literals of the pigeons in it
		for range test.pigeons {
			var places []network.Lit
			for h := range holes {
				sits := add(network.False)
				l.Next[len(l.Next)-1] = sits
				places, holes[h] = append(places, sits), append(holes[h], sits)
			}
			fit = net.And(fit, net.Or(places...))
		}
		for _, hole := range holes {
			for i, a := range hole {
				for _, b := range hole[:i] {
					fit = net.And(fit, net.And(a, b).Not())
				}
			}
		}
		bad := add(fit)
		got := NewProver(l).induct([]invariant{{now: bad.Not(), then: fit.Not()}})
		if got[0] != test.proven {
			t.Errorf("%d pigeons: proven %v, want %v", test.pigeons, got[0], test.proven)
		}
	}
}

// TestProofsOfFallenCandidatesAreFoundAgain has three lamps, each of which
// takes on the state of the next. The proof that the first lamp remains off
// depends on the second candidate, which is refuted.
func TestProofsOfFallenCandidatesAreFoundAgain(t *testing.T) {
	net := network.New()
	l := &statemachine.Logic{
		Network: net, Does: [][]network.Lit{{network.True}}, Legal: [][]network.Lit{{network.True}},
		Goals: [][]statemachine.Goal{nil}, Terminal: network.False,
	}
	lamps := []network.Lit{net.Input(), net.Input(), net.Input()}
	l.Fluents, l.Next = lamps, []network.Lit{lamps[1], lamps[2], lamps[2].Not()}
	got := NewProver(l).induct([]invariant{
		{now: lamps[0].Not(), then: lamps[1].Not()},
		{now: lamps[1].Not(), then: lamps[2].Not()},
	})
	if want := []bool{false, false}; !slices.Equal(got, want) {
		t.Errorf("invariants %v, want %v", got, want)
	}
}
