package gdl

import (
	"context"
	"errors"

	"zermelo/games"
)

// Doubt is something that can go wrong in play, or is not proven not to.
type Doubt struct {
	Role int
	Text string // a sentence
}

// Doubtful is what the games made by Machine.Open can tell about what may go wrong
// in them.
type Doubtful interface{ Doubts() []Doubt }

// roleClaim is a claim about a role.
type roleClaim struct {
	kind claimKind
	role int
}

// words say of a claim about a role what happens where it does not hold: where that
// is known, and where it is not proven that it holds.
func (k claimKind) words() (broken, unproven string) {
	switch k {
	case hasGoal:
		return "The game can end without a goal for %s; the payoff is 0 then.",
			"It is not proven that %s has a goal wherever the game is over; without one the payoff is 0."
	case hasOneGoal:
		return "The game can end with several goals for %s; the highest counts.",
			"It is not proven that %s has only one goal wherever the game is over; of several the highest counts."
	case canMove:
		return "%s can be without a legal move before the end; the game is over then.",
			"It is not proven that %s always has a legal move; without one the game is over."
	}
	panic("gdl: no claim about a role")
}

// doubts are those about a machine, of any number of roles.
// Its error is that of the context or a *LimitError.
func (m *Machine) doubts(ctx context.Context) ([]Doubt, error) {
	v, err := m.Open(ctx)
	if err == nil {
		return v.(Doubtful).Doubts(), nil
	}
	var limit *LimitError
	if ctx.Err() != nil || errors.As(err, &limit) {
		return nil, err
	}
	facts := m.findFacts(newProver(m.logic, m.work))
	if err := m.work.failure(); err != nil {
		return nil, err
	}
	return m.kind(facts.claims, nil, m.seenBroken()).doubts, nil
}

// seenBroken are the claims about roles that random plays break.
func (m *Machine) seenBroken() map[roleClaim]bool {
	broken := map[roleClaim]bool{}
	var legal []int32
	m.wander(sampled, func(p *Play, _ bool) {
		for r := range m.Roles {
			if !p.Terminal() {
				if legal = p.Legal(legal[:0], r); len(legal) == 0 {
					broken[roleClaim{canMove, r}] = true
				}
				continue
			}
			switch p.goals(r) {
			case 0:
				broken[roleClaim{hasGoal, r}] = true
			case 1:
			default:
				broken[roleClaim{hasOneGoal, r}] = true
			}
		}
	})
	return broken
}

// goals is the number of goals of a role in the present state.
func (p *Play) goals(role int) int {
	from, n := p.machine.watching.goals[role], 0
	for i := range p.machine.logic.goals[role] {
		if p.tracker.Holds(from + i) {
			n++
		}
	}
	return n
}

// broken are the claims about roles that do not hold in some state.
func (x *exploration[S]) broken() map[roleClaim]bool {
	broken := map[roleClaim]bool{}
	for r := range games.MaxRoles {
		broken[roleClaim{hasGoal, r}] = x.noGoal[r]
		broken[roleClaim{hasOneGoal, r}] = x.manyGoals[r]
		broken[roleClaim{canMove, r}] = x.noMove[r]
	}
	return broken
}

// Doubts are what may go wrong.
func (g *game[S]) Doubts() []Doubt { return g.doubts }

// Doubts are what may go wrong.
func (g *numberedGame) Doubts() []Doubt { return g.doubts }

// seesRepeat says whether a position comes back in a random play.
func (g *game[S]) seesRepeat() bool {
	repeats := false
	seen := map[S]bool{}
	var fluents []int32
	g.wander(sampled, func(p *Play, first bool) {
		if first {
			clear(seen)
		}
		var s S
		fluents = p.State(fluents[:0])
		if err := g.encode(games.Bits(&s), g.relevant(fluents)); err != nil {
			return
		}
		repeats = repeats || seen[s]
		seen[s] = true
	})
	return repeats
}
