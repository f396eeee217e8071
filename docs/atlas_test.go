package docs_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestAtlasMatchesReferenceValues compares the values in docs/atlas.md with those
// computed by the reference prover, for games of one player and of constant sum.
// The values of other games depend on the choice of the equilibrium.
func TestAtlasMatchesReferenceValues(t *testing.T) {
	known, err := os.ReadFile("../../shared/gdl/solved.tsv")
	if err != nil {
		t.Skip(err)
	}
	page, err := os.ReadFile("atlas.md")
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	for line := range strings.Lines(string(page)) {
		if cells := strings.Split(line, "|"); len(cells) > 6 {
			values[strings.TrimSuffix(strings.TrimSpace(cells[1]), ".kif")] = strings.TrimSpace(cells[5])
		}
	}
	compared := 0
	for line := range strings.Lines(string(known)) {
		cells := strings.Split(line, "\t")
		value := values[cells[0]]
		first := regexp.MustCompile(`^(\w+)=([\d.]+)(?: \(mixed ([\d]+\.\d\d))?`).FindStringSubmatch(cells[9])
		switch {
		case first == nil || cells[1] == "2" && !strings.HasPrefix(cells[8], "const-sum"):
			continue
		case value == "":
			t.Errorf("%s: missing in docs/atlas.md", cells[0])
			continue
		}
		compared++
		role, payoff, mixed := first[1], first[2], first[3]
		var want string
		switch {
		case cells[1] == "1":
			want = role + " gets " + payoff
		case strings.Contains(payoff, "..") && mixed != "50.00" && mixed != "15.00":
			want = mixed + " points for " + role
		case payoff == "100":
			want = role + " wins"
		case payoff == "0":
			want = " wins"
		default:
			want = "" // a draw, or even
		}
		if !strings.Contains(value, want) || want == "" && !strings.HasPrefix(value, "draw") && !strings.HasPrefix(value, "even") ||
			payoff == "0" && strings.HasPrefix(value, role) {
			t.Errorf("%s: value %q in docs/atlas.md, want %q, from %s", cells[0], value, want, cells[9])
		}
	}
	if compared < 12 {
		t.Errorf("compared %d sheets, want 12 or more", compared)
	}
}
