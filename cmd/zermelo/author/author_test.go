package author

import (
	"runtime/debug"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
)

// TestWithLimitsSetsMemoryLimit uses the default of --sheet-memory, a larger size, and a
// size below the minimum of the heap.
func TestWithLimitsSetsMemoryLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for text, want := range map[string]int64{"": 15<<26 - job.NonHeapMemory, "3GiB": 45<<26 - job.NonHeapMemory, "16MiB": 64 << 20} {
		e := Env{Limits: new(Limits)}
		if text != "" {
			if err := e.Limits.memory.Set(text); err != nil {
				t.Fatal(err)
			}
		}
		var got int64
		err := e.Limits.Apply(func(work.Limits) error {
			got = debug.SetMemoryLimit(-1)
			return nil
		})
		if err != nil || got != want {
			t.Errorf("memory %q: heap of %d bytes, %v, want %d", text, got, err, want)
		}
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("got memory limit %d afterwards, want %d", after, before)
	}
}
