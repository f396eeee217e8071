// Package gamestest provides tests that are common to all games: of options, of the
// text of positions, and of recorded plays.
package gamestest

import (
	"errors"
	"strings"
	"testing"

	"zermelo/games"
)

// Options opens each variant and compares its name, or part of the error, with the
// value in the list.
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

// Positions parses each position and compares its formatted text with the value in
// the list.
func Positions[S games.State](t *testing.T, n games.Notation[S], list map[string]string) {
	t.Helper()
	for text, want := range list {
		if s, err := n.ParseState(text); err != nil || n.FormatState(s) != want {
			t.Errorf("%q is read as %s, %v, want %s", text, n.FormatState(s), err, want)
		}
	}
}

// BadPositions parses each malformed position and checks that the error contains the
// value in the list.
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

// FuzzPositions fuzzes ParseState. Accepted text must round-trip and, in tiered
// games, have a used index.
func FuzzPositions[S games.State](f *testing.F, n games.Notation[S], seeds ...string) {
	fuzz(f, n, seeds, func(*testing.T, string, S) {})
}

// FuzzExactPositions is like FuzzPositions, but requires that accepted text is the
// formatted text.
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

// hasIndex checks that a position has a used index.
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

// Passes passes in each position and compares the result with the value in the list,
// which is "" if passing is illegal.
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
