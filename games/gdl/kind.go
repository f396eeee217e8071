package gdl

import (
	"fmt"
	"slices"
)

// kind is what a solver needs to know of a game.
type kind struct {
	simultaneous bool
	extraMoves   bool // it is not proven that roles take turns
	generalSum   bool
	total        int   // of the payoffs at the end, if it is always the same
	payoffs      []int // that the first role can get, ascending; perhaps more
	// doubts lists what is not proven, in sentences.
	doubts []string
}

// kind is what the claims that hold tell. Where one is missing, the more general
// kind is taken, which every game is of.
func (m *Machine) kind(claims []claim, t *turn) kind {
	holds := func(kind claimKind, role int) bool {
		return slices.ContainsFunc(claims, func(c claim) bool { return c.kind == kind && c.role == role })
	}
	k := kind{}
	for _, g := range m.logic.goals[0] {
		k.payoffs = append(k.payoffs, g.value)
	}
	doubt := func(format, role string) { k.doubts = append(k.doubts, fmt.Sprintf(format, role)) }
	for r, role := range m.Roles {
		if !holds(hasGoal, r) {
			doubt("It is not proven that %s has a goal wherever the game is over; without one the payoff is 0.", role)
		}
		if !holds(hasOneGoal, r) {
			doubt("It is not proven that %s has only one goal wherever the game is over; of several the highest counts.", role)
		}
		if !holds(canMove, r) {
			doubt("It is not proven that %s always has a legal move; without one the game is over.", role)
		}
	}
	if len(k.doubts) > 0 || len(k.payoffs) == 0 {
		k.payoffs = append(k.payoffs, 0)
	}
	slices.Sort(k.payoffs)
	k.payoffs = slices.Compact(k.payoffs)
	if len(m.Roles) == 1 {
		// A sole player plays against nobody, who gets the rest. With this total
		// the player never gets less than half of it, and so hastens always: the
		// best plan is the shortest, whatever the goal.
		k.total = 2 * k.payoffs[0]
		k.extraMoves = true
		return k
	}
	k.simultaneous = !holds(takesTurns, 0) && t == nil
	// Turns that the rules do not show plainly count as unknown.
	k.extraMoves = !k.simultaneous && t == nil && m.logic.idle == nil
	k.generalSum = true
	if i := slices.IndexFunc(claims, func(c claim) bool { return c.kind == fixedSum }); i >= 0 && len(k.doubts) == 0 {
		k.generalSum, k.total = false, claims[i].total
	}
	return k
}
