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
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// soleSheet is a random sheet of one role, who has the moves and goals of two.
func soleSheet(seed uint64) string {
	m := gdltest.SheetMaker{Rand: rand.New(rand.NewPCG(seed, 1)), Roles: []string{"r", "s"}}
	return strings.NewReplacer("(role s)", "", "(legal s noop)", "", "(legal s ", "(legal r ", "(does s ", "(does r ", "(goal s ", "(goal r ").Replace(m.Sheet())
}

// lampSheet is a random sheet of one role with lamps, which moves put on and off, each under a
// condition. Play is over when some are as they should be.
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

// slowDistances are, by the texts of the states that the referee meets first, the plies to the end of a
// play with a goal; -1 where there is none. It is nil if there are more states than most, or terms
// grow without end.
func slowDistances(rules *sheet.Sheet, role string, goal, most int) map[string]int {
	slow := newSlowPlayer(rules)
	start := slow.derive(nil)
	if start == nil {
		return nil
	}
	states := [][]string{start.texts("init", "", 0)}
	number := map[string]int{strings.Join(states[0], " "): 0}
	var before [][]int // by state: those that lead to it
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

// TestSolePlaysAgreeWithTheReferee compares bounds and plays of a sole role with what a
// slow search finds by the rules as they are read.
func TestSolePlaysAgreeWithTheReferee(t *testing.T) {
	t.Parallel()
	n := uint64(150)
	if gamestest.Large() {
		n = 3000
	}
	found, none, long, together := 0, 0, 0, 0
	for seed := range n {
		text := soleSheet(seed)
		if seed%2 == 0 {
			text = lampSheet(seed)
		}
		rules, _ := sheet.Parse("random", text)
		m, err := machine.Compile(t.Context(), rules, work.Limits{Bytes: 8 << 20})
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
		u := v.(games.Unroller).Unroll(goal, 1<<28)
		moves, err := u.Parallel(t.Context(), 1e5)
		if err != nil {
			t.Fatal(err)
		}
		if moves != nil {
			together++
			checkGets(t, g, moves, goal)
		}
		for plies := range 8 {
			answer, moves, err := u.Seek(t.Context(), plies, 1e9)
			switch {
			case err != nil:
				t.Fatal(err)
			case (answer == games.Found) != (want >= 0 && want <= plies) || answer == games.Never && want >= 0 || answer == games.NotKnown:
				t.Errorf("seed %d: a play of %d plies: answer %v, the shortest takes %d", seed, plies, answer, want)
			case answer == games.Found:
				found++
				checkGets(t, g, moves, goal)
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if found < 20 || none < 5 || long < 5 || together < 3 {
		t.Errorf("%d plays found, %d with moves made together, %d sheets without, %d with long ones: too much alike", found, together, none, long)
	}
}

// checkGets plays moves, numbers of children, to the end.
func checkGets[S games.State](t *testing.T, g games.Game[S], moves []int32, goal int) {
	t.Helper()
	s := g.Start()
	for _, i := range moves {
		children, _ := g.Expand(nil, nil, []S{s})
		s = children[i]
	}
	if children, _ := g.Expand(nil, nil, []S{s}); len(children) > 0 || int(g.Payoffs(nil, []S{s})[0][0]) != goal {
		t.Errorf("the play found does not get %d", goal)
	}
}

// squareSheet is a Latin square to be filled, cell by cell in any order.
const squareSheet = `(role me) (n 1) (n 2) (n 3) (n 4) (n 5)
	(<= (init (blank ?x ?y)) (n ?x) (n ?y))
	(<= (legal me (put ?x ?y ?v)) (true (blank ?x ?y)) (n ?v) (not (row ?x ?v)) (not (column ?y ?v)))
	(<= (row ?x ?v) (true (cell ?x ?y ?v)))
	(<= (column ?y ?v) (true (cell ?x ?y ?v)))
	(<= (next (cell ?x ?y ?v)) (does me (put ?x ?y ?v)))
	(<= (next (cell ?x ?y ?v)) (true (cell ?x ?y ?v)))
	(<= (next (blank ?x ?y)) (true (blank ?x ?y)) (does me (put ?u ?w ?v)) (distinct ?x ?u))
	(<= (next (blank ?x ?y)) (true (blank ?x ?y)) (does me (put ?u ?w ?v)) (distinct ?y ?w))
	(<= open (true (blank ?x ?y)))
	(<= terminal (not open)) (<= (goal me 0) open)`

func TestMovesInAnyOrderAreFoundTogether(t *testing.T) {
	after := ""
	for i := range 25 {
		after += fmt.Sprintf("(after %d %d)", i, i+1)
	}
	for name, end := range map[string]string{
		"any time": "(<= (goal me 100) (not open))",
		"by the clock": `(<= (goal me 100) (not open) (true (time 25))) (<= (goal me 50) (not open) (not (true (time 25))))
			(init (time 0)) (<= (next (time ?j)) (true (time ?i)) (after ?i ?j))` + after,
	} {
		v, err := Open(t.Context(), gdltest.CompileText(t, squareSheet+end))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		moves, err := v.(games.Unroller).Unroll(100, 1<<28).Parallel(t.Context(), 1e6)
		if len(moves) != 25 || err != nil {
			t.Fatalf("%s: moves %v, %v", name, moves, err)
		}
		games.ByState(v, func(g games.Game[uint64]) func() { return func() { checkGets(t, g, moves, 100) } },
			func(g games.Game[[2]uint64]) func() { return func() { checkGets(t, g, moves, 100) } },
			func(g games.Game[[4]uint64]) func() { return func() { checkGets(t, g, moves, 100) } })()
	}
}

// TestGoalThatNoStateHasIsRefutedAtOnce demands a value twice in a row and in a column, and two values in a cell.
func TestGoalThatNoStateHasIsRefutedAtOnce(t *testing.T) {
	v, err := Open(t.Context(), gdltest.CompileText(t, squareSheet+`
		(<= wrong (true (cell 1 1 1)) (true (cell 1 1 2)) (true (cell 1 2 1)) (true (cell 2 1 1)))
		(<= (goal me 100) (not open) wrong) (<= (goal me 50) (not open) (not wrong))`))
	if err != nil {
		t.Fatal(err)
	}
	if answer, _, err := v.(games.Unroller).Unroll(100, 1<<28).Seek(t.Context(), 0, 1e6); answer != games.Never || err != nil {
		t.Errorf("answer %v, %v; it is never", answer, err)
	}
}

// checkBounds compares the bounds of all states with their distances.
func checkBounds(t *testing.T, m *machine.Machine, g games.Game[uint64], goal int, slow map[string]int) {
	p, rng, joint := m.NewPlay(), rand.New(rand.NewPCG(1, 1)), make([]int32, 1)
	for range 50 {
		s, err := g.(games.Notation[uint64]).ParseState(NewWords(m).Format(p.State(nil)))
		if err != nil {
			t.Fatal(err)
		}
		d := g.(games.Relaxed[uint64]).Distances(nil, []uint64{s}, goal)[0]
		far := slow[strings.Join(gdltest.Names(m.Fluents, p.State(nil)), " ")]
		if far >= 0 && (d.AtLeast < 0 || int(d.AtLeast) > far) {
			t.Errorf("%d plies at least from a state that is %d from the end", d.AtLeast, far)
		}
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			continue
		}
		p.Do(joint)
	}
}

// TestDistanceCountsWhatEachPlyAdds marks cells one by one, all of which could be marked at once
// by the relaxed rules.
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
	if far := v.(games.Relaxed[uint64]).Distances(nil, []uint64{g.Start()}, 100)[0].AtLeast; far != 12 {
		t.Errorf("it takes %d plies at least, want 12", far)
	}
}
