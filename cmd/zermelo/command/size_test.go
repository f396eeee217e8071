package command

import (
	"testing"

	"pgregory.net/rapid"
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
		var s size
		err := s.Set(test.text)
		if (err != nil) != (test.want == 0) || int64(s) != test.want {
			t.Errorf("%q: got %d, %v, want %d", test.text, s, err, test.want)
		}
	}
}

func TestSizeRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// Beyond 2^53 a decimal number would lose digits.
		want := size(rapid.Int64Range(1, 1<<53).Draw(t, "n"))
		var got size
		if err := got.Set(want.String()); err != nil || got != want {
			t.Fatalf("%d is written %q and read as %d, %v", want, want.String(), got, err)
		}
	})
}

func FuzzSize(f *testing.F) {
	f.Add("512MiB")
	f.Add("1.5 G")
	f.Fuzz(func(t *testing.T, text string) {
		var s size
		if err := s.Set(text); err == nil && s < 1 {
			t.Errorf("%q is %d", text, s)
		}
	})
}
