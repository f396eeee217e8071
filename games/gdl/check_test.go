package gdl

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// checkPlay returns the problems found by playWarnings, in the form LEVEL TEXT
// MESSAGE HINT. TEXT is the part of the sheet at the problem's span.
func checkPlay(t *testing.T, text string) []string {
	t.Helper()
	sheet, problems := sheet.Parse("sheet", text)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	m, err := statemachine.Compile(t.Context(), sheet, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var found []string
	problems, err = playWarnings(t.Context(), m, sheet)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		found = append(found, fmt.Sprintf("%s [%s] %s (%s)", p.Level, text[p.Start:p.End], p.Message, p.Hint))
	}
	return found
}

// turns is a correct game of two roles. Tests add a rule.
const turns = `(role white) (role black) (init (control white)) (init (pile 3 big))
(succ 0 1) (succ 1 2) (succ 2 3)
(<= (legal ?p (reduce ?x)) (true (control ?p)) (role ?p) (true (pile ?x big)))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (next (pile ?y big)) (true (pile ?x big)) (succ ?y ?x))
(<= (next (control white)) (true (control black))) (<= (next (control black)) (true (control white)))
(<= terminal (true (pile 0 big))) (goal white 60) (goal black 40)
`

func TestConditionsThatNeverHoldAreReported(t *testing.T) {
	t.Parallel()
	tests := []struct{ rule, want string }{
		{"(true (contorl ?x))", "[contorl] (true (contorl ?x)) never holds: no init or next rule makes it true. (did you mean control?)"},
		{"(not (true (contorl white)))", "[contorl] (true (contorl white)) never holds"},
		{"(or (true (pile 1 big)) (true (pile ?x bg)))", "[bg] (true (pile ?x bg)) never holds: no init or next rule makes it true. (did you mean big?)"},
		{"(true (control wihte))", "[wihte] (true (control wihte)) never holds"},
		{"(true (contorl wihte))", "[contorl] (true (contorl wihte)) never holds: no init or next rule makes it true. (did you mean control?)"},
		{"(true (pile 7 big))", "[(pile 7 big)] (true (pile 7 big)) never holds: no init or next rule makes it true. (correct a misspelt name, or remove the condition)"},
		{"(true (pile ?x ?x))", "[(pile ?x ?x)] (true (pile ?x ?x)) never holds"},
		{"(true (pile ?x))", "[(pile ?x)] (true (pile ?x)) never holds"},
		{"(true zzz)", "[zzz] (true zzz) never holds"},
		{"(does ?p (redcue ?x))", "[redcue] (does ?p (redcue ?x)) never holds: no rule makes it legal. (did you mean reduce?)"},
		{"(does black nop)", "[nop] (does black nop) never holds: no rule makes it legal. (did you mean noop?)"},
		{"(does withe noop)", ""}, // reported by Sheet.Check
		{"(true (control ?x)) (does ?x (reduce 2))", ""},
		{"(true ?anything)", ""},
	}
	for _, test := range tests {
		got := checkPlay(t, turns+"(<= (next (extra 1)) "+test.rule+")")
		switch {
		case test.want == "" && len(got) > 0, test.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0], "warning "+test.want)):
			t.Errorf("%s: got %q, want %q", test.rule, got, test.want)
		}
	}
}

// TestWhatCanGoWrongInPlayIsReported distinguishes refuted claims from unproven
// claims.
func TestWhatCanGoWrongInPlayIsReported(t *testing.T) {
	t.Parallel()
	one := "(role you) (init (at 1)) (succ 1 2) (<= (next (at ?y)) (true (at ?x)) (succ ?x ?y))"
	tests := []struct{ name, sheet, want string }{
		{"sound", one + "(legal you go) (<= terminal (true (at 2))) (goal you 100)", ""},
		{"stuck", one + "(succ 2 3) (<= (legal you go) (true (at 1))) (<= terminal (true (at 3))) (<= (goal you 100) (true (at 3))) (<= (goal you 0) (not (true (at 3))))",
			"warning [(role you)] you can have no legal move in a nonterminal position; the game is then over. (give a role that waits a move, such as (<= (legal you noop) ...))"},
		{"no goal", one + "(legal you go) (<= terminal (true (at 2))) (<= (goal you 100) (true (at 1)))",
			"warning [(role you)] The game can end without a goal for you; the payoff is then 0. (write (<= (goal you 0) ...) for the remaining terminal positions)"},
		{"goals", one + "(legal you go) (<= terminal (true (at 2))) (goal you 100) (goal you 50)",
			"warning [(role you)] The game can end with several goals for you; the highest counts. ()"},
		{"three roles", strings.Replace(one, "(role you)", "(role you) (role me) (role them)", 1) +
			"(<= (legal ?p go) (role ?p)) (<= terminal (true (at 2))) (goal you 100) (goal me 0)",
			"warning [(role them)] The game can end without a goal for them; the payoff is then 0. (write (<= (goal them 0) ...) for the remaining terminal positions)"},
		{"two sums", strings.Replace(one, "(role you)", "(role you) (role me)", 1) +
			"(legal you go) (legal you wait) (legal me go) (<= (next waited) (does you wait)) (<= terminal (true (at 2)))" +
			"(goal me 50) (<= (goal you 100) (true waited)) (<= (goal you 50) (not (true waited)))",
			"warning [(role you)] The goals add up to 100 in some terminal positions and 150 in others; values are those of a general-sum game. (if that is an error, correct the goals)"},
		// A game of 20 switches has too many states to explore, and random
		// plays do not reach the terminal state without a goal.
		{"unproven", counting(20), "warning [(role you)] It is not proven that you has a goal in every terminal position; without a goal, the payoff is 0. (write (<= (goal you 0) ...) for the remaining terminal positions)"},
	}
	for _, test := range tests {
		got := strings.Join(checkPlay(t, test.sheet), "\n")
		if got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// counting returns a game of n switches, one of which changes in every ply. The
// game ends when all switches are on, or when all except the first are on. The
// latter state has no goal.
func counting(n int) string {
	var b strings.Builder
	b.WriteString("(role you) (init (off 0))\n")
	all := ""
	for i := range n {
		fmt.Fprintf(&b, "(switch %d) ", i)
		if i > 0 {
			all += fmt.Sprintf(" (true (on %d))", i)
		}
	}
	b.WriteString(`
(<= (legal you (turn ?x)) (switch ?x))
(<= (next (on ?x)) (does you (turn ?x)) (not (true (on ?x))))
(<= (next (on ?x)) (true (on ?x)) (does you (turn ?y)) (distinct ?x ?y))
(<= (next (off 0)) (true (off 0)))
(<= terminal` + all + `)
(<= (goal you 100) (true (on 0)))`)
	return b.String()
}

// TestCycleByNamesAloneIsAWarning checks two sheets with a cycle through
// negation. In the first, only the names of sentences form a cycle; in the
// second, the sentences themselves do.
func TestCycleByNamesAloneIsAWarning(t *testing.T) {
	rule := "(<= (goal you 50) (not (goal you 100)))\n(<= (goal you 100) %s)\n"
	for condition, want := range map[string]string{
		"(true (at 2))":       "warning: A negated sentence is in a cycle with the head of its rule.",
		"(not (goal you 50))": "error: A negated sentence is in a cycle with the head of its rule.",
	} {
		file := filepath.Join(t.TempDir(), "sheet.kif")
		text := `(role you) (init (at 1)) (<= (legal you go) (true (at ?x)))
(<= (next (at 2)) (does you go)) (<= terminal (true (at 2)))
` + fmt.Sprintf(rule, condition)
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		_, problems, err := CheckFile(t.Context(), file, work.Limits{})
		if err != nil || len(problems) == 0 {
			t.Fatalf("%s: %v, %v", condition, problems, err)
		}
		if got := fmt.Sprintf("%s: %s", problems[0].Level, problems[0].Message); got != want {
			t.Errorf("%s: got %s, want %s", condition, got, want)
		}
	}
}
