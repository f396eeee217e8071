package games_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

func TestNumbers(t *testing.T) {
	r := &games.Registry{Entries: []games.Entry{{
		Name:    "heaps",
		Options: []games.Option{games.Numbers("sizes", "what lies there", "1+3+5", 4, 1, 12)},
		New:     func(c games.Choice) (games.Variant, error) { return &chosen{choice: c}, nil },
	}}}
	for _, test := range []struct {
		spec, name string
		numbers    []int
	}{
		{"heaps", "heaps", []int{1, 3, 5}},
		{"heaps:sizes=5+1+3", "heaps", []int{1, 3, 5}},
		{"heaps:sizes=12+2+02+1", "heaps:sizes=1+2+2+12", []int{1, 2, 2, 12}},
		{"heaps:sizes=7", "heaps:sizes=7", []int{7}},
	} {
		v, err := r.Open(test.spec)
		if err != nil {
			t.Error(err)
			continue
		}
		if v.Info().Name != test.name {
			t.Errorf("%s is named %s, want %s", test.spec, v.Info().Name, test.name)
		}
		if diff := cmp.Diff(test.numbers, v.(*chosen).choice.Numbers("sizes")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.spec, diff)
		}
	}
	for _, value := range []string{"", "1+", "none", "1+2+3+4+5", "0+1", "13", "1.2", "99999999999999999999"} {
		_, err := r.Open("heaps:sizes=" + value)
		if want := "heaps: option sizes=" + value + " must be up to 4 whole numbers, each from 1 to 12, joined by +, such as 1+3+5"; err == nil || err.Error() != want {
			t.Errorf("sizes=%s: %v\nwant %s", value, err, want)
		}
	}
}

func TestChoicesAreInWords(t *testing.T) {
	for _, test := range []struct {
		option games.Option
		want   []string
	}{
		{games.Enum("captures", "", "none", "diagonal"), []string{"no captures", "diagonal captures"}},
		{games.Enum("misere", "", "no", "yes").Says("a full row wins | a full row loses"), []string{"a full row wins", "a full row loses"}},
		{games.Enum("shift", "", "-3", "1"), []string{"-3 shifts", "1 shift"}},
		{games.Int("rows", "", 2, 1, 2), nil},
		{games.Size("size", "", 3, 3, 2, 8), nil},
		{games.Cells("holes", ""), nil},
	} {
		o := test.option
		got := games.Setting{Name: o.Name, Value: o.Default, Default: o.Default, Domain: o.Domain, Phrases: o.Phrases}.Choices()
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s: %s", o.Name, diff)
		}
	}
}
