package strategy

import (
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

// TestProvePayoffs finds the values of random games with payoffs that are not
// spread evenly around half of the total, as those of rule sheets may be, and
// checks what proves them.
func TestProvePayoffs(t *testing.T) {
	for _, c := range []struct {
		total   int
		payoffs []int
	}{
		{100, []int{0, 100}}, {100, []int{0, 50}}, {100, []int{50, 100}}, {100, []int{25, 75}}, {100, []int{0, 25, 100}},
		{150, []int{50, 75, 100}}, {199, []int{99, 100}}, {100, []int{50}}, {10, nil},
	} {
		for seed := range uint64(10) {
			g := searchtest.LayeredGame{RandomGame: &searchtest.RandomGame{Seed: seed, Description: games.Info{Name: "random", Roles: []string{"a", "b"}, Total: c.total, Payoffs: c.payoffs}}}
			want, _ := solvertest.Naive[uint64](g)(g.Start()).Payoff[0].Float64()
			s := search.Plain[uint64](g)
			for name, engine := range map[string]search.Engine[uint64]{
				"alpha-beta":    alphabeta.New(s, table.New(s, 1<<16), search.Options{}),
				"proof numbers": dfpn.New(s, 1<<16, search.Options{}),
			} {
				if err := proves(t, s, engine, int16(want)); err != nil {
					t.Errorf("payoffs %v of %d, seed %d, %s: %v", c.payoffs, c.total, seed, name, err)
				}
				engine.Close()
			}
		}
	}
}

// proves says what is wrong with the proof of a game in which role 0 gets want.
func proves(t *testing.T, g games.Searcher[uint64], engine search.Engine[uint64], want int16) error {
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
