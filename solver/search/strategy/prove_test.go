package strategy

import (
	"errors"
	"fmt"
	"testing"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/table"
	"zermelo/solver/solvertest"
)

// TestProvePayoffs proves the values of random games whose payoffs are not
// symmetric.
func TestProvePayoffs(t *testing.T) {
	for _, c := range []struct {
		total   int
		payoffs []int
	}{
		{100, []int{0, 100}}, {100, []int{0, 50}}, {100, []int{50, 100}}, {100, []int{25, 75}}, {100, []int{0, 25, 100}},
		{150, []int{50, 75, 100}}, {199, []int{99, 100}}, {100, []int{50}}, {10, nil},
	} {
		for seed := range uint64(10) {
			g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: c.total, Payoffs: c.payoffs, ExtraMoves: seed%2 == 1}}}
			want, _ := solvertest.Naive[uint64](g)(g.Start()).Payoff[0].Float64()
			s := search.Plain[uint64](g)
			for _, size := range []int64{1 << 8, 1 << 16} {
				for name, err := range proves(t, s, size, int16(want)) {
					t.Errorf("payoffs %v of %d, seed %d, %s with %d bytes: %v", c.payoffs, c.total, seed, name, size, err)
				}
			}
		}
	}
}

// TestProofsOfRandomGamesWithExtraMovesAndSymmetries proves the values of
// layered games in which players can move several times in a row and a state
// may represent others with the roles exchanged.
func TestProofsOfRandomGamesWithExtraMovesAndSymmetries(t *testing.T) {
	sameMover := 0
	for seed := range uint64(90) {
		g := solvertest.NewRandomGame[uint64](solvertest.Shape{
			Span: 1 + int(seed%3), Layers: 4 + int(seed%6), Width: 10, MaxMoves: 4, Swap: seed%2 == 1, Mirror: seed%4 > 1, Seed: seed,
		})
		info := g.Info()
		for p := info.Total/2 - 2; p <= info.Total-info.Total/2+2; p++ {
			info.Payoffs = append(info.Payoffs, p)
		}
		children, _ := g.Expand(nil, nil, []uint64{g.Start()})
		if len(children) == 0 {
			continue
		}
		if games.Mover(g, children[0]) == games.Mover(g, g.Start()) {
			sameMover++
		}
		want, _ := solvertest.Naive[uint64](g)(g.Start()).Payoff[0].Float64()
		for name, err := range proves(t, search.Plain[uint64](g), 1<<10, int16(want)) {
			t.Errorf("seed %d, %s: %v", seed, name, err)
		}
	}
	if sameMover < 20 {
		t.Errorf("a player moves again after the first move in %d games only", sameMover)
	}
}

// TestSearchesOfGamesThatMayRepeat proves the values of random games without
// layers. If positions repeat, a search must return the correct value or a
// RepeatError with a position.
func TestSearchesOfGamesThatMayRepeat(t *testing.T) {
	values, repeats := 0, 0
	for seed := range uint64(400) {
		g := &searchtest.RandomGame{Seed: seed, Back: []uint64{0, 4, 40}[seed%3], Description: games.Info{
			Name: "random", Roles: []string{"a", "b"}, Total: 100, Payoffs: []int{0, 50, 100}[:2+seed/3%2], RepeatsUnproven: true, ExtraMoves: seed%2 == 1,
		}}
		g.Description.Payoffs[len(g.Description.Payoffs)-1] = 100
		want, _ := solvertest.NaiveCyclic[uint64](g, []uint64{g.Start()})[g.Start()].Unpack()
		for name, err := range proves(t, search.Plain[uint64](g), 1<<10, want) {
			if repeat, ok := errors.AsType[*search.RepeatError](err); !ok || repeat.Position == "" || g.Back == 0 {
				t.Errorf("seed %d, %s: %v", seed, name, err)
			}
			repeats++
		}
		values += 4
	}
	if repeats < 200 || repeats > values/2 {
		t.Errorf("%d of %d searches found a repetition", repeats, values)
	}
}

// TestLinesAreOfLimitedLength tests that a search stops on an infinite line.
func TestLinesAreOfLimitedLength(t *testing.T) {
	g := endless{&searchtest.RandomGame{Description: games.Info{Name: "endless", Roles: []string{"a", "b"}, Total: 100, Payoffs: []int{0, 100}, RepeatsUnproven: true}}}
	for name, err := range proves(t, search.Plain[uint64](g), 1<<10, 0) {
		if repeat, ok := errors.AsType[*search.RepeatError](err); !ok || !repeat.TooLong {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestStrategyThatComesBackIsWrong checks a strategy in which a position
// repeats.
func TestStrategyThatComesBackIsWrong(t *testing.T) {
	g := endless{&searchtest.RandomGame{Back: 2, Description: games.Info{Roles: []string{"a", "b"}, Total: 100, Payoffs: []int{0, 100}, RepeatsUnproven: true}}}
	st := &Strategy[uint64]{MovesFirst: true, Score: 50, States: []uint64{0}, Moves: []uint16{0}}
	_, err := st.Check(t.Context(), search.Plain[uint64](g), g.Start(), 1, Room{}, nil)
	if _, ok := errors.AsType[*search.RepeatError](err); !ok {
		t.Errorf("a strategy that comes back: %v", err)
	}
}

// endless is a game that never ends. A state is a counter that returns to 0 at
// Back, if Back is not 0.
type endless struct{ *searchtest.RandomGame }

func (g endless) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s += 1 << 8; s>>8 == g.Back {
			s = 0
		}
		dst = append(dst, s)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// proves tests that each search proves a payoff of want for role 0. It returns
// the errors by name of the search.
func proves(t *testing.T, g games.Searcher[uint64], size int64, want int16) map[string]error {
	wrong := map[string]error{}
	for name, engine := range map[string]search.Engine[uint64]{
		"alpha-beta":               alphabeta.New(g, table.New(g, size), search.Options{}),
		"proof numbers":            dfpn.New(g, size, search.Options{}),
		"alpha-beta, 3 threads":    alphabeta.New(g, table.New(g, size), search.Options{Threads: 3}),
		"proof numbers, 3 threads": dfpn.New(g, size, search.Options{Threads: 3}),
	} {
		if err := provesBy(t, g, engine, want); err != nil {
			wrong[name] = err
		}
		engine.Close()
	}
	return wrong
}

func provesBy(t *testing.T, g games.Searcher[uint64], engine search.Engine[uint64], want int16) error {
	p, err := Prove(t.Context(), g, engine, Room{}, nil)
	if err != nil {
		return err
	}
	if p.Payoff[0] != want || int(p.Payoff[1]) != g.Info().Total-int(want) {
		return fmt.Errorf("payoffs %v, want %d for the first role", p.Payoff, want)
	}
	for role, st := range p.Strategies {
		if st == nil {
			continue
		}
		if _, err := st.Check(t.Context(), g, g.Start(), 1, Room{}, nil); err != nil {
			return fmt.Errorf("the strategy of role %d: %w", role, err)
		}
	}
	return nil
}
