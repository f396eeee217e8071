package value

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // defines the flag -large
)

// plainGame is a random layered game, given by its layers. Each state has a
// payoff or a matrix of states in the next layer, some of them with exchanged
// roles.
type plainGame [][]plainState

type plainState struct {
	payoff   games.Payoff
	rows     int
	children []int
	swap     []bool
}

func randomPlainGame(seed uint64, kind Kind, layers, width, top int) plainGame {
	rng := rand.New(rand.NewPCG(seed, 1))
	g := make(plainGame, layers)
	for l := range g {
		for range width {
			var s plainState
			if l == layers-1 || rng.IntN(8) == 0 {
				s.payoff[0] = int16(rng.IntN(top + 1))
				s.payoff[1] = int16(top) - s.payoff[0]
				if kind == General {
					s.payoff[1] = int16(rng.IntN(top + 1))
				}
			} else {
				s.rows = 1 + rng.IntN(3)
				for range s.rows * (1 + rng.IntN(3)) {
					s.children = append(s.children, rng.IntN(width))
					s.swap = append(s.swap, rng.IntN(4) == 0)
				}
			}
			g[l] = append(g[l], s)
		}
	}
	return g
}

// solve computes the values of the layers from..to in descending order. It
// continues with the outcomes and values that an earlier call has returned for
// the layers after from.
func (g plainGame) solve(t *testing.T, kind Kind, total, workers, from, to int, list []Outcome, values [][]Value) ([]Outcome, [][]Value) {
	o, err := newInterner(kind, total, 2, list)
	if err != nil {
		t.Fatal(err)
	}
	if values == nil {
		values = make([][]Value, len(g))
	}
	rules := make([]Rule, workers)
	for w := range rules {
		rules[w] = o.Rule()
	}
	for l := from; l >= to; l-- {
		values[l] = make([]Value, len(g[l]))
		var wait sync.WaitGroup
		for w := range workers {
			wait.Go(func() {
				for i := w; i < len(g[l]); i += workers {
					s := &g[l][i]
					if s.rows == 0 {
						values[l][i] = rules[w].Terminal(s.payoff)
						continue
					}
					var children []Value
					for n, c := range s.children {
						v := values[l+1][c]
						if s.swap[n] {
							v = o.Swap(v)
						}
						children = append(children, v)
					}
					values[l][i] = mustCombine(t, rules[w], []int32{int32(s.rows)}, children)
				}
			})
		}
		wait.Wait()
		if renamed := o.Renumber(); renamed != nil {
			for i, v := range values[l] {
				values[l][i] = renamed[v]
			}
		}
	}
	return o.Outcomes().List, values
}

// naive computes the same result with Analyze, without numbering outcomes.
func (g plainGame) naive(kind Kind, total int) [][]Outcome {
	out := make([][]Outcome, len(g))
	for l := len(g) - 1; l >= 0; l-- {
		for _, s := range g[l] {
			if s.rows == 0 {
				out[l] = append(out[l], TerminalOutcome(s.payoff, 2))
				continue
			}
			var children []Outcome
			for n, c := range s.children {
				o := out[l+1][c]
				if s.swap[n] {
					o = o.Swapped()
				}
				children = append(children, o)
			}
			out[l] = append(out[l], Analyze(kind, total, []int32{int32(s.rows)}, children).Value)
		}
	}
	return out
}

func TestNumbersDoNotDependOnWorkers(t *testing.T) {
	for _, c := range []struct {
		kind   Kind
		layers int
		top    int
	}{{Simultaneous, 6, 2}, {Simultaneous, 5, 100}, {General, 6, 1}, {General, 4, 10}} {
		g := randomPlainGame(uint64(c.top), c.kind, c.layers, 60, c.top)
		list, values := g.solve(t, c.kind, c.top, 1, len(g)-1, 0, nil, nil)
		for _, workers := range []int{2, 7} {
			list2, values2 := g.solve(t, c.kind, c.top, workers, len(g)-1, 0, nil, nil)
			if texts(list2) != texts(list) || fmt.Sprint(values2) != fmt.Sprint(values) {
				t.Errorf("%v: %d workers yield different numbers than one", c.kind, workers)
			}
		}
		half := len(g) / 2
		list2, values2 := g.solve(t, c.kind, c.top, 2, len(g)-1, half, nil, nil)
		list2, values2 = g.solve(t, c.kind, c.top, 2, half-1, 0, list2, values2)
		if texts(list2) != texts(list) || fmt.Sprint(values2) != fmt.Sprint(values) {
			t.Errorf("%v: an interrupted and resumed solve yields different numbers", c.kind)
		}
		for l, layer := range g.naive(c.kind, c.top) {
			for i, want := range layer {
				if got := list[values[l][i]]; compareOutcomes(&got, &want) != 0 {
					t.Fatalf("%v, layer %d, state %d: %s, want %s", c.kind, l, i, texts([]Outcome{got}), texts([]Outcome{want}))
				}
			}
		}
	}
}

func texts(list []Outcome) string {
	s := ""
	for _, o := range list {
		s += fmt.Sprintln(o.Payoff[0].RatString(), o.Payoff[1].RatString(), o.Security[0].RatString(), o.Security[1].RatString(), o.Pure, o.Joint, o.Remoteness)
	}
	return s
}

// TestInternedOnce tests that distinct outcomes have distinct keys and equal
// outcomes have equal keys.
func TestInternedOnce(t *testing.T) {
	huge := new(big.Rat).SetFrac(new(big.Int).Lsh(big.NewInt(1), 70), big.NewInt(3))
	fractions := []*big.Rat{big.NewRat(0, 1), big.NewRat(1, 1), big.NewRat(1, 2), big.NewRat(-1, 2), huge, new(big.Rat).Neg(huge), new(big.Rat).Inv(huge)}
	in, err := newInterner(General, 0, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for range 2 {
		n := Value(0)
		for _, p := range fractions {
			for _, q := range fractions {
				for _, r := range fractions {
					for pure := range int16(2) {
						for remoteness := -1; remoteness < 2; remoteness++ {
							o := Outcome{Payoff: Payoffs{p, q}, Security: Payoffs{r, new(big.Rat).Set(q)}, Remoteness: remoteness}
							o.Pure[pure] = 1
							if v := in.Number(&o); v != n {
								t.Fatalf("outcome %d has number %d", n, v)
							}
							n++
						}
					}
				}
			}
		}
		count = int(n)
	}
	if got := len(in.Outcomes().List); got != count {
		t.Errorf("%d outcomes, want %d", got, count)
	}
	in.Renumber()
	list := in.Outcomes().List
	for v := range list {
		w := in.Swap(Value(v))
		if o := list[v].Swapped(); compareOutcomes(&in.entry(w).Outcome, &o) != 0 {
			t.Fatalf("outcome %d exchanged is %s", v, texts([]Outcome{in.entry(w).Outcome}))
		}
		if in.Swap(w) != Value(v) {
			t.Fatalf("outcome %d exchanged twice is %d", v, in.Swap(w))
		}
	}
	if _, err := newInterner(General, 0, 2, append(list[:3:3], list[1])); err == nil {
		t.Error("a list with a duplicate outcome was accepted")
	}
}

// TestMemoStaysBounded fills a memo and tests that it discards entries.
func TestMemoStaysBounded(t *testing.T) {
	in, err := newInterner(General, 0, 2, []Outcome{TerminalOutcome(games.Payoff{1, 2}, 2), TerminalOutcome(games.Payoff{3, 4}, 2)})
	if err != nil {
		t.Fatal(err)
	}
	solves := 0
	m := newRuleMemo(in, func([]int32, []*internEntry) Outcome { solves++; return in.entry(0).Outcome })
	var children [18]Value // the digits of a number
	for i := range maxMemoLists + 10 {
		for bit := range children {
			children[bit] = Value(i >> bit & 1)
		}
		for range 2 {
			mustCombine(t, m, []int32{2}, children[:])
		}
		if solves != i+1 {
			t.Fatalf("list %d: %d lists were solved, want %d", i, solves, i+1)
		}
	}
	if mustCombine(t, m, []int32{3}, children[:]); solves != maxMemoLists+11 {
		t.Error("found with other rows")
	}
	if len(m.cache) > maxMemoLists/2 {
		t.Errorf("%d lists are cached after it was full", len(m.cache))
	}
}

// TestMemoKnowsChoicesOfOneRole tests states in which one role has a choice.
// Only the role and the set of values may matter.
func TestMemoKnowsChoicesOfOneRole(t *testing.T) {
	var list []Outcome
	for n := range int16(4) {
		list = append(list, TerminalOutcome(games.Payoff{n, 3 - n, n}, 3))
	}
	in, err := newInterner(General, 0, 3, list)
	if err != nil {
		t.Fatal(err)
	}
	solves := 0
	m := newRuleMemo(in, func(shape []int32, children []*internEntry) Outcome {
		solves++
		o, _ := stageOf(shape, outcomesOf(children)).general()
		return o
	})
	for i, c := range []struct {
		shape    []int32
		children []Value
		solves   int
	}{
		{[]int32{3, 1}, []Value{2, 1, 0}, 1},
		{[]int32{5, 1}, []Value{1, 0, 0, 2, 1}, 1},
		{[]int32{1, 3}, []Value{2, 1, 0}, 2},
		{[]int32{1, 1}, []Value{2, 1, 0}, 3},
		{[]int32{1, 1}, []Value{0, 1, 2, 2}, 3},
		{[]int32{3, 1}, []Value{2, 1, 3}, 4},
		{[]int32{1, 1}, []Value{1}, 5},
		{[]int32{4, 1}, []Value{1, 1, 1, 1}, 5},
		{[]int32{2, 1}, []Value{2, 1, 1, 2}, 6}, // two roles choose
		{[]int32{2, 1}, []Value{1, 2, 1, 2}, 7},
	} {
		v := mustCombine(t, m, c.shape, c.children)
		if solves != c.solves {
			t.Errorf("%d: %d lists were solved, want %d", i, solves, c.solves)
		}
		var exact []Outcome
		for _, child := range c.children {
			exact = append(exact, list[child])
		}
		if o := Analyze(General, 0, c.shape, exact).Value; compareOutcomes(&in.entry(v).Outcome, &o) != 0 {
			t.Errorf("%d: value %v, want %v", i, in.entry(v).Outcome, o)
		}
	}
}

func outcomesOf(entries []*internEntry) (list []*Outcome) {
	for _, e := range entries {
		list = append(list, &e.Outcome)
	}
	return list
}

// TestMemoFollows tests a memo whose keys contain provisional numbers that
// Renumber then changes.
func TestMemoFollows(t *testing.T) {
	small := TerminalOutcome(games.Payoff{1, 2}, 2)
	in, err := newInterner(General, 0, 2, []Outcome{small})
	if err != nil {
		t.Fatal(err)
	}
	r := newGeneralRule(in)
	last := r.Terminal(games.Payoff{9, 9})
	first := in.Swap(0) // precedes the other outcome when sorted by payoff
	if last != 1 || first != 2 {
		t.Fatalf("provisional numbers %d and %d", last, first)
	}
	mustCombine(t, r, []int32{1}, []Value{last})
	mustCombine(t, r, []int32{1}, []Value{first})
	in.Renumber()
	if in.Swap(0) != 1 || in.Swap(1) != 0 {
		t.Errorf("after Renumber, 0 and 1 exchanged are %d and %d", in.Swap(0), in.Swap(1))
	}
	for v := range Value(5) {
		o := in.entry(v).Outcome
		got := in.entry(mustCombine(t, r, []int32{1}, []Value{v}))
		if got.Payoff[0].Cmp(o.Payoff[0]) != 0 || got.Payoff[1].Cmp(o.Payoff[1]) != 0 || got.Remoteness != o.Remoteness+1 {
			t.Errorf("before outcome %s comes %s", texts([]Outcome{o}), texts([]Outcome{got.Outcome}))
		}
	}
}

// mustCombine returns the result of a rule that must not fail.
func mustCombine(t interface {
	Helper()
	Fatal(...any)
}, r Rule, shape []int32, children []Value) Value {
	t.Helper()
	v, err := r.Combine(shape, children)
	if err != nil {
		t.Fatal(err)
	}
	return v
}
