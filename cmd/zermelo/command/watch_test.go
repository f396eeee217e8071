package command

import (
	"regexp"
	"testing"
	"time"

	"zermelo/solver/job"
)

func TestDescribeStage(t *testing.T) {
	for _, test := range []struct {
		of   job.Snapshot
		rate float64
		want string
	}{
		{job.Snapshot{Phase: job.Enumerating, Layer: 7, Done: 900, States: 1234567}, 1.5e6, `enumerating ply 7, 1,234,567 states, 1\.50 M states/s, [0-9.]+ [KMG]iB`},
		{job.Snapshot{Phase: job.Solving, Layer: 20, Layers: 37, Done: 300, Total: 1000}, 100, `solving ply 20 of 36, 100 states/s, [0-9.]+ [KMG]iB, 7s left`},
		{job.Snapshot{Phase: job.Solving, Layer: 20, Layers: 37, Total: 1000}, 0, `solving ply 20 of 36, [0-9.]+ [KMG]iB`},
	} {
		if got := describe(solveStage(test.of, "ply"), test.rate); !regexp.MustCompile("^" + test.want + "$").MatchString(got) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestLongLinesAreCutToTheWidth(t *testing.T) {
	for text, want := range map[string]string{"abcde": "abcde", "abcdefé": "abcd…", "": ""} {
		if got := cut(text, 5); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
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
