// Package gamestest provides tests that apply to all games: tests of options,
// position notation and recorded plays.
package gamestest

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
)

// Options opens the variant for each key of list. The value is the expected name of
// the variant, or a part of the expected error.
func Options(t *testing.T, r *games.Registry, list map[string]string) {
	t.Helper()
	for spec, want := range list {
		v, err := r.Open(spec)
		if err != nil {
			Refused(t, spec, err, want)
		} else if v.Info().Name != want {
			t.Errorf("%s opens as %s, want %s", spec, v.Info().Name, want)
		}
	}
}

// Refused checks that err is an InputError that contains want.
func Refused(t *testing.T, typed string, err error, want string) {
	t.Helper()
	var input *games.InputError
	if !errors.As(err, &input) || !strings.Contains(err.Error(), want) {
		t.Errorf("%q: %v, want %q", typed, err, want)
	}
}

// Positions parses each key of list. The value is the expected result of formatting
// the position again.
func Positions[S games.State](t *testing.T, n games.Notation[S], list map[string]string) {
	t.Helper()
	for text, want := range list {
		if s, err := n.ParseState(text); err != nil || n.FormatState(s) != want {
			t.Errorf("%q is read as %s, %v, want %s", text, n.FormatState(s), err, want)
		}
	}
}

// BadPositions parses each key of list, a malformed position. The value is a part of
// the expected error.
func BadPositions[S games.State](t *testing.T, n games.Notation[S], list map[string]string) {
	t.Helper()
	for text, want := range list {
		_, err := n.ParseState(text)
		Refused(t, text, err, want)
		if err != nil && !strings.Contains(err.Error(), "the start is ") {
			t.Errorf("%q: %v: does not show how the start is written", text, err)
		}
	}
}

// FuzzPositions fuzzes ParseState. Every accepted text must round-trip and, in a
// tiered game, yield a position whose index is used.
func FuzzPositions[S games.State](f *testing.F, n games.Notation[S], seeds ...string) {
	fuzz(f, n, seeds, func(*testing.T, string, S) {})
}

// FuzzExactPositions is like FuzzPositions, but also requires that FormatState
// returns every accepted text unchanged.
func FuzzExactPositions[S games.State](f *testing.F, n games.Notation[S], seeds ...string) {
	fuzz(f, n, seeds, func(t *testing.T, text string, s S) {
		if n.FormatState(s) != text {
			t.Errorf("%q is written as %q", text, n.FormatState(s))
		}
	})
}

func fuzz[S games.State](f *testing.F, n games.Notation[S], seeds []string, also func(*testing.T, string, S)) {
	for _, text := range seeds {
		f.Add(text)
	}
	var tiers []games.Tier
	tiered, ok := n.(games.Tiered[S])
	if ok {
		tiers = tiered.Tiers()
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := n.ParseState(text)
		if err != nil {
			return
		}
		if ok {
			hasIndex(t, tiered, tiers, text, s)
		}
		if again, err := n.ParseState(n.FormatState(s)); err != nil || again != s {
			t.Fatalf("ParseState(%q) = %x, but parsing its formatted text gives %x, error %v", text, s, again, err)
		}
		also(t, text, s)
	})
}

// hasIndex checks that the index of a position is valid and used.
func hasIndex[S games.State](t *testing.T, g games.Tiered[S], tiers []games.Tier, text string, s S) {
	t.Helper()
	slot := g.Rank(nil, []S{s})[0]
	if slot.Tier() >= len(tiers) || slot.Index() >= tiers[slot.Tier()].Size {
		t.Fatalf("%q has index %d of tier %d, beyond the tiers", text, slot.Index(), slot.Tier())
	}
	if _, used := g.Unrank(nil, nil, slot.Tier(), []uint64{slot.Index()}); !used[0] {
		t.Errorf("%q has index %d of tier %s, which is unused", text, slot.Index(), tiers[slot.Tier()].Name)
	}
}

// Passes makes a null move in each position that is a key of list. The value is the
// expected result, or "" if passing is illegal.
func Passes[S games.State](t *testing.T, g games.Passer[S], list map[string]string) {
	t.Helper()
	n := g.(games.Notation[S])
	for text, want := range list {
		s, err := n.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		passed, ok := g.Pass(nil, nil, []S{s})
		if ok[0] != (want != "") || ok[0] && n.FormatState(passed[0]) != want {
			t.Errorf("%s: %s, %v, want %q", text, n.FormatState(passed[0]), ok[0], want)
		}
	}
}

// Tiers checks every stride-th index of each tier and returns the statistics of the
// tiers; see games.CheckTiers.
func Tiers[S games.State](t *testing.T, g games.Tiered[S], stride uint64) []games.TierCounts {
	t.Helper()
	counts, err := games.CheckTiers(g, stride)
	if err != nil {
		t.Error(err)
	}
	return counts
}
