package games_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"zermelo/games"
)

// chosen is a variant that records its options.
type chosen struct {
	info   games.Info
	choice games.Choice
}

func (c *chosen) Info() *games.Info { return &c.info }

func newRegistry() *games.Registry {
	return &games.Registry{
		Entries: []games.Entry{
			{
				Name: "grid",
				Options: []games.Option{
					games.Size("size", "the board", 6, 5, 2, 8),
					games.Int("rows", "rows of pieces", 2, 1, 3),
					games.Enum("captures", "whether pieces capture", "none", "diagonal"),
					games.Cells("holes", "cells left out"),
				},
				New: func(c games.Choice) (games.Variant, error) {
					if w, _ := c.Size("size"); w < c.Int("rows") {
						return nil, games.BadInput("grid: too narrow")
					}
					return &chosen{choice: c}, nil
				},
			},
			{Name: "plain", New: func(c games.Choice) (games.Variant, error) { return &chosen{choice: c}, nil }},
		},
		Presets: []games.Preset{
			{Name: "grid-small", Spec: "grid:size=3x3,rows=1"},
			{Name: "just-grid", Spec: "grid"},
		},
	}
}

func TestOpenNames(t *testing.T) {
	tests := []struct{ spec, want string }{
		{"grid", "grid"},
		{"plain", "plain"},
		{"just-grid", "grid"},
		{"just-grid:rows=3", "grid:rows=3"},
		{"grid-small", "grid:size=3x3,rows=1"},
		{"grid:size=6x5", "grid"},
		{"GRID:Size=3X4,captures=DIAGONAL", "grid:size=3x4,captures=diagonal"},
		{"grid:size=06x5,rows=+2", "grid"},
		{"grid:captures=diagonal,size=4x4", "grid:size=4x4,captures=diagonal"},
		{"grid-small:rows=2", "grid:size=3x3"},
		{"grid-small:size=6x5,rows=2", "grid"},
		{"grid-small:captures=diagonal,rows=3", "grid:size=3x3,rows=3,captures=diagonal"},
		{"grid:3X4", "grid:size=3x4"},
		{"grid:rows=1,3x4", "grid:size=3x4,rows=1"},
		{"grid_small:4x4", "grid:size=4x4,rows=1"},
		{"grid:holes=none", "grid"},
		{"grid:holes=", "grid"},
		{"grid:holes=3.4+2.3", "grid:holes=2.3+3.4"},
		{"grid:holes=10.1+2.3+2.1+2.3", "grid:holes=2.1+2.3+10.1"},
	}
	r := newRegistry()
	for _, test := range tests {
		v, err := r.Open(test.spec)
		if err != nil {
			t.Errorf("open %s: %v", test.spec, err)
			continue
		}
		if got := v.Info().Name; got != test.want {
			t.Errorf("open %s is named %s, want %s", test.spec, got, test.want)
		}
		if got, err := r.NameOf(test.spec); err != nil || got != test.want {
			t.Errorf("the name of %s is %s, %v; want %s", test.spec, got, err, test.want)
		}
		label := test.want
		if strings.HasPrefix(test.spec, "grid-small") || strings.HasPrefix(test.spec, "just-grid") {
			label = test.spec
		} else if options, ok := strings.CutPrefix(test.spec, "grid_small"); ok {
			label = "grid-small" + options
		}
		if info := v.Info(); info.Label() != label || info.Spec() != label {
			t.Errorf("open %s is called %s, and opened by %s; want %s", test.spec, info.Label(), info.Spec(), label)
		}
	}
	if v, err := r.Open("Grid-SMALL:Rows=2"); err != nil || v.Info().Label() != "grid-small:Rows=2" {
		t.Errorf("a preset in capitals: %v, %v", v, err)
	}
	if got := r.PresetsOf("grid"); !slices.Equal(got, []string{"just-grid"}) || r.PresetsOf("plain") != nil {
		t.Errorf("presets of grid: %v", got)
	}
	for _, wrong := range []string{"gird", "grid:size=0x0", "plain:rows=1"} {
		if name, err := r.NameOf(wrong); err == nil {
			t.Errorf("%s has the name %s", wrong, name)
		}
	}
	if diff := cmp.Diff([]string{"grid", "plain", "grid-small", "just-grid"}, r.Names()); diff != "" {
		t.Errorf("names (-want +got):\n%s", diff)
	}
}

func TestOpenChoice(t *testing.T) {
	v, err := newRegistry().Open("grid-small:holes=3.2+1.2,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	c := v.(*chosen).choice
	if w, h := c.Size("size"); w != 3 || h != 3 {
		t.Errorf("size %dx%d", w, h)
	}
	if c.Int("rows") != 1 || c.String("captures") != "diagonal" {
		t.Errorf("rows %d, captures %s", c.Int("rows"), c.String("captures"))
	}
	if diff := cmp.Diff([][2]int{{1, 2}, {3, 2}}, c.Cells("holes")); diff != "" {
		t.Errorf("holes (-want +got):\n%s", diff)
	}
	want := []games.Setting{
		{Name: "size", Value: "3x3", Default: "6x5", Help: "the board", Domain: "WxH, each 2..8"},
		{Name: "rows", Value: "1", Default: "2", Help: "rows of pieces", Domain: "1..3"},
		{Name: "captures", Value: "diagonal", Default: "none", Help: "whether pieces capture", Domain: "none | diagonal"},
		{Name: "holes", Value: "1.2+3.2", Default: "none", Help: "cells left out", Domain: "x.y+x.y... | none"},
	}
	if diff := cmp.Diff(want, v.Info().Options); diff != "" {
		t.Errorf("options (-want +got):\n%s", diff)
	}
}

func TestOpenErrors(t *testing.T) {
	const options = " size=WxH, each 2..8; rows=1..3; captures=none | diagonal; holes=x.y+x.y... | none"
	const valid = "; the options are" + options
	tests := []struct{ spec, want string }{
		{"", `game name is empty; see "zermelo games"`},
		{"checkers", `unknown game "checkers"; see "zermelo games"`},
		{"gridlock", `unknown game "gridlock"; similar names: grid; see "zermelo games"`},
		{"gird", `unknown game "gird"; did you mean "grid"?`},
		{"pla", `unknown game "pla"; did you mean "plain"?`},
		{":size=3x3", `game name is empty; see "zermelo games"`},
		{"grid:", `"grid:" ends with a colon; expected NAME:option=value,option=value`},
		{"grid-small:", `"grid-small:" ends with a colon; expected NAME:option=value,option=value`},
		{"grid:size", `grid: "size" is not of the form option=value` + valid},
		{"grid:rows=1,", `grid: "" is not of the form option=value` + valid},
		{"grid:depth=3", `grid has no option "depth"` + valid},
		{"grid:=3", `grid has no option ""` + valid},
		{"grid: rows=1", `grid has no option " rows"; did you mean "rows"? The options are` + options},
		{"plain:rows=1", `plain has no options; remove "rows=1"`},
		{"plain:x", `plain has no options; remove "x"`},
		{"grid:rows=1,rows=1", "grid: option rows is specified more than once"},
		{"grid-small:rows=1,size=3x3,rows=2", "grid: option rows is specified more than once"},
		{"grid:rows=0", "grid: option rows=0 must be a whole number from 1 to 3"},
		{"grid:rows=4", "grid: option rows=4 must be a whole number from 1 to 3"},
		{"grid:rows=two", "grid: option rows=two must be a whole number from 1 to 3"},
		{"grid:rows=", "grid: option rows= must be a whole number from 1 to 3"},
		{"grid:rows=99999999999999999999", "grid: option rows=99999999999999999999 must be a whole number from 1 to 3"},
		{"grid:rows=1=2", "grid: option rows=1=2 must be a whole number from 1 to 3"},
		{"grid:captures=no", "grid: option captures=no must be one of none, diagonal; did you mean none?"},
		{"grid:captures=all", "grid: option captures=all must be one of none, diagonal"},
		{"grid:3x9", "grid: option size=3x9 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:3x3x3", `grid: "3x3x3" is not of the form option=value` + valid},
		{"plain:3x3", `plain has no options; remove "3x3"`},
		{"grid:size=3", "grid: option size=3 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:size=3x9", "grid: option size=3x9 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:size=1x3", "grid: option size=1x3 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:size=1X3", "grid: option size=1X3 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:size=3x3x3", "grid: option size=3x3x3 must be WIDTHxHEIGHT with sides from 2 to 8, such as 6x5"},
		{"grid:holes=2", `grid: option holes=2 contains the invalid cell "2"; cells are written x.y and separated by +, as in 2.3+4.3`},
		{"grid:holes=2.3+", `grid: option holes=2.3+ contains the invalid cell ""; cells are written x.y and separated by +, as in 2.3+4.3`},
		{"grid:holes=2.-3", `grid: option holes=2.-3 contains the invalid cell "2.-3"; cells are written x.y and separated by +, as in 2.3+4.3`},
		{"grid:holes=none+2.3", `grid: option holes=none+2.3 contains the invalid cell "none"; cells are written x.y and separated by +, as in 2.3+4.3`},
		{"grid:size=2x3,rows=3", "grid: too narrow"},
	}
	r := newRegistry()
	for _, test := range tests {
		v, err := r.Open(test.spec)
		var input *games.InputError
		if v != nil || !errors.As(err, &input) || err.Error() != test.want {
			t.Errorf("open %s = %v, %v\nwant %s", test.spec, v, err, test.want)
		}
	}
}

// FuzzOpen opens arbitrary text: the name of an opened variant opens it again, and
// errors are InputErrors.
func FuzzOpen(f *testing.F) {
	for _, spec := range []string{
		"grid:size=3x4,rows=1,captures=diagonal,holes=2.3+3.4", "grid-small:rows=2", "grid:", "plain:a=b",
		"grid:size=007x+3", "grid:holes=", "grid:holes=00.00", "grid:rows=-0", "grid:size=3x3,,", "grid:holes=9223372036854775808.1",
	} {
		f.Add(spec)
	}
	r := newRegistry()
	f.Fuzz(func(t *testing.T, spec string) {
		v, err := r.Open(spec)
		if err != nil {
			var input *games.InputError
			if !errors.As(err, &input) {
				t.Fatalf("open %q: %T %v", spec, err, err)
			}
			return
		}
		info := v.Info()
		if strings.ContainsAny(info.Name, " \t\n/\\\"'") {
			t.Errorf("open %q: the name %q needs quoting", spec, info.Name)
		}
		again, err := r.Open(info.Name)
		if err != nil {
			t.Fatalf("open %q is named %q, which does not open: %v", spec, info.Name, err)
		}
		if diff := cmp.Diff(info, again.Info(), cmpopts.IgnoreFields(games.Info{}, "Preset")); diff != "" {
			t.Errorf("open %q, then its name (-first +second):\n%s", spec, diff)
		}
		_, opts, _ := strings.Cut(info.Name, ":")
		for _, s := range info.Options {
			if named := strings.Contains(","+opts+",", ","+s.Name+"="+s.Value+","); named != (s.Value != s.Default) {
				t.Errorf("open %q: the name %q, but option %+v", spec, info.Name, s)
			}
		}
	})
}
