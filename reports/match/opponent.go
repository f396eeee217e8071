package match

import (
	"context"
	"fmt"
	"math/rand/v2"

	"zermelo/games"
	"zermelo/reports/solved"
)

// Opponent is a player outside a match. It must not be used concurrently.
type Opponent interface {
	// Choose returns a move for a role that has moves in a position. The errors are those of
	// Player.
	Choose(ctx context.Context, at *solved.Position, role int) (string, error)
	Close() error
}

// NewOpponent opens a player of b's game. If it is perfect, it makes the first of the best moves.
func NewOpponent(b solved.Game, s Spec, o Options) (Opponent, error) {
	p, err := s.open(&env{b.Variant(), b, o.MoveTime, o.Seed, true})
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	return games.ByState(b.Variant(), newOpponent[uint64], newOpponent[[2]uint64], newOpponent[[4]uint64])(p, s.Name, random), nil
}

type opponent[S games.State] struct {
	Player
	match[S]
	name   string
	random *rand.Rand
}

func newOpponent[S games.State](g games.Game[S]) func(Player, string, *rand.Rand) Opponent {
	return func(p Player, name string, random *rand.Rand) Opponent {
		return &opponent[S]{p, match[S]{game: g, info: g.Info(), notation: games.NotationOf(g)}, name, random}
	}
}

func (p *opponent[S]) Choose(ctx context.Context, at *solved.Position, role int) (string, error) {
	names := at.Names[role]
	if len(names) == 1 {
		return names[0], nil
	}
	s, err := p.notation.ParseState(at.Text)
	if err != nil {
		return "", err
	}
	children, _ := p.game.Expand(nil, nil, []S{s})
	i, err := p.Move(ctx, p.turn(s, children, at.Names, role, p.random))
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	return names[i], nil
}
