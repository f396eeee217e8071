package gdl

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/network"
)

// compileText compiles a sheet given as text.
func compileText(t *testing.T, text string) *Machine {
	t.Helper()
	sheet, problems := Parse("test", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := Compile(t.Context(), sheet, Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// proven is what is proven of a machine.
func proven(m *Machine) (*prover, facts, codec) {
	p := newProver(m.logic, nil)
	f := m.findFacts(p)
	live := m.logic.live()
	return p, f, codec{packing: f.packing(live, nil), texts: m.Fluents, constant: f.constant, live: live}
}

// ring makes the walk of walker a ring.
const ring = "(succ 4 1)"

// walker is a game in which one piece walks along four cells and off the end,
// and a lamp changes when it jumps over a cell; %s is for more rules.
const walker = `(role me) (init (at 1)) (init (lamp off))
	(succ 1 2) (succ 2 3) (succ 3 4)
	(legal me step) (legal me jump)
	(<= (next (at ?y)) (does me step) (true (at ?x)) (succ ?x ?y))
	(<= (next (at ?z)) (does me jump) (true (at ?x)) (succ ?x ?y) (succ ?y ?z))
	(<= (next (lamp on)) (does me jump) (true (lamp off)))
	(<= (next (lamp off)) (does me jump) (true (lamp on)))
	(<= (next (lamp ?l)) (does me step) (true (lamp ?l)))
	%s`

func TestGroups(t *testing.T) {
	tests := []struct {
		name, rules string
		bits        int
		groups      string // the first fluent and the size of each, * if one is always true
		doubted     string // a group that must not be found
	}{
		{"places", ring + "(<= terminal (true (at 4))) (goal me 100) (<= terminal (true (lamp on)))", 3, "(at 1):4* (lamp off):2*", ""},
		// A third lamp state that comes from nowhere is never true.
		{"constants", ring + "(<= terminal (true (at 4))) (goal me 100) (<= terminal (true (lamp on))) (<= (next (lamp broken)) (true (lamp broken)))", 3, "(at 1):4* (lamp off):2*", ""},
		// Two pieces of one relation exclude nothing.
		{"two", ring + "(<= terminal (true (at 4))) (<= terminal (true (lamp on))) (goal me 100) (init (at 3))", 5, "(lamp off):2*", "(at 1)"},
		// What decides nothing is no part of a state.
		{"dead", ring + "(<= terminal (true (at 4))) (goal me 100)", 2, "(at 1):4* (lamp off):2*", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := compileText(t, fmt.Sprintf(walker, test.rules))
			_, f, c := proven(m)
			var got []string
			for _, g := range f.groups {
				mark := ""
				if g.always {
					mark = "*"
				}
				got = append(got, fmt.Sprintf("%s:%d%s", m.Fluents[g.fluents[0]], len(g.fluents), mark))
			}
			slices.Sort(got)
			if list := strings.Join(got, " "); list != test.groups {
				t.Errorf("groups %s, want %s", list, test.groups)
			}
			if c.bits != test.bits {
				t.Errorf("%d bits, want %d", c.bits, test.bits)
			}
		})
	}
}

func TestLayering(t *testing.T) {
	tests := []struct {
		name, rules string
		span        int // 0: no layers
		fluent      string
		layer, last int32 // of the states in which the fluent is true, and the last
	}{
		// The ring comes back.
		{"ring", ring + "(<= terminal (true (lamp on))) (goal me 100)", 0, "", 0, 0},
		// A jump is two layers; the last is that of no place.
		{"line", "(<= here (true (at ?x))) (<= terminal (not here)) (goal me 100)", 2, "(at 4)", 3, 4},
		// A counter that not every ply moves is none.
		{"pause", "(<= terminal (true (count 2))) (goal me 100) (init (count 0)) (plus 0 1) (plus 1 2)" +
			"(<= (next (count ?n)) (true (count ?n)) (does me step)) (<= (next (count ?k)) (true (count ?n)) (plus ?n ?k) (does me jump))", 0, "", 0, 0},
		{"counter", "(<= terminal (true (count 2))) (goal me 100) (init (count 0)) (plus 0 1) (plus 1 2)" +
			"(<= (next (count ?k)) (true (count ?n)) (plus ?n ?k))", 1, "(count 2)", 2, 2},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := compileText(t, fmt.Sprintf(walker, test.rules))
			p, f, c := proven(m)
			y := m.findLayering(p, &c, f.groups, &Symmetries{elements: noSymmetries(len(m.Fluents)).elements})
			if (y != nil) != (test.span > 0) {
				t.Fatalf("layers found: %v, want %v", y != nil, test.span > 0)
			}
			if y == nil {
				return
			}
			if y.span != test.span {
				t.Errorf("span %d, want %d", y.span, test.span)
			}
			most := int32(0)
			m.wander(200, func(p *Play, first bool) {
				words := make([]uint64, (c.bits+63)/64)
				if err := c.encode(words, c.relevant(p.State(nil))); err != nil {
					t.Fatal(err)
				}
				layer := y.layer(words)
				most = max(most, layer)
				if first && layer != 0 {
					t.Errorf("the first state has layer %d", layer)
				}
				if has := slices.Contains(p.State(nil), int32(slices.Index(m.Fluents, test.fluent))); has && layer != test.layer {
					t.Errorf("a state with %s has layer %d, want %d", test.fluent, layer, test.layer)
				}
			})
			if most != test.last {
				t.Errorf("the last layer is %d, want %d", most, test.last)
			}
		})
	}
}

func TestIdle(t *testing.T) {
	const game = `(role x) (role o) (init (control x)) (cell 1) (cell 2) (cell 3)
		(<= (legal ?p (mark ?c)) (true (control ?p)) (cell ?c) (not (true (marked ?c))))
		(<= (legal x wait) (true (control o))) (<= (legal o wait) (true (control x)))
		(<= (next (marked ?c)) (does ?p (mark ?c))) (<= (next (marked ?c)) (true (marked ?c)))
		(<= (next (control o)) (true (control x)))
		(<= terminal (true (marked 1)) (true (marked 2)) (true (marked 3)))
		(goal x 50) (goal o 50)`
	tests := []struct {
		name, rules string
		turns       bool
	}{
		{"turns", "(<= (next (control x)) (true (control o)))", true},
		{"stuck", "(<= (next (control x)) (true (control x)))", false},
		{"both", "(<= (next (control x)) (true (control o))) (init (control o))", false},
		{"twice", "(<= (next (control x)) (true (control o))) (<= (next (control x)) (true (marked 2)))", false},
		{"also", "(<= (next (control x)) (true (control o))) (<= (legal o wait) (true (marked 1)))", false},
		{"by another name", "(<= (next (control x)) (true (control o))) (<= (legal ?p ?m) (may ?p ?m)) (<= (may ?p (mark 1)) (true (control ?p)))", true},
		{"by another name, any time", "(<= (next (control x)) (true (control o))) (<= (legal ?p ?m) (may ?p ?m)) (<= (may o (mark 1)) (true (marked 1)))", false},
		{"any time", "(<= (next (control x)) (true (control o))) (<= (legal o (mark 1)) (true (marked 1)))", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := compileText(t, game+test.rules)
			if got := m.logic.idle != nil; got != test.turns {
				t.Errorf("taking turns: %v, want %v", got, test.turns)
			}
			for r, idle := range m.logic.idle {
				if name := m.Moves[r][idle]; name != "wait" {
					t.Errorf("%s waits by %s", m.Roles[r], name)
				}
			}
		})
	}
}

// TestInductWeak offers candidates that hold in the first state and some plies
// after it, but not for ever.
func TestInductWeak(t *testing.T) {
	m := compileText(t, fmt.Sprintf(walker, ring+"(<= terminal (true (lamp on))) (goal me 100)"))
	p := newProver(m.logic, nil)
	l := m.logic
	var candidates []invariant
	for _, name := range []string{"(at 3)", "(at 2)", "(lamp on)", "(at 4)"} {
		f := slices.Index(m.Fluents, name)
		candidates = append(candidates, invariant{now: l.fluents[f].Not(), then: l.next[f].Not()})
	}
	all := []network.Lit{}
	for f, lit := range l.fluents {
		if strings.HasPrefix(m.Fluents[f], "(at") {
			all = append(all, lit)
		}
	}
	candidates = append(candidates, invariant{now: l.Or(all...), then: l.after(l.Or(all...))})
	got := p.induct(candidates)
	if want := []bool{false, false, false, false, true}; !slices.Equal(got, want) {
		t.Errorf("invariants %v, want %v", got, want)
	}
}

// TestRankLongest ranks places that are reached by ways of different lengths:
// the longest counts, whichever is looked at first.
func TestRankLongest(t *testing.T) {
	const ways = `(role me) (init (at a))
		(way a b1) (way b1 b2) (way b2 c) (way a x1) (way x1 c)
		(way c d1) (way d1 e) (way c y1) (way y1 y2) (way y2 e)
		(<= (legal me (go ?y)) (true (at ?x)) (way ?x ?y))
		(<= (next (at ?y)) (does me (go ?y)))
		(<= terminal (true (at e))) (goal me 100)`
	m := compileText(t, ways)
	p, f, c := proven(m)
	y := m.findLayering(p, &c, f.groups, &Symmetries{elements: noSymmetries(len(m.Fluents)).elements})
	if y == nil {
		t.Fatal("no layers found")
	}
	for place, want := range map[string]int32{"a": 0, "b1": 1, "b2": 2, "x1": 1, "c": 3, "d1": 4, "y1": 4, "y2": 5, "e": 6} {
		words := make([]uint64, 1)
		if err := c.encode(words, []int32{int32(slices.Index(m.Fluents, "(at "+place+")"))}); err != nil {
			t.Fatal(err)
		}
		if got := y.layer(words); got != want {
			t.Errorf("%s has layer %d, want %d", place, got, want)
		}
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
		l := &logic{
			Network: net, does: [][]network.Lit{{network.True}}, legal: [][]network.Lit{{network.True}},
			goals: [][]goal{nil}, terminal: network.False,
		}
		add := func(next network.Lit) network.Lit {
			l.fluents, l.next = append(l.fluents, net.Input()), append(l.next, next)
			return l.fluents[len(l.fluents)-1]
		}
		// Where each pigeon may sit stays as it is.
		fit := network.True
		holes := make([][]network.Lit, test.pigeons-1) // the pigeons in each
		for range test.pigeons {
			var places []network.Lit
			for h := range holes {
				sits := add(network.False)
				l.next[len(l.next)-1] = sits
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
		got := newProver(l, nil).induct([]invariant{{now: bad.Not(), then: fit.Not()}})
		if got[0] != test.proven {
			t.Errorf("%d pigeons: proven %v, want %v", test.pigeons, got[0], test.proven)
		}
	}
}

// pawns are three columns of pawns on three rows; white's go up, black's down,
// and take what stands diagonally before them. %s is for more rules.
const pawns = `(role white) (role black) (init (turn white))
	(succ 1 2) (succ 2 3) (column 1) (column 2) (column 3)
	(<= (init (on ?x 1 white)) (column ?x)) (<= (init (on ?x 3 black)) (column ?x))
	(<= (step white ?x ?y ?x ?z) (column ?x) (succ ?y ?z))
	(<= (step black ?x ?y ?x ?z) (column ?x) (succ ?z ?y))
	(<= (side ?x ?u) (succ ?x ?u)) (<= (side ?x ?u) (succ ?u ?x))
	(<= (take white ?x ?y ?u ?z) (side ?x ?u) (succ ?y ?z))
	(<= (take black ?x ?y ?u ?z) (side ?x ?u) (succ ?z ?y))
	(enemy white black) (enemy black white)
	(<= (can ?p (move ?x ?y ?u ?z)) (step ?p ?x ?y ?u ?z) (true (on ?x ?y ?p)) (not (full ?u ?z)))
	(<= (can ?p (move ?x ?y ?u ?z)) (take ?p ?x ?y ?u ?z) (true (on ?x ?y ?p)) (enemy ?p ?q) (true (on ?u ?z ?q)))
	(<= (full ?x ?y) (true (on ?x ?y ?p)))
	(<= (some ?p) (can ?p ?m))
	(<= (legal ?p ?m) (true (turn ?p)) (can ?p ?m))
	(<= (legal white wait) (true (turn black))) (<= (legal black wait) (true (turn white)))
	(<= (next (turn black)) (true (turn white))) (<= (next (turn white)) (true (turn black)))
	(<= (next (on ?u ?z ?p)) (does ?p (move ?x ?y ?u ?z)))
	(<= (next (on ?x ?y ?p)) (true (on ?x ?y ?p)) (not (touched ?x ?y)))
	(<= (touched ?x ?y) (does ?p (move ?x ?y ?u ?z))) (<= (touched ?u ?z) (does ?p (move ?x ?y ?u ?z)))
	(<= stuck (true (turn ?p)) (not (some ?p)))
	(<= terminal stuck) (goal white 50) (goal black 50) %s`

// TestPotential finds layers where pieces advance, and none where they need not.
func TestPotential(t *testing.T) {
	tests := []struct {
		name, rules string
		layered     bool
	}{
		{"advance", "", true},
		{"one goes back", "(step white 1 3 1 2)", false},
		{"pass", "(<= (can black pass) (true (on ?x ?y black)))", false},
		{"forward twice", "(step white 2 1 2 3)", true},
		{"new piece", "(<= (next (on 3 3 white)) (does black (move 1 2 1 1)))", true},
		{"turned round", "(<= (can white (move ?x 3 ?x 2)) (true (on ?x 3 white)) (not (full ?x 2)) (true (on 1 1 black)))", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			m := compileText(t, fmt.Sprintf(pawns, test.rules))
			_, f, c := proven(m)
			s := m.findSymmetries(&c)
			if m.logic.idle == nil {
				t.Error("turns are not found")
			}
			y := m.findPotential(&c, f.groups, &s)
			if (y != nil) != test.layered {
				t.Fatalf("found %v, want %v", y != nil, test.layered)
			}
			if y == nil {
				return
			}
			last := int32(0)
			m.wander(500, func(p *Play, first bool) {
				words := make([]uint64, (c.bits+63)/64)
				if err := c.encode(words, c.relevant(p.State(nil))); err != nil {
					t.Fatal(err)
				}
				layer := y.layer(words)
				if grows := layer - last; !first && (grows < 1 || int(grows) > y.span) {
					t.Fatalf("the layer grows by %d, span %d", grows, y.span)
				}
				last = layer
			})
		})
	}
}
