package command

import (
	"bytes"
	"context"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"zermelo/solver/job"
)

// growing is a rule sheet with infinitely many terms.
const growing = `(role you) (init (at zero)) (legal you go)
(<= (next (at (after ?x))) (true (at ?x)))
(<= terminal (true (at one)))
(goal you 100)
`

// sheetCommands returns all commands that compile a rule sheet.
func sheetCommands(sheet string) [][]string {
	return [][]string{
		{"check", sheet}, {"info", sheet}, {"playout", sheet}, {"perft", sheet, "2"},
		{"solve", sheet}, {"plan", sheet}, {"rules", sheet}, {"query", sheet}, {"line", sheet}, {"play", sheet},
		{"analyze", sheet}, {"report", sheet}, {"compare", sheet, "tron"}, {"sweep", sheet}, {"verify", sheet}, {"serve", sheet},
	}
}

// runSheet runs a command and returns its exit code and combined output.
func runSheet(ctx context.Context, t *testing.T, args ...string) (int, string) {
	var out bytes.Buffer
	args = append(args, "--db", t.TempDir())
	code := runFor(ctx, &out, &out, args...)
	return code, out.String()
}

func writeGrowing(t *testing.T) string {
	file := filepath.Join(t.TempDir(), "growing.kif")
	if err := os.WriteFile(file, []byte(growing), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// watchedContext is a context that calls look in each call of Err.
type watchedContext struct {
	context.Context
	look func()
}

func (c watchedContext) Err() error {
	c.look()
	return c.Context.Err()
}

// TestCompilationLimitsMemory reads the memory limit of the process, so it must not run in
// parallel with other tests.
func TestCompilationLimitsMemory(t *testing.T) {
	const none = math.MaxInt64
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(none))
	file := writeGrowing(t)
	for _, args := range sheetCommands(file) {
		least := int64(none)
		ctx := watchedContext{t.Context(), func() { least = min(least, debug.SetMemoryLimit(-1)) }}
		runSheet(ctx, t, append(args, "--sheet-memory", "100MiB", "--sheet-time", "10ms")...)
		if after := debug.SetMemoryLimit(-1); least != 100<<20*15/16-job.NonHeapMemory || after != none {
			t.Errorf("%s: got memory limit %d, and %d afterwards", strings.Join(args, " "), least, after)
		}
	}
}

// TestCommandsApplySheetLimits sets the memory limit of the process, so it must not run in
// parallel with other tests.
func TestCommandsApplySheetLimits(t *testing.T) {
	file := writeGrowing(t)
	for _, args := range sheetCommands(file) {
		code, out := runSheet(t.Context(), t, append(args, "--sheet-memory", "1MiB")...)
		if code != exitFailure || !strings.Contains(out, "grounding the rules needs more than 1 MiB of memory") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
		code, out = runSheet(t.Context(), t, append(args, "--sheet-time", "1ns")...)
		if code != exitFailure || !strings.Contains(out, "more than 1ns") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
		code, out = runSheet(t.Context(), t, append(args, "--sheet-time", "-1s")...)
		if code != exitUsage || !strings.Contains(out, "--sheet-time -1s: must not be negative") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
	}
}

func TestInterruptStopsCompilation(t *testing.T) {
	t.Parallel()
	file := writeGrowing(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, args := range sheetCommands(file) {
		if code, out := runSheet(ctx, t, args...); code != exitInterrupted || !strings.HasSuffix(out, ": interrupted\n") || len(out) > 100 {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
	}
}

func TestSweepContinuesAfterSheetExceedsLimits(t *testing.T) {
	code, out := runSheet(t.Context(), t, "sweep", writeGrowing(t), "../../../games/gdl/testdata/wythoff.kif", "--sheet-memory", "1MiB")
	if code != exitOK || !strings.Contains(out, "wythoff.kif") || !strings.Contains(out, "growing.kif: grounding") {
		t.Errorf("exit code %d, %s", code, out)
	}
}
