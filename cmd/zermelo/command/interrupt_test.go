package command

import (
	"context"
	"regexp"
	"strings"
	"testing"
	"time"
)

// TestInterrupt cancels solves of one table at ever later moments until one
// gets to the end: each goes on where the last one stopped, and the solution is
// that of a solve without a break.
func TestInterrupt(t *testing.T) {
	if testing.Short() {
		t.Skip("solves a larger game")
	}
	const game = "tron:size=5x6"
	whole := digestOf(t, solveFor(t, t.TempDir(), game, time.Minute))
	db := t.TempDir()
	interrupted := 0
	for pause := 20 * time.Millisecond; ; pause = pause * 3 / 2 {
		out := solveFor(t, db, game, pause)
		if out == "" {
			interrupted++
			continue
		}
		if got := digestOf(t, out); got != whole {
			t.Errorf("digest %s after %d breaks, want %s", got, interrupted, whole)
		}
		break
	}
	if interrupted == 0 {
		t.Error("no solve was interrupted")
	}
}

// solveFor solves for some time and returns what is printed in the end, "" if
// it was interrupted.
func solveFor(t *testing.T, db, game string, pause time.Duration) string {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	defer time.AfterFunc(pause, cancel).Stop()
	var out, errs strings.Builder
	code := Main(ctx, []string{"solve", game, "--db", db, "--quiet"}, strings.NewReader(""), &out, &errs)
	if code == exitOK {
		return out.String()
	}
	if code != exitFailure || !strings.Contains(errs.String(), "interrupted; what is done is kept") || out.Len() > 0 {
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
