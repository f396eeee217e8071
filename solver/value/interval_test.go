package value

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// chain computes the values of a random sequence of states. The children of each state are
// among the states before it.
func chain(t *testing.T, set OutcomeSet, seed uint64, swap bool) []Value {
	rng, rule := rand.New(rand.NewPCG(seed, 1)), set.Rule()
	list := []Value{rule.Terminal(games.Payoff{3, -1}), rule.Terminal(games.Payoff{0, 2}), rule.Terminal(games.Payoff{1, 1})}
	for range 60 {
		var children []Value
		var odds []uint32
		n := 1 + rng.IntN(4)
		for range n {
			v := list[rng.IntN(len(list))]
			if rng.IntN(3) == 0 && swap {
				v = set.Swap(v)
			}
			children, odds = append(children, v), append(odds, 1+rng.Uint32N(7))
		}
		var v Value
		var err error
		switch rng.IntN(5) {
		case 0:
			v, err = rule.Combine([]int32{int32(n)}, children)
		case 1:
			v, err = rule.Combine([]int32{1}, children)
		case 2:
			v, err = rule.Combine([]int32{2}, append(children, children...))
		default:
			v, err = rule.Average(odds, children)
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, v)
		if renamed := set.Renumber(); renamed != nil {
			for i := range list {
				list[i] = renamed[list[i]]
			}
		}
	}
	return list
}

func TestIntervalsContainExactValues(t *testing.T) {
	info := &games.Info{Roles: []string{"first", "second"}, Total: 2, Stochastic: true, Payoffs: []int{0, 1, 3}}
	for seed := range uint64(200) {
		exact, _ := newInterner(Simultaneous, info.Total, 2, nil)
		exact.stochastic = true
		bounded, err := NewOutcomeSet(info, Outcomes{})
		if err != nil {
			t.Fatal(err)
		}
		bounded.(*boundedSet).limit = 400
		want, have := chain(t, exact, seed, true), chain(t, bounded, seed, true)
		wantOf, haveOf := exact.Outcomes(), bounded.Outcomes()
		if len(haveOf.Intervals) == 0 {
			t.Fatal("no intervals")
		}
		for i := range want {
			w, h := wantOf.Of(want[i]), haveOf.Of(have[i])
			distance := new(big.Rat).Sub(w.Payoff[0], h.Payoff[0])
			if distance.Abs(distance); h.Error == nil && distance.Sign() != 0 || h.Error != nil && (distance.Cmp(h.Error) > 0 || h.Error.Cmp(big.NewRat(60, 1<<40)) > 0) {
				t.Fatalf("seed %d, state %d: %s ± %v, want %s", seed, i, h.Payoff[0].FloatString(20), h.Error, w.Payoff[0].FloatString(20))
			}
		}
		again, err := NewOutcomeSet(info, haveOf)
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range have {
			if a, b := again.Swap(v), bounded.Swap(v); a != b {
				t.Fatalf("seed %d, state %d: swapped to value %d by the first run and to %d by a resumed one", seed, i, b, a)
			}
		}
	}
}
