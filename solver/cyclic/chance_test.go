package cyclic

import (
	"math/big"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// chain is a game with chance in which both players have fixed policies.
type chain struct {
	children [][]int
	odds     [][]int64 // nil if the first child is certain
	payoffs  []*big.Rat
	endless  *big.Rat
}

// values returns the expected payoff of role 0 at each node.
func (c *chain) values() []*big.Rat {
	n := len(c.children)
	ends := make([]bool, n) // play can end
	for changed := true; changed; {
		changed = false
		for i, list := range c.children {
			if ends[i] {
				continue
			}
			ends[i] = len(list) == 0
			for _, child := range list {
				ends[i] = ends[i] || ends[child]
			}
			changed = changed || ends[i]
		}
	}
	// Play that cannot end is worth endless. Solve x = A x + b for the other nodes.
	a := make([][]*big.Rat, n)
	for i := range a {
		a[i] = make([]*big.Rat, n+1)
		for k := range a[i] {
			a[i][k] = new(big.Rat)
		}
		a[i][i].SetInt64(1)
		switch list := c.children[i]; {
		case len(list) == 0:
			a[i][n].Set(c.payoffs[i])
		case !ends[i]:
			a[i][n].Set(c.endless)
		default:
			total := int64(0)
			for _, w := range c.odds[i] {
				total += w
			}
			for k, child := range list {
				a[i][child].Sub(a[i][child], big.NewRat(c.odds[i][k], total))
			}
		}
	}
	for at := range n {
		p := at
		for a[p][at].Sign() == 0 {
			p++
		}
		a[at], a[p] = a[p], a[at]
		for i := range n {
			if i == at || a[i][at].Sign() == 0 {
				continue
			}
			f := new(big.Rat).Quo(a[i][at], a[at][at])
			for k := at; k <= n; k++ {
				a[i][k].Sub(a[i][k], new(big.Rat).Mul(f, a[at][k]))
			}
		}
	}
	var x []*big.Rat
	for i := range n {
		x = append(x, new(big.Rat).Quo(a[i][n], a[i][i]))
	}
	return x
}

// byPolicies returns the value of each state: the best of all policies of role 0 against the best
// replies. It returns nil if there are too many policies.
func byPolicies(g games.Game[uint64], endless int64) map[uint64]*big.Rat {
	states := solvertest.Reachable(g)
	number := map[uint64]int{}
	for i, s := range states {
		number[s] = i
	}
	n := len(states)
	c := &chain{children: make([][]int, n), odds: make([][]int64, n), payoffs: make([]*big.Rat, n), endless: big.NewRat(endless, 1)}
	all, counts := make([][]int, n), [2]int{1, 1}
	var choices [2][]int // nodes where a role chooses
	for i, s := range states {
		children, _ := g.Expand(nil, nil, []uint64{s})
		for _, child := range children {
			all[i] = append(all[i], number[child])
		}
		switch mover := games.Mover(g, s); {
		case len(children) == 0:
			c.payoffs[i] = big.NewRat(int64(g.Payoffs(nil, []uint64{s})[0][0]), 1)
		case mover == int(games.Chance):
			c.children[i] = all[i]
			for _, w := range games.Odds(g, s, len(children)) {
				c.odds[i] = append(c.odds[i], int64(w))
			}
		default:
			choices[mover] = append(choices[mover], i)
			counts[mover] *= len(children)
		}
	}
	if counts[0]*counts[1] > 300 {
		return nil
	}
	choose := func(role, policy int) {
		for _, i := range choices[role] {
			k := policy % len(all[i])
			policy /= len(all[i])
			c.children[i], c.odds[i] = all[i][k:k+1], []int64{1}
		}
	}
	var best []*big.Rat
	for p := range counts[0] {
		choose(0, p)
		var worst []*big.Rat
		for q := range counts[1] {
			choose(1, q)
			for i, x := range c.values() {
				if q == 0 {
					worst = append(worst, x)
				} else if x.Cmp(worst[i]) < 0 {
					worst[i] = x
				}
			}
		}
		for i, x := range worst {
			if p == 0 {
				best = append(best, x)
			} else if x.Cmp(best[i]) > 0 {
				best[i] = x
			}
		}
	}
	values := map[uint64]*big.Rat{}
	for i, s := range states {
		values[s] = best[i]
	}
	return values
}

// TestRepetitionWithChance compares the values of random games with repetition and chance with
// those of all policies. The exact values of every other game are replaced by bounds.
func TestRepetitionWithChance(t *testing.T) {
	compared, bounded := 0, 0
	for seed := uint64(0); compared < 300; seed++ {
		shape := solvertest.Shape{
			Kind: value.Simultaneous, Loops: true, Chance: true, Turns: true, Span: 1, Layers: 3, Width: 3, MaxMoves: 2,
			Alone: seed%4 == 3, Swap: seed%3 == 0, Mirror: seed%5 == 0, Seed: seed,
		}
		random := solvertest.NewRandomGame[uint64](shape)
		endless := random.Description.Draw() + int(seed%7) - 3
		if shape.Swap {
			endless = random.Description.Draw()
		}
		random.Description.Endless = &endless
		g := withoutLayers[uint64]{random, random, random, random}
		want := byPolicies(g, int64(endless))
		if want == nil {
			continue
		}
		compared++
		store := &solvertest.MemoryStore[uint64]{}
		solution, err := Solve[uint64](t.Context(), g, t.TempDir(), store, job.Options{Workers: 1 + int(seed%2)})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		for _, block := range store.Blocks[0] {
			for i, s := range block.States {
				x, seen := want[s]
				if !seen {
					continue // another state of the class was reached
				}
				o := solution.Outcomes.Of(block.Values[i])
				gap := new(big.Rat).Sub(o.Payoff[0], x)
				if gap.Abs(gap); o.Error == nil && gap.Sign() != 0 || o.Error != nil && gap.Cmp(o.Error) > 0 {
					t.Fatalf("seed %d, state %x: %s, want %s", seed, s, o.Key(), x.RatString())
				}
				if o.Error != nil {
					bounded++
					if o.Error.Cmp(big.NewRat(1, 1<<40)) > 0 {
						t.Errorf("seed %d, state %x: %s: too wide", seed, s, o.Key())
					}
				}
			}
		}
	}
	if bounded > 5 {
		t.Errorf("%d values are not exact", bounded)
	}
}
