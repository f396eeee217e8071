package solve

import (
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/forecast"
)

// slowSearch is a game for which searching is slow, but building a table is fast.
type slowSearch struct {
	games.Searcher[uint64]
	games.Layered[uint64]
}

func (g slowSearch) Look(n *games.Node[uint64], s uint64, alpha, beta int) {
	for began := time.Now(); time.Since(began) < time.Millisecond; {
	}
	g.Searcher.Look(n, s, alpha, beta)
}

func (g slowSearch) Info() *games.Info { return g.Searcher.Info() }
func (g slowSearch) Start() uint64     { return g.Searcher.Start() }

func (g slowSearch) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	return g.Searcher.Expand(dst, ends, src)
}

func (g slowSearch) Movers(dst []int8, src []uint64) []int8 { return g.Searcher.Movers(dst, src) }

func (g slowSearch) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return g.Searcher.Payoffs(dst, src)
}

// TestTableReplacesALongSearchForLengths searches for the length of a win in a game for which
// building a table is faster. The table must replace the search and contain the length.
func TestTableReplacesALongSearchForLengths(t *testing.T) {
	t.Parallel()
	v, err := builtin.Registry().Open("breakthrough:size=3x4,captures=diagonal")
	if err != nil {
		t.Fatal(err)
	}
	var choices []Choice
	o := Options{Method: AlphaBeta, Plies: true, Cache: 1 << 20, OnChoice: func(c Choice) { choices = append(choices, c) }, patience: 1}
	o.complete()
	g := slowSearch{v.(games.Searcher[uint64]), v.(games.Layered[uint64])}
	r, err := typed[uint64]{g}.prove(t.Context(), t.TempDir(), o)
	if err != nil {
		t.Fatal(err)
	}
	if r.Solution == nil || r.Solution.Outcomes.Of(r.Solution.Start).Remoteness != 12 {
		t.Errorf("%+v, want a table with a win in 12 plies", r)
	}
	if len(choices) != 1 || choices[0].Method != Table || !choices[0].Lengths {
		t.Errorf("choices %+v", choices)
	}
}

// TestLengthsAreSoughtByTheCheaperWay checks the choice between a search for lengths and a table,
// given forecasts for the table.
func TestLengthsAreSoughtByTheCheaperWay(t *testing.T) {
	t.Parallel()
	v, err := builtin.Registry().Open("breakthrough:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	game, db := typed[uint64]{v.(games.Game[uint64])}, t.TempDir()
	for _, c := range []struct {
		name    string
		states  float64
		cpu     time.Duration
		limit   int64
		method  Method
		hasRoom bool
	}{
		{name: "a quick table", states: 1e6, cpu: time.Minute, method: Table, hasRoom: true},
		{name: "a slow table", states: 1e6, cpu: time.Hour, method: AlphaBeta, hasRoom: true},
		{name: "a table beyond the limit", states: 1e6, cpu: time.Minute, limit: 1000, method: AlphaBeta},
	} {
		f := &Forecast{States: &forecast.Estimate{States: c.states, Low: c.states}, Seconds: c.cpu.Seconds(), Stored: 1}
		got := game.lengthsBy(f, db, Options{Method: AlphaBeta, Limit: c.limit, Progress: new(Progress)})
		if got.Method != c.method || (got.TooLarge == nil) != c.hasRoom || got.Forecast != f || !got.Lengths {
			t.Errorf("%s: %+v", c.name, got)
		}
	}
}
