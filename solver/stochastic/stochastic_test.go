package stochastic

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// builder collects the nodes of a graph.
type builder struct {
	Graph
	low, high []int64
}

// add adds a node whose links and odds are given. A node without links is terminal.
func (b *builder) add(mover int8, payoff int64, links, odds []uint32) {
	if len(b.Movers)%PieceNodes == 0 {
		b.Pieces = append(b.Pieces, Piece{})
	}
	p := &b.Pieces[len(b.Pieces)-1]
	p.Links = append(p.Links, links...)
	p.Ends = append(p.Ends, int32(len(p.Links)))
	if odds != nil {
		p.Odds = append(p.Odds, make([]uint32, len(p.Links)-len(odds)-len(p.Odds))...)
		p.Odds = append(p.Odds, odds...)
	}
	b.Movers, b.low, b.high = append(b.Movers, mover), append(b.low, payoff), append(b.high, payoff)
}

// finish replaces the missing weights with 1.
func (b *builder) finish() *builder {
	for i := range b.Pieces {
		if p := &b.Pieces[i]; p.Odds != nil {
			p.Odds = append(p.Odds, make([]uint32, len(p.Links)-len(p.Odds))...)
			for j, w := range p.Odds {
				p.Odds[j] = max(1, w)
			}
		}
	}
	return b
}

func (b *builder) solve(t testing.TB) {
	t.Helper()
	if err := b.Solve(t.Context(), b.low, b.high); err != nil {
		t.Fatal(err)
	}
}

func (b *builder) prove(t testing.TB) (at int, wrong string) {
	t.Helper()
	at, wrong, err := b.Prove(t.Context(), b.low, b.high)
	if err != nil {
		t.Fatal(err)
	}
	return at, wrong
}

// randomGame returns a random game in which most nodes are in cycles. Its payoffs
// are multiples of unit from 0 to 10 units.
func randomGame(seed uint64, nodes int, unit int64) *builder {
	rng := rand.New(rand.NewPCG(seed, 0))
	terminals := 2 + rng.IntN(3)
	b := &builder{Graph: Graph{Total: 10 * unit, Endless: int64(rng.IntN(11)) * unit}}
	swap := seed%3 == 0
	if swap {
		b.Endless = 5 * unit
	}
	movers := [][]int8{{0, 1, games.Chance}, {0, games.Chance}, {0, 1}, {0, 0, 1, 1, games.Chance}}[seed/3%4]
	for range nodes {
		mover := movers[rng.IntN(len(movers))]
		var links, odds []uint32
		for range 1 + rng.IntN(3) {
			to := rng.IntN(nodes)
			if rng.IntN(4) == 0 {
				to = nodes + rng.IntN(terminals)
			}
			link := uint32(to) << 1
			if swap {
				link += uint32(rng.IntN(2))
			}
			links = append(links, link)
			odds = append(odds, 1+uint32(rng.IntN(4)))
		}
		if seed%2 == 0 || mover != games.Chance {
			odds = nil
		}
		b.add(mover, 0, links, odds)
	}
	for range terminals {
		b.add(0, int64(rng.IntN(11))*unit, nil, nil)
	}
	return b.finish()
}

// unfolded is a graph in which nodes with exchanged roles are separate nodes: node
// 2i+1 is node i with exchanged roles. All values are payoffs of one role.
type unfolded struct {
	movers   []int8
	children [][]int
	odds     [][]float64
	payoffs  []float64 // of terminal nodes
	endless  float64
}

func (b *builder) unfold() *unfolded {
	u := &unfolded{endless: float64(b.Endless)}
	for i, mover := range b.Movers {
		links, weights := b.Graph.children(uint32(i))
		for swapped := range 2 {
			var children []int
			var odds []float64
			sum := 0.0
			for k, l := range links {
				children = append(children, int(l)^swapped)
				odds = append(odds, 1)
				if weights != nil {
					odds[k] = float64(weights[k])
				}
				sum += odds[k]
			}
			for k := range odds {
				odds[k] /= sum
			}
			m, payoff := mover, float64(b.low[i])
			if swapped == 1 {
				payoff = float64(b.Total) - payoff
				if m >= 0 {
					m = 1 - m
				}
			}
			u.movers, u.children, u.odds, u.payoffs = append(u.movers, m), append(u.children, children), append(u.odds, odds), append(u.payoffs, payoff)
		}
	}
	return u
}

// values returns the payoffs of a pair of strategies, given the move at each node.
func (u *unfolded) values(moves []int) []float64 {
	n := len(u.movers)
	ends := make([]bool, n) // play can end
	follow := func(i int, visit func(child int, p float64)) {
		for k, c := range u.children[i] {
			if u.movers[i] == games.Chance {
				visit(c, u.odds[i][k])
			} else if k == moves[i] {
				visit(c, 1)
			}
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range n {
			can := len(u.children[i]) == 0
			follow(i, func(c int, _ float64) { can = can || ends[c] })
			changed = changed || can != ends[i]
			ends[i] = can
		}
	}
	m := make([][]float64, n)
	for i := range n {
		m[i] = make([]float64, n+1)
		m[i][i] = 1
		switch {
		case len(u.children[i]) == 0:
			m[i][n] = u.payoffs[i]
		case !ends[i]:
			m[i][n] = u.endless
		default:
			follow(i, func(c int, p float64) { m[i][c] -= p })
		}
	}
	for c := range n {
		pivot := c
		for i := c; i < n; i++ {
			if math.Abs(m[i][c]) > math.Abs(m[pivot][c]) {
				pivot = i
			}
		}
		m[c], m[pivot] = m[pivot], m[c]
		for i := range n {
			if f := m[i][c] / m[c][c]; i != c && f != 0 {
				for j := c; j <= n; j++ {
					m[i][j] -= f * m[c][j]
				}
			}
		}
	}
	values := make([]float64, n)
	for i := range n {
		values[i] = m[i][n] / m[i][i]
	}
	return values
}

// solve returns the values of all nodes by enumerating all strategies without
// memory, or nil if there are too many.
func (u *unfolded) solve() []float64 {
	n := len(u.movers)
	moves := make([]int, n)
	count := func(mover int8) int {
		count := 1
		for i, m := range u.movers {
			if m == mover && len(u.children[i]) > 0 {
				count *= len(u.children[i])
			}
		}
		return count
	}
	set := func(mover int8, number int) {
		for i, m := range u.movers {
			if k := len(u.children[i]); m == mover && k > 0 {
				moves[i] = number % k
				number /= k
			}
		}
	}
	if count(0)*count(1) > 1<<12 {
		return nil
	}
	best := slices.Repeat([]float64{math.Inf(-1)}, n)
	for first := range count(0) {
		set(0, first)
		worst := slices.Repeat([]float64{math.Inf(1)}, n)
		for second := range count(1) {
			set(1, second)
			for i, v := range u.values(moves) {
				worst[i] = min(worst[i], v)
			}
		}
		for i := range best {
			best[i] = max(best[i], worst[i])
		}
	}
	return best
}

// TestBoundsContainTheValues compares random games with an enumeration of all
// strategies.
func TestBoundsContainTheValues(t *testing.T) {
	const unit = 1 << 30
	solved, widest := 0, int64(0)
	for seed := range uint64(1500) {
		nodes := 3 + int(seed%5)
		if seed%3 == 0 {
			nodes = 3 + int(seed%2)
		}
		b := randomGame(seed, nodes, unit)
		values := b.unfold().solve()
		if values == nil {
			continue
		}
		solved++
		b.solve(t)
		for i := range b.Movers {
			if v := values[2*i]; v < float64(b.low[i])-.01 || v > float64(b.high[i])+.01 {
				t.Fatalf("seed %d, node %d: value %f is not in [%d, %d]", seed, i, v, b.low[i], b.high[i])
			}
			widest = max(widest, b.high[i]-b.low[i])
		}
		if at, wrong := b.prove(t); at >= 0 {
			t.Fatalf("seed %d: node %d: %s", seed, at, wrong)
		}
	}
	if solved < 1000 || widest > 400 {
		t.Errorf("%d games, maximum width %d", solved, widest)
	}
}

// TestRepetitionHasNarrowBounds solves random games in which approximate values
// are first too high or too low, because play can stay at them forever.
func TestRepetitionHasNarrowBounds(t *testing.T) {
	for _, test := range []struct {
		seed  uint64
		nodes int
	}{{7365, 7}, {13662, 10}, {24249, 3}, {41694, 7}, {44352, 3}, {58437, 7}, {60639, 9}, {78447, 9}, {94862, 10}} {
		b := randomGame(test.seed, test.nodes, 1<<50)
		b.solve(t)
		if at, wrong := b.prove(t); at >= 0 {
			t.Errorf("seed %d, node %d: %s", test.seed, at, wrong)
		}
		for i := range b.low {
			if width := b.high[i] - b.low[i]; width > 10_000 {
				t.Errorf("seed %d, node %d: width %d", test.seed, i, width)
			}
		}
	}
}

// TestProveRejectsWrongBounds changes one bound, weight, payoff or link of a solved
// game. The bounds must be rejected if they no longer contain the values.
func TestProveRejectsWrongBounds(t *testing.T) {
	const unit = 1 << 30
	rejected := [6]int{}
	for seed := range uint64(1500) {
		b := randomGame(seed, 4, unit)
		if b.unfold().solve() == nil {
			continue
		}
		b.solve(t)
		rng := rand.New(rand.NewPCG(seed, 1))
		at, p, kind := rng.IntN(len(b.Movers)), &b.Pieces[0], rng.IntN(6)
		switch kind {
		case 0:
			b.low[at] += unit / 16
			b.high[at] = max(b.low[at], b.high[at])
		case 1:
			b.high[at] -= unit / 16
			b.low[at] = min(b.low[at], b.high[at])
		case 2:
			if p.Odds == nil {
				continue
			}
			p.Odds[rng.IntN(len(p.Odds))] += 20
		case 3:
			at = 4 + rng.IntN(2) // terminal
			b.low[at], b.high[at] = b.low[at]+unit, b.high[at]+unit
		case 4:
			p.Links[rng.IntN(len(p.Links))] = uint32(rng.IntN(len(b.Movers))) << 1
		case 5:
			if b.Endless = b.Total - b.Endless; seed%3 == 0 {
				continue
			}
		}
		values := b.unfold().solve()
		if values == nil {
			continue
		}
		wrong := false
		for i := range b.Movers {
			wrong = wrong || values[2*i] < float64(b.low[i])-100 || values[2*i] > float64(b.high[i])+100
		}
		if at, _ := b.prove(t); wrong && at < 0 {
			t.Errorf("seed %d: wrong bounds are proven", seed)
		}
		if wrong {
			rejected[kind]++
		}
	}
	if slices.Min(rejected[:]) < 8 {
		t.Errorf("rejected: %v", rejected)
	}
}

// TestPlayThatDoesNotEnd solves cycles without chance. Payoffs are 0 (node 2) and 10
// (node 3), and endless play pays 4 or 6.
func TestPlayThatDoesNotEnd(t *testing.T) {
	for _, test := range []struct {
		name    string
		mover   int8
		exit    uint32
		endless int64
		value   int64
	}{
		{"role 0 prefers to leave", 0, 3, 6, 10},
		{"role 0 stays", 0, 2, 6, 6},
		{"role 1 stays", 1, 3, 6, 6},
		{"role 1 prefers to leave", 1, 2, 4, 0},
	} {
		b := &builder{Graph: Graph{Total: 10, Endless: test.endless}}
		b.add(test.mover, 0, []uint32{1 << 1}, nil)
		b.add(test.mover, 0, []uint32{0, test.exit << 1}, nil)
		b.add(0, 0, nil, nil)
		b.add(0, 10, nil, nil)
		b.solve(t)
		if b.low[0] != test.value || b.high[0] != test.value || b.low[1] != test.value || b.high[1] != test.value {
			t.Errorf("%s: bounds %v and %v, want %d", test.name, b.low, b.high, test.value)
		}
		for _, other := range []int64{test.value - 1, test.value + 1} {
			for i := range 2 {
				b.low[i], b.high[i] = other, other
			}
			if at, _ := b.prove(t); at < 0 {
				t.Errorf("%s: %d is proven", test.name, other)
			}
		}
	}
}

// TestRandomWalk solves a fair random walk, which takes a million plies on average.
func TestRandomWalk(t *testing.T) {
	const n, total = 2000, 1 << 50
	b := &builder{Graph: Graph{Total: total, Endless: total / 4}}
	for i := range uint32(n) {
		b.add(games.Chance, 0, []uint32{(i + n) % (n + 1) << 1, (i + 1) << 1}, nil)
	}
	b.Pieces[0].Links[0], b.Pieces[0].Links[2*n-1] = n<<1, (n+1)<<1
	b.add(0, 0, nil, nil)
	b.add(0, total, nil, nil)
	b.solve(t)
	if at, wrong := b.prove(t); at >= 0 {
		t.Fatalf("node %d: %s", at, wrong)
	}
	plies := make([]float64, len(b.low))
	err := b.Plies(t.Context(), b.low, b.high, plies)
	if err != nil {
		t.Fatal(err)
	}
	for i := range n {
		value, length := total*float64(i+1)/(n+1), float64(i+1)*float64(n-i)
		if x := float64(b.low[i]); value-x < -1 || value-x > 1e7 || float64(b.high[i])-value > 1e7 {
			t.Fatalf("node %d: %d to %d, want %f", i, b.low[i], b.high[i], value)
		}
		if math.Abs(plies[i]/length-1) > 1e-9 {
			t.Fatalf("node %d: %f plies, want %f", i, plies[i], length)
		}
	}
}

// TestPreferredLength has a move that ends immediately and one that takes two more
// plies on average, with equal payoffs. The other move of node 0 is worse.
func TestPreferredLength(t *testing.T) {
	for _, test := range []struct {
		payoff int64
		plies  float64
	}{{4, 3}, {5, 1}, {6, 1}} {
		b := &builder{Graph: Graph{Total: 10, Endless: 5}}
		b.add(0, 0, []uint32{2 << 1, 1 << 1, 3 << 1}, nil)
		b.add(games.Chance, 0, []uint32{1 << 1, 2 << 1}, nil)
		b.add(0, test.payoff, nil, nil)
		b.add(0, 0, nil, nil)
		b.add(0, 0, []uint32{4 << 1}, nil) // endless
		b.add(games.Chance, 0, []uint32{4 << 1, 2 << 1}, nil)
		b.solve(t)
		plies := make([]float64, len(b.low))
		err := b.Plies(t.Context(), b.low, b.high, plies)
		if err != nil {
			t.Fatal(err)
		}
		want := []float64{test.plies, 2, 0, 0, -1, -1}
		if !slices.Equal(plies, want) {
			t.Errorf("payoff %d: plies %v, want %v", test.payoff, plies, want)
		}
	}
}

// TestSameBoundsOnEveryPlatform compares a hash of the bounds of larger games.
func TestSameBoundsOnEveryPlatform(t *testing.T) {
	h := fnv.New64a()
	for seed := range uint64(40) {
		b := randomGame(seed, 100+int(seed)*5, 1<<50)
		b.solve(t)
		if at, wrong := b.prove(t); at >= 0 {
			t.Errorf("seed %d, node %d: %s", seed, at, wrong)
		}
		for i := range b.low {
			if width := b.high[i] - b.low[i]; width > 300 {
				t.Errorf("seed %d, node %d: width %d", seed, i, width)
			}
		}
		fmt.Fprint(h, b.low, b.high)
	}
	if got := h.Sum64(); got != 0xc0978b3f90a13c16 {
		t.Errorf("hash %#x", got)
	}
}

func TestMalformedGraphsAreErrors(t *testing.T) {
	for want, damage := range map[string]func(b *builder){
		"lower":             func(b *builder) { b.low = b.low[1:] },
		"exceeds":           func(b *builder) { b.Total = maxValue + 1 },
		"expected 16384":    func(b *builder) { b.Pieces = append(b.Pieces, Piece{}) },
		"in pieces":         func(b *builder) { b.Pieces = nil },
		"weights":           func(b *builder) { b.Pieces[0].Odds = make([]uint32, 2) },
		"to node":           func(b *builder) { b.Pieces[0].Links[0] = 20 },
		"exchange of roles": func(b *builder) { b.Pieces[0].Links[0]++ },
		"mover 2":           func(b *builder) { b.Movers[0] = 2 },
		"terminal with":     func(b *builder) { b.low[2] = 11 },
		"context cancelled": func(*builder) {},
	} {
		b := &builder{Graph: Graph{Total: 10, Endless: 4}}
		b.add(0, 0, []uint32{1 << 1, 2 << 1}, nil)
		b.add(0, 0, []uint32{0}, nil)
		b.add(0, 10, nil, nil)
		ctx, cancel := context.WithCancel(t.Context())
		if damage(b); want == "context cancelled" {
			cancel()
		}
		_, _, proveErr := b.Prove(ctx, b.low, b.high)
		pliesErr := b.Plies(ctx, b.low, b.high, make([]float64, len(b.low)))
		for i, err := range []error{b.Solve(ctx, b.low, b.high), proveErr, pliesErr} {
			if err == nil || !strings.Contains(err.Error(), want) && !errors.Is(err, context.Canceled) {
				t.Errorf("%s: call %d: error %v", want, i, err)
			}
		}
		cancel()
	}
}
