package command

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"zermelo/games/builtin"
	"zermelo/tablebase/solve"
	"zermelo/tablebase/store"
)

// TestInterruptedSolveResumes interrupts a solve after increasing times until it completes.
// Each run resumes the previous one. The digest must be that of an uninterrupted solve.
func TestInterruptedSolveResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a larger game")
	}
	const game = "tron:size=5x6"
	whole := digestOf(t, solveFor(t, t.TempDir(), game, math.MaxInt64))
	db := t.TempDir()
	interrupted := 0
	for pause := 20 * time.Millisecond; ; pause = pause * 3 / 2 {
		out := solveFor(t, db, game, pause)
		if out == "" {
			interrupted++
			continue
		}
		if got := digestOf(t, out); got != whole {
			t.Errorf("got digest %s after %d interrupts, want %s", got, interrupted, whole)
		}
		break
	}
	if interrupted == 0 {
		t.Error("no solve was interrupted")
	}
}

// TestSolveStopsAfterBudgetAndResumes interrupts a solve, resumes it with budgets that it exceeds,
// and then with a sufficient one. No run may enumerate the first layer again.
func TestSolveStopsAfterBudgetAndResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a larger game")
	}
	const game = "connect4:size=4x6"
	const message = `^zermelo: solve connect4:size=4x6: stopped after 1 ms; (the rest takes about [^;]+; )?run the same command again ` +
		`to continue, or finish it with: zermelo solve "connect4:size=4x6" --method table --budget 0\n$`
	whole := digestOf(t, solveFor(t, t.TempDir(), game, math.MaxInt64))
	db := t.TempDir()
	progress := func() *solve.Unfinished {
		u, err := solve.ReadUnfinished(db, game, nil)
		if err != nil {
			t.Error(err)
		}
		return u
	}
	run := func(ctx context.Context, budget string, during func()) (int, string) {
		ended, watched := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(watched)
			for ; ; time.Sleep(time.Millisecond) {
				select {
				case <-ended:
					return
				default:
					during()
				}
			}
		}()
		var out, errs strings.Builder
		code := runFor(ctx, &out, &errs, "solve", game, "--db", db, "--quiet", "--workers", "1", "--budget", budget)
		close(ended)
		<-watched
		return code, out.String() + errs.String()
	}
	ctx, interrupt := context.WithCancel(t.Context())
	if code, text := run(ctx, "0", func() {
		if u := progress(); u != nil && u.Found > 8 {
			interrupt()
		}
	}); code != exitInterrupted {
		t.Fatalf("exit code %d, printed %q, want an interruption", code, text)
	}
	layer := filepath.Join(store.WorkDir(db, game), "0000.states")
	first, err := os.Stat(layer)
	if err != nil {
		t.Fatal(err)
	}
	resumed := func() {
		if now, err := os.Stat(layer); err == nil && !os.SameFile(first, now) {
			t.Error("the first layer was enumerated again")
		}
	}
	for range 2 {
		before := progress()
		code, text := run(t.Context(), "1ms", resumed)
		if code != exitFailure || !regexp.MustCompile(message).MatchString(text) {
			t.Errorf("exit code %d, printed %q, want a match of %q", code, text, message)
		}
		if after := progress(); after == nil || after.Found < before.Found || after.Done < before.Done {
			t.Fatalf("progress %+v became %+v", before, after)
		}
	}
	code, text := run(t.Context(), "1h", resumed)
	if code != exitOK || digestOf(t, text) != whole {
		t.Errorf("exit code %d, printed %q, want digest %s", code, text, whole)
	}
}

// TestInterruptedCommandsExitWith130 runs long-running commands with a cancelled context.
func TestInterruptedCommandsExitWith130(t *testing.T) {
	t.Parallel()
	db := t.TempDir()
	run := func(ctx context.Context, line string) (int, string) {
		var out, errs strings.Builder
		code := runFor(ctx, &out, &errs, append(strings.Fields(line), "--db", db)...)
		return code, out.String() + errs.String()
	}
	for _, line := range []string{"solve tron:size=3x4", "solve hexapawn --method pns"} {
		if code, text := run(t.Context(), line); code != exitOK {
			t.Fatal(text)
		}
	}
	stopped, cancel := context.WithCancel(t.Context())
	cancel()
	for _, line := range []string{
		"solve tron", "solve quixo:size=3x3", "solve tron --method pns", "plan tron", "plan quixo",
		"play tron:size=3x4", "play hexapawn", "analyze breakthrough", "sweep tron:size={4,5}x4",
		"verify tron:size=3x4", "verify hexapawn",
	} {
		if code, text := run(stopped, line); code != exitInterrupted {
			t.Errorf("%s: exit code %d, printed\n%s", line, code, text)
		}
	}
}

// solveFor runs solve, interrupts it after pause and returns its output, which is empty
// if it was interrupted.
func solveFor(t *testing.T, db, game string, pause time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer time.AfterFunc(pause, cancel).Stop()
	var out, errs strings.Builder
	code := runFor(ctx, &out, &errs, "solve", game, "--db", db, "--quiet")
	if code == exitOK {
		return out.String()
	}
	if code != exitInterrupted || !strings.Contains(errs.String(), "interrupted; run the same command again to resume") || out.Len() > 0 {
		t.Fatalf("exit code %d, printed %q and %q", code, out.String(), errs.String())
	}
	return ""
}

func digestOf(t *testing.T, out string) string {
	t.Helper()
	found := regexp.MustCompile(`digest +([0-9a-f]{16})`).FindStringSubmatch(out)
	if found == nil {
		t.Fatalf("no digest in %q", out)
	}
	return found[1]
}

// TestInterruptedSweepResumes interrupts a sweep after increasing times until it
// completes. The digests must be those of uninterrupted solves.
func TestInterruptedSweepResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("solves larger games")
	}
	db := t.TempDir()
	interrupted := 0
	for pause := 20 * time.Millisecond; ; pause = pause * 3 / 2 {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(pause, cancel)
		var out, errs strings.Builder
		code := runFor(ctx, &out, &errs, "sweep", "tron:size={4,5}x5", "--db", db, "-q", "-f", "csv")
		timer.Stop()
		cancel()
		if code == exitInterrupted && strings.Contains(errs.String(), "run the same command again to resume") && out.Len() == 0 {
			interrupted++
			continue
		}
		if code != exitOK {
			t.Fatalf("exit code %d, printed %q and %q", code, out.String(), errs.String())
		}
		for _, game := range []string{"tron:size=4x5", "tron:size=5x5"} {
			digest := digestOf(t, solveFor(t, t.TempDir(), game, math.MaxInt64))
			if !regexp.MustCompile(`(?m)^` + game + `,.*,` + digest + `$`).MatchString(out.String()) {
				t.Errorf("%s: want digest %s after %d interrupts in\n%s", game, digest, interrupted, out.String())
			}
		}
		break
	}
	if interrupted == 0 {
		t.Error("no sweep was interrupted")
	}
}

// TestInterruptedSearchResumes interrupts a proof-number search after increasing times
// until it completes. Its files must be readable after each interrupt. At the end, only
// the proof and the results may remain.
func TestInterruptedSearchResumes(t *testing.T) {
	if testing.Short() {
		t.Skip("searches a larger game")
	}
	db := t.TempDir()
	run := func(ctx context.Context, args ...string) (int, string) {
		var out, errs strings.Builder
		code := runFor(ctx, &out, &errs, append(args, "--db", db)...)
		return code, out.String() + errs.String()
	}
	const game = "breakthrough:size=5x5,captures=diagonal"
	interrupted := 0
	for pause := 100 * time.Millisecond; ; pause = pause * 3 / 2 {
		ctx, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(pause, cancel)
		code, text := run(ctx, "solve", game, "--method", "pns", "--workers", "1", "--quiet")
		timer.Stop()
		cancel()
		if code == exitOK {
			break
		}
		interrupted++
		if code != exitInterrupted || !strings.Contains(text, "interrupted; run the same command again to resume") {
			t.Fatalf("exit code %d, printed %q", code, text)
		}
		if _, list := run(t.Context(), "tables"); !strings.Contains(list, " search ") {
			t.Errorf("no interrupted search in\n%s", list)
		}
	}
	if interrupted == 0 {
		t.Error("no search was interrupted")
	}
	if code, text := run(t.Context(), "verify", game); code != exitOK {
		t.Errorf("exit code %d, printed %q", code, text)
	}
	if _, list := run(t.Context(), "tables"); strings.Contains(list, " search ") || !strings.Contains(list, game+"  proof ") {
		t.Errorf("left is\n%s", list)
	}
}

// TestSearchWithoutStoredResults runs searches that cannot write their results. The proof
// must be stored, and an interrupted search must report that results are lost.
func TestSearchWithoutStoredResults(t *testing.T) {
	const game = "connect4:size=5x5"
	db := t.TempDir()
	for _, kind := range []string{"known", "open"} {
		// A file with the name of the folder makes writing fail.
		if err := os.WriteFile(filepath.Join(db, "connect4,size=5x5."+kind+".partial"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(ctx context.Context, method string) (int, string) {
		var out, errs strings.Builder
		code := runFor(ctx, &out, &errs, "solve", game, "--method", method, "--db", db, "--workers", "1", "--quiet")
		return code, out.String() + errs.String()
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if code, text := run(ctx, "pns"); code != exitInterrupted || !strings.Contains(text, "some results could not be stored") {
		t.Errorf("interrupted: exit code %d, printed %q", code, text)
	}
	if err := os.Remove(filepath.Join(db, "connect4,size=5x5.open.partial")); err != nil {
		t.Fatal(err)
	}
	if code, text := run(t.Context(), "alphabeta"); code != exitOK || !strings.Contains(text, "draw") {
		t.Errorf("exit code %d, printed %q", code, text)
	}
}

// TestInterruptDoesNotWaitForInput interrupts a command that waits for the next line.
func TestInterruptDoesNotWaitForInput(t *testing.T) {
	db := t.TempDir()
	var out, errs strings.Builder
	if code := runFor(t.Context(), &out, &errs, "solve", "tictactoe", "--db", db, "--quiet"); code != exitOK {
		t.Fatal(errs.String())
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	in, lines := io.Pipe()
	printed, answers := io.Pipe()
	done := make(chan int)
	go func() {
		done <- Run(ctx, Options{Registry: builtin.Registry(), Stdin: in, Stdout: answers, Stderr: io.Discard}, "query", "tictactoe", "-", "--db", db)
	}()
	if _, err := io.WriteString(lines, "b2\n"); err != nil {
		t.Fatal(err)
	}
	answer := make([]byte, 22)
	if _, err := io.ReadFull(printed, answer); err != nil || string(answer) != `{"number":1,"input":"b` {
		t.Fatalf("%q, %v", answer, err)
	}
	go io.Copy(io.Discard, printed)
	cancel()
	if code := <-done; code != exitInterrupted {
		t.Errorf("exit code %d, want %d", code, exitInterrupted)
	}
}
