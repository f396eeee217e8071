package gdl

import (
	"context"
	"errors"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/work"
)

// Doubt is something that can go wrong in play, or is not proven not to.
type Doubt struct {
	Role int
	Text string // a sentence
}

// Doubtful is what the games made by Open can tell about what may go wrong
// in them.
type Doubtful interface{ Doubts() []Doubt }

// doubtsOf are those about a machine, of any number of roles.
// Its error is that of the context or a *LimitError.
func doubtsOf(ctx context.Context, m *machine.Machine) ([]Doubt, error) {
	v, err := Open(ctx, m)
	if err == nil {
		return v.(Doubtful).Doubts(), nil
	}
	var limit *work.LimitError
	if ctx.Err() != nil || errors.As(err, &limit) {
		return nil, err
	}
	facts := prove.FindFacts(m, prove.NewProver(m.Logic, m.Work))
	if err := m.Work.Failure(); err != nil {
		return nil, err
	}
	return kindOf(m, facts.Claims, nil, prove.SeenBroken(m)).doubts, nil
}

// Doubts are what may go wrong.
func (g *game[S]) Doubts() []Doubt { return g.doubts }

// Doubts are what may go wrong.
func (g *numberedGame) Doubts() []Doubt { return g.doubts }

// repeatStates is how many states of random plays are looked at for one that comes
// back.
const repeatStates = 2_000

// seesRepeat says whether a position comes back in a random play.
func (g *game[S]) seesRepeat() bool {
	repeats := false
	seen := map[S]bool{}
	var fluents []int32
	g.RandomPlay(repeatStates, func(p *machine.Play, first bool) {
		if first {
			clear(seen)
		}
		var s S
		fluents = p.State(fluents[:0])
		if err := g.Encode(games.Bits(&s), g.Relevant(fluents)); err != nil {
			return
		}
		repeats = repeats || seen[s]
		seen[s] = true
	})
	return repeats
}
