package solve_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"zermelo/games/gamestest"
	"zermelo/solver/machine"
	"zermelo/tablebase/solve"
)

const (
	memoryLimit = 192 << 20
	memoryNodes = 8 << 20 // more than fit into the transposition tables
)

// TestSearchKeepsToItsMemory runs searches in separate processes and compares their peak resident
// memory with the limit.
func TestSearchKeepsToItsMemory(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	if method := os.Getenv("BUILD_TEST_METHOD"); method != "" {
		searchUntilFull(t, solve.Method(method))
		fmt.Println("peak", machine.PeakMemory())
		return
	}
	for _, method := range []solve.Method{solve.AlphaBeta, solve.PNS, solve.Search} {
		cmd := exec.Command(os.Args[0], "-test.run=^TestSearchKeepsToItsMemory$", "-large")
		cmd.Env = append(os.Environ(), "BUILD_TEST_METHOD="+string(method))
		out, err := cmd.CombinedOutput()
		_, text, ok := strings.Cut(string(out), "peak ")
		var peak int64
		if _, scan := fmt.Sscan(text, &peak); err != nil || !ok || scan != nil {
			t.Fatalf("%s: %v: %s", method, err, out)
		}
		t.Logf("%s: %d MiB", method, peak>>20)
		if peak > memoryLimit {
			t.Errorf("%s: %d MiB resident, the limit is %d", method, peak>>20, memoryLimit>>20)
		}
	}
}

func searchUntilFull(t *testing.T, method solve.Method) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	progress := new(solve.Progress)
	go func() {
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		for ctx.Err() == nil {
			<-tick.C
			if progress.Snapshot().Done >= memoryNodes {
				cancel()
			}
		}
	}()
	_, err := solve.Solve(ctx, t.TempDir(), open(t, "breakthrough:size=6x6,captures=diagonal"), solve.Options{
		Method: method, Workers: 2, Cache: memoryLimit, Progress: progress,
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
