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
	// Names returns the moves of each role in a position, as [games.Notation] does.
	Names(position string) ([games.MaxRoles][]string, error)
	// Choose returns a move for a role that has moves in a position. The errors are those of
	// Player.
	Choose(ctx context.Context, position string, role int) (string, error)
	Close() error
}

// NewOpponent opens a player. b provides the values that it may require.
func NewOpponent(v games.Variant, s Spec, b solved.Game, o Options) (Opponent, error) {
	p, err := s.open(&env{v, b, o.MoveTime, o.Seed})
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	return games.ByState(v, newOpponent[uint64], newOpponent[[2]uint64], newOpponent[[4]uint64])(p, s.Name, random), nil
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

func (p *opponent[S]) Names(position string) (names [games.MaxRoles][]string, err error) {
	s, err := p.notation.ParseState(position)
	if err != nil {
		return names, err
	}
	return p.notation.Moves(s), nil
}

func (p *opponent[S]) Choose(ctx context.Context, position string, role int) (string, error) {
	s, err := p.notation.ParseState(position)
	if err != nil {
		return "", err
	}
	children, _ := p.game.Expand(nil, nil, []S{s})
	t := p.turn(s, children, p.notation.Moves(s), role, p.random)
	if len(t.Moves) == 1 {
		return t.Moves[0], nil
	}
	i, err := p.Move(ctx, t)
	if err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	return t.Moves[i], nil
}
