package match

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/reports/record"
	"zermelo/reports/reportstest"
	"zermelo/reports/score"
	"zermelo/reports/solved"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

func specs(t *testing.T, players ...string) (list []Spec) {
	t.Helper()
	for _, text := range players {
		s, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, s)
	}
	return list
}

// run plays a match and returns the result, the records and the faults.
func run(t *testing.T, v games.Variant, o Options) (r *Result, list []*record.Game, faults []string) {
	t.Helper()
	o.OnGame = func(g *record.Game, f []string) error {
		list, faults = append(list, g), append(faults, f...)
		return nil
	}
	r, err := Run(context.Background(), v, o)
	if err != nil {
		t.Fatal(err)
	}
	return r, list, faults
}

// expected returns the probability that role 0 wins plus half of that of a draw, if the players
// are greedy or random as given.
func expected(g games.Game[uint64], greedy [2]bool) float64 {
	known := map[uint64]float64{}
	var visit func(s uint64) float64
	visit = func(s uint64) float64 {
		if x, ok := known[s]; ok {
			return x
		}
		children, _ := g.Expand(nil, nil, []uint64{s})
		if len(children) == 0 {
			p := g.Payoffs(nil, []uint64{s})[0]
			return float64(1+cmp.Compare(p[0], p[1])) / 2
		}
		mover := games.Mover[uint64](g, s)
		if mover == int(games.Chance) {
			for i, p := range games.AppendProbabilities(nil, games.Odds(g, s, len(children))) {
				known[s] += p * visit(children[i])
			}
			return known[s]
		}
		best, sum, n := math.Inf(-1), 0.0, 0
		for _, c := range children {
			even := float64(g.Info().Total) / 2
			rating, gain := even, func(s uint64) float64 {
				if next, _ := g.Expand(nil, nil, []uint64{s}); len(next) > 0 {
					return 0
				}
				return float64(g.Payoffs(nil, []uint64{s})[0][mover]) - even
			}
			if rating += gain(c); games.Mover[uint64](g, c) == int(games.Chance) {
				next, _ := g.Expand(nil, nil, []uint64{c})
				for i, p := range games.AppendProbabilities(nil, games.Odds(g, c, len(next))) {
					rating += p * gain(next[i])
				}
			}
			if greedy[mover] && rating > best {
				best, sum, n = rating, 0, 0
			}
			if !greedy[mover] || rating == best {
				sum, n = sum+visit(c), n+1
			}
		}
		known[s] = sum / float64(n)
		return known[s]
	}
	return visit(g.Start())
}

// TestGreedyAgainstRandomMatchesExpectation compares matches of 4,000 games with exact
// probabilities, which a recursion computes.
func TestGreedyAgainstRandomMatchesExpectation(t *testing.T) {
	for _, spec := range []string{"tictactoe", "connect4:size=4x4,connect=3", "breakthrough:size=3x4,captures=diagonal", "hex:size=3x3", "tron:size=4x4", "bearoff:men=2", "hog:target=8"} {
		g := reportstest.Variant(t, spec).(games.Game[uint64])
		want := (expected(g, [2]bool{true, false}) + 1 - expected(g, [2]bool{false, true})) / 2
		r, _, _ := run(t, g, Options{Players: specs(t, "greedy", "random"), Games: 4000, Seed: 3})
		s := r.Players[0]
		t.Logf("%s: exact %.4f, played %.4f, %.4f to %.4f", spec, want, s.Score, s.Low, s.High)
		if want < s.Low || want > s.High {
			t.Errorf("%s: score %v in [%v, %v], exact %v", spec, s.Score, s.Low, s.High, want)
		}
	}
}

// TestMeasuresHoldForMatches compares matches with the measures of the game.
func TestMeasuresHoldForMatches(t *testing.T) {
	for _, spec := range []string{"tictactoe", "tron:size=4x4"} {
		b, v := reportstest.StoredGame(t, spec)
		m, err := b.Measure(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for player, want := range map[string]float64{"random": m.FirstWins, "greedy": m.GreedyFirstWins} {
			_, list, _ := run(t, v, Options{Players: specs(t, player, player), Games: 20000, Seed: 2})
			won := 0
			for _, g := range list {
				x, _ := new(big.Rat).SetString(g.Payoffs[0])
				y, _ := new(big.Rat).SetString(g.Payoffs[1])
				if x.Cmp(y) > 0 {
					won++
				}
			}
			if low, high := score.Wilson(float64(won), 20000); want < low || want > high {
				t.Errorf("%s, %s: the first player won %d of 20000 games, the measure is %v", spec, player, won, want)
			}
		}
	}
}

// TestPerfectNeverLosesValue plays 200 games of each of ten games. No move of the perfect player
// may lower its payoff.
func TestPerfectNeverLosesValue(t *testing.T) {
	for _, spec := range []string{
		"tictactoe", "tron:size=4x4", "breakthrough:size=3x4,captures=diagonal", "connect4:size=4x3,connect=3", "hex:size=3x3",
		"nim", "chomp", "kalah:pits=2,seeds=3", "dots-and-boxes:boxes=2x2", "chess:pieces=KQK",
	} {
		b, v := reportstest.StoredGame(t, spec)
		_, list, _ := run(t, v, Options{Players: specs(t, "perfect", "random"), Solved: b, Games: 200, Seed: 1, Plies: 200, Openings: 1})
		for _, g := range list {
			if lost := lostValue(t, b, g); lost != "" {
				t.Errorf("%s: perfect lost value by %s in %v", spec, lost, g)
			}
		}
	}
}

// TestPerfectPlaysMixedStrategies plays a symmetric game of simultaneous moves. The perfect player
// must get at least half of the points on average against every player.
func TestPerfectPlaysMixedStrategies(t *testing.T) {
	b, v := reportstest.StoredGame(t, "tron:turns=simultaneous,walls=ring")
	for _, other := range []string{"random", "greedy", "casual"} {
		r, _, _ := run(t, v, Options{Players: specs(t, "perfect", other), Solved: b, Games: 400, Seed: 1})
		if s := r.Players[0]; s.PayoffHigh < 50 {
			t.Errorf("mean payoff %v against %s, %v to %v, want 50 or more", s.Payoff, other, s.PayoffLow, s.PayoffHigh)
		}
	}
}

// TestOwnPartOfJointMove splits joint moves whose parts have the same names for both roles.
func TestOwnPartOfJointMove(t *testing.T) {
	g := reportstest.Variant(t, "coordination:turns=simultaneous").(games.Game[uint64])
	m := match[uint64]{game: g, info: g.Info(), notation: games.NotationOf(g)}
	children, _ := g.Expand(nil, nil, []uint64{g.Start()})
	for role := range 2 {
		turn := m.turn(g.Start(), children, m.notation.Moves(g.Start()), role, nil)
		joint := []string{turn.Moves[0], turn.Moves[1]}
		if got := turn.own(strings.Join(joint, "+")); got != role {
			t.Errorf("%v of %v: part %d of role %d, want %d", joint, turn.joint, got, role, role)
		}
	}
}

// lostValue returns the first move of the perfect player that loses value, or "".
func lostValue(t *testing.T, b solved.Game, g *record.Game) string {
	t.Helper()
	line, err := b.Follow(g.Start, g.Moves)
	if err != nil {
		t.Fatal(err)
	}
	for i, move := range g.Moves {
		role := line[i].Mover
		if g.Players[role] == "perfect" && line[i].Outcome.Payoff[role].Cmp(line[i+1].Outcome.Payoff[role]) > 0 {
			return move
		}
	}
	return ""
}

// TestSeedDeterminesTheGames plays with different numbers of threads.
func TestSeedDeterminesTheGames(t *testing.T) {
	v := reportstest.Variant(t, "connect4")
	play := func(seed uint64, parallel int) []*record.Game {
		_, list, _ := run(t, v, Options{Players: specs(t, "greedy", "random"), Games: 30, Seed: seed, Parallel: parallel, Openings: 3})
		return list
	}
	if a, b := play(5, 1), play(5, 4); !reflect.DeepEqual(a, b) {
		t.Error("the games depend on the number of threads")
	}
	if reflect.DeepEqual(play(5, 1), play(6, 1)) {
		t.Error("the seed has no effect")
	}
	list := play(5, 1)
	for i := 0; i < len(list); i += 2 {
		if list[i].Start == "" || list[i].Start != list[i+1].Start || list[i].Players[0] != list[i+1].Players[1] {
			t.Errorf("games %d and %d do not share their opening with exchanged sides: %v, %v", i, i+1, list[i], list[i+1])
		}
	}
}

// TestEveryFamilyIsPlayed plays random games with any number of roles, simultaneous moves and
// repetition, and replays the records.
func TestEveryFamilyIsPlayed(t *testing.T) {
	for _, f := range solvertest.Families() {
		for seed := range uint64(5) {
			v := f.Game(seed)
			names := []string{"greedy", "mcts:1ms", "random"}[:f.Roles]
			_, list, faults := run(t, v, Options{Players: specs(t, names...), Games: 6, Plies: 50})
			if len(faults) > 0 || len(list) != 6 {
				t.Fatalf("%s: %d games, faults %v", f, len(list), faults)
			}
			for _, g := range list {
				if _, err := solved.After(v, g.Start, g.Moves); err != nil {
					t.Errorf("%s: %v", f, err)
				}
				if len(g.Payoffs) != f.Roles && g.End != record.EndLimit {
					t.Errorf("%s: payoffs %v", f, g)
				}
			}
		}
	}
}

// TestFaultsLoseTheGame runs programs that break the rules in every way.
func TestFaultsLoseTheGame(t *testing.T) {
	for name, c := range map[string]struct{ script, end, text string }{
		"illegal": {`while read -r l; do echo '{"move":"z9"}'; done`, record.EndIllegal, `illegal move "z9"; the legal moves are a1`},
		"text":    {`while read -r l; do echo hello; done`, record.EndIllegal, `the answer "hello" is not an object such as {"move":"a1"}`},
		"crash":   {`read -r l; echo oops >&2; exit 3`, record.EndCrash, "the program exited without answering: exit status 3"},
		"silent":  {`exec >&-; sleep 20`, record.EndCrash, "the program exited"},
		"hang":    {`read -r l; sleep 20`, record.EndTimeout, "no answer after 300ms"},
		"child":   {`sleep 20 & read -r l; sleep 20`, record.EndTimeout, "no answer after 300ms"},
	} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "bot.sh")
			if err := os.WriteFile(file, []byte(c.script), 0o600); err != nil {
				t.Fatal(err)
			}
			o := Options{Players: specs(t, "exec:sh "+file, "random"), Games: 2, MoveTime: 300 * time.Millisecond}
			began := time.Now()
			r, list, faults := run(t, reportstest.Variant(t, "tictactoe"), o)
			if took := time.Since(began); took > 10*time.Second {
				t.Errorf("took %s", took)
			}
			for i, g := range list {
				if g.End != c.end || !strings.Contains(g.Text, c.text[:len(c.text)-2]) && i == 0 || g.Payoffs[i] != "0" || g.Payoffs[1-i] != "100" {
					t.Errorf("game %d: %+v", i, g)
				}
			}
			if len(faults) != 2 || r.Players[0].Faults != 2 || r.Players[0].Lost != 2 || !strings.HasPrefix(faults[0], "game 1, ply 1, x (exec:sh ") {
				t.Errorf("faults %q, result %+v", faults, r.Players)
			}
			if o.Lenient = true; name == "hang" || name == "child" || name == "silent" {
				return
			}
			if r, list, _ = run(t, reportstest.Variant(t, "tictactoe"), o); list[0].End != record.EndOver || r.Players[0].Faults < 4 {
				t.Errorf("lenient: %+v, %+v", list[0], r.Players)
			}
		})
	}
}

// TestProgramReceivesThePosition checks the messages to a program.
func TestProgramReceivesThePosition(t *testing.T) {
	dir := t.TempDir()
	file, seen := filepath.Join(dir, "bot.sh"), filepath.Join(dir, "seen")
	script := fmt.Sprintf(`while read -r l; do echo "$l" >> %s; m=${l#*\"legal\":[\"}; echo "{\"move\":\"${m%%%%\"*}\"}"; done`, seen)
	if err := os.WriteFile(file, []byte(script), 0o600); err != nil {
		t.Fatal(err)
	}
	run(t, reportstest.Variant(t, "nim:piles=2+1"), Options{Players: specs(t, "exec:sh "+file, "random"), Games: 1, MoveTime: 5 * time.Second})
	text, err := os.ReadFile(seen)
	want := `{"game":"nim:piles=1+2","start":"","moves":[],"state":"`
	if err != nil || !strings.HasPrefix(string(text), want) || !strings.Contains(string(text), `"role":0,"side":"first","legal":["`) || !strings.Contains(string(text), `"seconds":5}`) {
		t.Errorf("received %s, %v, want %s...", text, err, want)
	}
}

// TestSequentialTestKeepsItsErrorProbabilities simulates matches of players with known scores.
func TestSequentialTestKeepsItsErrorProbabilities(t *testing.T) {
	test := Sequential{Low: 0, High: 60}
	random := rand.New(rand.NewPCG(1, 1))
	for _, c := range []struct {
		elo  float64
		want string
	}{{0, Rejected}, {60, Accepted}} {
		p, wrong := 1/(1+math.Pow(10, -c.elo/400)), 0
		for range 1000 {
			won, drawn, lost, verdict := 0, 0, 0, Open
			for verdict == Open {
				switch x := random.Float64(); {
				case x < 0.3:
					drawn++
				case x < 0.3+0.7*(p-0.15)/0.7:
					won++
				default:
					lost++
				}
				verdict = test.Verdict(test.LLR(won, drawn, lost))
			}
			if verdict != c.want {
				wrong++
			}
		}
		t.Logf("%v Elo: %d of 1000 wrong", c.elo, wrong)
		if wrong > 75 {
			t.Errorf("%v Elo: %d of 1000 tests are not %s", c.elo, wrong, c.want)
		}
	}
}

// TestMatchEndsWhenTheTestDecides plays with a large maximum of games.
func TestMatchEndsWhenTheTestDecides(t *testing.T) {
	r, list, _ := run(t, reportstest.Variant(t, "tictactoe"), Options{Players: specs(t, "greedy", "random"), Games: 100_000, Until: &Sequential{0, 100}})
	if r.Test != Accepted || r.Games > 1000 || len(list) != r.Games {
		t.Errorf("%d games, %d records, test %s", r.Games, len(list), r.Test)
	}
}

// TestIntervals compares with values computed independently.
func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		share     float64
		n         int
		low, high float64
	}{{0.5, 100, 0.4038, 0.5962}, {1, 200, 0.9812, 1}, {0, 10, 0, 0.2775}, {0.8, 50, 0.6696, 0.8876}} {
		if low, high := score.Wilson(c.share*float64(c.n), c.n); math.Abs(low-c.low) > 1e-4 || math.Abs(high-c.high) > 1e-4 {
			t.Errorf("%v of %d: %v to %v, want %v to %v", c.share, c.n, low, high, c.low, c.high)
		}
	}
	if e := elo(0.75); math.Abs(*e-190.85) > 0.01 || elo(1) != nil || elo(0) != nil {
		t.Errorf("0.75 is %v Elo, want 190.85", *e)
	}
}

// TestCasualFollowsTheFormula compares the weights with the examples in docs/serve.md.
func TestCasualFollowsTheFormula(t *testing.T) {
	b, _ := reportstest.StoredGame(t, "tictactoe")
	names := []string{"draw", "far", "near", "now"}
	turn := &Turn{Info: b.Info(), Moves: names, joint: names, stride: 1}
	move := func(name string, payoff int64, plies int) solved.Move {
		return solved.Move{Name: name, Outcome: value.Outcome{Payoff: value.Payoffs{big.NewRat(payoff, 1), big.NewRat(100-payoff, 1)}, Remoteness: plies}}
	}
	weights := make([]float64, 4)
	p := &valued{b, 0.1, false}
	p.weigh(weights, &solved.Position{Mover: 0, Moves: []solved.Move{move("draw", 50, 4), move("far", 0, 12), move("near", 0, 3), move("now", 0, 0)}}, turn)
	for i, want := range []float64{1, 0.29, 0.03, 0.007} {
		if got := weights[i] / weights[0]; math.Abs(got-want) > 0.05*want {
			t.Errorf("%s: weight %v, want %v", turn.Moves[i], got, want)
		}
	}
}

// TestTreeSearchBeatsGreedyAndRandom plays short matches and, with -large, matches of 20 games with
// 200 ms per move, which take ten minutes.
func TestTreeSearchBeatsGreedyAndRandom(t *testing.T) {
	list, search, n, least := []string{"connect4", "breakthrough:size=6x5,captures=diagonal"}, "mcts:30ms", 4, 0.75
	if gamestest.Large() {
		list, search, n, least = append(list, "hex:size=5x5", "skirmish"), "mcts:200ms", 20, 0.95
	}
	for _, spec := range list {
		for _, other := range []string{"greedy", "random"} {
			r, _, _ := run(t, reportstest.Variant(t, spec), Options{Players: specs(t, search, other), Games: n, Seed: 1})
			if t.Logf("%s against %s: %+v", spec, other, r.Players[0]); r.Players[0].Score < least {
				t.Errorf("%s against %s: score %v, want %v", spec, other, r.Players[0].Score, least)
			}
		}
	}
}

func TestParseRefusesUnknownPlayers(t *testing.T) {
	for _, text := range []string{"", "best", "mcts:", "mcts:-1s", "random:3", "casual:0", "casual:x", "alphabeta:10"} {
		_, err := Parse(text)
		gamestest.Refused(t, text, err, "use perfect, greedy, random, casual:TEMPERATURE")
	}
}

// TestRotationSharesItsLuck compares the throws of games. The n-th throw of a game is a move with an
// even index.
func TestRotationSharesItsLuck(t *testing.T) {
	b, v := reportstest.StoredGame(t, "bearoff:men=2")
	_, list, _ := run(t, v, Options{Players: specs(t, "perfect", "random"), Solved: b, Games: 40, Seed: 1})
	throws := func(g *record.Game) (list []string) {
		for i := 0; i < len(g.Moves); i += 2 {
			list = append(list, g.Moves[i])
		}
		return list
	}
	distinct := map[string]bool{}
	for i := 0; i < len(list); i += 2 {
		x, y := throws(list[i]), throws(list[i+1])
		n := min(len(x), len(y))
		if !reflect.DeepEqual(x[:n], y[:n]) {
			t.Errorf("games %d and %d have the throws %v and %v", i, i+1, x, y)
		}
		distinct[strings.Join(x, " ")] = true
	}
	if len(distinct) < 15 {
		t.Errorf("%d distinct sequences of throws in 20 rotations", len(distinct))
	}
}

// TestPlayersOfGamesWithChance plays matches against random play, which must lose.
func TestPlayersOfGamesWithChance(t *testing.T) {
	b, v := reportstest.StoredGame(t, "hog:target=15")
	for player, count := range map[string]int{"perfect": 400, "casual:0.02": 400, "greedy": 400, "mcts:5ms": 60} {
		r, _, _ := run(t, v, Options{Players: specs(t, player, "random"), Solved: b, Games: count, Openings: 1, Seed: 1})
		if s := r.Players[0]; s.Low < 0.5 {
			t.Errorf("%s: score %v in [%v, %v] against random play", player, s.Score, s.Low, s.High)
		}
	}
}
