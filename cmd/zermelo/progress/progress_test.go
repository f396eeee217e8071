package progress

import (
	"bytes"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"zermelo/cmd/zermelo/terminal"
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
		if got := describe(SolveStage(test.of, "ply"), test.rate); !regexp.MustCompile("^" + test.want + "$").MatchString(got) {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

func TestCutTruncatesToWidth(t *testing.T) {
	for text, want := range map[string]string{"abcde": "abcde", "abcdefé": "abcd…", "": "", "ab, cd, e": "ab", "abcdef, g": "abcd…"} {
		if got := cut(text, 5); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestSearchHasTimeAndResults(t *testing.T) {
	s := SolveStage(job.Snapshot{Phase: job.Searching, Done: 5_000, States: 5_000}, "ply")
	s.Search = append(s.Search, "3 of 12 moves decided", "best so far b2-a3")
	const want = "searching for 1m20s, 5,000 positions, 52.7 k/s, 3 of 12 moves decided, best so far b2-a3, no forecast"
	if got := describeSearch(s, 52_700, 80*time.Second+time.Millisecond); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	const narrow = "searching for 1m20s, 5,000 positions, 52.7 k/s, 3 of 12 moves decided"
	if got := cut(want, 75); got != narrow {
		t.Errorf("in 75 columns: got %q, want %q", got, narrow)
	}
}

func TestSolveStage(t *testing.T) {
	for _, phase := range []job.Phase{job.Starting, job.Finished} {
		if got := SolveStage(job.Snapshot{Phase: phase, Layer: 3}, "ply"); got.Phase != "" {
			t.Errorf("%v: got stage %+v, want no phase", phase, got)
		}
	}
}

func TestRateMeter(t *testing.T) {
	var m rateMeter
	began := time.Unix(1000, 0)
	at := func(tenths int, phase string, done int64) float64 {
		return m.rate(began.Add(time.Duration(tenths)*pollInterval), Stage{Phase: phase, Done: done})
	}
	if r := at(0, "enumerating", 0); r != 0 {
		t.Errorf("got rate %v at the start, want 0", r)
	}
	for i := 1; i <= 100; i++ { // 1000 states/s, then 5000 states/s
		done := int64(100 * i)
		if i > 50 {
			done = 5000 + int64(500*(i-50))
		}
		r := at(i, "enumerating", done)
		if i <= 50 && (r < 999 || r > 1001) || i > 75 && (r < 4999 || r > 5001) {
			t.Errorf("got rate %v after %d tenths of a second", r, i)
		}
	}
	if r := at(101, "solving", 10); r != 0 {
		t.Errorf("got rate %v at the start of a phase, want 0", r)
	}
	if n := len(m.past); n > 25 {
		t.Errorf("got %d samples, want at most 25", n)
	}
}

func TestDescribePrintsRemainingTime(t *testing.T) {
	for _, test := range []struct {
		stage Stage
		want  string // without the memory
	}{
		{SolveStage(job.Snapshot{Phase: job.Reading, Layer: 3}, "ply"), "reading stored results"},
		{Stage{Phase: "enumerating", At: "ply 3", Found: 1000}, "enumerating ply 3, 1,000 states, 500 states/s"},
		{Stage{Phase: "judging moves", Done: 1000, Total: 2000, Unit: "positions"}, "judging moves, 500 positions/s, 2s left"},
		{Stage{Phase: "enumerating", At: "ply 3", Found: 1000, Unknown: true}, "enumerating ply 3, 1,000 states, 500 states/s, no forecast"},
		{Stage{Phase: "enumerating", At: "ply 3", Found: 1000, Expected: 2000},
			"enumerating ply 3, 1,000 of about 2,000 states, 500 states/s, about 4s left of this phase"},
		{SolveStage(job.Snapshot{Phase: job.Solving, Layer: 3, Layers: 9, Done: 40, Total: 1040}, "ply"), "solving ply 3 of 8, 500 states/s, 2s left"},
	} {
		got := regexp.MustCompile(`, [0-9.]+ [KMG]iB`).ReplaceAllString(describe(test.stage, 500), "")
		if got != test.want {
			t.Errorf("got %q, want %q", got, test.want)
		}
	}
}

// TestLiveLineFitsAndIsRemoved draws a bar and then a spinner.
func TestLiveLineFitsAndIsRemoved(t *testing.T) {
	var out bytes.Buffer
	l := liveLine{w: &out}
	l.draw("solving "+strings.Repeat("x", 200), 0.5)
	for line := range strings.SplitSeq(out.String(), "\r") {
		if n := utf8.RuneCountInString(line); n >= terminal.LineWidth {
			t.Errorf("%d columns, want less than %d: %q", n, terminal.LineWidth, line)
		}
	}
	if text := out.String(); !strings.Contains(text, "50%") || !strings.Contains(text, "solving xx") {
		t.Errorf("drew %q, want half a bar and the text", text)
	}
	out.Reset()
	l.draw("searching", Unknown)
	if text := out.String(); !strings.Contains(text, "searching") || strings.Contains(text, "%") {
		t.Errorf("drew %q, want the text without a percentage", text)
	}
	out.Reset()
	l.clear()
	if text := strings.TrimLeft(out.String(), "\r "); text != "" || out.Len() == 0 {
		t.Errorf("cleared with %q, want spaces", out.String())
	}
}

func TestProgressWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	p := &Printer{W: &out, JSON: new(bool)}
	looked := make(chan bool, 1000) // look must not block during stop
	look := func(time.Time) (string, float64) {
		looked <- true
		return "half done", 0.5
	}
	stop := p.Show(time.Nanosecond, look)
	<-looked
	<-looked
	stop()
	if got := out.String(); !strings.HasPrefix(got, "half done, 50 % done\n") {
		t.Errorf("printed %q", got)
	}
	out.Reset()
	quiet := &Printer{W: &out, JSON: new(bool), Quiet: true}
	stops := []func(){p.Show(0, look), quiet.Show(time.Nanosecond, look)}
	time.Sleep(3 * pollInterval)
	for _, stop := range stops {
		stop()
	}
	if out.Len() > 0 {
		t.Errorf("printed %q, want nothing", out.String())
	}
}
