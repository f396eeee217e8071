package value

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

// plainGame is a random layered game as lists: layer by layer, each state with
// a payoff or with a matrix of states of the next layer, some seen with
// exchanged roles.
type plainGame [][]plainState

type plainState struct {
	payoff games.Payoff
	rows   int
	below  []int
	swap   []bool
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
					s.below = append(s.below, rng.IntN(width))
					s.swap = append(s.swap, rng.IntN(4) == 0)
				}
			}
			g[l] = append(g[l], s)
		}
	}
	return g
}

// solve values the layers from last to first, resuming from the outcomes list
// and the values that an earlier call returned for the layers after from.
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
					for n, c := range s.below {
						v := values[l+1][c]
						if s.swap[n] {
							v = o.Swap(v)
						}
						children = append(children, v)
					}
					values[l][i] = combined(t, rules[w], []int32{int32(s.rows)}, children)
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

// naive works out the same by Analyze, which knows no numbers.
func (g plainGame) naive(kind Kind, total int) [][]Outcome {
	out := make([][]Outcome, len(g))
	for l := len(g) - 1; l >= 0; l-- {
		for _, s := range g[l] {
			if s.rows == 0 {
				out[l] = append(out[l], TerminalOutcome(s.payoff, 2))
				continue
			}
			var children []Outcome
			for n, c := range s.below {
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
				t.Errorf("%v: %d workers give other numbers than one", c.kind, workers)
			}
		}
		half := len(g) / 2
		list2, values2 := g.solve(t, c.kind, c.top, 2, len(g)-1, half, nil, nil)
		list2, values2 = g.solve(t, c.kind, c.top, 2, half-1, 0, list2, values2)
		if texts(list2) != texts(list) || fmt.Sprint(values2) != fmt.Sprint(values) {
			t.Errorf("%v: interrupted and resumed gives other numbers", c.kind)
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

// TestInternedOnce tests that keys tell outcomes apart and nothing else.
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
		if o := list[v].Swapped(); compareOutcomes(&in.at(w).Outcome, &o) != 0 {
			t.Fatalf("outcome %d exchanged is %s", v, texts([]Outcome{in.at(w).Outcome}))
		}
		if in.Swap(w) != Value(v) {
			t.Fatalf("outcome %d exchanged twice is %d", v, in.Swap(w))
		}
	}
	if _, err := newInterner(General, 0, 2, append(list[:3:3], list[1])); err == nil {
		t.Error("a list with an outcome twice was accepted")
	}
}

// TestMemoStaysBounded fills a memo to the brim and looks whether it forgets.
func TestMemoStaysBounded(t *testing.T) {
	in, err := newInterner(General, 0, 2, []Outcome{TerminalOutcome(games.Payoff{1, 2}, 2), TerminalOutcome(games.Payoff{3, 4}, 2)})
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	m := newRuleMemo(in, func([]int32, []*internEntry) Outcome { asked++; return in.at(0).Outcome })
	var children [18]Value // the digits of a number
	for i := range memoLists + 10 {
		for bit := range children {
			children[bit] = Value(i >> bit & 1)
		}
		for range 2 {
			combined(t, m, []int32{2}, children[:])
		}
		if asked != i+1 {
			t.Fatalf("list %d: %d lists were worked out, want %d", i, asked, i+1)
		}
	}
	if combined(t, m, []int32{3}, children[:]); asked != memoLists+11 {
		t.Error("found with other rows")
	}
	if len(m.known) > memoLists/2 {
		t.Errorf("%d lists are known after it was full", len(m.known))
	}
}

// TestMemoKnowsChoicesOfOneRole asks about states where one role has a choice: which values it
// chooses from counts alone, and which role it is.
func TestMemoKnowsChoicesOfOneRole(t *testing.T) {
	var list []Outcome
	for n := range int16(4) {
		list = append(list, TerminalOutcome(games.Payoff{n, 3 - n, n}, 3))
	}
	in, err := newInterner(General, 0, 3, list)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	m := newRuleMemo(in, func(shape []int32, children []*internEntry) Outcome {
		asked++
		o, _ := stageOf(shape, outcomesOf(children)).general()
		return o
	})
	for i, c := range []struct {
		shape    []int32
		children []Value
		asked    int
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
		v := combined(t, m, c.shape, c.children)
		if asked != c.asked {
			t.Errorf("%d: %d lists were worked out, want %d", i, asked, c.asked)
		}
		var exact []Outcome
		for _, child := range c.children {
			exact = append(exact, list[child])
		}
		if o := Analyze(General, 0, c.shape, exact).Value; compareOutcomes(&in.at(v).Outcome, &o) != 0 {
			t.Errorf("%d: value %v, want %v", i, in.at(v).Outcome, o)
		}
	}
}

func outcomesOf(entries []*internEntry) (list []*Outcome) {
	for _, e := range entries {
		list = append(list, &e.Outcome)
	}
	return list
}

// TestMemoFollows tests a memo whose keys were provisional numbers that Renumber
// gave to other outcomes.
func TestMemoFollows(t *testing.T) {
	small := TerminalOutcome(games.Payoff{1, 2}, 2)
	in, err := newInterner(General, 0, 2, []Outcome{small})
	if err != nil {
		t.Fatal(err)
	}
	r := newGeneralRule(in)
	last := r.Terminal(games.Payoff{9, 9})
	first := in.Swap(0) // comes before by payoff
	if last != 1 || first != 2 {
		t.Fatalf("provisional numbers %d and %d", last, first)
	}
	combined(t, r, []int32{1}, []Value{last})
	combined(t, r, []int32{1}, []Value{first})
	in.Renumber()
	if in.Swap(0) != 1 || in.Swap(1) != 0 {
		t.Errorf("after Renumber, 0 and 1 exchanged are %d and %d", in.Swap(0), in.Swap(1))
	}
	for v := range Value(5) {
		o := in.at(v).Outcome
		got := in.at(combined(t, r, []int32{1}, []Value{v}))
		if got.Payoff[0].Cmp(o.Payoff[0]) != 0 || got.Payoff[1].Cmp(o.Payoff[1]) != 0 || got.Remoteness != o.Remoteness+1 {
			t.Errorf("before outcome %s comes %s", texts([]Outcome{o}), texts([]Outcome{got.Outcome}))
		}
	}
}

// combined is what a rule says, which must not fail.
func combined(t interface {
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
