package value

import (
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/solver/matrix"
	"zermelo/solver/matrix/matrixtest"
)

// drawOutcomes draws random outcomes of nonterminal children. Payoffs and
// security levels are fractions, some of which exceed 64 bits.
func drawOutcomes(t *rapid.T, n, total int) []Outcome {
	list := make([]Outcome, n)
	huge := new(big.Rat).SetFrac(big.NewInt(1), new(big.Int).Lsh(big.NewInt(3), 66))
	primes := []int64{1000003, 1<<31 - 1, 1<<32 - 5, 1<<61 - 1} // each fits into 64 bits, but their common denominators do not
	fraction := func(label string) *big.Rat {
		r := big.NewRat(rapid.Int64Range(0, 20).Draw(t, label), rapid.Int64Range(1, 6).Draw(t, label+" over"))
		switch rapid.IntRange(0, 9).Draw(t, label+" tiny") {
		case 0:
			r.Add(r, huge)
		case 1, 2, 3:
			r.Add(r, big.NewRat(1, rapid.SampledFrom(primes).Draw(t, label+" more")))
		}
		return r
	}
	for i := range list {
		o := &list[i]
		for role := range o.Payoff {
			o.Payoff[role], o.Security[role] = fraction("payoff"), fraction("security")
			o.Pure[role] = int16(rapid.IntRange(0, 3).Draw(t, "pure"))
			o.Joint[role] = int16(rapid.IntRange(0, 3).Draw(t, "joint"))
		}
		o.Remoteness = rapid.IntRange(-1, 3).Draw(t, "remoteness")
		if total > 0 {
			o.Payoff[1] = complement(total, o.Payoff[0])
			o.Security = o.Payoff
		}
	}
	return list
}

// TestRulesByDefinition compares rules that are used repeatedly with the
// definitions.
func TestRulesByDefinition(t *testing.T) {
	in, err := newInterner(General, 20, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	simultaneous, general := newSimultaneousRule(in), newGeneralRule(in)
	rapid.Check(t, func(t *rapid.T) {
		rows, cols := rapid.IntRange(1, 3).Draw(t, "rows"), rapid.IntRange(1, 3).Draw(t, "cols")
		constant := rapid.Bool().Draw(t, "constant")
		total := 0
		if constant {
			total = 20
		}
		list := drawOutcomes(t, rows*cols, total)
		children := make([]Value, len(list))
		for i := range list {
			children[i] = in.Number(&list[i])
		}
		var o Outcome
		if constant {
			o = in.entry(mustCombine(t, simultaneous, []int32{int32(rows)}, children)).Outcome
		} else {
			o = in.entry(mustCombine(t, general, []int32{int32(rows)}, children)).Outcome
		}
		checkOutcome(t, constant, rows, cols, list, o)
		if rapid.IntRange(0, 20).Draw(t, "renumber") == 0 {
			in.Renumber()
		}
	})
}

// TestRuleWithLargeDenominators combines 64-bit fractions whose common
// denominator does not fit into 64 bits.
func TestRuleWithLargeDenominators(t *testing.T) {
	in, err := newInterner(General, 2, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	r := newSimultaneousRule(in)
	dens := []int64{1, 3, 1000003, 1<<31 - 1, 1<<32 - 5, 1<<61 - 1}
	check := func(a []*big.Rat) {
		children := make([]Value, len(a))
		for i, p := range a {
			o := Outcome{Payoff: Payoffs{p, complement(2, p)}}
			o.Security = o.Payoff
			children[i] = in.Number(&o)
		}
		if v, want := in.entry(mustCombine(t, r, []int32{2}, children)).Payoff[0], matrixtest.NaiveValue(2, 2, a); v.Cmp(want) != 0 {
			t.Fatalf("%v: value %v, want %v", a, v, want)
		}
	}
	for n := range 6 * 6 * 6 * 6 {
		a := matrixtest.Wholes(1, 0, 0, 1)
		for i, at := 0, n; i < 4; i, at = i+1, at/6 {
			a[i].Add(a[i], big.NewRat(1, dens[at%6]))
		}
		check(a)
	}
	for n := range 20 * 20 {
		// The entries are small numbers over one large denominator.
		a := matrixtest.Wholes(1+3*int64(n/20), 0, 0, 1+3*int64(n%20))
		for i := range a {
			a[i].Quo(a[i], big.NewRat(1<<61-1, 1))
		}
		check(a)
	}
}

func checkOutcome(t *rapid.T, constant bool, rows, cols int, list []Outcome, o Outcome) {
	part := func(f func(o *Outcome) *big.Rat, transpose bool) []*big.Rat {
		p := make([]*big.Rat, len(list))
		for i := range list {
			at := i
			if transpose {
				at = i%cols*rows + i/cols
			}
			p[at] = f(&list[i])
		}
		return p
	}
	for role := range 2 {
		n, m := rows, cols
		if role == 1 {
			n, m = cols, rows
		}
		security := part(func(o *Outcome) *big.Rat { return o.Security[role] }, role == 1)
		if want := matrixtest.NaiveValue(n, m, security); o.Security[role].Cmp(want) != 0 {
			t.Fatalf("security %v of role %d, want %v", o.Security[role], role, want)
		}
		var lows []int16
		for i := range n {
			var line []int16
			for j := range m {
				at := i*cols + j
				if role == 1 {
					at = j*cols + i
				}
				line = append(line, list[at].Pure[role])
			}
			lows = append(lows, slices.Min(line))
		}
		if o.Pure[role] != slices.Max(lows) {
			t.Fatalf("pure security %d of role %d, want %d", o.Pure[role], role, slices.Max(lows))
		}
	}
	if constant {
		if o.Joint != (games.Payoff{}) {
			t.Fatalf("joint outcome %v with a constant sum", o.Joint)
		}
		sum := new(big.Rat).Add(o.Payoff[0], o.Payoff[1])
		if sum.Cmp(big.NewRat(20, 1)) != 0 || o.Payoff[0].Cmp(o.Security[0]) != 0 || o.Remoteness != -1 {
			t.Fatalf("payoffs %v, security %v, remoteness %d", o.Payoff, o.Security, o.Remoteness)
		}
		return
	}
	for i := range list {
		a, b := o.Joint, list[i].Joint
		sumA, sumB := a[0]+a[1], b[0]+b[1]
		gapA, gapB := max(a[0]-a[1], a[1]-a[0]), max(b[0]-b[1], b[1]-b[0])
		if sumB > sumA || sumB == sumA && (gapB < gapA || gapB == gapA && b[0] > a[0]) {
			t.Fatalf("joint outcome %v, but %v is better", a, b)
		}
	}
	if !slices.ContainsFunc(list, func(c Outcome) bool { return c.Joint == o.Joint }) {
		t.Fatalf("joint outcome %v is not that of a child", o.Joint)
	}
	pure := matrix.PureEquilibria([]int{rows, cols}, [][]int64{
		matrix.Ranks(part(func(o *Outcome) *big.Rat { return o.Payoff[0] }, false)), matrix.Ranks(part(func(o *Outcome) *big.Rat { return o.Payoff[1] }, false)),
	})
	if len(pure) == 0 {
		if o.Remoteness != -1 {
			t.Fatalf("remoteness %d of a mixed equilibrium", o.Remoteness)
		}
		return
	}
	for _, e := range pure {
		c := list[e]
		if c.Payoff[0].Cmp(o.Payoff[0]) == 0 && c.Payoff[1].Cmp(o.Payoff[1]) == 0 && (c.Remoteness+1 == o.Remoteness && c.Remoteness >= 0 || c.Remoteness == -1 && o.Remoteness == -1) {
			return
		}
	}
	t.Fatalf("the outcome is not that of an equilibrium %v", pure)
}

func BenchmarkCombine(b *testing.B) {
	in, err := newInterner(General, 100, 2, nil)
	if err != nil {
		b.Fatal(err)
	}
	r := newSimultaneousRule(in)
	var children []Value
	var entries []*internEntry
	for _, p := range []int16{100, 0, 50, 0, 0, 100, 50, 0, 50, 50, 0, 100, 0, 0, 100, 0} {
		children = append(children, r.Terminal(games.Payoff{p, 100 - p}))
		entries = append(entries, in.entry(children[len(children)-1]))
	}
	in.Renumber()
	b.Run("memo", func(b *testing.B) {
		for b.Loop() {
			mustCombine(b, r, []int32{4}, children)
		}
	})
	b.Run("new", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			r.solve([]int32{4}, entries)
		}
	})
}

// TestRemotenessSaturates tests remotenesses at the maximum of a Value.
func TestRemotenessSaturates(t *testing.T) {
	r := AlternatingRule{Total: 100}
	for _, c := range []struct{ child, want int }{{0, 1}, {MaxRemoteness - 1, MaxRemoteness}, {MaxRemoteness, MaxRemoteness}} {
		for _, payoff := range []int16{-32768, -1, 0, 100, 32767} {
			v := mustCombine(t, r, []int32{1}, []Value{Measured(payoff, c.child)})
			if p, remoteness := v.Unpack(); p != payoff || remoteness != c.want {
				t.Errorf("payoff %d, child %d plies from the end: %d, %d", payoff, c.child, p, remoteness)
			}
		}
	}
}

// TestRankingsOrderAsTheRuleDoes compares ranks with the preferences of the
// rule, and parents with its results.
func TestRankingsOrderAsTheRuleDoes(t *testing.T) {
	for _, total := range []int{100, 0, -3, 7, 1} {
		rule := AlternatingRule{Total: total}
		var values []Value
		for _, payoff := range []int16{-32768, -40, -2, -1, 0, 1, 3, 4, 49, 50, 51, 100, 32767} {
			for _, plies := range []int{0, 1, 17, MaxRemoteness - 1, MaxRemoteness} {
				values = append(values, Measured(payoff, plies))
			}
		}
		rankings := rule.Rankings()
		for role := range rankings {
			r := &rankings[role]
			for _, v := range values {
				if want := (AlternatingOutcomes{Total: total}).Wins(role, v); r.Wins(v) != want {
					t.Fatalf("total %d, role %d, value %x: wins %v, want %v", total, role, v, r.Wins(v), want)
				}
				for _, w := range values {
					rows := [][]int32{{2}, {1}}[role]
					if got, want := r.Parent(max(r.Rank(v), r.Rank(w))), mustCombine(t, rule, rows, []Value{v, w}); got != want {
						t.Fatalf("total %d, role %d, children %x and %x: %x, want %x", total, role, v, w, got, want)
					}
				}
			}
		}
	}
}
