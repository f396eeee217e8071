package usage

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
)

func TestSize(t *testing.T) {
	tests := []struct {
		text string
		want int64 // 0: an error
	}{
		{"512MiB", 512 << 20}, {"2GiB", 2 << 30}, {"2G", 2 << 30}, {"1.5GiB", 3 << 29}, {"1 TiB", 1 << 40},
		{"100", 100}, {"100B", 100}, {"64kb", 64 << 10}, {"7KB", 7 << 10},
		{"", 0}, {"GiB", 0}, {"-1GiB", 0}, {"0", 0}, {"0.1", 0}, {"1PiB", 0}, {"1GiBi", 0}, {"1MG", 0}, {"NaN", 0}, {"Inf", 0},
		{"1e300", 0}, {"9999999TiB", 0}, {"two", 0}, {"1,5GiB", 0},
	}
	for _, test := range tests {
		var s Size
		err := s.Set(test.text)
		if (err != nil) != (test.want == 0) || int64(s) != test.want {
			t.Errorf("%q: got %d, %v, want %d", test.text, s, err, test.want)
		}
	}
}

// TestSizeIsLimitedByMachine also checks that the size suggested by an error is valid.
func TestSizeIsLimitedByMachine(t *testing.T) {
	suggested := regexp.MustCompile(`(?:at least|try --cache) (\w+)$`)
	for _, test := range []struct {
		max, s Size
		want   string // part of the message, "" for none
	}{
		{24 << 30, 0, ""}, {24 << 30, 1 << 20, ""}, {24 << 30, 24 << 30, ""}, {0, 1 << 40, ""}, {1 << 10, 0, ""},
		{24 << 30, 1 << 10, "--cache 1KiB: must be at least 1MiB"},
		{24 << 30, 1, "--cache 1B: must be at least 1MiB"},
		{24<<30 + 5, 64 << 30, "--cache 64GiB: too large (only 24GiB are free); try --cache 12GiB"},
		{7<<30 + 5, 100_000 << 40, "--cache 100000TiB: too large (only 7GiB are free); try --cache 3584MiB"},
		{0, 100_000 << 40, "--cache 100000TiB: too large (the maximum is 4TiB); try --cache 2TiB"},
		{1 << 20, 1 << 30, "(only 1MiB are free); try --cache 1MiB"},
		{1<<20 - 1, 1 << 30, "--cache 1GiB: too large (only 1023KiB are free); omit --cache"},
	} {
		b := bound{"--cache", minCache, test.max, "only %s are free"}
		err := b.check(test.s)
		if test.want == "" {
			if err != nil {
				t.Errorf("%d of %d: %v", test.s, test.max, err)
			}
			continue
		}
		var input *games.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d of %d: error %v, want %s", test.s, test.max, err, test.want)
			continue
		}
		if found := suggested.FindStringSubmatch(err.Error()); found != nil {
			var s Size
			err := s.Set(found[1])
			if err == nil {
				err = b.check(s)
			}
			if err != nil {
				t.Errorf("%d of %d: suggested size: %v", test.s, test.max, err)
			}
		}
	}
}

func TestSizeRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Sizes are parsed as float64, which is exact up to 2^53.
		want := Size(rapid.Int64Range(1, 1<<53).Draw(t, "n"))
		var got Size
		if err := got.Set(want.String()); err != nil || got != want {
			t.Fatalf("Set(%q) = %d, %v; want %d", want.String(), got, err, want)
		}
	})
}

func FuzzSize(f *testing.F) {
	f.Add("512MiB")
	f.Add("1.5 G")
	f.Fuzz(func(t *testing.T, text string) {
		var s Size
		if err := s.Set(text); err == nil && s < 1 {
			t.Errorf("Set(%q) = %d, want an error or a positive size", text, s)
		}
	})
}
