package games_test

import (
	"strings"
	"testing"

	"zermelo/games"
)

func TestMalformedNamesAreRefused(t *testing.T) {
	for _, name := range []string{
		"tron", "2pffa-zerosum", "breakthrough:size=5x5,captures=diagonal", "my game.kif@3f2a1b:rows=down", "größe.kif@3f2a1b",
	} {
		if err := games.CheckName(name); err != nil {
			t.Errorf("%q: %v", name, err)
		}
	}
	for _, name := range []string{
		"", ".", "..", ".proof", ":", ":size=3", "tron:", "../tron", "tron/..", `tron\..`, "/", "tron:holes=../..", "tron\x00", "tron\n", "tron\x7f", "tr\xffon",
		"tron,size=3", "tron:size=3:x",
	} {
		if err := games.CheckName(name); err == nil {
			t.Errorf("%q is taken for a name", name)
		}
	}
}

// fresh is a variant whose Info returns a new struct on each call.
type fresh struct{}

func (fresh) Info() *games.Info { return &games.Info{} }

func TestVariantsThatCannotBeNamedAreRefused(t *testing.T) {
	shared := new(games.Info)
	r := &games.Registry{Entries: []games.Entry{
		{Name: "fresh", New: func(games.Choice) (games.Variant, error) { return fresh{}, nil }},
		{Name: "shared", New: func(games.Choice) (games.Variant, error) { return unnamed{shared}, nil }},
		{Name: "none", New: func(games.Choice) (games.Variant, error) { return unnamed{}, nil }},
		{Name: "", New: func(games.Choice) (games.Variant, error) { return unnamed{new(games.Info)}, nil }},
		{Name: "../up", New: func(games.Choice) (games.Variant, error) { return unnamed{new(games.Info)}, nil }},
	}}
	if _, err := r.Open("shared"); err != nil {
		t.Fatal(err)
	}
	for spec, want := range map[string]string{
		"fresh": "different pointer on each call", "none": "different pointer on each call", "shared": "returns the same struct as shared",
		"": "is empty", "../up": "must begin with a letter or a digit, not a dot",
	} {
		if v, err := r.Open(spec); v != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("open %q: %v, %v, want an error with %q", spec, v, err, want)
		}
	}
}

// unnamed is a variant with a given Info.
type unnamed struct{ info *games.Info }

func (u unnamed) Info() *games.Info { return u.info }
