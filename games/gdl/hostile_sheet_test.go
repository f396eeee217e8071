package gdl

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// frame is a minimal sheet. Tests add rules whose processing explodes.
const frame = "(role you) (init p) (legal you go) (<= terminal (true over)) (goal you 0)\n"

// hostileSheet is a sheet for which some step is slow.
type hostileSheet struct {
	name, text string
	gives      bool // must exceed the limits of the tests
}

// hostileSheets returns large sheets, and sheets with infinite or huge
// groundings, huge networks or slow proofs.
func hostileSheets() []hostileSheet {
	ten := "(d 0) (d 1) (d 2) (d 3) (d 4) (d 5) (d 6) (d 7) (d 8) (d 9)\n"
	digits := "(d ?a) (d ?b) (d ?c) (d ?d) (d ?e) (d ?f) (d ?g) (d ?h)"
	doubling, doubled := "(t0 a) (t0 b)\n", "(t0 a)\n"
	for i := range 60 {
		doubling += fmt.Sprintf("(<= (t%d (f ?x ?x)) (t%d ?x)) (<= (t%d (g ?x ?y)) (t%d ?x) (t%d ?y))\n", i+1, i, i+1, i, i)
		doubled += fmt.Sprintf("(<= (t%d (f ?x ?x)) (t%d ?x))\n", i+1, i)
	}
	var shared strings.Builder // each rule has a pair of many conditions
	for i := range 2_000 {
		fmt.Fprintf(&shared, "(init (a %d)) (<= (next (a %[1]d)) (true (a %[1]d)) (does you go)) (<= terminal (true (a %[1]d)) (true (a %d))) (<= terminal (true (a %[1]d)) (true (a %d)))",
			i, i*7919%2000, i*4729%2000)
	}
	return []hostileSheet{
		{"successors", "(num z) (<= (num (s ?x)) (num ?x)) (<= (next (n ?x)) (num ?x))", true},
		{"growing state", "(init (n z)) (<= (next (n (s ?x))) (true (n ?x)))", true},
		{"growing moves", "(<= (legal you (again ?m)) (true (did ?m))) (<= (next (did ?m)) (does you ?m))", true},
		{"all numbers", ten + "(<= (next (n ?a ?b ?c ?d ?e ?f ?g ?h)) " + digits + ")", true},
		{"all pairs", gdltest.Numbered("(e %d)", 3000) + "(<= (next (p ?x ?y)) (e ?x) (e ?y) (distinct ?x ?y))", true},
		{"all moves", ten + "(<= (legal you (n ?a ?b ?c ?d ?e ?f ?g ?h)) " + digits + ")", true},
		{"cube", gdltest.Numbered("(e %d)", 400) + "(<= (q ?x ?y ?z) (e ?x) (e ?y) (e ?z)) (<= (next (n ?x ?y ?z)) (q ?x ?y ?z))", true},
		{"cube asked for in no place", gdltest.Numbered("(e %d)", 400) + "(<= (q ?x ?y ?z) (e ?x) (e ?y) (e ?z)) (<= terminal (q ?x ?y ?z) (true (n ?x ?y ?z)))", false},
		{"doubling", doubling + "(<= (next ?x) (t60 ?x))", true},
		{"doubled text", doubled + "(<= (next ?x) (t60 ?x))", true},
		{"doubled goal", doubled + "(<= (goal you ?x) (t60 ?x))", true},
		{"alternatives", "(<= terminal" + strings.Repeat(" (or (true p) (true over))", 40) + ")", true},
		{"long alternatives", "(<= terminal" + strings.Repeat(" (or (true p) (true over))", 12) + strings.Repeat(" (true p)", 20_000) + ")", true},
		{"ackermann", "(num z) (<= (num (s ?x)) (num ?x) (true over)) (<= (next (n ?x)) (num ?x)) (<= (next over) (true p))", true},
		{"transitive", gdltest.Numbered("(e %[1]d %[1]dx)", 3000) + "(<= (r ?x ?y) (e ?x ?y)) (<= (r ?x ?z) (r ?x ?y) (r ?y ?z)) (<= terminal (r ?x ?x))", false},
		{"dead explosion", ten + "(<= (big ?a ?b ?c ?d ?e ?f ?g ?h) " + digits + ")", false},
		{"facts", gdltest.Numbered("(e %d)", 20_000) + "(<= terminal (e ?x) (true ?x))", false},
		{"chain", gdltest.Numbered("(succ %[1]d n%[1]d)", 2_000) + "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (init (step 0))", false},
		// Rules with many variables and conditions.
		{"1,000 variables", "(init (n 1)) (<= (next (n ?x0)) " + links(1_000) + ") (e 1 2) (e 2 1) (<= (next (n ?y)) (true (n ?x)) (e ?x ?y))", true},
		{"100,000 variables", "(init (n 1)) (<= (next (n ?x0)) " + links(100_000) + ") (e 1 2) (e 2 1)", true},
		{"10,000 static", "(<= (next p)" + gdltest.Numbered("(e ?x%d)", 10_000) + ") (e 1) (e 2)", true},
		{"10,000 comparisons", "(<= (next p)" + gdltest.Numbered("(true (n ?x%[1]d)) (distinct ?x%[1]d 1)", 10_000) + ") (init (n 2))", true},
		{"20,000 arguments", "(<= (next (n ?x0)) (true (n ?x0)) (q" + gdltest.Numbered("?x%d", 20_000) + ")) (q" + gdltest.Numbered("a%d", 20_000) + ") (init (n a0))", false},
		{"20,000 conditions", "(<= terminal" + gdltest.Numbered("(true (n %d))", 20_000) + ") (init (n 1))", true},
		// Networks.
		{"shared conditions", shared.String(), true},
		{"counter", counter(5_000), true},
		{"closure", counter(100) + "(<= (r ?x ?y) (succ ?x ?y) (true (on ?x))) (<= (r ?x ?z) (r ?x ?y) (r ?y ?z)) (<= (next over) (r ?x ?x)) (<= (init (on ?x)) (succ ?x ?y)) (<= (next (on ?x)) (true (on ?x)) (not (r ?x ?x)))", true},
		{"10,000 moves", gdltest.Numbered("(m %d)", 10_000) + "(<= (legal you ?m) (m ?m)) (<= (next (did ?m)) (does you ?m)) (<= (next (did ?m)) (true (did ?m)))", true},
		// Proofs.
		{"2,000 goals", "(role me) (legal me go) (<= (goal me ?n) (num ?n) (true (g ?n))) (<= (goal you ?n) (num ?n) (true (h ?n))) (<= (next (g ?n)) (num ?n) (does you go)) (<= (next (h ?n)) (num ?n)) (<= (next over) (true p))" + gdltest.Numbered("(num %d)", 2_000), true},
		{"one of 5,000", gdltest.Numbered("(v %d)", 5_000) + "(<= (legal you (set ?v)) (v ?v)) (<= (next (cell ?v)) (does you (set ?v))) (<= (next over) (true (cell 7))) (init (cell 1))", true},
	}
}

// links returns a body of n conditions that form a chain of n+1 variables.
func links(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, " (true (n ?x%d)) (e ?x%d ?x%d)", i, i, i+1)
	}
	return b.String()
}

// counter returns a sheet that counts to n and beyond.
func counter(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "(succ %d %d)", i, i+1)
	}
	return b.String() + "(<= (next (step ?y)) (true (step ?x)) (succ ?x ?y)) (init (step 0))"
}

func compileAndOpen(ctx context.Context, sheet *sheet.Sheet, limits work.Limits) error {
	m, err := statemachine.Compile(ctx, sheet, limits)
	if err != nil {
		return err
	}
	_, err = Open(ctx, m)
	return err
}

// hostileLimits returns limits on steps, not on time. Each sheet takes a few
// hundredths of a second.
func hostileLimits() work.Limits {
	return work.Limits{Bytes: 16 << 20, Time: time.Hour, Steps: 8_000_000}
}

// TestHostileSheetsEndWithinTheirSteps compiles and opens slow sheets. If a
// slow operation does not count its steps, the test times out.
func TestHostileSheetsEndWithinTheirSteps(t *testing.T) {
	t.Parallel()
	for _, test := range hostileSheets() {
		rules, problems := sheet.Parse(test.name, frame+test.text)
		if len(problems) > 0 {
			t.Errorf("%s: %v", test.name, problems)
			continue
		}
		began := time.Now()
		err := compileAndOpen(t.Context(), rules, hostileLimits())
		t.Logf("%s: %v, %.150v", test.name, time.Since(began).Round(time.Millisecond), err)
		var limit *work.LimitError
		var wrong *sheet.InvalidError
		switch {
		case err == nil && test.gives:
			t.Errorf("%s: opened", test.name)
		case err != nil && !errors.As(err, &limit) && !errors.As(err, &wrong):
			t.Errorf("%s: %v", test.name, err)
		case limit != nil && (limit.Needs == "" || limit.Doing == "" || len(limit.Error()) > 1000):
			t.Errorf("%s: error %.1000q", test.name, limit.Error())
		}
	}
}

// endingContext is done after a number of calls of Err.
type endingContext struct {
	context.Context
	looks, end int
}

func (c *endingContext) Err() error {
	if c.looks++; c.looks >= c.end {
		return context.Canceled
	}
	return nil
}

// TestCompilingStopsWithItsContext ends the context at the first check and at
// later checks. The context must not be checked again.
func TestCompilingStopsWithItsContext(t *testing.T) {
	t.Parallel()
	for _, test := range hostileSheets() {
		if !test.gives || strings.Contains(test.name, "00,000") {
			continue
		}
		sheet, problems := sheet.Parse(test.name, frame+test.text)
		if len(problems) > 0 {
			t.Fatalf("%s: %v", test.name, problems)
		}
		for _, end := range []int{1, 30} {
			ctx := &endingContext{Context: t.Context(), end: end}
			err := compileAndOpen(ctx, sheet, hostileLimits())
			if ctx.looks < end {
				continue // another limit was exceeded before
			}
			if !errors.Is(err, context.Canceled) || !strings.Contains(err.Error(), test.name) {
				t.Errorf("%s, look %d: error %.200v, want that of the context", test.name, end, err)
			}
			if ctx.looks > end {
				t.Errorf("%s: looked at %d times after it had ended at look %d", test.name, ctx.looks-end, end)
			}
		}
	}
}

// TestLargeRulesCompile compiles a rule with 1,000 variables and one instance,
// and a rule with 200 conditions. Both are valid and cheap to process.
func TestLargeRulesCompile(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"variables":  "(init (n0 a)) (<= (next (n0 a))" + gdltest.Numbered("(q%[1]d ?x%[1]d ?y%[1]d)", 1_000) + " (true (n0 ?x0)))" + gdltest.Numbered("(q%d a b)", 1_000),
		"conditions": "(<= (next p)" + strings.Repeat(" (true p)", 200) + ")",
	} {
		sheet, problems := sheet.Parse(name, frame+text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		if _, err := statemachine.Compile(t.Context(), sheet, work.Limits{Time: time.Hour, Steps: 400_000_000}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}
