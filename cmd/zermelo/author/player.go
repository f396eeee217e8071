package author

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/statemachine"
)

type gamePlayer[S games.State] struct {
	game            games.Game[S]
	previous, state S
	child           int // index of the last move among the children of previous
}

func newGamePlayer[S games.State](g games.Game[S]) player {
	return &gamePlayer[S]{game: g, state: g.Start()}
}

func (p *gamePlayer[S]) name() string    { return p.game.Info().Name }
func (p *gamePlayer[S]) roles() []string { return p.game.Info().Roles }

func (p *gamePlayer[S]) step(random *rand.Rand) (bool, error) {
	children, _ := p.game.Expand(nil, nil, []S{p.state})
	if len(children) == 0 {
		return false, nil
	}
	if games.Mover(p.game, p.state) == int(games.Chance) {
		p.child = pick(random, games.Odds(p.game, p.state, len(children)))
	} else {
		p.child = random.IntN(len(children))
	}
	p.previous, p.state = p.state, children[p.child]
	return true, nil
}

// pick returns a random index, with probabilities proportional to the weights.
func pick(random *rand.Rand, weights []uint32) int {
	total := uint64(0)
	for _, w := range weights {
		total += uint64(w)
	}
	at := random.Uint64N(total)
	for i, w := range weights {
		if at < uint64(w) {
			return i
		}
		at -= uint64(w)
	}
	panic("author: no weights")
}

func (p *gamePlayer[S]) move() (name, label string) {
	name = games.JointNames(games.NotationOf(p.game).Moves(p.previous))[p.child]
	return name, name
}

func (p *gamePlayer[S]) position() string       { return games.NotationOf(p.game).FormatState(p.state) }
func (p *gamePlayer[S]) drawing() games.Drawing { return games.DrawingOf(p.game, p.state) }

func (p *gamePlayer[S]) payoffs() []*float64 {
	info, payoff := p.game.Info(), p.game.Payoffs(nil, []S{p.state})[0]
	list := make([]*float64, len(info.Roles))
	for role := range list {
		list[role] = new(info.Points(int(payoff[role])))
	}
	return list
}

func (p *gamePlayer[S]) playMany(ctx context.Context, o playoutOptions, ended func(plies int, payoffs []float64)) error {
	for i := range o.plays {
		p.state = p.game.Start()
		random, payoffs := newRandom(o.seed, i), []float64(nil)
		for plies := 0; ; plies++ {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if plies == o.plies {
				ended(plies, nil)
				break
			}
			if moved, _ := p.step(random); !moved { // step returns no error
				for _, points := range p.payoffs() {
					payoffs = append(payoffs, *points)
				}
				ended(plies, payoffs)
				break
			}
		}
	}
	return nil
}

// sheetPlayer is the player for rule sheets. For a given seed, it generates the same
// plays as batch.RandomPlays.
type sheetPlayer struct {
	options string // options for drawings
	machine *statemachine.Machine
	words   *gdl.Notation
	play    *statemachine.Play
	joint   []int32 // last move of each role
	choices []int   // number of legal moves of each role
}

func newSheetPlayer(m *statemachine.Machine, options string) (*sheetPlayer, error) {
	if err := gdl.SetDrawOptions(draw.NewPainter(m, nil), m.Name, options); err != nil {
		return nil, err
	}
	return &sheetPlayer{options, m, gdl.NewNotation(m), m.NewPlay(), make([]int32, len(m.Moves)), make([]int, len(m.Moves))}, nil
}

func (p *sheetPlayer) name() string     { return p.machine.Name }
func (p *sheetPlayer) roles() []string  { return p.machine.Roles }
func (p *sheetPlayer) position() string { return p.words.Format(p.play.State(nil)) }

func (p *sheetPlayer) step(random *rand.Rand) (bool, error) {
	if p.play.Terminal() {
		return false, nil
	}
	for role := range p.choices {
		p.choices[role] = len(p.play.Legal(nil, role))
	}
	if stuck := p.play.Choose(random, p.joint); stuck >= 0 {
		return false, fmt.Errorf("%s: %s has no legal move in the nonterminal position %s",
			p.machine.Name, p.machine.RoleName(stuck), p.position())
	}
	p.play.Do(p.joint)
	return true, nil
}

// move returns the name of the last move. The label contains only the moves of roles
// that had a choice.
func (p *sheetPlayer) move() (name, label string) {
	var moves, chosen []string
	for role, move := range p.joint {
		text := p.words.Move(role, move)
		moves = append(moves, text)
		if p.choices[role] > 1 {
			chosen = append(chosen, p.machine.RoleName(role)+" "+text)
		}
	}
	if len(chosen) == 0 {
		chosen = []string{"no choice"}
	}
	return strings.Join(moves, "+"), strings.Join(chosen, ", ")
}

func (p *sheetPlayer) drawing() games.Drawing {
	state := p.play.State(nil)
	painter := draw.NewPainter(p.machine, p.machine.Settled(state))
	_ = gdl.SetDrawOptions(painter, p.machine.Name, p.options) // newSheetPlayer has validated them
	return painter.Draw(state)
}

func (p *sheetPlayer) payoffs() []*float64 {
	list := make([]*float64, len(p.machine.Roles))
	for role := range list {
		if value, ok := p.play.Goal(role); ok {
			list[role] = new(float64(value))
		}
	}
	return list
}

func (p *sheetPlayer) playMany(ctx context.Context, o playoutOptions, ended func(plies int, payoffs []float64)) error {
	payoffs := make([]float64, len(p.machine.Roles))
	return batch.RandomPlays(ctx, p.machine, o.seed, o.plays, o.plies, func(play batch.PlayResult) error {
		switch {
		case play.Invalid:
			return p.fault(o.seed, play.Number)
		case !play.Terminal:
			ended(play.Plies, nil)
			return nil
		}
		for role, goal := range play.Goals {
			payoffs[role] = float64(goal)
		}
		ended(play.Plies, payoffs)
		return nil
	})
}

// fault replays the failed play with the given number and returns the reason for the
// failure.
func (p *sheetPlayer) fault(seed uint64, number int) error {
	p.play.Reset()
	random := newRandom(seed, number)
	for moved := true; moved; {
		var err error
		if moved, err = p.step(random); err != nil {
			return err
		}
	}
	for role, payoff := range p.payoffs() {
		if payoff == nil {
			return fmt.Errorf("%s: %s must have exactly one goal in the terminal position %s",
				p.machine.Name, p.machine.Roles[role], p.position())
		}
	}
	return nil
}
