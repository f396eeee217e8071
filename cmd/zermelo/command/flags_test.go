package command

import (
	"runtime/debug"
	"testing"

	_ "zermelo/games/gamestest"
	"zermelo/solver/job"
)

// TestLimitOfMemoryIsLifted tests that a command's limit ends with it.
func TestLimitOfMemoryIsLifted(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	lift := (&effort{memory: 1 << 30}).limitMemory()
	if now := debug.SetMemoryLimit(-1); now != 1<<30-job.NotHeap {
		t.Errorf("the limit is %d bytes, want 1 GiB without what is not heap", now)
	}
	lift()
	new(effort).limitMemory()()
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("the limit is %d bytes afterwards, %d before", now, before)
	}
}
