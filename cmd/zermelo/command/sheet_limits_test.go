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

// growing is a rule sheet whose terms grow without end.
const growing = `(role you) (init (at zero)) (legal you go)
(<= (next (at (after ?x))) (true (at ?x)))
(<= terminal (true (at one)))
(goal you 100)
`

// sheetCommands are all commands that compile a rule sheet.
func sheetCommands(sheet string) [][]string {
	return [][]string{
		{"gdl", "check", sheet}, {"gdl", "info", sheet}, {"gdl", "playout", sheet}, {"gdl", "perft", sheet, "2"},
		{"solve", sheet}, {"plan", sheet}, {"rules", sheet}, {"query", sheet}, {"line", sheet}, {"play", sheet},
		{"analyze", sheet}, {"report", sheet}, {"compare", sheet, "tron"}, {"sweep", sheet}, {"verify", sheet}, {"serve", sheet},
	}
}

// runSheet runs a command and returns its exit code and all that it printed.
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

// watchedContext calls look whenever it is asked for its error.
type watchedContext struct {
	context.Context
	look func()
}

func (c watchedContext) Err() error {
	c.look()
	return c.Context.Err()
}

// TestAllCommandsLimitTheHeapWhileASheetIsCompiled looks at the limit of the process, so no
// other test may run at the same time.
func TestAllCommandsLimitTheHeapWhileASheetIsCompiled(t *testing.T) {
	const none = math.MaxInt64
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(none))
	file := writeGrowing(t)
	for _, args := range sheetCommands(file) {
		least := int64(none)
		ctx := watchedContext{t.Context(), func() { least = min(least, debug.SetMemoryLimit(-1)) }}
		runSheet(ctx, t, append(args, "--sheet-memory", "100MiB", "--sheet-time", "10ms")...)
		if after := debug.SetMemoryLimit(-1); least != 100<<20*15/16-job.NotHeap || after != none {
			t.Errorf("%s: at least %d bytes of heap may be used while it runs, %d afterwards", strings.Join(args, " "), least, after)
		}
	}
}

// TestAllCommandsTakeTheLimitsOfSheets sets low limits of the process, so no other test may run
// at the same time.
func TestAllCommandsTakeTheLimitsOfSheets(t *testing.T) {
	file := writeGrowing(t)
	for _, args := range sheetCommands(file) {
		code, out := runSheet(t.Context(), t, append(args, "--sheet-memory", "1MiB")...)
		if code != exitFailure || !strings.Contains(out, "more than 1 MiB of memory when written out for every case") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
		code, out = runSheet(t.Context(), t, append(args, "--sheet-time", "1ns")...)
		if code != exitFailure || !strings.Contains(out, "more than 1ns") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
		code, out = runSheet(t.Context(), t, append(args, "--sheet-time", "-1s")...)
		if code != exitUsage || !strings.Contains(out, "--sheet-time -1s: want a time as in 30s") {
			t.Errorf("%s: exit code %d, %s", strings.Join(args, " "), code, out)
		}
	}
}

func TestInterruptEndsTheCompilingOfSheets(t *testing.T) {
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

func TestSweepGoesOnAfterASheetThatExceedsItsLimits(t *testing.T) {
	code, out := runSheet(t.Context(), t, "sweep", writeGrowing(t), "../../../games/gdl/testdata/wythoff.kif", "--sheet-memory", "1MiB")
	if code != exitOK || !strings.Contains(out, "wythoff.kif") || !strings.Contains(out, "growing.kif: the rules") {
		t.Errorf("exit code %d, %s", code, out)
	}
}
