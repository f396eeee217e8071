package own

import (
	"context"
	"io"
	"os/exec"
	"slices"
	"sync"
	"syscall"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/own/protocol"
	"zermelo/games/tictactoe"
)

// BenchmarkStates measures the expansion rate of two workers on 4x4 tic-tac-toe for
// each kind of rules and the built-in game. Each state is expanded once. On a busy
// machine, the rate per CPU second of one core is more reliable.
func BenchmarkStates(b *testing.B) {
	run := func(name string, spec func(b *testing.B) string) {
		b.Run(name, func(b *testing.B) {
			file := spec(b)
			measure(b, func() games.Game[uint64] {
				v, err := OpenSpec(context.Background(), file, protocol.Limits{})
				if err != nil {
					b.Fatal(err)
				}
				return v.(games.Game[uint64])
			})
		})
	}
	b.Run("builtin", func(b *testing.B) {
		measure(b, func() games.Game[uint64] {
			return gamestest.Open[games.Game[uint64]](b, &games.Registry{Entries: []games.Entry{tictactoe.Entry()}}, "tictactoe:size=4x4,in-a-row=4")
		})
	})
	const script = "testdata/tictactoe.star"
	run("starlark", func(*testing.B) string { return script + ":side=4" })
	run("python", func(b *testing.B) string {
		if _, err := exec.LookPath("python3"); err != nil {
			b.Skip(err)
		}
		return Exec + "python3 " + pythonFile(b, script) + ":side=4"
	})
	run("wasm from C", func(*testing.B) string { return "testdata/wasm/tictactoe.wasm:side=4" })
	run("wasm from Go", func(b *testing.B) string { return goModule(b, "testdata/wasm/game.go") + ":side=4" })
}

func measure(b *testing.B, open func() games.Game[uint64]) {
	const plies, workers, chunk = 6, 2, 1024
	states, used := 0, time.Duration(0)
	for b.Loop() {
		b.StopTimer()
		g := open()
		level := []uint64{g.Start()}
		b.StartTimer()
		before := processorTime(syscall.RUSAGE_SELF)
		for range plies + 1 {
			var mu sync.Mutex
			var next []uint64
			parts := make(chan []uint64)
			var group sync.WaitGroup
			for range workers {
				group.Go(func() {
					for part := range parts {
						children, _ := g.Expand(nil, nil, part)
						mu.Lock()
						next = append(next, children...)
						mu.Unlock()
					}
				})
			}
			for part := range slices.Chunk(level, chunk) {
				parts <- part
			}
			close(parts)
			group.Wait()
			states += len(level)
			slices.Sort(next)
			level = slices.Compact(next)
		}
		used += processorTime(syscall.RUSAGE_SELF) - before
		if err := games.Failure(g); err != nil || len(level) == 0 {
			b.Fatal(err, len(level))
		}
		if c, ok := g.(io.Closer); ok {
			b.StopTimer()
			before := processorTime(syscall.RUSAGE_CHILDREN)
			_ = c.Close()
			used += processorTime(syscall.RUSAGE_CHILDREN) - before // of exited programs
			b.StartTimer()
		}
	}
	b.ReportMetric(float64(states)/used.Seconds(), "states/cpu-s")
	b.ReportMetric(float64(states)/b.Elapsed().Seconds(), "states/s")
}

// processorTime returns the CPU time used so far.
func processorTime(who int) time.Duration {
	var usage syscall.Rusage
	_ = syscall.Getrusage(who, &usage) // fails only for an invalid who
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
