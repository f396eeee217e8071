package bench

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"time"
)

// SolveGames are the names of the games that are solved, and their variants.
func SolveGames() []Case {
	return []Case{
		{Name: "tron-6x6", Game: "tron", Seconds: 3},
		{Name: "breakthrough-5x5-steps", Game: "breakthrough:size=5x5", Seconds: 3},
		{Name: "connect4-5x5", Game: "connect4:size=5x5", Long: true, Seconds: 16},
		{Name: "connect4-6x4", Game: "connect4:size=6x4", Long: true, Seconds: 30},
		{Name: "quixo-4x4", Game: "quixo:size=4x4", Seconds: 5},
	}
}

// SolveWork measures a solve: this program solves the game in a process of its own, into a
// directory that is removed at the end. Memory is that of the flag --memory, "" for its
// default.
func SolveWork(c Case, workers int, memory string) Work {
	return func(ctx context.Context, _ *Progress) (row Row, err error) {
		program, err := os.Executable()
		if err != nil {
			return row, fmt.Errorf("find this program: %w", err)
		}
		db, err := os.MkdirTemp("", "zermelo-bench-")
		if err != nil {
			return row, err
		}
		defer func() { err = errors.Join(err, os.RemoveAll(db)) }()
		args := []string{"solve", c.Game, "--method", "table", "--db", db, "--workers", fmt.Sprint(workers), "--quiet", "--json"}
		if memory != "" {
			args = append(args, "--memory", memory)
		}
		cmd := exec.CommandContext(ctx, program, args...)
		cmd.Args[0] = os.Args[0]
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
		cmd.WaitDelay = 10 * time.Second
		var out, told bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &told
		began := time.Now()
		if err := cmd.Run(); err != nil {
			if ctx.Err() != nil {
				return row, ctx.Err()
			}
			return row, fmt.Errorf("%w: %s", err, strings.TrimSpace(told.String()))
		}
		seconds := time.Since(began).Seconds()
		var solved struct {
			Game          string  `json:"game"`
			Value         string  `json:"value"`
			States        int64   `json:"states"`
			Digest        string  `json:"digest"`
			PeakMemory    int64   `json:"peak_memory"`
			BytesPerState float64 `json:"bytes_per_state"`
		}
		if err := json.Unmarshal(out.Bytes(), &solved); err != nil {
			return row, fmt.Errorf("read the summary of a solve: %w", err)
		}
		cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
		return Row{
			Part: Solve, Name: c.Name, Game: solved.Game, Method: "table", Threads: workers, CPU: cpu.Seconds(), Seconds: seconds,
			States: solved.States, StateBytes: solved.BytesPerState, Memory: solved.PeakMemory, Digest: solved.Digest,
			Result: fmt.Sprintf("%s, %.2f bytes a state", solved.Value, solved.BytesPerState),
		}, nil
	}
}
