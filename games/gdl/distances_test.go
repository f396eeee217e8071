package gdl

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// soleSheet returns a random sheet in which one role has the moves and goals of
// two.
func soleSheet(seed uint64) string {
	m := gdltest.SheetMaker{Rand: rand.New(rand.NewPCG(seed, 1)), Roles: []string{"r", "s"}}
	return strings.NewReplacer("(role s)", "", "(legal s noop)", "", "(legal s ", "(legal r ", "(does s ", "(does r ", "(goal s ", "(goal r ").Replace(m.Sheet())
}

// lampSheet returns a random sheet of one role, whose moves switch lamps under
// certain conditions. Play ends when some lamps are in certain states.
func lampSheet(seed uint64) string {
	const lamps, moves = 6, 4
	rng := rand.New(rand.NewPCG(seed, 2))
	var b strings.Builder
	literal := func() string {
		text := fmt.Sprintf("(true (on %d))", rng.IntN(lamps))
		if rng.IntN(2) == 0 {
			text = "(not " + text + ")"
		}
		return text
	}
	b.WriteString("(role r) (init always) (<= (next always) (true always))\n")
	for l := range lamps {
		if rng.IntN(3) == 0 {
			fmt.Fprintf(&b, "(init (on %d))\n", l)
		}
	}
	for m := range moves {
		fmt.Fprintf(&b, "(<= (legal r m%d) (true always) %s)\n", m, literal())
		for l := range lamps {
			does, now := fmt.Sprintf("(does r m%d)", m), fmt.Sprintf("(true (on %d))", l)
			switch rng.IntN(6) {
			case 0:
				fmt.Fprintf(&b, "(<= (next (on %d)) %s %s)\n", l, does, literal())
			case 1:
				fmt.Fprintf(&b, "(<= (next (on %d)) %s (not %s))\n", l, does, now)
			case 2:
				fmt.Fprintf(&b, "(<= (next (on %d)) %s %s %s)\n", l, does, now, literal())
			default:
				fmt.Fprintf(&b, "(<= (next (on %d)) %s %s)\n", l, does, now)
			}
		}
	}
	fmt.Fprintf(&b, "(<= terminal %s %s %s)\n(<= (goal r 90) %s)\n(goal r 20)\n", literal(), literal(), literal(), literal())
	return b.String()
}

// slowDistances returns, by the text of each state, its distance to a terminal
// state with the given goal, or -1. It returns nil if there are more than most
// states or if terms grow without bound.
func slowDistances(rules *sheet.Sheet, role string, goal, most int) map[string]int {
	slow := newSlowPlayer(rules)
	start := slow.derive(nil)
	if start == nil {
		return nil
	}
	states := [][]string{start.texts("init", "", 0)}
	number := map[string]int{strings.Join(states[0], " "): 0}
	var before [][]int // by state: its predecessors
	var won []int
	for i := 0; i < len(states); i++ {
		if before = append(before, make([][]int, len(states)-len(before))...); len(states) > most {
			return nil
		}
		var given []*sheet.Term
		for _, f := range states[i] {
			given = append(given, sentence("true", f))
		}
		now := slow.derive(given)
		if now == nil {
			return nil
		}
		legal := now.texts("legal", role, 1)
		if len(now["terminal"]) > 0 || len(legal) == 0 {
			most := 0
			for _, text := range now.texts("goal", role, 1) {
				value, _ := strconv.Atoi(text)
				most = max(most, value)
			}
			if most == goal {
				won = append(won, i)
			}
			continue
		}
		for _, m := range legal {
			after := slow.derive(append(slices.Clone(given), sentence("does", role, m)))
			if after == nil {
				return nil
			}
			next := after.texts("next", "", 0)
			text := strings.Join(next, " ")
			n, ok := number[text]
			if !ok {
				n = len(states)
				number[text] = n
				states, before = append(states, next), append(before, nil)
			}
			before[n] = append(before[n], i)
		}
	}
	far := slices.Repeat([]int{-1}, len(states))
	for _, i := range won {
		far[i] = 0
	}
	for from := 0; from < len(won); from++ {
		for _, i := range before[won[from]] {
			if far[i] < 0 {
				far[i] = far[won[from]] + 1
				won = append(won, i)
			}
		}
	}
	distances := map[string]int{}
	for text, n := range number {
		distances[text] = far[n]
	}
	return distances
}

// TestDistancesAreLowerBounds compares the bounds for games of one role with
// distances found by a slow search on the rules.
func TestDistancesAreLowerBounds(t *testing.T) {
	t.Parallel()
	n := uint64(150)
	if gamestest.Large() {
		n = 3000
	}
	none, long := 0, 0
	for seed := range n {
		text := soleSheet(seed)
		if seed%2 == 0 {
			text = lampSheet(seed)
		}
		rules, _ := sheet.Parse("random", text)
		m, err := statemachine.Compile(t.Context(), rules, work.Limits{Bytes: 8 << 20})
		if err != nil {
			continue
		}
		v, err := Open(t.Context(), m)
		var never *games.InputError
		if errors.As(err, &never) {
			continue // no move is ever legal
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		payoffs := v.Info().Payoffs
		goal := payoffs[int(seed/2)%len(payoffs)]
		slow := slowDistances(rules, "r", goal, 70)
		g, ok := v.(games.Game[uint64])
		if slow == nil || !ok {
			continue
		}
		checkBounds(t, m, g, goal, slow)
		want := slow[strings.Join(gdltest.Names(m.Fluents, m.Initial), " ")]
		switch {
		case want < 0:
			none++
		case want > 1:
			long++
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if none < 5 || long < 5 {
		t.Errorf("%d sheets without a play, %d with a long one, want 5 of each", none, long)
	}
}

// checkBounds compares the bounds for all states with their distances.
func checkBounds(t *testing.T, m *statemachine.Machine, g games.Game[uint64], goal int, slow map[string]int) {
	p, rng, joint := m.NewPlay(), rand.New(rand.NewPCG(1, 1)), make([]int32, 1)
	for range 50 {
		s, err := g.(games.Notation[uint64]).ParseState(NewNotation(m).Format(p.State(nil)))
		if err != nil {
			t.Fatal(err)
		}
		d := g.(games.DistanceEstimator[uint64]).Distances(nil, []uint64{s}, goal)[0]
		far := slow[strings.Join(gdltest.Names(m.Fluents, p.State(nil)), " ")]
		if far >= 0 && (d.LowerBound < 0 || int(d.LowerBound) > far) {
			t.Errorf("%d plies at least from a state that is %d from the end", d.LowerBound, far)
		}
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			continue
		}
		p.Do(joint)
	}
}

// TestDistanceCountsWhatEachPlyAdds marks cells one by one. Under the relaxed
// rules, all cells could be marked in one ply.
func TestDistanceCountsWhatEachPlyAdds(t *testing.T) {
	text := gdltest.Numbered("(cell %d)", 12) + `(role r)
		(<= (legal r (mark ?c)) (cell ?c) (not (true (marked ?c))))
		(<= (next (marked ?c)) (does r (mark ?c)))
		(<= (next (marked ?c)) (true (marked ?c)))
		(<= open (cell ?c) (not (true (marked ?c))))
		(<= terminal (not open)) (<= (goal r 100) (not open)) (<= (goal r 0) open)`
	v, err := Open(t.Context(), gdltest.CompileText(t, text))
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	if far := v.(games.DistanceEstimator[uint64]).Distances(nil, []uint64{g.Start()}, 100)[0].LowerBound; far != 12 {
		t.Errorf("it takes %d plies at least, want 12", far)
	}
}
