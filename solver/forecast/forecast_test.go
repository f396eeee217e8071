package forecast_test

import (
	"context"
	"errors"
	"io/fs"
	"math"
	"slices"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest"
	"zermelo/solver/forecast"
	"zermelo/solver/machine"
	"zermelo/solver/runs"
)

// open opens a layered game with one-word states.
func open(t *testing.T, spec string) (games.Game[uint64], games.Layered[uint64]) {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v.(games.Game[uint64]), v.(games.Layered[uint64])
}

// count counts the canonical states, and the terminal ones among them.
func count(g games.Game[uint64]) (states, terminal int) {
	start, _ := games.Canonical(g, g.Start())
	seen := map[uint64]bool{start: true}
	for todo := []uint64{start}; len(todo) > 0; {
		children, _ := g.Expand(nil, nil, todo[len(todo)-1:])
		todo = todo[:len(todo)-1]
		if len(children) == 0 {
			terminal++
		}
		games.CanonizerOf(g).Canonize(children, make([]bool, len(children)))
		for _, c := range children {
			if !seen[c] {
				seen[c] = true
				todo = append(todo, c)
			}
		}
	}
	return len(seen), terminal
}

// anyTime is so long that only the other options limit the forecast.
const anyTime = 24 * time.Hour

func TestSmallGamesAreCountedExactly(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=4x4", "connect4:size=4x4", "kalah:pits=2,seeds=2", "nim"} {
		g, l := open(t, spec)
		e, err := forecast.Layered(context.Background(), g, l, forecast.Options{CPU: anyTime})
		if err != nil {
			t.Fatal(err)
		}
		states, terminal := count(g)
		if !e.Exact || e.States != float64(states) || e.Terminal != float64(terminal) || e.Low != e.States || e.High != e.States {
			t.Errorf("%s: %+v, want %d states, %d terminal", spec, e, states, terminal)
		}
	}
}

func TestEstimatesHoldTheTruth(t *testing.T) {
	for _, spec := range []string{"tron:size=5x5", "connect4:size=4x4", "kalah:pits=3,seeds=3", "domineering:size=5x5"} {
		g, l := open(t, spec)
		states, _ := count(g)
		o := forecast.Options{CPU: anyTime, Exact: states / 10, Sample: states / 100}
		e, err := forecast.Layered(context.Background(), g, l, o)
		if err != nil {
			t.Fatal(err)
		}
		ratio := e.States / float64(states)
		t.Logf("%s: %.3g states of %d (%.2f), from %.3g to %.3g", spec, e.States, states, ratio, e.Low, e.High)
		if e.Exact || e.Uncertain || ratio < 0.5 || ratio > 2 || e.Low > float64(states) || e.High < float64(states) {
			t.Errorf("%s: %.3g states (%.3g to %.3g), want %d within a factor of 2", spec, e.States, e.Low, e.High, states)
		}
	}
}

// layersOf returns the first layers of a game and the total number of states.
// Terminal states are omitted if the game implements games.TerminalTester.
func layersOf(g games.Game[uint64], upTo int) (layers [][]uint64, states int) {
	terminals, _ := g.(games.TerminalTester[uint64])
	start, _ := games.Canonical(g, g.Start())
	for layer := []uint64{start}; len(layer) > 0; {
		if states += len(layer); states <= upTo {
			layers = append(layers, layer)
		}
		children, _ := g.Expand(nil, nil, layer)
		if terminals != nil {
			terminal := terminals.IsTerminal(nil, children)
			next := children[:0]
			for i, c := range children {
				if !terminal[i] {
					next = append(next, c)
				}
			}
			children = next
		}
		games.CanonizerOf(g).Canonize(children, make([]bool, len(children)))
		slices.Sort(children)
		layer = slices.Compact(children)
	}
	return layers, states
}

func TestForecastsGoOnFromStoredLayers(t *testing.T) {
	for _, spec := range []string{"tron:size=5x5", "connect4:size=4x4", "breakthrough:size=5x4,rows=1", "domineering:size=5x5"} {
		g, l := open(t, spec)
		_, states := layersOf(g, 0)
		layers, _ := layersOf(g, states/5)
		e, err := forecast.Stored(t.Context(), g, l, func(layer int) (*runs.Column[uint64], error) {
			if layer == len(layers) {
				return nil, nil
			}
			return &runs.Column[uint64]{N: len(layers[layer]), Mem: layers[layer]}, nil
		}, forecast.Options{CPU: anyTime, Sample: states / 50})
		if err != nil {
			t.Fatal(err)
		}
		ratio := e.States / float64(states)
		t.Logf("%s: %.3g states of %d (%.2f), from %.3g to %.3g, the first end in layer %d", spec, e.States, states, ratio, e.Low, e.High, e.FirstTerminalLayer)
		if e.Exact || e.Uncertain || ratio < 0.5 || ratio > 2 || e.FirstTerminalLayer < 1 {
			t.Errorf("%s: %.3g states (%.3g to %.3g), want %d within a factor of 2", spec, e.States, e.Low, e.High, states)
		}
	}
}

// TestRarePliesAreNoNaN forecasts a game in which a sample of the stored layers misses the
// plies to some states: in Othello, a player rarely passes.
func TestRarePliesAreNoNaN(t *testing.T) {
	v, err := builtin.Registry().Open("othello:size=6x8")
	if err != nil {
		t.Fatal(err)
	}
	g, l := v.(games.Game[[2]uint64]), v.(games.Layered[[2]uint64])
	start, _ := games.Canonical(g, g.Start())
	layers := [][][2]uint64{{start}}
	for number := 0; len(layers[number]) < 500_000; number++ {
		children, _ := g.Expand(nil, nil, layers[number])
		games.CanonizerOf(g).Canonize(children, make([]bool, len(children)))
		for i, at := range l.Layers(nil, children) {
			for len(layers) <= max(int(at), number+1) {
				layers = append(layers, nil)
			}
			layers[at] = append(layers[at], children[i])
		}
		slices.SortFunc(layers[number+1], games.Compare[[2]uint64])
		layers[number+1] = slices.Compact(layers[number+1])
	}
	e, err := forecast.Stored(t.Context(), g, l, func(layer int) (*runs.Column[[2]uint64], error) {
		if layer == len(layers) {
			return nil, nil
		}
		return &runs.Column[[2]uint64]{N: len(layers[layer]), Mem: layers[layer]}, nil
	}, forecast.Options{CPU: 2 * time.Second})
	if err != nil || !(e.States > 1e6) || math.IsNaN(e.Low) || math.IsNaN(e.High) {
		t.Errorf("%+v (%v), want more than 1e6 states", e, err)
	}
}

func TestShortForecastsAreEstimates(t *testing.T) {
	g, l := open(t, "connect4")
	e, err := forecast.Layered(context.Background(), g, l, forecast.Options{CPU: 100 * time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	if e.Exact || e.States < 1e6 || math.IsInf(e.States, 0) {
		t.Errorf("%+v, want a large estimate", e)
	}
}

func TestForecastsStopWithTheirContext(t *testing.T) {
	g, l := open(t, "connect4")
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := forecast.Layered(ctx, g, l, forecast.Options{}); err != context.Canceled {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestGamesWithoutLayersAreCountedSampledOrUnsure(t *testing.T) {
	for spec, back := range map[string]bool{"connect4:size=4x4": false, "dodgem:size=4x4": true} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		g := v.(games.Game[uint64])
		n, terminal := count(g)
		states := float64(n)
		e, err := forecast.Cyclic(t.Context(), g, forecast.Options{CPU: anyTime})
		if err != nil {
			t.Fatal(err)
		}
		if !e.Exact || e.States != states || e.Terminal != float64(terminal) {
			t.Errorf("%s: %+v, want %d states, %d terminal", spec, e, n, terminal)
		}
		e, err = forecast.Cyclic(t.Context(), g, forecast.Options{CPU: anyTime, Exact: n / 3, Sample: n / 20})
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %.4g states of %d, from %.3g to %.3g", spec, e.States, n, e.Low, e.High)
		if e.Exact || e.Low > states || e.High < states || e.Uncertain != back || math.IsInf(e.High, 1) || e.Low < states/4 {
			t.Errorf("%s: %+v, want %d states within the interval, unsure %v", spec, e, n, back)
		}
	}
}

// slow is a game in which expanding a state takes perState.
type slow struct {
	games.Game[uint64]
	expanded int
}

const perState = 200 * time.Microsecond

func (s *slow) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	s.expanded += len(src)
	for until := machine.ThreadTime() + time.Duration(len(src))*perState; machine.ThreadTime() < until; {
	}
	return s.Game.Expand(dst, ends, src)
}

func TestForecastsOfSlowGamesKeepToTheirTime(t *testing.T) {
	g, l := open(t, "connect4:size=5x4")
	layers, _ := layersOf(g, 50_000)
	s := &slow{Game: g}
	const allowed = 200 * time.Millisecond
	e, err := forecast.Stored(t.Context(), s, l, func(layer int) (*runs.Column[uint64], error) {
		if layer == len(layers) {
			return nil, nil
		}
		return &runs.Column[uint64]{N: len(layers[layer]), Mem: layers[layer]}, nil
	}, forecast.Options{CPU: allowed})
	if err != nil {
		t.Fatal(err)
	}
	if took := time.Duration(s.expanded) * perState; took > 3*allowed {
		t.Errorf("%d states were expanded in %s, want %s", s.expanded, took, allowed)
	}
	if e.States < 50_000 {
		t.Errorf("%.3g states, want more", e.States)
	}
}

// remote is a game whose rules run outside the program and take remoteTime per state.
type remote struct {
	games.Game[uint64]
	games.Layered[uint64]
}

const remoteTime = 20 * time.Millisecond

func (remote) Alive() context.Context { return context.Background() }

func (r remote) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	time.Sleep(time.Duration(len(src)) * remoteTime)
	return r.Game.Expand(dst, ends, src)
}

// TestRemoteGameIsForecastInTime forecasts games that take too long for a sample of each layer
// and for random plays. The states found are a lower bound, and the time per state is measured.
func TestRemoteGameIsForecastInTime(t *testing.T) {
	const allowed = 300 * time.Millisecond
	for _, c := range []struct {
		spec    string
		layered bool
	}{{"connect4:size=5x5", true}, {"kalah", true}, {"connect4:size=5x5", false}, {"kalah", false}} {
		g, l := open(t, c.spec)
		r, began := remote{g, l}, time.Now()
		var e *forecast.Estimate
		var err error
		if c.layered {
			e, err = forecast.Layered(t.Context(), r, r, forecast.Options{CPU: allowed})
		} else {
			e, err = forecast.Cyclic(t.Context(), r, forecast.Options{CPU: allowed})
		}
		if err != nil {
			t.Fatal(err)
		}
		if took := time.Since(began); !e.Uncertain || e.Exact || e.Low < 5 || e.Low > 1000 || e.Expanding < remoteTime || took > 2*time.Second {
			t.Errorf("%+v: %+v after %s, want a lower bound after about %s", c, e, took, allowed)
		}
	}
}

func TestForecastWithoutLayersIsAnError(t *testing.T) {
	g, l := open(t, "connect4:size=5x4")
	none := func(int) (*runs.Column[uint64], error) { return nil, nil }
	if _, err := forecast.Stored(t.Context(), g, l, none, forecast.Options{}); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("error %v, want %v", err, fs.ErrNotExist)
	}
}
