package gdl

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// checkLifted follows a play in a machine and by the rules with variables.
func checkLifted(t *testing.T, m *machine.Machine) {
	t.Helper()
	g, err := openLifted(t.Context(), m.Sheet, work.Limits{}, &work.LimitError{})
	if err != nil {
		t.Error(err)
		return
	}
	followOpened(t, m, g)
	if err := games.Failure(g); err != nil {
		t.Error(err)
	}
}

// TestLiftedSheetsPlayLikeCompiledOnes plays the shared sheets both ways.
func TestLiftedSheetsPlayLikeCompiledOnes(t *testing.T) {
	t.Parallel()
	for i, file := range gdltest.Sheets(t, "games") {
		if testing.Short() && i%5 > 0 {
			continue
		}
		m := gdltest.Compile(t, file)
		checkLifted(t, m)
	}
}

// permutations is a sheet that writes n numbers in a row, one a ply, and asks whether all are
// different, by a rule that has an instance for each permutation.
func permutations(n int) string {
	text := `(role a) (role b) (init (control a)) (init (at 1)) (<= terminal row) (<= terminal (true (at end)))
		(<= (legal ?r (write ?p ?v)) (true (control ?r)) (true (at ?p)) (num ?v))
		(<= (legal a noop) (true (control b))) (<= (legal b noop) (true (control a)))
		(<= (next (control a)) (true (control b))) (<= (next (control b)) (true (control a)))
		(<= (next (at ?q)) (true (at ?p)) (succ ?p ?q))
		(<= (next (m ?p ?v)) (does ?r (write ?p ?v))) (<= (next (m ?p ?v)) (true (m ?p ?v)))
		(<= (goal a 100) row) (<= (goal a 0) (not row)) (<= (goal b 0) row) (<= (goal b 100) (not row))`
	row := "(<= row"
	for i := range n {
		to := fmt.Sprint(i + 2)
		if i+1 == n {
			to = "end"
		}
		text += fmt.Sprintf("(num %d) (succ %[1]d %s)", i+1, to)
		row += fmt.Sprintf(" (true (m %d ?x%[1]d))", i+1)
		for k := range i {
			row += fmt.Sprintf(" (distinct ?x%d ?x%d)", k+1, i+1)
		}
	}
	return text + row + ")"
}

// TestSheetsTooLargeToBeWrittenOutArePlayed opens a sheet with 9! instances of a rule, which do
// not fit, and plays it.
func TestSheetsTooLargeToBeWrittenOutArePlayed(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "row.kif")
	if err := os.WriteFile(file, []byte(permutations(9)), 0o600); err != nil {
		t.Fatal(err)
	}
	limits := work.Limits{Bytes: 4 << 20}
	if _, err := Load(t.Context(), file, limits); !Playable(err) || !strings.Contains(err.Error(), "in line 7: row") {
		t.Errorf("compiled: %v", err)
	}
	v, err := OpenSpec(t.Context(), file, limits)
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	info := v.Info()
	if _, numbered := v.(games.Numbered[uint64]); !numbered || info.Simultaneous || info.GeneralSum || info.Total != 100 || !info.SumUnproven || len(v.(Described).Doubts()) != 1 {
		t.Errorf("%T, %+v", v, info)
	}
	if err := games.Check(g, 60); err != nil {
		t.Error(err)
	}
	for _, test := range []struct {
		moves string
		wins  int
	}{{"3 1 4 2 9 5 6 8 7", 0}, {"3 1 4 2 9 5 6 8 3", 1}} {
		var moves []string
		for i, v := range strings.Fields(test.moves) {
			moves = append(moves, fmt.Sprintf("write.%d.%s", i+1, v))
		}
		states, err := games.Play(g, g.Start(), moves)
		if err != nil {
			t.Fatal(err)
		}
		if p := g.Payoffs(nil, states[len(states)-1:])[0]; p[test.wins] != 100 || p[1-test.wins] != 0 {
			t.Errorf("%s: payoffs %v", test.moves, p)
		}
	}
	if _, problems, err := CheckFile(t.Context(), file, limits); err != nil || len(problems) != 1 || problems[0].Level != sheet.Warning {
		t.Errorf("checked: %v, %v", problems, err)
	}
}

// TestQuestionsWithoutEndAreGivenUp asks what has no end by rules with variables: the error is
// why the sheet was not compiled.
func TestQuestionsWithoutEndAreGivenUp(t *testing.T) {
	t.Parallel()
	why, limits := &work.LimitError{Sheet: "why"}, hostileLimits()
	limits.Steps = 1_000_000
	for name, text := range map[string]string{
		"answers":   "(num z) (<= (num (s ?x)) (num ?x)) (<= (next (n ?x)) (num ?x))",
		"negations": "(<= (even ?x) (num ?x) (not (even (s ?x)))) (num z) (<= (next q) (even z)) (<= (num (s ?x)) (num ?x))",
		"text":      "(<= (init (n (f ?x ?x))) (t9 ?x)) (<= (t9 (f ?x ?x)) (t8 ?x)) (<= (t8 (f ?x ?x)) (t7 ?x)) (<= (t7 (f (f ?x ?x) (f ?x ?x))) (t6 ?x)) (<= (t6 (f (f (f ?x ?x) ?x) (f (f ?x ?x) ?x))) (t5 ?x)) (<= (t5 (f (f (f ?x ?x) ?x) (f (f ?x ?x) ?x))) (t4 ?x)) (<= (t4 (f (f (f ?x ?x) ?x) (f (f ?x ?x) ?x))) (t3 ?x)) (<= (t3 (f (f (f ?x ?x) ?x) (f (f ?x ?x) ?x))) (t2 ?x)) (t2 (f a (f b (f c d))))",
		"states":    "(init (n z)) (<= (next (n (s ?x))) (true (n ?x))) (<= (next (m ?x ?y)) (true (n ?x)) (true (n ?y))) (<= (next (m ?x ?y)) (true (m ?x ?y)))",
	} {
		rules, problems := sheet.Parse(name, frame+text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if _, err := openLifted(t.Context(), rules, limits, why); err != why {
			t.Errorf("%s: %v", name, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	rules, _ := sheet.Parse("canceled", permutations(3))
	if _, err := openLifted(ctx, rules, work.Limits{}, why); err == nil || err == why {
		t.Errorf("canceled: %v", err)
	}
	// What a faster machine compiles is not played in another way on a slower one.
	if _, err := openLifted(t.Context(), rules, work.Limits{}, &work.LimitError{Slow: true}); err == nil || Playable(err) {
		t.Errorf("slow: %v", err)
	}
}

// TestJointMovesThatDoNotFitEndASearch opens a sheet of four roles with 1,000 moves each.
func TestJointMovesThatDoNotFitEndASearch(t *testing.T) {
	t.Parallel()
	rules, problems := sheet.Parse("many", "(role a) (role b) (role c) (role d) (<= (legal ?r ?m) (role ?r) (m ?m)) (<= terminal (true over)) (goal a 1)"+gdltest.Numbered("(m %d)", 1_000))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	g, err := openLifted(t.Context(), rules, work.Limits{}, &work.LimitError{})
	if err != nil {
		t.Fatal(err)
	}
	if children, _ := g.Expand(nil, nil, []uint64{0}); len(children) > 0 || games.Failure(g) == nil || !strings.Contains(games.Failure(g).Error(), "1000000000000 joint moves") {
		t.Errorf("%d children, %v", len(children), games.Failure(g))
	}
}

// TestQuestionsInCyclesAreAskedToTheEnd asks which nodes of random graphs are an even and an odd
// number of steps away, by two relations that ask for each other.
func TestQuestionsInCyclesAreAskedToTheEnd(t *testing.T) {
	t.Parallel()
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 5))
		text := `(role you) (init (at 0)) (<= (legal you (go ?y)) (true (at ?x)) (even ?x ?y)) (legal you (go 0)) (<= terminal (true (at end))) (goal you 0)
			(<= (next (at ?y)) (does you (go ?y))) (<= (next (far ?x ?y)) (true (at ?x)) (odd ?x ?y))
			(<= (even ?x ?z) (odd ?x ?y) (e ?y ?z))
			(<= (odd ?x ?y) (e ?x ?y)) (<= (odd ?x ?z) (even ?x ?y) (e ?y ?z))`
		for range 14 {
			text += fmt.Sprintf("(e %d %d)", rng.IntN(8), rng.IntN(8))
		}
		checkLifted(t, gdltest.CompileText(t, text))
	}
}

// TestGoalsOfLiftedSheetsCanBeNegative compares the payoffs of compiled sheets. What is no number ends a search.
func TestGoalsOfLiftedSheetsCanBeNegative(t *testing.T) {
	t.Parallel()
	const play = "(init on) (<= terminal (not (true on))) (<= (legal ?r noop) (role ?r)) (role a) (goal a -10)"
	for _, text := range []string{play, play + "(role b) (goal b -20)"} {
		checkLifted(t, gdltest.CompileText(t, text))
	}
	rules, _ := sheet.Parse("word", play+"(role b) (goal b all)")
	if _, err := openLifted(t.Context(), rules, work.Limits{}, &work.LimitError{}); err == nil || !strings.Contains(err.Error(), "goal all") {
		t.Error(err)
	}
}

// TestChildrenThatDoNotFitEndASearch expands a state of 1,000 children with little room left.
func TestChildrenThatDoNotFitEndASearch(t *testing.T) {
	t.Parallel()
	const play = "(role a) (<= (legal a ?m) (m ?m)) (<= (next (at ?m)) (does a ?m)) (<= terminal (true over)) (goal a 1)"
	rules, _ := sheet.Parse("wide", play+gdltest.Numbered("(m %d)", 1_000))
	g, err := openLifted(t.Context(), rules, work.Limits{}, &work.LimitError{})
	if err != nil {
		t.Fatal(err)
	}
	clear(g.number) // of what was met by random plays
	g.bytes = metBytes - 100_000
	if children, _ := g.Expand(nil, nil, []uint64{0}); len(children) > 0 || games.Failure(g) == nil {
		t.Errorf("%d children, %v", len(children), games.Failure(g))
	}
}
