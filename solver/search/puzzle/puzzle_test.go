package puzzle

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/work"
)

// graph is a random single-role game whose positions can repeat. States without
// successors are terminal.
type graph struct {
	next    [][]uint64
	payoffs []int16
	info    games.Info
}

func newGraph(seed uint64) *graph {
	g := &graph{info: games.Info{Name: "graph", Roles: []string{"me"}, Payoffs: []int{0, 50, 100}}}
	draw := func(n uint64) uint64 { // splitmix64
		seed += 0x9e3779b97f4a7c15
		x := seed
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		return (x ^ x>>31) % n
	}
	const states = 60
	for s := range states {
		g.payoffs = append(g.payoffs, int16(50*draw(2)))
		if draw(20) == 0 {
			g.payoffs[s] = 100
		}
		var next []uint64
		for range draw(4) {
			next = append(next, draw(states))
		}
		g.next = append(g.next, next)
	}
	return g
}

func (g *graph) Info() *games.Info { return &g.info }

func (g *graph) Start() uint64 { return 0 }

func (g *graph) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst = append(dst, g.next[s]...)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *graph) Movers(dst []int8, src []uint64) []int8 {
	return append(dst, make([]int8, len(src))...)
}

func (g *graph) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		dst = append(dst, games.Payoff{g.payoffs[s]})
	}
	return dst
}

// reference returns the length of the shortest play to the payoff, or -1 if
// none exists.
func reference[S games.State](g games.Game[S], payoff int) int {
	seen, layer := map[S]bool{g.Start(): true}, []S{g.Start()}
	for plies := 0; len(layer) > 0; plies++ {
		var next []S
		for _, s := range layer {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 && int(g.Payoffs(nil, []S{s})[0][0]) == payoff {
				return plies
			}
			for _, c := range children {
				if !seen[c] {
					seen[c] = true
					next = append(next, c)
				}
			}
		}
		layer = next
	}
	return -1
}

// check compares the result of Find with an exhaustive search.
func check[S games.State](t *testing.T, g games.Game[S], payoff, want int) {
	t.Helper()
	p, err := Find(t.Context(), g, g.Start(), Options{Bytes: 1 << 28})
	var none *UnfinishedError
	switch {
	case err != nil && (!errors.As(err, &none) || want >= 0 || !none.Never):
		t.Errorf("%v, want a play of %d plies", err, want)
		return
	case err != nil:
		return
	case p.Payoff != payoff:
		t.Errorf("a play gets %d, want %d", p.Payoff, payoff)
	case len(p.Moves) < want || want < 0 || p.Shortest && len(p.Moves) != want:
		t.Errorf("a play of %d plies, the shortest: %v; want %d", len(p.Moves), p.Shortest, want)
	}
	s := g.Start()
	for _, m := range p.Moves {
		children, _ := g.Expand(nil, nil, []S{s})
		s = children[m]
	}
	if children, _ := g.Expand(nil, nil, []S{s}); len(children) > 0 || int(g.Payoffs(nil, []S{s})[0][0]) != p.Payoff {
		t.Errorf("the play ends with %v after which %d moves go on", g.Payoffs(nil, []S{s}), len(children))
	}
}

func TestPlaysOfRandomGamesAreTheShortest(t *testing.T) {
	found, less, never := 0, 0, 0
	for seed := range uint64(300) {
		g, endless := newGraph(seed), int(seed%3*40) // payoff of endless play
		g.info.Endless = &endless
		payoff, want := 100, reference[uint64](g, 100)
		for ; want < 0 && payoff > 0; want = reference[uint64](g, payoff) {
			payoff -= 50
		}
		if payoff < endless {
			want = -1
		}
		if want < 0 {
			never++
		}
		check[uint64](t, g, payoff, want)
		if want > 2 {
			found++
		}
		if want >= 0 && payoff < 100 {
			less++
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
	if found < 30 || less < 30 || never < 30 {
		t.Errorf("%d long plays, %d to less than the greatest payoff, %d games without: the games are too much alike", found, less, never)
	}
}

// TestPlaysOfSheetsHaveTheKnownLengths compares the lengths with those in
// solved.tsv and in tables.
func TestPlaysOfSheetsHaveTheKnownLengths(t *testing.T) {
	for name, want := range map[string]int{"buttons": 6, "maze": 6, "lightsOn": 4, "hanoi": 31, "pancakes": 7, "queens08lg": 8} {
		if (name == "hanoi" || name == "pancakes") && !gamestest.Large() {
			continue // takes a second
		}
		t.Run(name, func(t *testing.T) {
			gdltest.Sheets(t, "games") // skips the test if the descriptions are missing
			v, err := gdl.OpenSpec(t.Context(), filepath.Join(gdltest.Shared(), "games", name+".kif"), work.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			games.ByState(v, checker[uint64], checker[[2]uint64], checker[[4]uint64])(t, want)
		})
	}
}

// TestStatesTooLargeForATable solves a description with 300 lamps, four of
// which matter.
func TestStatesTooLargeForATable(t *testing.T) {
	if !gamestest.Large() {
		t.Skip("it takes two seconds to see that they are many")
	}
	text := "(role me)" + gdltest.Numbered("(lamp %d)", 300) + `(wanted 0) (wanted 60) (wanted 120) (wanted 180)
		(<= (legal me (light ?i)) (lamp ?i) (not (true (on ?i))))
		(<= (next (on ?i)) (does me (light ?i)))
		(<= (next (on ?i)) (true (on ?i)))
		(<= dark (wanted ?i) (not (true (on ?i))))
		(<= terminal (not dark)) (<= (goal me 100) (not dark)) (<= (goal me 0) dark)`
	v, err := gdl.Open(t.Context(), gdltest.CompileText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := v.(games.Numbered[uint64]); !ok {
		t.Errorf("the game is a %T", v)
	}
	check(t, v.(games.Game[uint64]), 100, 4)
}

func checker[S games.State](g games.Game[S]) func(t *testing.T, want int) {
	return func(t *testing.T, want int) { check(t, g, 100, want) }
}

func TestCancelledSearchSaysHowFarItGot(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Find[uint64](ctx, newGraph(1), 0, Options{})
	var none *UnfinishedError
	if !errors.As(err, &none) || !errors.Is(err, context.Canceled) || none.Goal != 100 {
		t.Errorf("error %v", err)
	}
}

// fan is a single-role game whose start leads to many dead ends, to b, and to
// a1. The goal is two plies after b and three plies after a1.
type fan struct{ graph }

func newFan(width int) *fan {
	const b, a1, a2, x, goal, first = 1, 2, 3, 4, 5, 6
	g := &fan{graph{info: games.Info{Name: "fan", Roles: []string{"me"}, Payoffs: []int{0, 100}}}}
	g.next = make([][]uint64, first+width)
	g.payoffs = make([]int16, first+width)
	g.payoffs[goal] = 100
	g.next[0] = append(g.next[0], b)
	for i := range width {
		g.next[0] = append(g.next[0], uint64(first+i))
	}
	g.next[0] = append(g.next[0], a1)
	g.next[a1], g.next[a2], g.next[b], g.next[x] = []uint64{a2}, []uint64{x}, []uint64{x}, []uint64{goal}
	return g
}

// TestShorterWayToAStateIsFollowed makes the search find the longer play first.
func TestShorterWayToAStateIsFollowed(t *testing.T) {
	g := newFan(8 * batchStates)
	p, err := Find[uint64](t.Context(), g, g.Start(), Options{})
	if err != nil || len(p.Moves) != 3 || !p.Shortest {
		t.Errorf("%+v %v, want the shortest play, of 3 plies", p, err)
	}
}

// TestPlayIsTheShortestOnlyIfShorterOnesAreRefuted stops a search that has
// found a play.
func TestPlayIsTheShortestOnlyIfShorterOnesAreRefuted(t *testing.T) {
	ctx, end := context.WithCancel(t.Context())
	end()
	g := newFan(1)
	for atLeast, want := range map[int]bool{3: false, 4: true} {
		e := newExpander[uint64](g, g.Start(), 100, 1<<20)
		e.play, e.length, e.atLeast = []int32{2, 0, 0, 0}, 4, atLeast
		p, never, err := e.find(ctx, Options{Bytes: 1 << 20}, 0)
		if err != nil || never || p.Shortest != want {
			t.Errorf("at least %d plies: %+v %v %v, want shortest %v", atLeast, p, never, err, want)
		}
	}
}
