package job

import (
	"math"
	"strings"
	"testing"

	_ "zermelo/games/gamestest" // defines the flag -large
)

func TestMakePlan(t *testing.T) {
	for _, workers := range []int{1, 2, 64} {
		for _, span := range []int{1, 4} {
			for _, memory := range []int64{MinMemory, 1 << 30, 64 << 30} {
				p, err := MakePlan[[4]uint64](t.TempDir(), span, Options{Workers: workers, Memory: memory})
				if err != nil {
					t.Fatal(err)
				}
				if p.Workers != workers || p.Words != 4 || p.Limit <= 0 || p.Limit > DefaultLimit || p.Chunk < 1 || p.Piece < 1 || p.Buffer < p.Chunk {
					t.Errorf("%d workers, span %d, %d bytes: %+v", workers, span, memory, p)
				}
				// The minimum buffers of many workers may exceed their share.
				buffers := int64(p.Buffer) * 32 * int64(workers) * int64(span+3)
				if workers < 64 && p.RunMemory+p.Window+buffers > memory {
					t.Errorf("%d workers, span %d: %d bytes of runs, %d of layers and %d of buffers in %d", workers, span, p.RunMemory, p.Window, buffers, memory)
				}
			}
		}
	}
	p, err := MakePlan[uint64](t.TempDir(), 1, Options{})
	if err != nil || p.Workers < 1 || p.RunMemory < MinMemory/4 {
		t.Errorf("without options: %+v, %v", p, err)
	}
}

// TestAnEnumerationGoesOnToItsLimit uses the layer sizes of a game that ends
// one layer later.
func TestAnEnumerationGoesOnToItsLimit(t *testing.T) {
	plan := Plan{Limit: 2_000_000_000}
	if err := plan.Check([]int64{1, 2, 8, 28, 106, 365, 1326, 3959, 11950, 34713, 99076, 257383, 664845}); err != nil {
		t.Error(err)
	}
	if plan.Limit = 1_000_000; plan.Check([]int64{1, 1000, 999_999, 1}) == nil {
		t.Error("no error above the limit")
	}
}

func TestEndlessRequiresLayersOfConstantSize(t *testing.T) {
	constant, growing := make([]int64, endlessLayers), make([]int64, endlessLayers)
	for i := range constant {
		constant[i], growing[i] = 3+int64(i)%2, int64(1+i/1000)
	}
	example := func() (string, error) { return "7:0", nil }
	for _, c := range []struct {
		name    string
		plan    Plan
		sizes   []int64
		endless bool
	}{
		{"constant", Plan{}, constant, true},
		{"too few layers", Plan{}, constant[1:], false},
		{"growing", Plan{}, growing, false},
		{"ignored", Plan{IgnoreEndless: true}, constant, false},
	} {
		err := c.plan.Endless(c.sizes, example)
		if (err != nil) != c.endless || c.endless && !strings.Contains(err.Error(), "the last 100,000 layers is constant; 350,000 states enumerated, such as 7:0") {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestCostIsInMessage checks that a refusal by a forecast names the time and the disk
// space, unless neither is the reason.
func TestCostIsInMessage(t *testing.T) {
	const states = "too large for a strong solution: about 17 million states, at least 2.4 million; "
	const cost = "solving them takes about 1h40m0s of processor time and 9 GiB of disk space"
	for want, err := range map[string]TooLargeError{
		cost: {Needs: 6000, Scratch: 9 << 30},
		cost + ", more than half of the free space (6 GiB)":                                                                   {Needs: 6000, Scratch: 9 << 30, Disk: true, MaxScratch: 6 << 30},
		cost + "; the free disk space allows 389,000,000":                                                                     {Needs: 6000, Scratch: 9 << 30, Disk: true},
		"solving them takes about 6.00 s of processor time":                                                                   {Needs: 6, Scratch: 9 << 20},
		"solving them takes about 6.00 s of processor time and 9 MiB of disk space, more than half of the free space (6 MiB)": {Needs: 6, Scratch: 9 << 20, Disk: true, MaxScratch: 6 << 20},
		"solving them takes more than a million years of processor time and more than 4,000 PiB of disk space":                {Needs: 1e16, Scratch: math.MaxInt64},
		"solving them takes about 12.0 years of processor time and 35 TiB of disk space":                                      {Needs: 12.01 * 365 * 24 * 3600, Scratch: 35 << 40},
		"the limit is 389,000,000":      {Scratch: 9 << 30},
		"the memory allows 389,000,000": {Scratch: 9 << 30, Memory: true},
	} {
		err.Estimate, err.Low, err.Limit = 17e6, 2.4e6, 389_000_000
		if text := err.Error(); text != states+want {
			t.Errorf("got %q, want %q", text, states+want)
		}
	}
}
