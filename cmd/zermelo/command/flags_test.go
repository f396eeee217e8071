package command

import (
	"runtime/debug"
	"testing"

	_ "zermelo/games/gamestest"
	"zermelo/solver/job"
)

func TestMemoryLimitIsRestored(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	restore := (&effort{memory: 1 << 30}).limitMemory()
	if now := debug.SetMemoryLimit(-1); now != 1<<30-job.NonHeapMemory {
		t.Errorf("got limit %d, want 1 GiB minus %d", now, job.NonHeapMemory)
	}
	restore()
	new(effort).limitMemory()()
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("got limit %d afterwards, want %d", now, before)
	}
}
