package gdl

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/statemachine"
)

// kind describes the order of moves and the sum of the payoffs. Other fields of Info
// are unset.
type kind struct {
	games.Info
	caveats []Caveat
}

// Caveat is a property that correct play requires, but that is refuted or not
// proven.
type Caveat struct {
	Role int
	Text string // a complete sentence
	Hint string // a remedy, or ""
}

// kindOf returns the kind of game that follows from the proven claims. A missing
// claim makes the kind more general. The map broken contains the claims that are
// refuted.
func kindOf(m *statemachine.Machine, claims prove.Claims, t *prove.Turn, broken map[prove.Claim]bool) kind {
	k := kind{Info: games.Info{Roles: m.Roles, Stochastic: m.Random()}}
	for _, g := range m.Logic.Goals[0] {
		k.Payoffs = append(k.Payoffs, g.Value)
	}
	for r := range m.Moves {
		for _, kind := range []prove.ClaimKind{prove.HasGoal, prove.HasOneGoal, prove.CanMove} {
			claim := prove.Claim{Kind: kind, Role: r}
			if claims.Proven[claim] || r == len(m.Roles) && kind != prove.CanMove {
				continue
			}
			known, text, hint := kind.Words()
			if broken[claim] {
				text = known
			}
			k.caveats = append(k.caveats, Caveat{r, fmt.Sprintf(text, m.RoleName(r)), strings.ReplaceAll(hint, "ROLE", m.RoleName(r))})
		}
	}
	if len(k.caveats) > 0 || len(k.Payoffs) == 0 {
		k.Payoffs = append(k.Payoffs, 0)
	}
	slices.Sort(k.Payoffs)
	k.Payoffs = slices.Compact(k.Payoffs)
	if len(m.Roles) == 1 {
		// The absent opponent gets the rest of the total, which is at most half. The
		// player therefore prefers the shortest play among those with the same goal.
		k.Total = 2 * k.Payoffs[0]
		k.ExtraMoves = true
		return k
	}
	k.Simultaneous = !claims.Proven[prove.Claim{Kind: prove.TakesTurns}] && t == nil
	k.ExtraMoves = !k.Simultaneous && t == nil && (m.Logic.Idle == nil || k.Stochastic)
	k.GeneralSum = true
	if len(m.Roles) == 2 && claims.Proven[prove.Claim{Kind: prove.FixedSum}] && len(k.caveats) == 0 {
		k.GeneralSum, k.Total = false, claims.Total
	}
	return k
}

// assumeSum assumes that the payoffs of two roles have the sum observed in random
// plays, unless the possible goals rule that sum out. Every terminal state that
// affects a search result is checked, so results hold for both roles.
func (k *kind) assumeSum(m *statemachine.Machine, claims prove.Claims) {
	if !k.GeneralSum || len(m.Roles) != 2 || !claims.SameSum {
		return
	}
	var least, most [2]int
	for r := range m.Roles {
		least[r], most[r] = m.Logic.GoalRange(r)
		if len(k.caveats) > 0 { // a role may have no goal in a terminal state
			least[r], most[r] = min(least[r], 0), max(most[r], 0)
		}
	}
	if least[0]+most[1] != claims.Total || most[0]+least[1] != claims.Total {
		return
	}
	k.GeneralSum, k.SumUnproven, k.Total = false, true, claims.Total
	k.caveats = append(k.caveats, Caveat{0, fmt.Sprintf("It is not proven that the payoffs always add up to %d. "+
		"Each terminal position that is visited is checked, and results do not depend on any others. The first one with a different sum is reported and stops the run.", k.Total), ""})
}

// turns describes which roles can move at the same time, and random moves.
func (k *kind) turns() string {
	if k.Stochastic {
		players := *k
		players.Stochastic = false
		return players.turns() + " Some moves are random: each legal move of random has the same probability."
	}
	switch {
	case len(k.Roles) == 1:
		return "One role plays for the best goal, in the fewest moves."
	case !k.Simultaneous:
		return "At most one role has a choice at a time."
	case len(k.Roles) > 2:
		return "Several roles can have a choice at the same time; they choose without seeing each other's choices."
	default:
		return "Both roles can have a choice at the same time; they choose without seeing the other's choice."
	}
}
