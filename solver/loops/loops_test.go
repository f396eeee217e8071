package loops

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/solver/value"
)

// randomGame returns a random game with few positions.
func randomGame(seed uint64, kind value.Kind, turns bool) *Game {
	rng := rand.New(rand.NewPCG(seed, 5))
	g := &Game{Kind: kind, Roles: 2}
	if kind == value.General {
		g.Roles += rng.IntN(3)
	}
	payoff := func() (p games.Payoff) {
		for role := range g.Roles {
			p[role] = int16(rng.IntN(5) - 2)
		}
		if kind == value.Simultaneous {
			p[1] = -p[0]
		}
		return p
	}
	g.Endless = payoff()
	for range 1 + rng.IntN(4) {
		o := value.TerminalOutcome(payoff(), g.Roles)
		g.Known = append(g.Known, o)
	}
	n := 1 + rng.IntN(5)
	for range n {
		p := Position{Shape: slices.Repeat([]int32{1}, g.Roles-1)}
		children := 1
		mover := rng.IntN(g.Roles)
		for role := range g.Roles {
			size := 1 + rng.IntN(3)
			if turns && role != mover {
				size = 1
			}
			if children *= size; role < g.Roles-1 {
				p.Shape[role] = int32(size)
			}
		}
		for at := range children {
			c := Child{Known: true, Index: int32(rng.IntN(len(g.Known)))}
			if at == 0 || rng.IntN(2) == 0 {
				c = Child{Index: int32(rng.IntN(n))}
			}
			p.Children = append(p.Children, c)
		}
		g.Positions = append(g.Positions, p)
	}
	return g
}

// worth returns the approximate value of a small matrix game.
func worth(rows, cols int, a []float64) float64 {
	low := func(x []float64) float64 {
		least := math.Inf(1)
		for col := range cols {
			sum := 0.0
			for row := range rows {
				sum += x[row] * a[row*cols+col]
			}
			least = min(least, sum)
		}
		return least
	}
	// The least payoff is concave in the strategy, so ternary searches can be
	// nested.
	var best func(x []float64, row int, left float64) float64
	best = func(x []float64, row int, left float64) float64 {
		if row == rows-1 {
			x[row] = left
			return low(x)
		}
		from, to := 0.0, left
		for range 40 {
			third := (to - from) / 3
			x[row] = from + third
			first := best(x, row+1, left-x[row])
			x[row] = to - third
			if first < best(x, row+1, left-x[row]) {
				from += third
			} else {
				to -= third
			}
		}
		x[row] = (from + to) / 2
		return best(x, row+1, left-x[row])
	}
	return best(make([]float64, rows), 0, 1)
}

// tolerance is the maximum difference between the values of a game that stops
// with a small probability and of the original game. It is on the order of the
// square root of the probability.
const tolerance = 0.2

// discounted returns the approximate security value of a role in each position.
// At each ply, play stops with a small probability and pays the payoff of
// endless play.
func discounted(g *Game, role int) []float64 {
	const stops = 5e-5
	endless := float64(g.Endless[role])
	now := slices.Repeat([]float64{endless}, len(g.Positions))
	for range 40_000 {
		change := 0.0
		for i := range g.Positions {
			s := g.stage(&g.Positions[i], measure{}, role)
			a := make([]float64, len(s.children))
			for k, c := range s.children {
				if c.Known {
					a[k], _ = g.Known[c.Index].Payoff[role].Float64()
				} else {
					a[k] = now[c.Index]
				}
			}
			v := stops*endless + (1-stops)*worth(s.rows, s.cols, a)
			change = max(change, math.Abs(v-now[i]))
			now[i] = v
		}
		if change < 1e-6 {
			break
		}
	}
	return now
}

// TestSecurityIsTheLimitOfDiscountedPlay compares security values with the
// values of discounted games.
func TestSecurityIsTheLimitOfDiscountedPlay(t *testing.T) {
	seeds := uint64(40)
	if gamestest.Large() {
		seeds = 2000
	}
	solved, mixed := 0, 0
	for seed := range seeds {
		g := randomGame(seed, []value.Kind{value.Simultaneous, value.General}[seed%2], seed%3 == 0)
		outcomes, err := g.Solve(t.Context())
		bounds, open := errors.AsType[*BoundsError](err)
		if err != nil && !open {
			t.Fatal(err)
		}
		for role := range g.Roles {
			if open && role != bounds.Role {
				continue
			}
			want := discounted(g, role)
			if open {
				low, _ := bounds.Low.Float64()
				high, _ := bounds.High.Float64()
				if want[bounds.Position] < low-tolerance || want[bounds.Position] > high+tolerance {
					t.Errorf("seed %d, role %d: about %f, want %f to %f", seed, role, want[bounds.Position], low, high)
				}
				if bounds.Limit != nil {
					if limit, _ := bounds.Limit.Float64(); math.Abs(limit-want[bounds.Position]) > tolerance {
						t.Errorf("seed %d, role %d: approaches %f, about %f", seed, role, limit, want[bounds.Position])
					}
				}
				continue
			}
			for i := range outcomes {
				got, _ := outcomes[i].Security[role].Float64()
				if math.Abs(got-want[i]) > tolerance {
					t.Errorf("seed %d, position %d, role %d: secures %f, about %f", seed, i, role, got, want[i])
				}
				if !outcomes[i].Security[role].IsInt() {
					mixed++
				}
			}
		}
		if !open {
			solved++
			if at, wrong, err := g.Prove(t.Context(), outcomes); at >= 0 || err != nil {
				t.Errorf("seed %d, position %d: %s, %v", seed, at, wrong, err)
			}
			// The proof must stop whenever the context is done.
			looks := 0
			g.Prove(endingContext{t.Context(), &looks, math.MaxInt}, outcomes)
			for after := range looks {
				looks = 0
				if _, _, err := g.Prove(endingContext{t.Context(), &looks, after}, outcomes); !errors.Is(err, context.Canceled) {
					t.Errorf("seed %d, ended at look %d: %v", seed, after, err)
				}
			}
		}
	}
	if solved < int(seeds)*2/3 || mixed == 0 {
		t.Errorf("%d of %d games solved, %d mixed values", solved, seeds, mixed)
	}
}

// endingContext is done after a number of calls of Err.
type endingContext struct {
	context.Context
	looks *int
	after int
}

func (c endingContext) Err() error {
	if *c.looks++; *c.looks > c.after {
		return context.Canceled
	}
	return nil
}

// TestWrongValuesAreNotProven changes the security value of a role.
func TestWrongValuesAreNotProven(t *testing.T) {
	found := 0
	for seed := range uint64(60) {
		g := randomGame(seed, []value.Kind{value.Simultaneous, value.General}[seed%2], seed%3 == 0)
		outcomes, err := g.Solve(t.Context())
		if err != nil {
			continue
		}
		// Change all positions with the same value, so that their children can
		// agree.
		right := outcomes[0].Security[0]
		for i := range outcomes {
			if o := &outcomes[i]; o.Security[0].Cmp(right) == 0 {
				o.Security[0] = new(big.Rat).Add(right, big.NewRat(1, 1))
			}
		}
		if at, _, err := g.Prove(t.Context(), outcomes); at < 0 || err != nil {
			t.Errorf("seed %d: a wrong value is proven", seed)
		}
		found++
	}
	if found < 20 {
		t.Errorf("%d games", found)
	}
}

// TestEquilibriaAgree compares the payoffs of positions in which one role moves
// at a time with those of all stationary pure equilibria.
func TestEquilibriaAgree(t *testing.T) {
	seeds := uint64(1500)
	if gamestest.Large() {
		seeds = 50_000
	}
	settled := 0
	for seed := range seeds {
		g := randomGame(seed, value.General, true)
		outcomes := make([]value.Outcome, len(g.Positions))
		g.settle(t.Context(), outcomes)
		for _, payoffs := range equilibria(g) {
			for i := range outcomes {
				if !outcomes[i].Solved() {
					continue
				}
				settled++
				for role := range g.Roles {
					if want := big.NewRat(int64(payoffs[i][role]), 1); outcomes[i].Payoff[role].Cmp(want) != 0 {
						t.Fatalf("seed %d, position %d: role %d gets %s, in an equilibrium %s", seed, i, role, outcomes[i].Payoff[role], want)
					}
				}
			}
		}
	}
	if settled < int(seeds)/4 {
		t.Errorf("%d payoffs compared", settled)
	}
}

// equilibria returns the payoffs of each equilibrium by position.
func equilibria(g *Game) (list [][]games.Payoff) {
	n := len(g.Positions)
	profile := make([]int, n)
	for {
		if payoffs := follow(g, profile); stable(g, profile, payoffs) {
			list = append(list, payoffs)
		}
		i := 0
		for ; i < n; i++ {
			if profile[i]++; profile[i] < len(g.Positions[i].Children) {
				break
			}
			profile[i] = 0
		}
		if i == n {
			return list
		}
	}
}

func payoffOf(g *Game, c Child) games.Payoff { return g.Known[c.Index].Pure }

// follow returns the payoffs of a profile by position.
func follow(g *Game, profile []int) []games.Payoff {
	payoffs := make([]games.Payoff, len(profile))
	for i := range profile {
		payoffs[i] = g.Endless
		at := i
		for range profile {
			c := g.Positions[at].Children[profile[at]]
			if c.Known {
				payoffs[i] = payoffOf(g, c)
				break
			}
			at = int(c.Index)
		}
	}
	return payoffs
}

// stable reports whether no role can gain in any position by deviating,
// possibly to endless play, while the others follow the profile.
func stable(g *Game, profile []int, payoffs []games.Payoff) bool {
	n := len(profile)
	for role := range g.Roles {
		options := func(i int) []Child {
			p := &g.Positions[i]
			if mover := max(0, value.MoverOf(p.Shape, len(p.Children))); mover == role {
				return p.Children
			}
			return p.Children[profile[i] : profile[i]+1]
		}
		for i := range n {
			reached, list := map[int]bool{i: true}, []int{i}
			best := int16(math.MinInt16)
			for k := 0; k < len(list); k++ {
				for _, c := range options(list[k]) {
					if c.Known {
						best = max(best, payoffOf(g, c)[role])
					} else if !reached[int(c.Index)] {
						reached[int(c.Index)] = true
						list = append(list, int(c.Index))
					}
				}
			}
			// Positions that remain after repeatedly removing those without
			// successors form a loop.
			for changed := true; changed; {
				changed = false
				for k := range reached {
					if !slices.ContainsFunc(options(k), func(c Child) bool { return !c.Known && reached[int(c.Index)] }) {
						delete(reached, k)
						changed = true
					}
				}
			}
			if len(reached) > 0 {
				best = max(best, g.Endless[role])
			}
			if best > payoffs[i][role] {
				return false
			}
		}
	}
	return true
}

func TestBoundsAreRoundedDown(t *testing.T) {
	for _, num := range []int64{1, -1, 7, -7} {
		x := big.NewRat(num, 3*maxDen+1)
		if got := (&bounder{den: maxDen}).down(x).rat(); got.Cmp(x) > 0 || new(big.Rat).Sub(x, got).Cmp(big.NewRat(1, maxDen)) > 0 {
			t.Errorf("%s becomes %s", x.RatString(), got.RatString())
		}
	}
}

// TestLoopThatExchangesTheRolesIsWorthEndlessPlay uses two positions that lead
// to each other and exchange the roles. Each child promises a role the value of
// its parent.
func TestLoopThatExchangesTheRolesIsWorthEndlessPlay(t *testing.T) {
	g := &Game{Kind: value.Simultaneous, Roles: 2, Positions: []Position{
		{Shape: []int32{1}, Children: []Child{{Index: 1, Swapped: true}}},
		{Shape: []int32{1}, Children: []Child{{Index: 0, Swapped: true}}},
	}}
	for payoff, proven := range map[int16]bool{0: true, 1: false} {
		outcomes := []value.Outcome{value.TerminalOutcome(games.Payoff{payoff, -payoff}, 2), value.TerminalOutcome(games.Payoff{-payoff, payoff}, 2)}
		for i := range outcomes {
			outcomes[i].Remoteness = -1
			outcomes[i].Joint = games.Payoff{}
		}
		if at, wrong, err := g.Prove(t.Context(), outcomes); at < 0 != proven || err != nil {
			t.Errorf("payoff %d: position %d: %s %v, want proven %v", payoff, at, wrong, err, proven)
		}
	}
}
