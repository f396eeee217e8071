package gdl

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// permutations returns a sheet that writes n numbers in a row. One of its rules
// has an instance for each permutation of the numbers.
func permutations(n int) string {
	text := `(role a) (init (at 1)) (<= terminal row) (<= terminal (true (at end)))
		(<= (legal a (write ?p ?v)) (true (at ?p)) (num ?v))
		(<= (next (at ?q)) (true (at ?p)) (succ ?p ?q))
		(<= (next (m ?p ?v)) (does a (write ?p ?v))) (<= (next (m ?p ?v)) (true (m ?p ?v)))
		(<= (goal a 100) row) (<= (goal a 0) (not row))`
	row := "\n(<= row"
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

// TestSheetTooLargeToGroundIsRefused opens a sheet in which a rule has 9!
// instances, which exceed the memory limit.
func TestSheetTooLargeToGroundIsRefused(t *testing.T) {
	file := filepath.Join(t.TempDir(), "row.kif")
	if err := os.WriteFile(file, []byte(permutations(9)), 0o600); err != nil {
		t.Fatal(err)
	}
	limits := work.Limits{Bytes: 4 << 20}
	const why = "the current rule, for row, is on line 6"
	_, err := OpenSpec(t.Context(), file, limits)
	if _, limited := errors.AsType[*work.LimitError](err); !limited || !strings.Contains(err.Error(), why) {
		t.Errorf("OpenSpec = %v, want a LimitError with %q", err, why)
	}
	_, problems, err := CheckFile(t.Context(), file, limits)
	if err != nil || len(problems) != 1 || problems[0].Level != sheet.Fatal || !strings.Contains(problems[0].Message, why) {
		t.Errorf("CheckFile = %v, %v, want one fatal problem with %q", problems, err, why)
	}
}
