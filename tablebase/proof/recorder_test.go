package proof

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search"
)

// proving is a search whose results are set by a test.
type proving struct {
	keep func(s uint64, b search.Bounds)
}

func (p *proving) OnResult(_ uint64, keep func(s uint64, b search.Bounds)) { p.keep = keep }

func recorded(t *testing.T) games.Game[uint64] {
	t.Helper()
	v, err := builtin.Registry().Open("tron:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	return v.(games.Game[uint64])
}

// TestCloseEndsAWritingInProgress closes the recorder of a stopped search during a write, and
// again while the last write is slow. Neither may delay the user, and no results stored before
// may be lost.
func TestCloseEndsAWritingInProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		writing, terminal := make(chan bool), []error{}
		from := new(proving)
		r := NewRecorder(t.TempDir(), recorded(t), Known[uint64]{}, from, RecorderOptions{
			Warn: func(err error) { t.Error(err) },
			More: func(check func() error) error {
				if len(terminal) == 0 {
					writing <- true
				}
				for check() == nil {
				}
				terminal = append(terminal, check())
				return check()
			},
		})
		r.lastCPU = time.Millisecond
		<-writing
		if err := r.Close(false); err != nil {
			t.Error(err)
		}
		if len(terminal) != 2 || !errors.Is(terminal[0], errStopped) || !errors.Is(terminal[1], errStopped) {
			t.Errorf("writings ended with %v, want two that were stopped", terminal)
		}
	})
}

// TestRecorderKeepsWhatOthersHaveStored writes with two recorders in turn.
func TestRecorderKeepsWhatOthersHaveStored(t *testing.T) {
	t.Parallel()
	g, db := recorded(t), t.TempDir()
	result := func(n int) search.Bounds { return search.Bounds{Low: n, High: n, Move: -1, Work: 20} }
	one, two := new(proving), new(proving)
	first := NewRecorder(db, g, Known[uint64]{}, one, RecorderOptions{})
	one.keep(1, result(1))
	second := NewRecorder(db, g, Known[uint64]{}, two, RecorderOptions{})
	two.keep(2, result(2))
	if err := second.Close(true); err != nil {
		t.Fatal(err)
	}
	one.keep(3, result(3))
	if err := first.Close(true); err != nil {
		t.Fatal(err)
	}
	got, err := ReadKnown(db, g)
	if err != nil || len(got) != 3 || got[1] != result(1) || got[2] != result(2) || got[3] != result(3) {
		t.Errorf("%v, %v", got, err)
	}
}

// TestRecorderKeepsTheDearestResults adds more results than the maximum.
func TestRecorderKeepsTheDearestResults(t *testing.T) {
	t.Parallel()
	g, db, from := recorded(t), t.TempDir(), new(proving)
	r := NewRecorder(db, g, Known[uint64]{}, from, RecorderOptions{Results: 100})
	for i := range uint64(1000) {
		from.keep(i, search.Bounds{Work: uint8(20 + i/100)})
	}
	from.keep(5000, search.Bounds{Work: 2}) // too cheap to record
	if err := r.Close(false); err != nil {
		t.Fatal(err)
	}
	got, err := ReadKnown(db, g)
	if err != nil || len(got) != 100 {
		t.Errorf("%d results, %v, want 100", len(got), err)
	}
	for s := range got {
		if s < 900 || s == 5000 {
			t.Errorf("result %d is kept", s)
		}
	}
}
