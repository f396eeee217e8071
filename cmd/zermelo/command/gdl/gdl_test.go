package gdl

import (
	"context"
	"runtime/debug"
	"testing"

	"github.com/spf13/cobra"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/work"
	"zermelo/solver/job"
)

// TestCommandsLimitTheHeapWhileTheyRun runs a command with the usual memory, with more, and
// with less than a heap takes.
func TestCommandsLimitTheHeapWhileTheyRun(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	for text, want := range map[string]int64{"": 15<<26 - job.NotHeap, "3GiB": 45<<26 - job.NotHeap, "16MiB": 64 << 20} {
		var got int64
		e := env{sheets: new(Limits)}
		cmd := e.command(&cobra.Command{Use: "test"}, func(context.Context, []string, work.Limits) error {
			got = debug.SetMemoryLimit(-1)
			return nil
		})
		cmd.SetArgs([]string{})
		if text != "" {
			cmd.SetArgs([]string{"--memory", text})
		}
		if err := cmd.Execute(); err != nil || got != want {
			t.Errorf("memory %q: heap of %d bytes, %v, want %d", text, got, err, want)
		}
	}
	if after := debug.SetMemoryLimit(-1); after != before {
		t.Errorf("the heap is limited to %d bytes afterwards, want %d", after, before)
	}
}
