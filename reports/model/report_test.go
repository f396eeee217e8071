package model

import (
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// TestNewByRules recomputes every number of the reports of small games from the rules alone.
func TestNewByRules(t *testing.T) {
	list := []games.Variant{reportstest.Sheet(t, reportstest.Puzzle)}
	for _, spec := range append(reportstest.SmallGames(), "breakthrough:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal") {
		list = append(list, reportstest.Variant(t, spec))
	}
	for _, v := range list {
		t.Run(v.Info().Name, func(t *testing.T) {
			b := reportstest.SolvedVariant(t, v)
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				recount(t, g, b, r)
			case games.Game[[2]uint64]:
				recount(t, g, b, r)
			case games.Game[[4]uint64]:
				recount(t, g, b, r)
			}
		})
	}
}

// tallyOf holds the counts of one layer, or of all layers, derived from the rules.
type tallyOf struct {
	states, terminals, raw, rawTerminals, moves, choices, only, wins, alone int64
	values                                                                  map[string]int64
	remoteness                                                              map[int]int64
	longest, critical                                                       int
}

func recount[S games.State](t *testing.T, g games.Game[S], b solved.Game, r *Report) {
	t.Helper()
	naive := reportstest.NewNaive(g)
	var sum tallyOf
	sum.values, sum.remoteness = map[string]int64{}, map[int]int64{}
	level := []S{g.Start()}
	layers := map[int32]map[S]bool{0: {g.Start(): true}}
	layered := g.(games.Layered[S])
	for layer := int32(0); layers[layer] != nil; layer++ {
		level = level[:0]
		for s := range layers[layer] {
			level = append(level, s)
		}
		children, _ := g.Expand(nil, nil, level)
		for i, l := range layered.Layers(nil, children) {
			if layers[l] == nil {
				layers[l] = map[S]bool{}
			}
			layers[l][children[i]] = true
		}
		one := count(g, naive, level)
		if int(layer) >= len(r.Layers) {
			t.Fatalf("no layer %d", layer)
		}
		l := &r.Layers[layer]
		checkTally(t, fmt.Sprintf("layer %d", layer), one, tallyOf{
			states: l.States, terminals: *l.Terminals, raw: l.RawStates, rawTerminals: *l.RawTerminals,
			moves: l.Moves, choices: l.Choices, only: l.OnlyMoves, wins: made(l.MoverWins),
		})
		if l.MoverWins == nil && b.Solution().Outcomes.Kind == value.Alternating {
			t.Errorf("layer %d: mover wins are not counted", layer)
		}
		checkValues(t, b.Info(), fmt.Sprintf("layer %d", layer), one.values, l.Values)
		sum.add(one)
	}
	countPlies(t, g, r)
	checkTally(t, "the whole", sum, tallyOf{
		states: *r.States, terminals: *r.Terminals, raw: sum.raw, rawTerminals: sum.rawTerminals,
		moves: sum.moves, choices: r.OnlyMoves.Of, only: r.OnlyMoves.Count, wins: sum.wins,
	})
	checkValues(t, b.Info(), "the whole", sum.values, r.Values)
	if want := Mean(sum.moves, sum.states-sum.terminals); *r.Branching != want {
		t.Errorf("branching %v, want %v", *r.Branching, want)
	}
	if w := r.MoverWins; w != nil && (w.Count != sum.wins || w.Of != sum.alone) {
		t.Errorf("mover wins %v, want %d of %d", *w, sum.wins, sum.alone)
	}
	if got, want := r.Start.Value.Words, words.Outcome(b.Info(), naive.Of(g.Start())); got != want {
		t.Errorf("value %q, want %q", got, want)
	}
	if b.Solution().Outcomes.Kind == value.Alternating {
		checkExamples(t, r, sum)
	}
}

// countPlies checks the counts by ply and the total counts.
func countPlies[S games.State](t *testing.T, g games.Game[S], r *Report) {
	t.Helper()
	tally := func(states map[S]bool) (n, terminals int64) {
		for s := range states {
			n++
			if children, _ := g.Expand(nil, nil, []S{s}); len(children) == 0 {
				terminals++
			}
		}
		return n, terminals
	}
	all := map[S]bool{}
	level := map[S]bool{g.Start(): true}
	for ply := 0; len(level) > 0; ply++ {
		next, classes := map[S]bool{}, map[S]bool{}
		for s := range level {
			all[s] = true
			canonical, _ := games.Canonical(g, s)
			classes[canonical] = true
			children, _ := g.Expand(nil, nil, []S{s})
			for _, c := range children {
				next[c] = true
			}
		}
		want := Ply{Ply: ply}
		var terminals, rawTerminals int64
		want.States, terminals = tally(classes)
		want.RawStates, rawTerminals = tally(level)
		want.Terminals, want.RawTerminals = &terminals, &rawTerminals
		if ply >= len(r.Plies) {
			t.Fatalf("ply %d of %d", ply, len(r.Plies))
		}
		if diff := cmp.Diff(want, r.Plies[ply]); diff != "" {
			t.Fatalf("ply %d (-want +got):\n%s", ply, diff)
		}
		level = next
	}
	raw, rawTerminals := tally(all)
	if *r.RawStates != raw || r.RawTerminals != nil && *r.RawTerminals != rawTerminals {
		t.Errorf("%d raw states, %d raw terminals, want %d and %d", *r.RawStates, made(r.RawTerminals), raw, rawTerminals)
	}
}

// made returns *n, or 0 if n is nil.
func made(n *int64) int64 {
	if n == nil {
		return 0
	}
	return *n
}

// count tallies the states of one layer without symmetry.
func count[S games.State](g games.Game[S], naive *reportstest.Naive[S], raw []S) tallyOf {
	info := g.Info()
	c := tallyOf{values: map[string]int64{}, remoteness: map[int]int64{}}
	// members counts, for each class, the reached images of its canonical state, without and
	// with the roles exchanged.
	members := map[S]*[2]int64{}
	for _, s := range raw {
		canonical, swap := games.Canonical(g, s)
		if members[canonical] == nil {
			members[canonical] = new([2]int64)
		}
		if swap {
			members[canonical][1]++
		} else {
			members[canonical][0]++
		}
	}
	for s, n := range members {
		states := n[0] + n[1]
		if strings.Contains(info.Symmetry, "side to move exchanged") {
			// Symmetries that do not preserve the start do not increase raw counts.
			states = max(n[0], n[1])
		}
		c.raw += states
		if children, _ := g.Expand(nil, nil, []S{s}); len(children) == 0 {
			c.rawTerminals += states
		}
		o := naive.Of(s)
		c.states++
		c.values[o.Payoff[0].RatString()]++
		c.remoteness[o.Remoteness]++
		children, _ := g.Expand(nil, nil, []S{s})
		c.moves += int64(len(children))
		if len(children) == 0 {
			c.terminals++
		}
		if o.Remoteness > c.longest && o.Payoff[0].Cmp(o.Payoff[1]) != 0 && len(info.Roles) > 1 {
			c.longest = o.Remoteness
		}
		_, moves := games.Stage(g, s, len(children))
		if len(children) == 0 || len(moves) > 1 && moves[0] > 1 && moves[1] > 1 {
			continue
		}
		c.alone++
		mover := naive.Mover(s)
		if twice := new(big.Rat).Add(o.Payoff[mover], o.Payoff[mover]); !info.GeneralSum && twice.Cmp(big.NewRat(int64(info.Total), 1)) > 0 {
			c.wins++
		}
		if len(children) == 1 {
			continue
		}
		keep := 0
		for _, child := range children {
			if naive.Of(child).Payoff[mover].Cmp(o.Payoff[mover]) == 0 {
				keep++
			}
		}
		c.choices++
		if keep == 1 {
			c.only++
			c.critical = max(c.critical, len(children))
		}
	}
	return c
}

func (c *tallyOf) add(o tallyOf) {
	c.states += o.states
	c.terminals += o.terminals
	c.raw += o.raw
	c.rawTerminals += o.rawTerminals
	c.moves += o.moves
	c.choices += o.choices
	c.only += o.only
	c.wins += o.wins
	c.alone += o.alone
	c.longest = max(c.longest, o.longest)
	c.critical = max(c.critical, o.critical)
	for v, n := range o.values {
		c.values[v] += n
	}
	for plies, n := range o.remoteness {
		c.remoteness[plies] += n
	}
}

func checkTally(t *testing.T, what string, want, got tallyOf) {
	t.Helper()
	for _, n := range []struct {
		name      string
		got, want int64
	}{
		{"states", got.states, want.states}, {"terminals", got.terminals, want.terminals},
		{"raw states", got.raw, want.raw}, {"raw terminals", got.rawTerminals, want.rawTerminals},
		{"moves", got.moves, want.moves}, {"choices", got.choices, want.choices},
		{"only moves", got.only, want.only}, {"mover wins", got.wins, want.wins},
	} {
		if n.got != n.want {
			t.Errorf("%s: %s %d, want %d", what, n.name, n.got, n.want)
		}
	}
}

func checkValues(t *testing.T, info *games.Info, what string, want map[string]int64, got []ValueCount) {
	t.Helper()
	var last *big.Rat
	for _, v := range got {
		x, ok := new(big.Rat).SetString(v.Payoff)
		if !ok || last != nil && last.Cmp(x) >= 0 || v.Words != words.Payoff(info, v.Payoff) {
			t.Errorf("%s: value %+v out of order", what, v)
		}
		last = x
		if v.States != want[v.Payoff] {
			t.Errorf("%s: %d states with value %s, want %d", what, v.States, v.Payoff, want[v.Payoff])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%s: %d values, want %d", what, len(got), len(want))
	}
}

// checkExamples checks lengths of play and example positions of alternating games.
func checkExamples(t *testing.T, r *Report, sum tallyOf) {
	t.Helper()
	plies := []int{}
	for _, c := range r.Remoteness {
		plies = append(plies, c.Plies)
		if c.States != sum.remoteness[c.Plies] {
			t.Errorf("%d states %d plies from the end, want %d", c.States, c.Plies, sum.remoteness[c.Plies])
		}
	}
	if len(plies) != len(sum.remoteness) || !slices.IsSorted(plies) {
		t.Errorf("remoteness of %v plies, want %v", plies, sum.remoteness)
	}
	if r.Longest == nil {
		if sum.longest > 0 {
			t.Errorf("no longest win, want %d plies", sum.longest)
		}
	} else if r.Longest.Value.Plies != sum.longest || !strings.Contains(r.Longest.Value.Words, "win") && sum.longest > 0 {
		t.Errorf("longest win: %s, want %d plies", r.Longest.Value.Words, sum.longest)
	}
	if r.Critical == nil {
		if sum.critical > 0 {
			t.Errorf("no critical position, want one with %d moves", sum.critical)
		}
		return
	}
	keep := 0
	for _, m := range r.Critical.Moves {
		if m.Keeps == solved.KeptYes {
			keep++
		}
	}
	if keep != 1 || len(r.Critical.Moves) != sum.critical {
		t.Errorf("critical position %s: %d of %d moves keep the value, want 1 of %d", r.Critical.Text, keep, len(r.Critical.Moves), sum.critical)
	}
}
