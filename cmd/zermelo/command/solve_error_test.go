package command

import (
	"strings"
	"testing"

	"zermelo/games/builtin"
	"zermelo/tablebase/solve"
)

// TestBudgetErrorNamesWhatIsKept checks that only resumable solves suggest the same command.
func TestBudgetErrorNamesWhatIsKept(t *testing.T) {
	v, err := builtin.Registry().Open("nim")
	if err != nil {
		t.Fatal(err)
	}
	for inMemory, want := range map[bool]string{true: "are not kept; use a longer --budget", false: "run the same command again to continue"} {
		if text := solveError(v, solveOptions{}, &solve.BudgetError{Budget: 1e9, InMemory: inMemory}).Error(); !strings.Contains(text, want) {
			t.Errorf("in memory %v: %q does not contain %q", inMemory, text, want)
		}
	}
}
