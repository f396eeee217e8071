package gdl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
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

// walkSheet is a walk to and fro that ends where the walker stops: play can go
// on for ever. Each of the roles in %s chooses at its own place.
const walkSheet = `(init (at left))
(other left right) (other right left)
(<= (legal a walk) (true (at ?x)))
(<= (legal a stop) (true (at ?x)))
(<= (next (at ?y)) (true (at ?x)) (other ?x ?y) (does a walk))
(<= (next (stopped ?x)) (true (at ?x)) (does a stop))
(<= terminal (true (stopped ?x)))
(<= (goal a 30) (true (stopped left)))
(<= (goal a 80) (true (stopped right)))
(<= (goal b 70) (true (stopped left)))
(<= (goal b 20) (true (stopped right)))
`

func TestOpenSpecOptions(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	one := write("one.kif", "(role a)\n"+strings.ReplaceAll(walkSheet, "(goal b", "(unused b"))
	two := write("two.kif", "(role a) (role b) (legal b wait)\n"+walkSheet)
	comma := write("a,b=c.kif", "(role a) (role b) (legal b wait)\n"+walkSheet)
	tests := []struct {
		spec, name string
		endless    int
	}{
		{one, "one.kif", 30},
		{one + ":endless=loss", "one.kif", 30},
		{one + ":endless=draw", "one.kif:endless=draw", 55},
		{two, "two.kif", 50},
		{two + ":endless=loss", "two.kif:endless=loss", 30},
		{comma, "a-b-c.kif", 50},
	}
	for _, test := range tests {
		v, err := OpenSpec(test.spec, Limits{})
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		info := v.Info()
		if info.Name != test.name || info.Endless == nil || *info.Endless != test.endless {
			t.Errorf("%s: name %s, endless %v, want %s, %d", test.spec, info.Name, info.Endless, test.name, test.endless)
		}
	}
	for spec, want := range map[string]string{
		one + ":endless=win": "one.kif: option endless=win must be one of loss, draw",
		one + ":size=3":      `one.kif has no option "size"; the options are: endless=loss | draw`,
		one + ":":            "ends with a colon",
		dir + "/none.kif":    "no such file",
	} {
		if _, err := OpenSpec(spec, Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}
