package command

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"time"

	"zermelo/cmd/zermelo/terminal"
	"zermelo/games"
	"zermelo/solver/search/deepen"
)

func TestAnalysisDisplay(t *testing.T) {
	info := &games.Info{Roles: []string{"white", "black"}, Total: 100}
	open := deepen.Analysis{Line: []string{"a2", "b3"}, Low: -50, High: 0, Estimate: -0.25, Depth: 7, Nodes: 2000, Elapsed: time.Second, Fill: 0.5}
	const want = "depth 7, estimate -0.25, white gets 0..50, 2,000 positions, 2.00 k/s, table 50 %: a2 b3"
	var out bytes.Buffer
	d := newAnalysisDisplay(&program{err: &out}, info, false)
	if d.deeper(open); out.String() != want+"\n" {
		t.Errorf("line %q, want %q", out.String(), want)
	}
	out.Reset()
	d.live = true
	asked := make(chan bool)
	var once sync.Once
	stop := d.watch(func() *deepen.Analysis {
		once.Do(func() { close(asked) })
		return &open
	})
	<-asked
	stop()
	if got := out.String(); !strings.HasPrefix(got, "\r\x1b[K"+want[:terminal.LineWidth-2]+"…") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("live line %q", got)
	}
	proven := open
	proven.Low, proven.Mover = 0, 1
	if got := d.describe(&proven); !strings.Contains(got, "proven: draw") {
		t.Errorf("proven %q", got)
	}
}
