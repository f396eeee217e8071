package command

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// stopper cancels the command as soon as it has printed something.
type stopper struct {
	strings.Builder
	cancel func()
}

func (s *stopper) Write(b []byte) (int, error) {
	s.cancel()
	return s.Builder.Write(b)
}

// TestBenchInterrupt stops the measurement in its second row: the first one has
// been printed then.
func TestBenchInterrupt(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "Test_L3_R1"), []byte("112233 18\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := stopper{cancel: cancel}
	var errs strings.Builder
	args := []string{"bench", "search", "--positions", dir, "--only", "connect4,Test_L3_R1", "--cache", "1MiB"}
	if code := runFor(ctx, &out, &errs, args...); code != exitInterrupted {
		t.Errorf("exit code %d", code)
	}
	if got := out.String(); !strings.Contains(got, "all exact") || strings.Contains(got, "connect4") {
		t.Errorf("printed %q", got)
	}
	if want := "zermelo: bench search: interrupted after 1 row of 2\n"; errs.String() != want {
		t.Errorf("said %q, want %q", errs.String(), want)
	}
}

// TestBenchClock tells what is left by how much slower than expected the work was so far.
func TestBenchClock(t *testing.T) {
	began := time.Unix(1000, 0)
	for _, test := range []struct {
		done, current float64
		elapsed       time.Duration
		share         float64
		left          time.Duration
	}{
		{0, 0, 0, 0, 100 * time.Second},
		{0, 0.5, time.Hour, 0.005, 100 * time.Second}, // too early to tell
		{40, 10, 100 * time.Second, 0.5, 100 * time.Second},
		{100, 5, 100 * time.Second, 1, 0},
	} {
		c := benchClock{began: began, done: test.done, total: 100}
		share, left := c.at(began.Add(test.elapsed), test.current)
		if share != test.share || left != test.left {
			t.Errorf("%+v: got %v and %v", test, share, left)
		}
	}
}
