package builtin

import (
	"math/rand/v2"
	"testing"

	"zermelo/games"
)

// TestTurnsAlternateToTheEnd checks that two movers alternate in random plays, also
// in terminal states. Random moves in between do not count.
func TestTurnsAlternateToTheEnd(t *testing.T) {
	r := Registry()
	for _, name := range r.Names() {
		v, err := r.Open(name)
		if err != nil {
			t.Fatal(err)
		}
		if info := v.Info(); info.ExtraMoves || info.Simultaneous || len(info.Roles) == 1 {
			continue
		}
		switch g := v.(type) {
		case games.Game[uint64]:
			alternates(t, g)
		case games.Game[[2]uint64]:
			alternates(t, g)
		}
	}
}

// alternates follows random plays for at most 100 plies.
func alternates[S games.State](t *testing.T, g games.Game[S]) {
	t.Helper()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 5 {
		s := g.Start()
		turn := 0
		for range 100 {
			mover := games.Mover(g, s)
			if mover != int(games.Chance) {
				if mover != turn%2 {
					t.Errorf("%s: role %d is to move after %d turns", g.Info().Name, mover, turn)
					return
				}
				turn++
			}
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
		}
	}
}
