package gdl

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/work"
)

func TestSplitSpec(t *testing.T) {
	tests := []struct {
		spec, file, options string
		ok                  bool
	}{
		{"a.kif", "a.kif", "", true},
		{"a.KIF", "a.KIF", "", true},
		{"dir.d/a.gdl:endless=loss", "dir.d/a.gdl", "endless=loss", true},
		{"a.kif:", "a.kif", "", true},
		{"a.kif:x=b.kif", "a.kif", "x=b.kif", true},
		{"C:/a.kif", "C:/a.kif", "", true},
		{"a.kif@12ab:endless=loss", "a.kif@12ab", "endless=loss", true},
		{"a@b.kif", "a@b.kif", "", true},
		{"tron@12ab", "tron@12ab", "", false},
		{"tron", "tron", "", false},
		{"tron:size=3x3", "tron:size=3x3", "", false},
		{"kif", "kif", "", false},
		{"a.kif.txt", "a.kif.txt", "", false},
	}
	for _, test := range tests {
		file, options, ok := SplitSpec(test.spec)
		if file != test.file || options != test.options || ok != test.ok {
			t.Errorf("SplitSpec(%q) = %q, %q, %v, want %q, %q, %v", test.spec, file, options, ok, test.file, test.options, test.ok)
		}
	}
}

// withoutDigest removes the digest from the name of a sheet's variant.
func withoutDigest(t *testing.T, name string) string {
	t.Helper()
	mark := regexp.MustCompile(`@[0-9a-f]{6}(:|$)`)
	if len(mark.FindAllString(name, -1)) != 1 {
		t.Errorf("name %s: want one digest", name)
	}
	return mark.ReplaceAllString(name, "$1")
}

// TestDigest opens sheets by names with digests. The digest must depend on the
// rules but not on the layout.
func TestDigest(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pile.kif")
	name := func(text string) string {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		v, err := OpenSpec(t.Context(), file, work.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		return v.Info().Name
	}
	first := name("(role a) (init (at 1)) (legal a go) (next (at 2)) (goal a 100) (<= terminal (true (at 2)))")
	if second := name("; A step.\n(ROLE a)(init (at 1)) (legal a go) (next (at 2)) (goal a 100)\n(<= terminal\n  (true (at 2)))"); second != first {
		t.Errorf("%s in another layout is %s", first, second)
	}
	dir := filepath.Dir(file) + "/"
	if v, err := OpenSpec(t.Context(), dir+first, work.Limits{}); err != nil || v.Info().Name != first {
		t.Errorf("%s: %v, %v", first, v, err)
	}
	third := name("(role a) (init (at 1)) (legal a go) (next (at 2)) (goal a 99) (<= terminal (true (at 2)))")
	if third == first || !games.RulesChanged(first, third) || !games.RulesChanged(first+":endless=loss", third) || games.RulesChanged(first, first+":endless=loss") || games.RulesChanged(first, "x"+third) {
		t.Errorf("%s and %s are not told apart", first, third)
	}
	if _, err := OpenSpec(t.Context(), dir+first, work.Limits{}); err == nil || !strings.Contains(err.Error(), "the rules in the file have changed and are now "+third) {
		t.Errorf("%s: %v", first, err)
	}
}
