package reports

import (
	"errors"
	"math"
	"math/big"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver"
)

// playing follows every play of a small game, move by move, without symmetry and
// without a table.
type playing[S games.State] struct {
	game   games.Game[S]
	value  func(S) solver.Outcome
	greedy bool
	got    Measures
}

// run goes on from s, which is met with a chance, after ply moves; last is the
// ply of the last change of the value, and lost says who was lost on the way.
func (p *playing[S]) run(s S, chance float64, ply, last int, lost [2]bool) {
	o := p.value(s)
	half := big.NewRat(int64(p.game.Info().Total), 2)
	for role := range lost {
		lost[role] = lost[role] || o.Payoff[role].Cmp(half) < 0
	}
	children, _ := p.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		p.end(o.Payoff, half, chance, ply, last, lost)
		return
	}
	mover := 1
	if int(p.game.Rows(nil, []S{s})[0]) == len(children) {
		mover = 0
	}
	if p.greedy {
		children = p.best(children, mover, half)
	}
	share := chance / float64(len(children))
	for _, c := range children {
		changed := last
		if p.value(c).Payoff[0].Cmp(o.Payoff[0]) != 0 {
			changed = ply + 1
			if p.value(c).Payoff[mover].Cmp(o.Payoff[mover]) > 0 {
				panic("a move gains")
			}
			if p.greedy {
				p.got.GreedyErrors += share
			} else {
				p.got.RandomErrors += share
			}
		}
		p.run(c, share, ply+1, changed, lost)
	}
}

// best are the children that a greedy player chooses from.
func (p *playing[S]) best(children []S, mover int, half *big.Rat) (best []S) {
	var top *big.Rat
	for _, c := range children {
		rating := half
		if replies, _ := p.game.Expand(nil, nil, []S{c}); len(replies) == 0 {
			rating = big.NewRat(int64(p.game.Payoffs(nil, []S{c})[0][mover]), 1)
		}
		if top == nil || rating.Cmp(top) > 0 {
			top, best = rating, nil
		}
		if rating.Cmp(top) == 0 {
			best = append(best, c)
		}
	}
	return best
}

func (p *playing[S]) end(payoff [2]*big.Rat, half *big.Rat, chance float64, ply, last int, lost [2]bool) {
	m := &p.got
	if p.greedy {
		m.GreedyPlies += chance * float64(ply)
		return
	}
	m.TypicalPlies += chance * float64(ply)
	m.DecidedPlies += chance * float64(last)
	m.LongestPlies = max(m.LongestPlies, ply)
	m.ShortestPlies = min(m.ShortestPlies, ply)
	switch payoff[0].Cmp(half) {
	case 1:
		m.FirstWins += chance
	case -1:
		m.SecondWins += chance
	default:
		m.Drawn += chance
	}
	if lost[0] && payoff[0].Cmp(half) >= 0 || lost[1] && payoff[1].Cmp(half) >= 0 {
		m.Comeback += chance
	}
}

// lines counts the best lines from s one by one, and adds up the share of moves
// that keep the value at each ply.
func (p *playing[S]) lines(s S, chance float64, keeping *float64) (n int64) {
	children, _ := p.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		return 1
	}
	o, keep := p.value(s), 0
	var best []S
	for _, c := range children {
		if v := p.value(c); v.Payoff[0].Cmp(o.Payoff[0]) == 0 {
			keep++
			if v.Remoteness == o.Remoteness-1 {
				best = append(best, c)
			}
		}
	}
	*keeping += chance * float64(keep) / float64(len(children))
	for _, c := range best {
		n += p.lines(c, chance/float64(len(best)), keeping)
	}
	return n
}

func naiveMeasures[S games.State](g games.Game[S]) *Measures {
	value := solver.Naive(g)
	p := &playing[S]{game: g, value: value, got: Measures{ShortestPlies: math.MaxInt}}
	p.run(g.Start(), 1, 0, 0, [2]bool{})
	p.greedy = true
	p.run(g.Start(), 1, 0, 0, [2]bool{})
	m := p.got
	if moves := games.NotationOf(g).Moves(g.Start()); moves[1] != nil {
		m.FirstWins, m.SecondWins = m.SecondWins, m.FirstWins
	}
	m.PerfectPlies = value(g.Start()).Remoteness
	m.BestLines = big.NewInt(p.lines(g.Start(), 1, &m.Keeping)).String()
	if m.PerfectPlies > 0 {
		m.Keeping /= float64(m.PerfectPlies)
	}
	return &m
}

// TestMeasures compares the measures with those found by following every play.
func TestMeasures(t *testing.T) {
	specs := []string{
		"tron:size=3x4", "breakthrough:size=3x3,rows=1,captures=diagonal", "breakthrough:size=3x4",
		"tictactoe:size=3x2,in-a-row=2", "nim:piles=1+2+3", "domineering:size=3x3", "domineering:size=2x3", "kalah:pits=2,seeds=1",
	}
	if !testing.Short() {
		specs = append(specs, "tictactoe")
	}
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			b, v := storedBook(t, spec)
			got, err := Measure(t.Context(), b)
			if err != nil {
				t.Fatal(err)
			}
			var want *Measures
			switch g := v.(type) {
			case games.Game[uint64]:
				want = naiveMeasures(g)
			case games.Game[[2]uint64]:
				want = naiveMeasures(g)
			case games.Game[[4]uint64]:
				want = naiveMeasures(g)
			}
			for _, n := range []struct {
				name      string
				got, want float64
			}{
				{"first wins", got.FirstWins, want.FirstWins}, {"second wins", got.SecondWins, want.SecondWins}, {"drawn", got.Drawn, want.Drawn},
				{"typical plies", got.TypicalPlies, want.TypicalPlies}, {"decided", got.DecidedPlies, want.DecidedPlies},
				{"random errors", got.RandomErrors, want.RandomErrors}, {"greedy errors", got.GreedyErrors, want.GreedyErrors},
				{"greedy plies", got.GreedyPlies, want.GreedyPlies}, {"comeback", got.Comeback, want.Comeback}, {"keeping", got.Keeping, want.Keeping},
				{"shortest", float64(got.ShortestPlies), float64(want.ShortestPlies)}, {"longest", float64(got.LongestPlies), float64(want.LongestPlies)},
				{"perfect plies", float64(got.PerfectPlies), float64(want.PerfectPlies)},
			} {
				if math.Abs(n.got-n.want) > 1e-9*max(1, n.want) {
					t.Errorf("%s: %v, want %v", n.name, n.got, n.want)
				}
			}
			if start, err := b.Start(); err != nil || start.Mover == 1 && got.First != 1 || start.Mover < 1 && got.First != 0 {
				t.Errorf("role %d moves first: %v", got.First, err)
			}
			if got.BestLines != want.BestLines {
				t.Errorf("%s best lines, want %s", got.BestLines, want.BestLines)
			}
		})
	}
}

// TestMeasuresPublished holds random play of tic-tac-toe against the known
// chances: 737/1260 for the first player, 121/420 for the second, 8/63 for a draw.
func TestMeasuresPublished(t *testing.T) {
	b, _ := storedBook(t, "tictactoe")
	m, err := Measure(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	if math.Abs(m.FirstWins-737./1260) > 1e-12 || math.Abs(m.SecondWins-121./420) > 1e-12 || math.Abs(m.Drawn-8./63) > 1e-12 {
		t.Errorf("%v, %v, %v", m.FirstWins, m.SecondWins, m.Drawn)
	}
	for _, named := range m.Named(b.Info().Roles) {
		if named.Name == "" || named.Value == "" || !strings.HasSuffix(named.Explanation, ".") {
			t.Errorf("%+v", named)
		}
	}
}

func TestNotMeasured(t *testing.T) {
	tests := []struct {
		book Book
		want string
	}{
		{storeTiers(t, "quixo:size=3x3"), "positions can come back"},
		{naiveBook(t, "coordination:rounds=3"), "constant sum"},
	}
	for _, test := range tests {
		_, err := Measure(t.Context(), test.book)
		var none *NotMeasuredError
		if !errors.As(err, &none) || !strings.Contains(none.Why, test.want) {
			t.Errorf("%v, want an error with %q", err, test.want)
		}
	}
}

func storedBook(t *testing.T, spec string) (Book, games.Variant) {
	t.Helper()
	db, v := t.TempDir(), variant(t, spec)
	switch g := v.(type) {
	case games.Game[uint64]:
		store(t, db, g)
	case games.Game[[2]uint64]:
		store(t, db, g)
	case games.Game[[4]uint64]:
		store(t, db, g)
	}
	b, err := Open(db, v)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, v
}
