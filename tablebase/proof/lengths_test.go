package proof

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/length"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// proveLength returns a proof, with lengths, of a game with known score and length. The score
// is that of the player to move.
func proveLength(t *testing.T, g games.Game[uint64], score, plies int) *strategy.Proven[uint64] {
	t.Helper()
	s := search.Plain(g)
	engine := alphabeta.New(s, table.New(s, 1<<20), search.Options{})
	defer engine.Close()
	deciders, stop := engine.Deciders(t.Context())
	defer stop()
	l := length.New(g, 1<<20, deciders)
	defer l.Close()
	p, err := l.Prove(t.Context(), score, plies, strategy.Room{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, st := range p.Strategies {
		if err := st.Load(); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// wonIn lists games with the score of the player to move and the length of the win.
var wonIn = []struct {
	spec         string
	score, plies int
}{
	{"tron:size=5x5", 50, 18}, {"breakthrough:size=3x5", 50, 7}, {"breakthrough:size=4x4,captures=diagonal", -50, 14}, {"clobber:size=3x3", 50, 5}, {"othello", -8, 10}, {"kalah:pits=2,seeds=6", 4, 11},
}

func TestProofWithLengthsIsStoredAndVerified(t *testing.T) {
	for _, c := range wonIn {
		g, db := open(t, c.spec), t.TempDir()
		p := proveLength(t, g, c.score, c.plies)
		if err := WriteProof(db, g, p, new(job.Solution), store.Options{}); err != nil {
			t.Fatal(err)
		}
		got, h, err := openProof(db, search.Plain(g))
		if err != nil {
			t.Fatal(err)
		}
		if got.Plies != c.plies || got.Payoff != p.Payoff || h.Solution.Outcomes.Of(h.Solution.Start).Remoteness != c.plies {
			t.Errorf("%s: %d plies, payoffs %v, want %d and %v", c.spec, got.Plies, got.Payoff, c.plies, p.Payoff)
		}
		n, err := verify(t.Context(), search.Plain(g), got, 2, strategy.Room{}, nil)
		if err != nil || n != h.Solution.States() || n == 0 {
			t.Errorf("%s: %d of %d positions verified, %v", c.spec, n, h.Solution.States(), err)
		}
	}
}

func TestVerifyRefusesAWrongLength(t *testing.T) {
	for _, c := range wonIn {
		g := open(t, c.spec)
		good := proveLength(t, g, c.score, c.plies)
		for name, spoil := range map[string]func(p *strategy.Proven[uint64], winner *strategy.Strategy[uint64], loser *strategy.Strategy[uint64]){
			"a ply more":  func(p *strategy.Proven[uint64], _, _ *strategy.Strategy[uint64]) { p.Plies++ },
			"a ply less":  func(p *strategy.Proven[uint64], _, _ *strategy.Strategy[uint64]) { p.Plies-- },
			"a draw":      func(p *strategy.Proven[uint64], _, _ *strategy.Strategy[uint64]) { p.Payoff = games.Payoff{50, 50} },
			"other roles": func(p *strategy.Proven[uint64], _, _ *strategy.Strategy[uint64]) { slices.Reverse(p.Strategies[:]) },
			"a win that is quicker": func(_ *strategy.Proven[uint64], winner, _ *strategy.Strategy[uint64]) {
				winner.Lengths[slices.Index(winner.Lengths, slices.Max(winner.Lengths))] -= 2
			},
			"wins that are all quicker": func(_ *strategy.Proven[uint64], winner, _ *strategy.Strategy[uint64]) { add(winner.Lengths, -2) },
			"a loss that is slower": func(_ *strategy.Proven[uint64], _, loser *strategy.Strategy[uint64]) {
				loser.Lengths[slices.Index(loser.Lengths, slices.Max(loser.Lengths))] += 2
			},
			"losses that are all slower": func(_ *strategy.Proven[uint64], _, loser *strategy.Strategy[uint64]) { add(loser.Lengths, 2) },
			"another move":               func(_ *strategy.Proven[uint64], winner, _ *strategy.Strategy[uint64]) { winner.Moves[0] += 100 },
			"a position left out": func(_ *strategy.Proven[uint64], _, loser *strategy.Strategy[uint64]) {
				loser.States, loser.Moves, loser.Lengths = loser.States[1:], loser.Moves[1:], loser.Lengths[1:]
			},
			"other order": func(_ *strategy.Proven[uint64], winner, _ *strategy.Strategy[uint64]) { slices.Reverse(winner.States) },
		} {
			p := &strategy.Proven[uint64]{Payoff: good.Payoff, Plies: good.Plies}
			for role, st := range good.Strategies {
				p.Strategies[role] = &strategy.Strategy[uint64]{
					MovesFirst: st.MovesFirst, Score: st.Score, States: slices.Clone(st.States), Moves: slices.Clone(st.Moves), Lengths: slices.Clone(st.Lengths),
				}
			}
			winner, loser := p.Strategies[0], p.Strategies[1]
			if p.Payoff[1] > p.Payoff[0] {
				winner, loser = loser, winner
			}
			spoil(p, winner, loser)
			var wrong *store.WrongError
			if _, err := verify(t.Context(), search.Plain(g), p, 1, strategy.Room{}, nil); !errors.As(err, &wrong) {
				t.Errorf("%s, %s: %v", c.spec, name, err)
			}
		}
	}
}

// add adds plies to all lengths.
func add(lengths []uint16, plies int) {
	for i := range lengths {
		lengths[i] = uint16(max(int(lengths[i])+plies, 0))
	}
}

// TestLengthsOfRandomGamesAreVerified uses wins with less than the greatest payoff.
func TestLengthsOfRandomGamesAreVerified(t *testing.T) {
	for _, payoffs := range [][]int{{0, 100}, {0, 25, 50, 75, 100}, nil} {
		wins := 0
		for seed := range uint64(20) {
			total := 100
			if payoffs == nil {
				total = 10
			}
			g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{
				Name: "random", Roles: []string{"a", "b"}, Total: total, Payoffs: payoffs, ExtraMoves: seed%2 == 1,
			}}}
			want := solvertest.Naive[uint64](g)(0)
			payoff, _ := want.Payoff[games.Mover[uint64](g, 0)].Float64()
			score := search.ScoreOf(total, int16(payoff))
			if score == 0 {
				continue
			}
			wins++
			p := proveLength(t, g, score, want.Remoteness)
			if _, err := verify(t.Context(), search.Plain[uint64](g), p, 1, strategy.Room{}, nil); err != nil {
				t.Errorf("payoffs %v, seed %d: %v", payoffs, seed, err)
			}
			for _, more := range []int{-1, 1} {
				p.Plies = want.Remoteness + more
				if _, err := verify(t.Context(), search.Plain[uint64](g), p, 1, strategy.Room{}, nil); err == nil {
					t.Errorf("payoffs %v, seed %d: %d plies are verified, there are %d", payoffs, seed, p.Plies, want.Remoteness)
				}
			}
		}
		if wins == 0 {
			t.Errorf("payoffs %v: no wins", payoffs)
		}
	}
}

// TestProofOfALaterFormatIsNotRead stores a proof with one more layer than the current format.
func TestProofOfALaterFormatIsNotRead(t *testing.T) {
	g, db := open(t, "tron:size=5x5"), t.TempDir()
	put := func(layers int, start int) error {
		b, err := write.Create(db, proofOf(g), store.Options{Force: true, Tool: "9.9"})
		if err != nil {
			t.Fatal(err)
		}
		s := &job.Solution{Layers: make([]job.LayerStats, layers), Start: value.Measured(100, start)}
		s.Outcomes.Total = 100
		if err := b.Commit(s); err != nil {
			t.Fatal(err)
		}
		_, _, err = openProof(db, search.Plain(g))
		return err
	}
	var version *store.VersionError
	if err := put(4, 18); !errors.As(err, &version) || !version.Newer() || !strings.Contains(err.Error(), "zermelo 9.9 in format 3") {
		t.Errorf("a later format: %v", err)
	}
	var corrupt *store.CorruptError
	for _, layers := range []int{0, 1} {
		if err := put(layers, 18); !errors.As(err, &corrupt) {
			t.Errorf("%d strategies: %v", layers, err)
		}
	}
	if err := put(3, value.MaxRemoteness); !errors.As(err, &corrupt) {
		t.Errorf("lengths without that of the start: %v", err)
	}
}

func open(t *testing.T, spec string) games.Game[uint64] {
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	return v.(games.Game[uint64])
}

// TestLoserNeedsAMoveWhereTheWinnerCanGetMore removes each position in which the loser claims
// at most one ply. The winner gets less than the greatest payoff, and may get more in such a
// position.
func TestLoserNeedsAMoveWhereTheWinnerCanGetMore(t *testing.T) {
	left := 0
	for seed := range uint64(20) {
		g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{
			Name: "random", Roles: []string{"a", "b"}, Total: 100, Payoffs: []int{0, 25, 50, 75, 100},
		}}}
		want := solvertest.Naive[uint64](g)(0)
		payoff, _ := want.Payoff[games.Mover[uint64](g, 0)].Float64()
		score := search.ScoreOf(100, int16(payoff))
		if score != 25 && score != -25 {
			continue
		}
		p := proveLength(t, g, score, want.Remoteness)
		loser := p.Strategies[0]
		if p.Payoff[0] > p.Payoff[1] {
			loser = p.Strategies[1]
		}
		whole := *loser
		for i, length := range whole.Lengths {
			if length > 1 {
				continue
			}
			loser.States = slices.Delete(slices.Clone(whole.States), i, i+1)
			loser.Moves = slices.Delete(slices.Clone(whole.Moves), i, i+1)
			loser.Lengths = slices.Delete(slices.Clone(whole.Lengths), i, i+1)
			if _, err := verify(t.Context(), search.Plain[uint64](g), p, 1, strategy.Room{}, nil); err == nil {
				t.Errorf("seed %d: a proof without a move at position %d passes", seed, i)
			}
			left++
		}
	}
	if left == 0 {
		t.Error("no position was left out")
	}
}
