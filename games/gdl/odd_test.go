package gdl

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// TestOddSheets plays the sheets in testdata/odd. The expectations were worked
// out by hand. They are in the sheets, in comments that begin with ;> :
//
//	;> state FLUENT...      exactly these fluents are true
//	;> legal ROLE MOVE...   exactly these moves are legal
//	;> goal ROLE VALUE      the goal of the role, or none
//	;> over, ;> not over    whether the state is terminal
//	;> do MOVE...           makes a move for each role
//	;> perft N...           number of plays of 1, 2, ... plies from the first state
//	;> fails TEXT           the sheet does not compile, with this reason
func TestOddSheets(t *testing.T) {
	t.Parallel()
	files, _ := filepath.Glob("testdata/odd/*.kif")
	if len(files) < 15 {
		t.Errorf("%d sheets, want 15 or more", len(files))
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(t *testing.T) { playOdd(t, file) })
	}
}

func playOdd(t *testing.T, file string) {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := LoadSpec(t.Context(), file, work.Limits{})
	var p *statemachine.Play
	if err == nil {
		p = m.NewPlay()
	}
	expected, failed := 0, false
	for i, line := range strings.Split(string(text), "\n") {
		directive, ok := strings.CutPrefix(strings.TrimSpace(line), ";> ")
		if !ok {
			continue
		}
		expected++
		word, rest, _ := strings.Cut(directive, " ")
		if word == "fails" {
			if failed = true; err == nil || !strings.Contains(err.Error(), rest) {
				t.Errorf("line %d: error %v, want %s", i+1, err, rest)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if got := expect(t, m, p, word, rest); got != "" {
			t.Errorf("line %d: %s: got %s", i+1, directive, got)
		}
	}
	if expected == 0 || err != nil && !failed {
		t.Errorf("%d expectations, error %v", expected, err)
	}
}

// expect runs a directive. If the actual state differs from the expectation, it
// returns a description of the actual state.
func expect(t *testing.T, m *statemachine.Machine, p *statemachine.Play, word, rest string) string {
	forms := formsOf(t, rest)
	switch word {
	case "state":
		return unlike(gdltest.Names(m.Fluents, p.State(nil)), forms)
	case "legal":
		role := slices.Index(m.Roles, forms[0])
		return unlike(gdltest.Names(m.Moves[role], p.Legal(nil, role)), forms[1:])
	case "goal":
		value, ok := p.Goal(slices.Index(m.Roles, forms[0]))
		got := strconv.Itoa(value)
		if !ok {
			got = "none"
		}
		return unlike([]string{got}, forms[1:])
	case "over", "not":
		if p.Terminal() != (word == "over") {
			return fmt.Sprint("terminal ", p.Terminal())
		}
	case "do":
		var joint []int32
		for role, move := range forms {
			joint = append(joint, int32(slices.Index(m.Moves[role], move)))
		}
		p.Do(joint)
	case "perft":
		var got []string
		for depth := range forms {
			got = append(got, strconv.Itoa(countPlays(m, m.Initial, depth+1)))
		}
		if !slices.Equal(got, forms) {
			return fmt.Sprint(got)
		}
	default:
		t.Fatalf("unknown directive %s", word)
	}
	return ""
}

// formsOf returns the terms in a GDL string.
func formsOf(t *testing.T, text string) []string {
	sheet, problems := sheet.Parse("terms", text)
	if len(problems) > 0 {
		t.Fatalf("%s: %v", text, problems)
	}
	var forms []string
	for i := range sheet.Rules {
		forms = append(forms, sheet.Rules[i].Head.String())
	}
	return forms
}

// unlike compares two lists as sets. It returns "" if they are equal, and
// otherwise the elements of got.
func unlike(got, want []string) string {
	slices.Sort(got)
	slices.Sort(want)
	if slices.Equal(got, want) {
		return ""
	}
	return fmt.Sprint(got)
}

// countPlays returns the number of sequences of joint moves of the given
// length.
func countPlays(m *statemachine.Machine, state []int32, plies int) int {
	if plies == 0 {
		return 1
	}
	p := m.NewPlay()
	p.SetState(state)
	if p.Terminal() {
		return 0
	}
	joints := [][]int32{nil}
	for role := range m.Roles {
		var longer [][]int32
		for _, j := range joints {
			for _, move := range p.Legal(nil, role) {
				longer = append(longer, append(slices.Clone(j), move))
			}
		}
		joints = longer
	}
	n := 0
	for _, j := range joints {
		p.SetState(state)
		p.Do(j)
		n += countPlays(m, p.State(nil), plies-1)
	}
	return n
}
