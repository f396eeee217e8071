package verify

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/cyclic"
	"zermelo/solver/job"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
	"zermelo/tablebase/write"
)

// roundabout is a random game whose positions are not numbered and can repeat. State
// i has the children after[i], and mover[i] is the player to move, who may move
// twice in a row.
type roundabout struct {
	info   games.Info
	after  [][]uint64
	mover  []int
	payoff []int16 // payoffs of states without children

	outcomes []value.Outcome // outcomes of values, unless the game is alternating
}

func newRoundabout(seed uint64, roles, states int) *roundabout {
	rng := rand.New(rand.NewPCG(seed, uint64(roles)))
	g := &roundabout{info: games.Info{
		Name: fmt.Sprintf("roundabout:seed=%d", seed), Title: "Roundabout", Roles: []string{"a", "b"}[:roles], Total: 100,
	}}
	for i := range states {
		var after []uint64
		for range 1 + rng.IntN(3) {
			after = append(after, rng.Uint64N(uint64(states)))
		}
		if i > 0 && rng.IntN(5) == 0 {
			after = nil
		}
		g.after = append(g.after, after)
		g.mover = append(g.mover, rng.IntN(roles))
		g.payoff = append(g.payoff, int16(rng.IntN(5)*25))
	}
	return g
}

func (g *roundabout) Info() *games.Info { return &g.info }
func (g *roundabout) Start() uint64     { return 0 }

func (g *roundabout) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst = append(dst, g.after[s]...)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *roundabout) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(g.mover[s]))
	}
	return dst
}

func (g *roundabout) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		dst = append(dst, games.Payoff{g.payoff[s], 100 - g.payoff[s]})
	}
	return dst
}

// buildRoundabout writes the table of a game with the given values.
func buildRoundabout(t *testing.T, g *roundabout, values map[uint64]value.Value) *tablebase.Table[uint64] {
	t.Helper()
	db := t.TempDir()
	b, err := write.Create(db, games.Game[uint64](g), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := &job.Solution{Outcomes: value.Outcomes{Kind: value.KindOf(&g.info), Total: 100, List: g.outcomes}, Layers: []job.LayerStats{{Values: map[string]int64{}}}, Start: values[0]}
	var states []uint64
	for state := range values {
		states = append(states, state)
	}
	slices.Sort(states)
	stats := &s.Layers[0]
	var list []value.Value
	for _, state := range states {
		list = append(list, values[state])
		o := s.Outcomes.Of(values[state])
		s.Digest += value.PairHash([]uint64{state}, o.Hash())
		stats.Values[o.Payoff[0].RatString()]++
		stats.States++
		stats.Moves += int64(len(g.after[state]))
		if len(g.after[state]) == 0 {
			stats.Terminals++
		}
	}
	if err := errors.Join(b.Put(0, states, list), b.Commit(s)); err != nil {
		t.Fatal(err)
	}
	return tablebasetest.Open[uint64](t, db, g)
}

func TestVerifyRoundabouts(t *testing.T) {
	for seed := range uint64(5) {
		for roles := 1; roles <= 2; roles++ {
			g := newRoundabout(seed, roles, 40)
			values := solvertest.NaiveCyclic[uint64](g, []uint64{0})
			table := buildRoundabout(t, g, values)
			if err := newSampler(table).random(); err != nil {
				t.Errorf("seed %d, %d roles: %v", seed, roles, err)
			}
			report, err := Verify(t.Context(), table, Options{Workers: 2})
			if err != nil || report.Wrong != 0 || report.Checked != int64(len(values)) {
				t.Errorf("seed %d, %d roles: %+v %v", seed, roles, report, err)
			}
		}
	}
}

// TestVerifyRoundaboutsFindsWrong replaces a value in a table with a different value.
func TestVerifyRoundaboutsFindsWrong(t *testing.T) {
	endless := 0
	for seed := range uint64(6) {
		g := newRoundabout(seed, 2, 40)
		values := solvertest.NaiveCyclic[uint64](g, []uint64{0})
		s := rand.Uint64N(40)
		for _, ok := values[s]; !ok; _, ok = values[s] {
			s = rand.Uint64N(40)
		}
		o := (&value.Outcomes{Total: 100}).Of(values[s])
		payoff, plies := int16(o.Payoff[0].Num().Int64()), o.Remoteness
		if plies < 0 {
			endless++
		}
		for _, wrong := range []value.Value{value.Unmeasured(50), value.Measured(payoff, plies+1), value.Measured(payoff, plies+2), value.Measured(100-payoff, plies), value.Measured(75, 3)} {
			if wrong == values[s] {
				continue
			}
			right := values[s]
			values[s] = wrong
			_, err := Verify(t.Context(), buildRoundabout(t, g, values), Options{Workers: 1})
			values[s] = right
			var found *store.WrongError
			if !errors.As(err, &found) || !slices.ContainsFunc(found.First, func(f string) bool { return strings.Contains(f, "but the table has ") }) {
				t.Errorf("seed %d, state %d: %v", seed, s, err)
			}
		}
	}
	if endless == 0 {
		t.Error("no endless play was spoiled")
	}
}

// TestCircularWin refutes a value that is consistent with its children but unreachable: two
// positions that each claim to win by moving to the other.
func TestCircularWin(t *testing.T) {
	g := newRoundabout(1, 2, 3)
	g.after = [][]uint64{{1, 2}, {0, 2}, nil}
	g.mover, g.payoff = []int{0, 0, 0}, []int16{0, 0, 0}
	for _, plies := range [][2]int{{3, 2}, {1, 1}, {2, 3}} {
		values := map[uint64]value.Value{0: value.Measured(100, plies[0]), 1: value.Measured(100, plies[1]), 2: value.Measured(0, 0)}
		var wrong *store.WrongError
		if _, err := Verify(t.Context(), buildRoundabout(t, g, values), Options{Workers: 1}); !errors.As(err, &wrong) {
			t.Errorf("%v: %v", plies, err)
		}
	}
	right := map[uint64]value.Value{0: value.Unmeasured(50), 1: value.Unmeasured(50), 2: value.Measured(0, 0)}
	if _, err := Verify(t.Context(), buildRoundabout(t, g, right), Options{Workers: 1}); err != nil {
		t.Error(err)
	}
}

// TestCircularValueOfJointMoves is like TestCircularWin, but for values without remoteness. Two
// positions promise 100 to role 0, which cannot force it if role 1 can return to the first.
// Without that move, the values are correct.
func TestCircularValueOfJointMoves(t *testing.T) {
	g := newRoundabout(1, 2, 4)
	g.info.Simultaneous = true
	g.mover, g.payoff = []int{0, 1, 0, 0}, []int16{0, 0, 0, 100}
	end := func(payoff int16) value.Outcome { return value.TerminalOutcome(games.Payoff{payoff, 100 - payoff}, 2) }
	inner := func(payoff int16) value.Outcome {
		o := end(payoff)
		o.Joint, o.Remoteness = games.Payoff{}, -1
		return o
	}
	g.outcomes = []value.Outcome{end(0), end(100), inner(100)}
	values := map[uint64]value.Value{0: 2, 1: 2, 2: 0, 3: 1}
	for _, c := range []struct {
		after [][]uint64
		want  string
	}{
		{[][]uint64{{1, 2}, {3}, nil, nil}, ""},
		{[][]uint64{{1, 2}, {0, 3}, nil, nil}, "play can continue forever, which pays less than the stored 100"},
	} {
		g.after = c.after
		_, err := Verify(t.Context(), buildRoundabout(t, g, values), Options{Workers: 1})
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%v: %v, want %q", c.after, err, c.want)
		}
	}
}

// looped is a random game with joint moves whose positions can repeat.
type looped struct{ *solvertest.RandomGame[uint64] }

// Layers hides the method of the random game, because positions can repeat.
func (looped) Layers() {}

// TestVerifyLoopsOfJointMoves solves and verifies random games with repetition and joint moves
// or general-sum payoffs, with and without a sample.
func TestVerifyLoopsOfJointMoves(t *testing.T) {
	solved := 0
	for seed := range uint64(60) {
		kind := []value.Kind{value.Simultaneous, value.General}[seed%2]
		shape := solvertest.Shape{Kind: kind, Span: 1, Layers: 4, Width: 4, MaxMoves: 3, Loops: true, Roles: 2 + int(seed/2%3), Seed: seed}
		if kind == value.Simultaneous {
			shape.Roles = 0
		}
		g, db := looped{solvertest.NewRandomGame[uint64](shape)}, t.TempDir()
		b, err := write.Create[uint64](db, g, store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		solution, err := solver.Solve[uint64](t.Context(), g, b.WorkDir(), b, job.Options{Workers: 1})
		var open *cyclic.LoopError
		if errors.As(err, &open) {
			b.Close()
			continue
		}
		if err = errors.Join(err, b.Commit(solution)); err != nil {
			t.Fatal(err)
		}
		solved++
		table := tablebasetest.Open[uint64](t, db, g)
		for _, sample := range []int64{0, table.Solution().States() - 1} {
			if _, err := Verify(t.Context(), table, Options{Workers: 2, Sample: sample}); err != nil {
				t.Errorf("seed %d, sample of %d: %v", seed, sample, err)
			}
		}
		if err := newSampler(table).random(); err != nil { // covers all positions of a small table
			t.Errorf("seed %d: %v", seed, err)
		}
	}
	if solved < 40 {
		t.Errorf("%d games solved", solved)
	}
}
