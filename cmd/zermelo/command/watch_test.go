package command

import (
	"regexp"
	"strings"
	"testing"
	"time"

	"zermelo/solver/job"
)

func TestLineDisplay(t *testing.T) {
	var out strings.Builder
	began := time.Unix(1000, 0)
	d := &lineDisplay{w: &out, next: began.Add(lineEvery)}
	d.show(began.Add(time.Second), solveStage(job.Snapshot{Phase: job.Enumerating, Layer: 3, States: 100}, "ply"), 50)
	if out.Len() > 0 {
		t.Errorf("a line after one second: %q", out.String())
	}
	d.show(began.Add(4*time.Second), solveStage(job.Snapshot{Phase: job.Enumerating, Layer: 7, Done: 900, States: 1234567}, "ply"), 1.5e6)
	d.show(began.Add(5*time.Second), solveStage(job.Snapshot{Phase: job.Enumerating, Layer: 8, States: 1}, "ply"), 1)
	d.show(began.Add(8*time.Second), solveStage(job.Snapshot{Phase: job.Solving, Layer: 20, Layers: 37, Done: 300, Total: 1000}, "ply"), 100)
	want := regexp.MustCompile(`^enumerating ply 7, 1,234,567 states, 1\.50 M states/s, [0-9.]+ [KMG]iB
solving ply 20 of 36, 100 states/s, [0-9.]+ [KMG]iB, 30 % done, 7s left
$`)
	if !want.MatchString(out.String()) {
		t.Errorf("got\n%swant\n%s", out.String(), want)
	}
}

func TestBarDisplay(t *testing.T) {
	var out strings.Builder
	d := &barDisplay{w: &out}
	now := time.Now()
	d.show(now, solveStage(job.Snapshot{Phase: job.Enumerating, Layer: 7, Done: 900, States: 1234567}, "ply"), 1.5e6)
	d.show(now, solveStage(job.Snapshot{Phase: job.Solving, Layer: 20, Layers: 37, Done: 500, Total: 1000}, "ply"), 100)
	d.end()
	for _, part := range []string{"enumerating ply 7, 1,234,567 states", "solving ply 20 of 36", "50%"} {
		if !strings.Contains(out.String(), part) {
			t.Errorf("no %q in %q", part, out.String())
		}
	}
	if strings.Contains(out.String(), "\n") {
		t.Errorf("the bar takes more than its line: %q", out.String())
	}
}

func TestSolveStage(t *testing.T) {
	for _, phase := range []job.Phase{job.Starting, job.Finished} {
		if got := solveStage(job.Snapshot{Phase: phase, Layer: 3}, "ply"); got.phase != "" {
			t.Errorf("there is something to show while %v: %+v", phase, got)
		}
	}
}

func TestRateMeter(t *testing.T) {
	var m rateMeter
	began := time.Unix(1000, 0)
	at := func(tenths int, phase string, done int64) float64 {
		return m.rate(began.Add(time.Duration(tenths)*pollEvery), stage{phase: phase, done: done})
	}
	if r := at(0, "enumerating", 0); r != 0 {
		t.Errorf("speed %v at once", r)
	}
	for i := 1; i <= 100; i++ { // 1000 states/s, later 5000
		done := int64(100 * i)
		if i > 50 {
			done = 5000 + int64(500*(i-50))
		}
		r := at(i, "enumerating", done)
		if i <= 50 && (r < 999 || r > 1001) || i > 75 && (r < 4999 || r > 5001) {
			t.Errorf("speed %v after %d tenths", r, i)
		}
	}
	if r := at(101, "solving", 10); r != 0 {
		t.Errorf("speed %v at the start of a phase", r)
	}
	if n := len(m.past); n > 25 {
		t.Errorf("%d samples kept", n)
	}
}
