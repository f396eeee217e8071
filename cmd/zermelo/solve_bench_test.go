package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"

	"zermelo/games/gamestest"
)

// BenchmarkSolve measures complete solves with stored tables, each in a separate process.
// It reports the processor time, including system time, in total and per state, the peak
// memory and the size of the table.
func BenchmarkSolve(b *testing.B) {
	program := filepath.Join(b.TempDir(), "zermelo")
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		b.Fatalf("go build: %v\n%s", err, out)
	}
	for _, game := range []struct {
		name, spec string
		large      bool
	}{
		{"tron-6x6", "tron", false},
		{"breakthrough-5x5-steps", "breakthrough:size=5x5", false},
		{"connect4-5x5", "connect4:size=5x5", true},
		{"connect4-6x4", "connect4:size=6x4", true},
		{"quixo-4x4", "quixo:size=4x4", false},
	} {
		for _, workers := range []int{1, 2} {
			b.Run(fmt.Sprintf("%s/workers=%d", game.name, workers), func(b *testing.B) {
				if game.large && !gamestest.Large() {
					b.Skip("takes more than three seconds; run with -large")
				}
				benchmarkSolve(b, program, "solve", game.spec, "--method", "table", "--workers", fmt.Sprint(workers), "--quiet", "--json")
			})
		}
	}
}

// benchmarkSolve runs program with args, which solve a game, and reports its metrics.
func benchmarkSolve(b *testing.B, program string, args ...string) {
	var cpu, states, memory, size float64
	for b.Loop() {
		cmd := exec.Command(program, append(args, "--db", b.TempDir())...)
		var errors bytes.Buffer
		cmd.Stderr = &errors
		out, err := cmd.Output()
		if err != nil {
			b.Fatalf("%v\n%s", err, errors.Bytes())
		}
		var solved struct {
			States        float64 `json:"states"`
			PeakMemory    float64 `json:"peak_memory"`
			BytesPerState float64 `json:"bytes_per_state"`
		}
		if err := json.Unmarshal(out, &solved); err != nil {
			b.Fatal(err)
		}
		cpu += (cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()).Seconds()
		states, memory, size = solved.States, max(memory, solved.PeakMemory), solved.BytesPerState
	}
	n := float64(b.N)
	b.ReportMetric(b.Elapsed().Seconds()/n, "s/op")
	b.ReportMetric(cpu/n, "cpu-s/op")
	b.ReportMetric(cpu*1e9/n/states, "cpu-ns/state")
	b.ReportMetric(states, "states")
	b.ReportMetric(memory/(1<<20), "peak-MiB")
	b.ReportMetric(size, "B/state")
	b.ReportMetric(0, "ns/op")
}
