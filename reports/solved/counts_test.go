package solved_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/search"
)

// TestCountsAreThoseOfAllPlays follows all plays of small games without symmetry: games whose
// layers are plies, and others; alternating and simultaneous; of one player; with repetition,
// with and without tiers, also from an asymmetric start.
func TestCountsAreThoseOfAllPlays(t *testing.T) {
	specs := append(reportstest.SmallGames(), "breakthrough:size=3x5", "connect4:size=3x4,connect=3", "kalah:pits=2,seeds=2", "quixo:size=3x3", "dodgem", "morris:men=3,start=3x3", "hog:target=8,dice=2", "bearoff:men=1", "pig:target=6")
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			b, v := reportstest.StoredGame(t, spec)
			checkCounts(t, b, v)
		})
	}
	for name, sheet := range map[string]string{"puzzle": reportstest.Puzzle, "rounds": reportstest.Rounds} {
		t.Run(name, func(t *testing.T) {
			v := reportstest.Sheet(t, sheet)
			checkCounts(t, reportstest.StoredVariant(t, v), v)
		})
	}
}

func checkCounts(t *testing.T, b solved.Game, v games.Variant) {
	t.Helper()
	got, err := b.Counts(t.Context(), true)
	if err != nil {
		t.Fatal(err)
	}
	want := games.ByState(v, slowCounts[uint64], slowCounts[[2]uint64], slowCounts[[4]uint64])(t, b)
	if !got.Reachable || (got.Wins == "") != (v.Info().GeneralSum || v.Info().Stochastic || len(v.Info().Roles) < 2) {
		t.Errorf("reachable %t, wins of %q", got.Reachable, got.Wins)
	}
	plies := map[int]measure.Count{}
	for _, n := range got.Plies {
		plies[n.Ply] = n.Count
	}
	remoteness := map[int]measure.Count{}
	states := int64(0)
	for _, n := range got.Remoteness {
		remoteness[n.Remoteness] = n.Count
		states += n.States
	}
	if diff := cmp.Diff(want.plies, raw(plies)); diff != "" {
		t.Errorf("by ply (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want.remoteness, raw(remoteness)); diff != "" {
		t.Errorf("by remoteness (-want +got):\n%s", diff)
	}
	if states != want.classes {
		t.Errorf("%d states up to symmetry, want %d", states, want.classes)
	}
}

// raw returns counts without the numbers of classes.
func raw(counts map[int]measure.Count) map[int]measure.Count {
	counts = maps.Clone(counts)
	for n, c := range counts {
		c.States = 0
		counts[n] = c
	}
	return counts
}

type slow struct {
	plies, remoteness map[int]measure.Count
	classes           int64
}

// slowCounts computes the set of positions at each ply, without positions of earlier plies if
// the game has no layers.
func slowCounts[S games.State](g games.Game[S]) func(*testing.T, solved.Game) slow {
	return func(t *testing.T, b solved.Game) slow {
		t.Helper()
		out := slow{map[int]measure.Count{}, map[int]measure.Count{}, 0}
		_, layered := g.(games.Layered[S])
		split := !g.Info().GeneralSum && !g.Info().Stochastic && len(g.Info().Roles) == 2
		seen, classes := map[S]bool{}, map[S]bool{}
		now := map[S]bool{g.Start(): true}
		for ply := 0; len(now) > 0; ply++ {
			next := map[S]bool{}
			for s := range now {
				p, err := b.Position(games.NotationOf(g).FormatState(s))
				if err != nil {
					t.Fatal(err)
				}
				add(out.plies, ply, p, split)
				if !seen[s] {
					add(out.remoteness, p.Outcome.Remoteness, p, split)
				}
				seen[s] = true
				class, _ := games.Canonical(g, s)
				classes[class] = true
				children, _ := g.Expand(nil, nil, []S{s})
				for _, c := range children {
					next[c] = true
				}
			}
			if !layered {
				maps.DeleteFunc(next, func(s S, _ bool) bool { return seen[s] })
			}
			now = next
		}
		out.classes = int64(len(classes))
		return out
	}
}

func add(counts map[int]measure.Count, at int, p *solved.Position, split bool) {
	c := counts[at]
	c.Raw++
	if p.Terminal {
		c.Terminals++
	}
	if split {
		if c.Split == nil {
			c.Split = new(measure.Split)
		}
		switch p.Outcome.Payoff[0].Cmp(p.Outcome.Payoff[1]) {
		case 1:
			c.Wins++
		case 0:
			c.Draws++
		default:
			c.Losses++
		}
	}
	counts[at] = c
}

// TestCountsOfTiersAreThoseOfAllBoards looks up all 3^9 boards of Quixo 3x3, for one player to
// move.
func TestCountsOfTiersAreThoseOfAllBoards(t *testing.T) {
	b, _ := reportstest.StoredGame(t, "quixo:size=3x3")
	got, err := b.Counts(t.Context(), false)
	if err != nil {
		t.Fatal(err)
	}
	var rows []solved.Row
	for n := range 19683 {
		board := make([]byte, 0, 13)
		for cell := range 9 {
			if cell > 0 && cell%3 == 0 {
				board = append(board, '/')
			}
			board = append(board, ".xo"[n%3])
			n /= 3
		}
		rows = append(rows, solved.Row{Input: string(board) + ":x"})
	}
	if err := b.Answer(rows, false, false); err != nil {
		t.Fatal(err)
	}
	want, all := map[int]int64{}, measure.Split{}
	for _, r := range rows {
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		want[r.Outcome.Remoteness]++
		switch r.Outcome.Payoff[0].Cmp(r.Outcome.Payoff[1]) {
		case 1:
			all.Wins++
		case 0:
			all.Draws++
		default:
			all.Losses++
		}
	}
	counted, sum := map[int]int64{}, measure.Split{}
	for _, n := range got.Remoteness {
		counted[n.Remoteness] = n.Raw
	}
	for _, n := range got.Tiers {
		sum.Wins, sum.Draws, sum.Losses = sum.Wins+n.Wins, sum.Draws+n.Draws, sum.Losses+n.Losses
	}
	if diff := cmp.Diff(want, counted); diff != "" || sum != all {
		t.Errorf("by remoteness (-want +got):\n%s\nin all %+v, want %+v", diff, sum, all)
	}
}

// TestCountsArePublishedOnes compares counts by ply with published ones: 5478 reachable
// positions of tic-tac-toe (S. Schaefer, "MathRec Solutions (Tic-Tac-Toe)", 2002), and 161029
// positions of connect4 4x4 (J. Tromp, "John's Connect Four Playground").
func TestCountsArePublishedOnes(t *testing.T) {
	for _, c := range []struct {
		spec  string
		plies []int64
		total int64
	}{
		{"tictactoe", []int64{1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78}, 5478},
		{"connect4:size=4x4", nil, 161029},
	} {
		b, _ := reportstest.StoredGame(t, c.spec)
		got, err := b.Counts(t.Context(), false)
		if err != nil {
			t.Fatal(err)
		}
		var plies []int64
		total := int64(0)
		for _, n := range got.Plies {
			plies, total = append(plies, n.Raw), total+n.Raw
		}
		if total != c.total || c.plies != nil && !slices.Equal(plies, c.plies) {
			t.Errorf("%s: %d positions, by ply %v", c.spec, total, plies)
		}
	}
}

// TestReachableTotals counts the reachable positions of games whose symmetries exchange the
// players, and compares them with independent counts. Dodgem: the enumeration in
// games/dodgem/dodgem_test.go, whose 1,963 positions form 1,349 classes. Quixo: two programs
// that share no code with this one. Six men's morris: games/morris/reachable_test.go.
func TestReachableTotals(t *testing.T) {
	for _, c := range []struct {
		spec        string
		states, raw int64
	}{
		{"dodgem", 1349, 1963},
		{"quixo:size=3x3", 2219, 32027},
		{"morris:men=6", 1545778, 42372745},
	} {
		t.Run(c.spec, func(t *testing.T) {
			if c.spec == "morris:men=6" {
				gamestest.SkipUnlessLarge(t)
			}
			b, _ := reportstest.StoredGame(t, c.spec)
			counts, err := b.Counts(t.Context(), true)
			if err != nil {
				t.Fatal(err)
			}
			if states, raw := counts.Total(); states != c.states || raw != c.raw {
				t.Errorf("%d positions up to symmetry, %d in all, want %d and %d", states, raw, c.states, c.raw)
			}
		})
	}
}

// TestProofsHaveNoCounts requests the counts of a game without a table.
func TestProofsHaveNoCounts(t *testing.T) {
	g := reportstest.Variant(t, "tron:size=4x4").(games.Game[uint64])
	b := reportstest.KnownGame(t, g, g.Start(), search.Bounds{Low: 0, High: 0, Move: -1})
	defer b.Close()
	if _, err := b.Counts(t.Context(), false); err == nil || !strings.Contains(err.Error(), "no table") {
		t.Error(err)
	}
}
