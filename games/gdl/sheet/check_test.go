package sheet_test

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
)

// validate emulates the reference validator. It returns the syntax errors or,
// if there are none, the semantic problems, in the form LEVEL START END
// MESSAGE.
func validate(text string) []string {
	rules, problems := sheet.Parse("sheet", text)
	if len(problems) == 0 {
		problems = rules.Check()
	}
	var found []string
	for _, p := range problems {
		level := "ERROR"
		if p.Level == sheet.Warning {
			level = "WARN"
		}
		found = append(found, fmt.Sprintf("%s %d %d %s", level, p.Start, p.End, p.Message))
	}
	return found
}

// TestCheckReference compares levels, spans and messages with those of the
// reference validator.
func TestCheckReference(t *testing.T) {
	t.Parallel()
	gdltest.Sheets(t, "conformance")
	list, err := os.Open(gdltest.Shared() + "conformance/validator_expected_test.tsv")
	if err != nil {
		t.Fatal(err)
	}
	defer list.Close()
	want := map[string][]string{}
	for lines := bufio.NewScanner(list); lines.Scan(); {
		f := strings.Split(lines.Text(), "\t")
		if want[f[0]] == nil {
			want[f[0]] = []string{}
		}
		if f[1] == "OK" {
			continue
		}
		var start, end int
		fmt.Sscan(strings.TrimLeft(f[2], "0")+" "+strings.TrimLeft(f[3], "0"), &start, &end)
		want[f[0]] = append(want[f[0]], fmt.Sprintf("%s %d %d %s", f[1], start, end, f[4]))
	}
	if len(want) != 26 {
		t.Errorf("verdicts for %d sheets, want 26", len(want))
	}
	for file, problems := range want {
		text, err := os.ReadFile(filepath.Join(gdltest.Shared(), "conformance", file))
		if err != nil {
			t.Fatal(err)
		}
		got := validate(string(text))
		slices.Sort(got)
		slices.Sort(problems)
		if !slices.Equal(got, problems) {
			t.Errorf("%s: got\n\t%s\nwant\n\t%s", file, strings.Join(got, "\n\t"), strings.Join(problems, "\n\t"))
		}
	}
}

// TestCheck appends text to a valid sheet and expects one problem. Brackets mark the
// expected span.
func TestCheck(t *testing.T) {
	tests := []struct{ text, level, message string }{
		{"(<= (goal [YOU] 0) terminal)", "ERROR", "Inconsistent capitalization used for constant: you vs. YOU."},
		{"(<= (init (at ?x)) (succ ?x ?y) (succ ?y [?X]))", "ERROR", "capitalization used for variable within rule: ?x vs. ?X."},
		{"[(role a b)]", "ERROR", "keyword role must contain exactly 1 terms"},
		{"[(<= (init (at 3)))]", "WARN", "Rule with empty body"},
		{"(<= (init (at ?x)) [(succ ?x)])", "WARN", "The name succ was previously used with arity 2 but here has arity 1."},
		{"(init [(at)])", "WARN", "Function with unnecessary parentheses"},
		{"(init (at [a+b+*]))", "WARN", "handled correctly by all players: [*, +]"},
		{"(<= (init ?x) (succ ?x ?y) [(or)])", "WARN", "Disjunctions should not be empty."},
		{"(<= (init ?x) (or (succ ?x 1) [(or (succ 2 ?x))]))", "WARN", "Disjunctions should not be nested."},
		{"(init (at [?x]))", "ERROR", "Variables may only appear within rules."},
		{"(<= [(init (at ?x ?y ?x))] (or (succ ?x 1) (succ ?y 1)))", "ERROR", "in the head but not defined in a positive conjunct of the rule: [?x, ?y]"},
		{"(<= (init ?x) (succ ?x ?y) [(distinct ?z ?y)])", "ERROR", "in a distinct clause but not defined in a positive conjunct of the rule: [?z]"},
		{"(<= (init ?x) (succ ?x ?y) [(not (succ ?y ?z))])", "ERROR", "in a negated sentence but not defined in a positive conjunct of the rule: [?z]"},
		{"(<= (init 1) [(not (not (succ 1 2)))])", "ERROR", "Only sentences may be negated."},
		{"(<= (init 1) (succ 1 2) [(not (or p (succ 2 1)))])(p)", "ERROR", "Only sentences may be negated."},
		{"(<= p [(not q)]) (<= q p)", "ERROR", "A negated sentence is in a cycle"},
		{"(<= (succ ?x (f ?y)) (succ ?x [?y]))", "ERROR", "The term ?y in this rule violates the Recursion Restriction."},
		{"(<= (succ ?x ?y) (or (succ 1 ?x) (num ?x)) (num ?y) (succ ?y [(f ?y)]))(num 3)", "ERROR", "The term (f ?y) in this rule violates the Recursion Restriction."},
		{"(<= [(role ?x)] (succ ?x ?y))", "ERROR", "Roles cannot be defined in rules."},
		{"[(true (at 1))]", "ERROR", "Sentences starting with 'true' are part of the game state"},
		{"(<= [(does you go)] (succ 1 2))", "ERROR", "'does' are the moves chosen by each player"},
		{"(<= p [(init (at 1))]) (<= terminal p)", "ERROR", "Sentences with the keyword init should not be in the bodies of rules."},
		{"(<= (init 1) [(true (at 1))])", "ERROR", "init keyword should not depend on the current state"},
		{"(<= p (does you go)) (<= (base 1) [p])", "ERROR", "base keyword should not depend on the moves being made"},
		{"(<= p (does you go)) (<= q p) (<= terminal (not [q]))", "ERROR", "keyword terminal should not depend on 'does' sentences"},
		{"(init ([next] 1))", "ERROR", "The keyword next should only be used as a sentence name."},
		{"(init (at [legal]))", "WARN", "The keyword legal should only be used as a sentence name."},
		{"(<= ([at] 1) (true (at 1))) (<= terminal (succ 2 1) (succ 1 1))", "WARN", "The name at is being used in both functions and sentences"},
		{"[(unused 1)]", "WARN", "The sentence name unused is defined, but is not used anywhere."},
		{"(<= terminal (succ 1 1) [(suc 1 2)])", "WARN", "a sentence with a name suc that is not produced"},
		{"(<= terminal (does [yuo] go))", "WARN", "yuo is not a role of this game."},
		{"(goal you [101])", "WARN", "The goal 101 is not a whole number from 0 to 100."},
	}
	for _, test := range tests {
		text := gdltest.Playable + test.text
		start, end := strings.Index(text, "["), strings.LastIndex(text, "]")-1
		text = strings.NewReplacer("[", "", "]", "").Replace(text)
		want := fmt.Sprintf("%s %d %d ", test.level, start, end)
		found := false
		for _, got := range validate(text) {
			found = found || strings.HasPrefix(got, want) && strings.Contains(got, test.message)
		}
		if !found {
			t.Errorf("%s: got %q, want %s... %s", test.text, validate(text), want, test.message)
		}
	}
	if got := validate(gdltest.Playable); len(got) > 0 {
		t.Errorf("the playable sheet has problems: %q", got)
	}
}

func TestCheckEssentials(t *testing.T) {
	want := []string{
		"ERROR 0 0 The game does not have any rules for termination.",
		"ERROR 0 0 The game does not define any roles.",
		"ERROR 0 0 The game does not define any goals for any players.",
		"ERROR 0 0 The game does not define any legal moves.",
	}
	if got := validate("; nothing\n"); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCheckSheets expects no errors in published sheets, except in one that is
// stratified only if sentences instead of names are considered.
func TestCheckSheets(t *testing.T) {
	t.Parallel()
	for _, file := range gdltest.Sheets(t, "games") {
		for _, p := range gdltest.ReadSheet(t, file).Check() {
			if p.Level != sheet.Warning && !(filepath.Base(file) == "queens08lg.kif" && p.Message == "A negated sentence is in a cycle with the head of its rule.") {
				t.Errorf("%s: %v", file, p)
			}
		}
	}
}
