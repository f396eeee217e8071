package gdl

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/symmetry"
	"zermelo/games/gdl/work"
)

// kind is what a solver needs to know of a game.
type kind struct {
	simultaneous bool
	extraMoves   bool // it is not proven that roles take turns
	generalSum   bool
	assumedSum   bool  // the sum of the payoffs is not proven, but no play is known that breaks it
	total        int   // of the payoffs at the end, if it is always the same
	payoffs      []int // that the first role can get, ascending; perhaps more
	doubts       []Doubt
}

// kindOf is what the claims that hold tell. Where one is missing, the more general
// kind is taken, which every game is of. Broken are claims that are known not to
// hold; of others that are missing that is only not proven.
func kindOf(m *machine.Machine, claims prove.Claims, t *prove.Turn, broken map[prove.Claim]bool) kind {
	k := kind{}
	for _, g := range m.Logic.Goals[0] {
		k.payoffs = append(k.payoffs, g.Value)
	}
	for r, role := range m.Roles {
		for _, kind := range []prove.ClaimKind{prove.HasGoal, prove.HasOneGoal, prove.CanMove} {
			claim := prove.Claim{Kind: kind, Role: r}
			if claims.Hold[claim] {
				continue
			}
			known, text := kind.Words()
			if broken[claim] {
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
	k.simultaneous = !claims.Hold[prove.Claim{Kind: prove.TakesTurns}] && t == nil
	// Turns that the rules do not show plainly count as unknown.
	k.extraMoves = !k.simultaneous && t == nil && m.Logic.Idle == nil
	k.generalSum = true
	if len(m.Roles) == 2 && claims.Hold[prove.Claim{Kind: prove.FixedSum}] && len(k.doubts) == 0 {
		k.generalSum, k.total = false, claims.Total
	}
	return k
}

// assumeSum takes the payoffs of two roles to add up to what random plays show, where it is
// not known whether they always do. What a search finds is then true of both roles, as all ends
// that it rests on are checked: the most of one role leaves the least for the other.
func (k *kind) assumeSum(m *machine.Machine, claims prove.Claims) {
	if !k.generalSum || len(m.Roles) != 2 || !claims.SameSum {
		return
	}
	var least, most [2]int
	for r := range m.Roles {
		least[r], most[r] = m.Logic.GoalRange(r)
		if len(k.doubts) > 0 { // a role may be left without a goal
			least[r], most[r] = min(least[r], 0), max(most[r], 0)
		}
	}
	if least[0]+most[1] != claims.Total || most[0]+least[1] != claims.Total {
		return
	}
	k.generalSum, k.assumedSum, k.total = false, true, claims.Total
	k.doubts = append(k.doubts, Doubt{0, fmt.Sprintf("It is not proven that the payoffs always add up to %d. "+
		"Each end of play that is met is checked, and results rest on no others. The first with another sum stops the work and is named.", k.total)})
}

// Doubt is something that can go wrong in play, or is not proven not to.
type Doubt struct {
	Role int
	Text string // a sentence
}

// Described is what the games made by Open can tell about themselves.
type Described interface {
	Doubts() []Doubt
	Packing() pack.Packing
	Symmetries() symmetry.Group
}

// doubtsOf are those about a machine, of any number of roles.
// Its error is that of the context or a *LimitError.
func doubtsOf(ctx context.Context, m *machine.Machine) ([]Doubt, error) {
	v, err := Open(ctx, m)
	if err == nil {
		return v.(Described).Doubts(), nil
	}
	var limit *work.LimitError
	if ctx.Err() != nil || errors.As(err, &limit) {
		return nil, err
	}
	facts := prove.FindFacts(m, prove.NewProver(m.Logic))
	return kindOf(m, facts.Claims, nil, prove.SeenBroken(m)).doubts, nil
}

// describe describes the game for people, now that its kind is known.
func (g *played[S]) describe(k kind, layered bool) {
	m := g.Machine
	i := &games.Info{
		Name: m.Name, Title: m.Name, Roles: m.Roles,
		Total: k.total, Payoffs: k.payoffs, GeneralSum: k.generalSum, SumUnproven: k.assumedSum, Simultaneous: k.simultaneous, ExtraMoves: k.extraMoves,
	}
	if layered {
		i.LayerName = "step"
	}
	turns := "At most one role has a choice at a time."
	if k.simultaneous {
		turns = "Both roles can have a choice at the same time; they choose without seeing the other's choice."
		if len(m.Roles) > 2 {
			turns = "Several roles can have a choice at the same time; they choose without seeing the others' choices."
		}
	}
	if len(m.Roles) == 1 {
		turns = "There is one role. It takes the best goal that can be reached, by the fewest moves."
	}
	i.Rules = append(i.Rules, fmt.Sprintf("The rules are those of the rule sheet %s in the Game Description Language: %d fluents. %s", m.Name, len(m.Fluents), turns))
	for _, d := range k.doubts {
		i.Rules = append(i.Rules, d.Text)
	}
	i.Uninfluential = g.Packing().Dead
	if i.Uninfluential > 0 {
		i.Rules = append(i.Rules, "Fluents that have no influence on legal moves, goals or the end, now or later, are no part of a position.")
	}
	g.info, g.doubts = i, k.doubts
}
