package usage

import (
	"errors"
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

// TestSizesAreHeldAgainstTheMachine tests the sizes that a flag may have, and that
// the message of one that is refused says what to type: a size that is not.
func TestSizesAreHeldAgainstTheMachine(t *testing.T) {
	for _, test := range []struct {
		most, s Size
		want    string // part of the message, "" for none
	}{
		{24 << 30, 0, ""}, {24 << 30, 1 << 20, ""}, {24 << 30, 24 << 30, ""}, {0, 1 << 40, ""}, {1 << 10, 0, ""},
		{24 << 30, 1 << 10, `--cache 1KiB is too little: 1MiB is the least, as in "--cache 1MiB"`},
		{24 << 30, 1, `--cache 1B is too little: `},
		{24<<30 + 5, 64 << 30, `--cache 64GiB is too much: 24GiB are free; try "--cache 12GiB"`},
		{7<<30 + 5, 100_000 << 40, `--cache 100000TiB is too much: 7GiB are free; try "--cache 3584MiB"`},
		{0, 100_000 << 40, `--cache 100000TiB is too much: 4TiB is more than enough; try "--cache 2TiB"`},
		{1 << 20, 1 << 30, `1MiB are free; try "--cache 1MiB"`},
		{1<<20 - 1, 1 << 30, `--cache 1GiB is too much: only 1023KiB are free; leave --cache out`},
	} {
		b := bound{"--cache", leastCache, test.most, "are free"}
		err := b.check(test.s)
		if test.want == "" {
			if err != nil {
				t.Errorf("%d of %d: %v", test.s, test.most, err)
			}
			continue
		}
		var input *games.InputError
		if !errors.As(err, &input) || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d of %d: error %v, want %s", test.s, test.most, err, test.want)
			continue
		}
		if _, typed, ok := strings.Cut(err.Error(), `"--cache `); ok {
			var s Size
			err := s.Set(strings.TrimSuffix(typed, `"`))
			if err == nil {
				err = b.check(s)
			}
			if err != nil {
				t.Errorf("%d of %d: what is to be typed is refused: %v", test.s, test.most, err)
			}
		}
	}
}

func TestSizeRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Beyond 2^53 a decimal number would lose digits.
		want := Size(rapid.Int64Range(1, 1<<53).Draw(t, "n"))
		var got Size
		if err := got.Set(want.String()); err != nil || got != want {
			t.Fatalf("%d is written %q and read as %d, %v", want, want.String(), got, err)
		}
	})
}

func FuzzSize(f *testing.F) {
	f.Add("512MiB")
	f.Add("1.5 G")
	f.Fuzz(func(t *testing.T, text string) {
		var s Size
		if err := s.Set(text); err == nil && s < 1 {
			t.Errorf("%q is %d", text, s)
		}
	})
}
