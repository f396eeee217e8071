package gdl

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"zermelo/games/gdl/work"
)

// walkSheet is a walk back and forth that ends when the walker stops, so play
// can be endless. Each of the roles in %s chooses at its own place.
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
		v, err := OpenSpec(t.Context(), test.spec, work.Limits{})
		if err != nil {
			t.Errorf("%s: %v", test.spec, err)
			continue
		}
		info := v.Info()
		if name := withoutDigest(t, info.Name); name != test.name || info.Spec() != test.spec || info.Endless == nil || *info.Endless != test.endless {
			t.Errorf("%s: name %s, typed %s, endless %v, want %s, %d", test.spec, info.Name, info.Typed, info.Endless, test.name, test.endless)
		}
	}
	for spec, want := range map[string]string{
		one + ":endless=win": ": option endless=win must be one of loss, draw",
		one + ":size=3":      ` has no option "size"; the options are endless=loss | draw`,
		one + ":":            "ends with a colon",
		dir + "/none.kif":    "no such file",
	} {
		if _, err := OpenSpec(t.Context(), spec, work.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", spec, err, want)
		}
	}
}
