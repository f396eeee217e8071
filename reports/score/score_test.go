package score_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/reports/record"
	"zermelo/reports/reportstest"
	"zermelo/reports/score"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/job"
	"zermelo/solver/matrix"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

const (
	testGames = 500 // random games per variant
	maxPlies  = 40  // of a random game
)

func sheet(t *testing.T, file string) games.Variant {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return reportstest.Sheet(t, string(text))
}

// TestScoreEqualsNaiveScore compares the scores of random games with numbers that are recomputed from
// brute-force values.
func TestScoreEqualsNaiveScore(t *testing.T) {
	variants := map[string]games.Variant{
		"puzzle": reportstest.Sheet(t, reportstest.Puzzle), "three players": sheet(t, "../../games/gdl/testdata/three.kif"),
		"mixed strategies": sheet(t, "../../games/own/testdata/rps.kif"),
	}
	for _, spec := range []string{
		"tictactoe", "connect4:size=4x3,connect=3", "kalah:pits=3,seeds=2", "nim:misere=yes", "dodgem",
		"tron:size=3x4,turns=simultaneous", "coordination:rounds=3", "coordination:rounds=3,turns=simultaneous",
	} {
		variants[spec] = reportstest.Variant(t, spec)
	}
	for name, v := range variants {
		t.Run(name, func(t *testing.T) {
			games.ByState(v, compare[uint64], compare[[2]uint64], compare[[4]uint64])(t)
		})
	}
}

// values returns brute-force values. In a game with repetition, states without a forced end are draws.
func values[S games.State](t *testing.T, g games.Game[S]) func(S) value.Outcome {
	if _, layered := g.(games.Layered[S]); layered {
		return solvertest.Naive(g)
	}
	known, states := map[S]value.Outcome{}, solvertest.Reachable(g)
	total := g.Info().Total
	outcome := func(payoff, plies int) value.Outcome {
		return value.Outcome{Payoff: value.Payoffs{big.NewRat(int64(payoff), 1), big.NewRat(int64(total-payoff), 1)}, Remoteness: plies}
	}
	for plies, changed := 0, true; changed; plies++ {
		changed = false
		fresh := map[S]value.Outcome{}
		for _, s := range states {
			if _, done := known[s]; done {
				continue
			}
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				if plies == 0 {
					fresh[s] = outcome(int(g.Payoffs(nil, []S{s})[0][0]), 0)
				}
				continue
			}
			mover := games.Mover(g, s)
			wins, all := false, true
			for _, c := range children {
				o, done := known[c]
				wins = wins || done && o.Payoff[mover].Cmp(o.Payoff[1-mover]) > 0
				all = all && done && o.Payoff[mover].Cmp(o.Payoff[1-mover]) < 0
			}
			if wins || all {
				fresh[s] = outcome(map[bool]int{true: total, false: 0}[wins == (mover == 0)], plies)
			}
		}
		maps.Copy(known, fresh)
		changed = len(fresh) > 0
	}
	return func(s S) value.Outcome {
		if o, ok := known[s]; ok {
			return o
		}
		return outcome(total/2, -1)
	}
}

// naive accumulates the numbers of a player.
type naive struct {
	judged, kept, choices, choicesKept, plies int
	lost                                      float64
	blunders                                  map[string]int
	phases                                    [3][2]int // judged and kept
	games                                     int
}

func compare[S games.State](g games.Game[S]) func(*testing.T) {
	return func(t *testing.T) {
		info, of, notation := g.Info(), values(t, g), games.NotationOf(g)
		rng := rand.New(rand.NewPCG(7, 7))
		names := []string{"ann", "bob", "cyd", "dan"}
		want := map[string]*naive{}
		var list []*record.Game
		var moves [][]wantMove
		for n := range testGames {
			r := &record.Game{File: "test", Line: n + 1}
			for role := range info.Roles {
				name := names[(n+role)%len(names)]
				r.Players = append(r.Players, name)
				if want[name] == nil {
					want[name] = &naive{blunders: map[string]int{}}
				}
				want[name].games++
			}
			s := g.Start()
			var game []wantMove
			for len(r.Moves) < maxPlies {
				children, _ := g.Expand(nil, nil, []S{s})
				if len(children) == 0 {
					break
				}
				all := notation.Moves(s)
				joint := games.JointNames(all)
				at := rng.IntN(len(joint))
				var outcomes []value.Outcome
				for _, c := range children {
					outcomes = append(outcomes, of(c))
				}
				game = append(game, naiveMoves(info, of(s), all, joint, at, outcomes, len(r.Moves))...)
				r.Moves = append(r.Moves, joint[at])
				s = children[at]
			}
			for _, m := range game {
				want[r.Players[m.role]].add(m, 3*m.ply/len(r.Moves))
			}
			list, moves = append(list, r), append(moves, game)
		}
		j := score.NewJudge(reportstest.StoredVariant(t, g), nil)
		for batch := range slices.Chunk(list, 97) {
			if err := j.Add(batch); err != nil {
				t.Fatal(err)
			}
		}
		got := j.Result()
		for i, game := range moves {
			for k, m := range game {
				if err := m.compare(&got.Games[i].Moves[k]); err != nil {
					t.Fatalf("game %d, %v, ply %d: %v", i, list[i].Moves, m.ply, err)
				}
			}
			if len(game) != len(got.Games[i].Moves) {
				t.Fatalf("game %d: %d moves, want %d", i, len(got.Games[i].Moves), len(game))
			}
		}
		if len(got.Players) != len(want) || got.Count != testGames {
			t.Errorf("%d players, %d games", len(got.Players), got.Count)
		}
		all := &naive{games: testGames, blunders: map[string]int{}}
		for i, game := range moves {
			for _, m := range game {
				all.add(m, 3*m.ply/len(list[i].Moves))
			}
		}
		if err := all.compare(&got.All); err != nil {
			t.Errorf("all players: %v", err)
		}
		for _, p := range got.Players {
			if err := want[p.Player].compare(p); err != nil {
				t.Errorf("%s: %v", p.Player, err)
			}
		}
	}
}

// wantMove is the expected verdict on the move of a role. ply is from 0.
type wantMove struct {
	ply, role   int
	name        string
	lost        float64
	kept, other bool // the move keeps the value; some other move does not have the same payoff
	plies       int
	blunder     string
	better      map[string]bool

	before, after string // values in words
	payoffs       []float64
}

func naiveMoves(info *games.Info, before value.Outcome, names [games.MaxRoles][]string, joint []string, at int, outcomes []value.Outcome, ply int) (list []wantMove) {
	var roles []int
	choosers := 0
	for role, n := range names {
		if n != nil {
			roles = append(roles, role)
		}
		if len(n) > 1 {
			choosers++
		}
	}
	strategies := naiveStrategies(info, names, outcomes)
	for seat, role := range roles {
		m := wantMove{ply: ply, role: role, name: strings.Split(joint[at], "+")[seat], better: map[string]bool{}}
		payoff, remoteness := map[string]*big.Rat{}, map[string]int{}
		for i, name := range joint {
			parts := strings.Split(name, "+")
			chance := big.NewRat(1, 1)
			for other, part := range parts {
				switch {
				case other == seat:
				case choosers < 2 || info.GeneralSum:
					if part != strings.Split(joint[at], "+")[other] {
						chance = new(big.Rat)
					}
				default:
					chance.Mul(chance, strategies[roles[other]][slices.Index(names[roles[other]], part)])
				}
			}
			own := parts[seat]
			if payoff[own] == nil {
				payoff[own] = new(big.Rat)
			}
			payoff[own].Add(payoff[own], chance.Mul(chance, outcomes[i].Payoff[role]))
			remoteness[own] = outcomes[i].Remoteness
		}
		m.before, m.after = words.Outcome(info, before), words.Outcome(info, outcomes[at])
		for role := range info.Roles {
			x, _ := info.ExactPoints(outcomes[at].Payoff[role]).Float64()
			m.payoffs = append(m.payoffs, x)
		}
		top := payoff[m.name]
		for _, x := range payoff {
			if x.Cmp(top) > 0 {
				top = x
			}
		}
		own := payoff[m.name]
		m.kept = own.Cmp(top) == 0
		m.lost, _ = info.ExactPoints(new(big.Rat).Sub(top, own)).Float64()
		half := big.NewRat(int64(info.Total), 2)
		sequential := value.KindOf(info) == value.Alternating
		if sequential && len(info.Roles) == 2 {
			result := []string{"loss", "draw", "win"}
			if a, b := result[1+top.Cmp(half)], result[1+own.Cmp(half)]; a != b {
				m.blunder = a + "-" + b
			}
			if before.Payoff[role].Cmp(top) != 0 {
				panic("the value of the position is not that of the best move")
			}
		}
		for name, x := range payoff {
			m.other = m.other || x.Cmp(top) < 0
			if x.Cmp(own) > 0 {
				m.better[name] = true
			}
			d := remoteness[m.name] - remoteness[name]
			if top.Cmp(half) < 0 {
				d = -d
			}
			counts := top.Cmp(half) > 0 || top.Cmp(half) < 0 && len(info.Roles) == 2
			if sequential && m.kept && x.Cmp(own) == 0 && counts && d > 0 && remoteness[name] >= 0 && remoteness[m.name] >= 0 {
				m.better[name] = true
				m.plies = max(m.plies, d)
			}
		}
		list = append(list, m)
	}
	return list
}

// naiveStrategies returns the strategies of a matrix game. All other stages have none.
func naiveStrategies(info *games.Info, names [games.MaxRoles][]string, outcomes []value.Outcome) (s [games.MaxRoles][]*big.Rat) {
	if info.GeneralSum || len(names[0]) < 2 || len(names[1]) < 2 {
		return s
	}
	var a []*big.Rat
	for _, o := range outcomes {
		a = append(a, o.Payoff[0])
	}
	_, s[0], s[1] = matrix.Solve(len(names[0]), len(names[1]), a)
	return s
}

func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*max(1, math.Abs(x)) }

func (m *wantMove) compare(got *score.Move) error {
	better := map[string]bool{}
	for _, name := range got.Better {
		better[name] = true
	}
	keeps := reportstest.KeptIf(m.kept)
	if got.Ply != m.ply+1 || got.Role != m.role || got.Move != m.name || got.Keeps != keeps || !near(got.Lost, m.lost) ||
		got.PliesLost != m.plies || got.Blunder != m.blunder || got.Choice != m.other || !maps.Equal(better, m.better) ||
		got.Before != m.before || got.After != m.after || !slices.Equal(got.Payoffs, m.payoffs) {
		return fmt.Errorf("got %+v %+v, want %+v", got, got.Verdict, m)
	}
	return nil
}

func (n *naive) add(m wantMove, phase int) {
	n.judged++
	n.phases[phase][0]++
	n.lost += m.lost
	n.plies += m.plies
	if m.blunder != "" {
		n.blunders[m.blunder]++
	}
	if m.kept {
		n.kept++
		n.phases[phase][1]++
	}
	if m.other {
		n.choices++
		if m.kept {
			n.choicesKept++
		}
	}
}

func (n *naive) compare(p *score.Player) error {
	got := naive{
		p.Judged, p.Kept, p.Choices, p.ChoicesKept, p.PliesLost, p.Lost, map[string]int{"win-draw": p.WinDraw, "win-loss": p.WinLoss, "draw-loss": p.DrawLoss}, [3][2]int{}, p.Games,
	}
	for i, t := range p.Phases {
		got.phases[i] = [2]int{t.Judged, t.Kept}
	}
	same := near(got.lost, n.lost)
	got.lost = n.lost
	for _, kind := range []string{"win-draw", "win-loss", "draw-loss"} {
		same = same && got.blunders[kind] == n.blunders[kind]
	}
	got.blunders = n.blunders
	if !same || fmt.Sprint(got) != fmt.Sprint(*n) || p.Unknown != 0 {
		return fmt.Errorf("got %+v, want %+v", p, n)
	}
	// The bounds of the Wilson interval solve (share - p)^2 = z^2 p (1-p) / n.
	for _, bound := range []float64{p.Low, p.High} {
		left, right := math.Pow(p.Share-bound, 2), 1.959963984540054*1.959963984540054*bound*(1-bound)/float64(p.Judged)
		if math.Abs(left-right) > 1e-12 || p.Low > p.Share || p.High < p.Share || p.Share != float64(p.Kept)/float64(p.Judged) {
			return fmt.Errorf("share %v in [%v, %v] of %d", p.Share, p.Low, p.High, p.Judged)
		}
	}
	return nil
}

// TestUnknownMovesAreNotMistakes scores a game without stored values and without a search.
func TestUnknownMovesAreNotMistakes(t *testing.T) {
	v := reportstest.Variant(t, "breakthrough:size=4x4,rows=1,captures=diagonal")
	b, err := solved.OpenUnsolved(t.Context(), v, solved.Limit{Nodes: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	j := score.NewJudge(b, nil)
	if err := j.Add([]*record.Game{{Moves: []string{"a1-a2", "b4-b3"}}}); err != nil {
		t.Fatal(err)
	}
	for _, p := range j.Result().Players {
		if p.Unknown != 1 || p.Judged != 0 || p.Lost != 0 || p.Low != 0 || p.High != 0 {
			t.Errorf("%+v", p)
		}
	}
}

// TestSearchAgreesWithTable scores the same games with a table and with searches.
func TestSearchAgreesWithTable(t *testing.T) {
	v := reportstest.Variant(t, "breakthrough:size=3x4,rows=1,captures=diagonal")
	searched, err := solved.OpenUnsolved(t.Context(), v, solved.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	defer searched.Close()
	list := []*record.Game{
		{Moves: []string{"a1-a2", "a4-b3", "a2xb3"}},
		{Moves: []string{"b1-b2", "b4-b3", "a1-a2", "a4xa2"}[:3]},
		{Moves: []string{"c1-c2", "c4-c3", "b1-b2", "c3xb2"}},
	}
	var results [2]*score.Result
	for i, b := range []solved.Game{reportstest.StoredVariant(t, v), searched} {
		j := score.NewJudge(b, nil)
		if err := j.Add(list); err != nil {
			t.Fatal(err)
		}
		results[i] = j.Result()
	}
	for i, p := range results[0].Players {
		q := results[1].Players[i]
		if p.Judged != q.Judged || p.Kept != q.Kept || p.Lost != q.Lost || p.WinLoss != q.WinLoss || q.Unknown > 0 || q.Choices > 0 {
			t.Errorf("table %+v, search %+v", p, q)
		}
	}
	worst := results[1].Worst(1)
	if len(worst) == 0 || len(worst[0].Better) == 0 {
		t.Errorf("the search found no mistake with a better move: %+v", worst)
	}
}

// TestInterruptedSearchKeepsTheProvenMoves cancels the search after the last position of a game.
func TestInterruptedSearchKeepsTheProvenMoves(t *testing.T) {
	v := reportstest.Variant(t, "breakthrough:size=3x4,rows=1,captures=diagonal")
	ctx, cancel := context.WithCancel(t.Context())
	b, err := solved.OpenUnsolved(ctx, v, solved.Limit{})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	searched := 0
	j := score.NewJudge(b, func(n int) {
		if searched += n; searched == 2 { // the terminal position and the one before
			cancel()
		}
	})
	if err := j.Add([]*record.Game{{Moves: []string{"a1-a2", "a4-b3", "a2xb3", "c4-c3", "b3-a4"}}}); err != nil {
		t.Fatal(err)
	}
	if all := j.Result().All; all.Judged != 1 || all.Unknown != 4 {
		t.Errorf("%d moves are judged and %d unknown, want 1 and 4", all.Judged, all.Unknown)
	}
}

// BenchmarkScore judges 1,000 random games of tic-tac-toe per iteration.
func BenchmarkScore(b *testing.B) {
	v, err := builtin.Registry().Open("tictactoe")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Game[uint64])
	rng := rand.New(rand.NewPCG(1, 1))
	var list []*record.Game
	for range 1000 {
		r, s := &record.Game{}, g.Start()
		for {
			children, _ := g.Expand(nil, nil, []uint64{s})
			if len(children) == 0 {
				break
			}
			at := rng.IntN(len(children))
			r.Moves = append(r.Moves, games.JointNames(games.NotationOf(g).Moves(s))[at])
			s = children[at]
		}
		list = append(list, r)
	}
	solution := &job.Solution{Outcomes: value.Outcomes{Total: g.Info().Total}}
	j := score.NewJudge(solved.New(g, reportstest.NewNaive(g), solution), nil)
	for b.Loop() {
		if err := j.Add(list); err != nil {
			b.Fatal(err)
		}
	}
}

// TestLuckAndMistakesExplainTheResult scores random games with chance. The luck must equal the changes of
// the reference solver's values, and the payoff must be the start's value plus the luck and the opponent's
// mistakes minus the own ones.
func TestLuckAndMistakesExplainTheResult(t *testing.T) {
	for _, spec := range []string{"hog:target=10", "bearoff:men=2"} {
		b, v := reportstest.StoredGame(t, spec)
		g := v.(games.Game[uint64])
		notation, naive, random := games.NotationOf(g), solvertest.Naive(g), rand.New(rand.NewPCG(3, 4))
		worth := func(s uint64) float64 {
			x, _ := naive(s).Payoff[0].Float64()
			return x
		}
		j := score.NewJudge(b, nil)
		for range 200 {
			r := &record.Game{File: "random", Line: 1, Players: []string{"ann", "bob"}}
			luck, draws, s := 0.0, 0, g.Start()
			for {
				children, _ := g.Expand(nil, nil, []uint64{s})
				if len(children) == 0 {
					break
				}
				i := random.IntN(len(children))
				r.Moves = append(r.Moves, games.JointNames(notation.Moves(s))[i])
				if games.Mover(g, s) == int(games.Chance) {
					luck += worth(children[i]) - worth(s)
					draws++
				}
				s = children[i]
			}
			if err := j.Add([]*record.Game{r}); err != nil {
				t.Fatal(err)
			}
			played := j.Result().Games[j.Result().Count-1]
			if len(played.Draws) != draws || len(played.Moves)+draws != len(r.Moves) || !slices.Equal(played.Plies, r.Moves) {
				t.Fatalf("%s: %d moves and %d random moves of %v", spec, len(played.Moves), len(played.Draws), r.Moves)
			}
			result := worth(g.Start()) + luck - played.Tallies[0].Lost + played.Tallies[1].Lost
			if math.Abs(played.Luck[0]-luck) > 1e-9 || math.Abs(played.Luck[1]+luck) > 1e-9 || math.Abs(result-worth(s)) > 1e-9 {
				t.Fatalf("%s: luck %v, want %v for the first player; the sums explain %v, want %v", spec, played.Luck, luck, result, worth(s))
			}
		}
		sum := 0.0
		for _, played := range j.Result().Games {
			sum += played.Luck[1]
		}
		if bob := j.Result().Players[1]; math.Abs(bob.Luck-sum) > 1e-9 || bob.Unknown > 0 {
			t.Errorf("%s: bob's luck is %v, want %v", spec, bob.Luck, sum)
		}
	}
}
