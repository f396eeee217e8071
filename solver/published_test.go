package solver

import (
	"testing"

	"zermelo/games"
)

// published is a built-in game, solved to be compared with what is published
// about it. Its states are one word.
type published struct {
	games.Game[uint64]
	games.Notation[uint64]
	solution *Solution
	store    *memoryStore[uint64]
	values   map[uint64]Value // of canonical states; made when it is needed
}

// solvePublished solves a built-in game with all defaults.
func solvePublished(t *testing.T, spec string) *published {
	t.Helper()
	g := openGame(t, spec).(games.Game[uint64])
	solution, store, err := solveOnce(t, g, defaultPlan[uint64](t, g))
	if err != nil {
		t.Fatal(err)
	}
	return &published{Game: g, Notation: games.NotationOf(g), solution: solution, store: store}
}

// start is what role 0 gets at the start and the plies to the end.
func (p *published) start() (payoff int16, plies int) { return p.solution.Start.unpack() }

// value is what role 0 gets at a state and the plies to the end.
func (p *published) value(t *testing.T, s uint64) (payoff int16, plies int) {
	t.Helper()
	if p.values == nil {
		p.values = map[uint64]Value{}
		for layer := range p.solution.Layers {
			states, values := p.store.layer(layer)
			for i, s := range states {
				p.values[s] = values[i]
			}
		}
	}
	c, swap := games.Canonical(p.Game, s)
	v, ok := p.values[c]
	if !ok {
		t.Fatalf("%s: %s is not among the positions", p.Info().Name, p.FormatState(s))
	}
	if payoff, plies = v.unpack(); swap {
		payoff = int16(p.Info().Total) - payoff
	}
	return payoff, plies
}

// at is the value of a position in the game's notation.
func (p *published) at(t *testing.T, text string) (payoff int16, plies int) {
	t.Helper()
	s, err := p.ParseState(text)
	if err != nil {
		t.Fatal(err)
	}
	return p.value(t, s)
}
