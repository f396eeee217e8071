package usage

import (
	"runtime/debug"
	"testing"

	_ "zermelo/games/gamestest"
	"zermelo/solver/job"
)

func TestMemoryLimitIsRestored(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	restore := LimitMemory(1 << 30)
	if now := debug.SetMemoryLimit(-1); now != 1<<30-job.NonHeapMemory {
		t.Errorf("got limit %d, want 1 GiB minus %d", now, job.NonHeapMemory)
	}
	restore()
	LimitMemory(0)()
	if now := debug.SetMemoryLimit(-1); now != before {
		t.Errorf("got limit %d afterwards, want %d", now, before)
	}
}
