package prove

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
)

// TestInductWeak offers candidates that hold in the first state and some plies
// after it, but not for ever.
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

// TestInductUnknown asks for what is too hard to prove: that more pigeons than
// holes do not fit, one in each. It counts as not proven, though it is so.
func TestInductUnknown(t *testing.T) {
	for _, test := range []struct {
		pigeons int
		proven  bool
	}{{3, true}, {12, false}} {
		net := network.New()
		l := &machine.Logic{
			Network: net, Does: [][]network.Lit{{network.True}}, Legal: [][]network.Lit{{network.True}},
			Goals: [][]machine.Goal{nil}, Terminal: network.False,
		}
		add := func(next network.Lit) network.Lit {
			l.Fluents, l.Next = append(l.Fluents, net.Input()), append(l.Next, next)
			return l.Fluents[len(l.Fluents)-1]
		}
		// Where each pigeon may sit stays as it is.
		fit := network.True
		holes := make([][]network.Lit, test.pigeons-1) // the pigeons in each
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
