package model

import (
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// takingTurns returns small games where players take turns.
func takingTurns(t *testing.T) []games.Variant {
	t.Helper()
	list := []games.Variant{reportstest.Sheet(t, reportstest.Puzzle)}
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "coordination:rounds=3"} {
		list = append(list, reportstest.Variant(t, spec))
	}
	return list
}

// TestOpeningsByRules recomputes the opening tree by recursion over the rules.
func TestOpeningsByRules(t *testing.T) {
	for _, v := range takingTurns(t) {
		t.Run(v.Info().Name, func(t *testing.T) {
			b := reportstest.SolvedVariant(t, v)
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			pictures, err := NewPictureSet(b, r, 3)
			if err != nil {
				t.Fatal(err)
			}
			switch g := v.(type) {
			case games.Game[uint64]:
				checkOpenings(t, g, reportstest.NewNaive(g), g.Start(), pictures.Openings, pictures.OpeningsLeft, 3)
			case games.Game[[2]uint64]:
				checkOpenings(t, g, reportstest.NewNaive(g), g.Start(), pictures.Openings, pictures.OpeningsLeft, 3)
			}
		})
	}
}

// checkOpenings checks the moves of the tree at a state and their subtrees.
func checkOpenings[S games.State](t *testing.T, g games.Game[S], naive *reportstest.Naive[S], s S, list []*Opening, left, depth int) {
	t.Helper()
	children, _ := g.Expand(nil, nil, []S{s})
	if depth == 0 || len(children) == 0 {
		if len(list) > 0 || left > 0 {
			t.Errorf("%d moves after the end of the tree", len(list)+left)
		}
		return
	}
	own, mover := naive.Of(s), naive.Mover(s)
	names := games.NotationOf(g).Moves(s)[mover]
	keep := 0
	for _, c := range children {
		if naive.Of(c).Payoff[mover].Cmp(own.Payoff[mover]) == 0 {
			keep++
		}
	}
	if len(list)+left != len(children) || len(list) != min(len(children), openingMoves) {
		t.Errorf("%d moves and %d more, of %d", len(list), left, len(children))
	}
	for i, o := range list {
		at := slices.Index(names, o.Move.Name)
		if at < 0 {
			t.Fatalf("%s is not legal", o.Move.Name)
		}
		after := naive.Of(children[at])
		keeps := after.Payoff[mover].Cmp(own.Payoff[mover]) == 0
		if o.Mover != mover || o.Move.Value.Words != words.Outcome(g.Info().WithoutUnit(), after) || o.Move.Keeps != reportstest.KeptIf(keeps) || o.OnlyMove != (keeps && keep == 1 && len(children) > 1) {
			t.Errorf("%s: %+v, want %q, keeps %v, one of %d", o.Move.Name, o, words.Outcome(g.Info().WithoutUnit(), after), keeps, keep)
		}
		if i > 0 && value.KindOf(g.Info()) == value.Alternating && naive.Of(children[slices.Index(names, list[i-1].Move.Name)]).Payoff[mover].Cmp(after.Payoff[mover]) < 0 {
			t.Errorf("%s is listed after a worse move", o.Move.Name)
		}
		checkOpenings(t, g, naive, children[at], o.Replies, o.Left, depth-1)
	}
}

// TestCriticalByRules recomputes the number of moves of the critical positions, in descending
// order.
func TestCriticalByRules(t *testing.T) {
	for _, v := range takingTurns(t) {
		t.Run(v.Info().Name, func(t *testing.T) {
			b := reportstest.SolvedVariant(t, v)
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			pictures, err := NewPictureSet(b, r, 0)
			if err != nil {
				t.Fatal(err)
			}
			var got []int
			for _, p := range pictures.Critical {
				got = append(got, len(p.Moves))
				if !slices.ContainsFunc(p.Moves, func(m solved.Move) bool { return m.Keeps == solved.KeptYes }) || !p.OnlyMove() {
					t.Errorf("%s: not a single move keeps the value", p.Text)
				}
			}
			var want []int
			switch g := v.(type) {
			case games.Game[uint64]:
				want = naiveCritical(g)
			case games.Game[[2]uint64]:
				want = naiveCritical(g)
			}
			if !slices.Equal(got, want) {
				t.Errorf("critical positions with %v moves, want %v", got, want)
			}
		})
	}
}

// naiveCritical returns the maximum number of moves in a position where only one keeps the
// value, for the three layers with the largest maximum.
func naiveCritical[S games.State](g games.Game[S]) (most []int) {
	naive, byLayer := reportstest.NewNaive(g), map[int32]int{}
	for _, s := range reportstest.Classes(g) {
		children, _ := g.Expand(nil, nil, []S{s})
		mover, keep := naive.Mover(s), 0
		for _, c := range children {
			if naive.Of(c).Payoff[mover].Cmp(naive.Of(s).Payoff[mover]) == 0 {
				keep++
			}
		}
		if layer := g.(games.Layered[S]).Layers(nil, []S{s})[0]; keep == 1 && len(children) > 1 {
			byLayer[layer] = max(byLayer[layer], len(children))
		}
	}
	for _, n := range byLayer {
		most = append(most, n)
	}
	slices.SortFunc(most, func(a, b int) int { return b - a })
	return most[:min(len(most), maxExamples)]
}
