package gdl

import (
	"fmt"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/prove"
)

// kind is what a solver needs to know of a game.
type kind struct {
	simultaneous bool
	extraMoves   bool // it is not proven that roles take turns
	generalSum   bool
	total        int   // of the payoffs at the end, if it is always the same
	payoffs      []int // that the first role can get, ascending; perhaps more
	doubts       []Doubt
}

// kindOf is what the claims that hold tell. Where one is missing, the more general
// kind is taken, which every game is of. Broken are claims that are known not to
// hold; of others that are missing that is only not proven.
func kindOf(m *machine.Machine, claims []prove.Claim, t *prove.Turn, broken map[prove.RoleClaim]bool) kind {
	holds := func(kind prove.ClaimKind, role int) bool {
		return slices.ContainsFunc(claims, func(c prove.Claim) bool { return c.Kind == kind && c.Role == role })
	}
	k := kind{}
	for _, g := range m.Logic.Goals[0] {
		k.payoffs = append(k.payoffs, g.Value)
	}
	for r, role := range m.Roles {
		for _, c := range []prove.ClaimKind{prove.HasGoal, prove.HasOneGoal, prove.CanMove} {
			if holds(c, r) {
				continue
			}
			known, text := c.Words()
			if broken[prove.RoleClaim{Kind: c, Role: r}] {
				text = known
			}
			k.doubts = append(k.doubts, Doubt{r, fmt.Sprintf(text, role)})
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
	k.simultaneous = !holds(prove.TakesTurns, 0) && t == nil
	// Turns that the rules do not show plainly count as unknown.
	k.extraMoves = !k.simultaneous && t == nil && m.Logic.Idle == nil
	k.generalSum = true
	if i := slices.IndexFunc(claims, func(c prove.Claim) bool { return c.Kind == prove.FixedSum }); i >= 0 && len(k.doubts) == 0 {
		k.generalSum, k.total = false, claims[i].Total
	}
	return k
}
