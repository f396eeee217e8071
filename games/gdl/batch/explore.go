package batch

import (
	"zermelo/games"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/work"
)

const (
	// pliesExplored is the maximum number of joint moves, as a multiple of the
	// maximum number of states.
	pliesExplored = 8
	// ahead is the number of states whose joint moves are counted before the first
	// is expanded. The counts often show that a game is too large.
	ahead = 16 * network.Lanes
)

// Exploration contains all reachable states of a small game and their plies. A
// property that holds in all of these states is proven.
type Exploration[S State] struct {
	*games.Graph[S]
	Broken map[prove.Claim]bool // claims that do not hold in some state
	Mixed  []S                  // states in which random and a player both have a choice
	totals map[int]bool         // sums of the payoffs in terminal states
}

// Explore visits all states reachable from start. It returns nil if they exceed the
// limits of w.
func (b *Evaluator[S]) Explore(start S, w *work.Meter) *Exploration[S] {
	x := &Exploration[S]{Graph: games.NewGraph(start), Broken: map[prove.Claim]bool{}, totals: map[int]bool{}}
	s := b.newScratch()
	var children []S
	var ends []int32
	counted, plies := 0, 0
	for from := 0; from < len(x.States); {
		for counted < min(len(x.States), from+ahead) {
			chunk := x.States[counted:min(counted+network.Lanes, len(x.States))]
			counted += len(chunk)
			// The cost of the states, and of running the programs.
			w.Spend(256*len(chunk) + network.Words*(b.look.Instructions()+b.score.Instructions()))
			if plies += b.inspect(x, s, chunk); plies > pliesExplored*w.Explored() {
				return nil
			}
		}
		chunk := x.States[from:min(from+network.Lanes, len(x.States))]
		children, ends = b.Expand(children[:0], ends[:0], chunk)
		w.Spend((256 + b.step.Instructions()/64) * len(children))
		x.AddPlies(children, ends)
		from += len(chunk)
		if most := w.Explored(); len(x.States)*wordCount[S]() > most*len(Wide{}) || len(x.States) > most {
			return nil
		}
	}
	return x
}

// inspect records the claims that the states refute. It returns the total number of
// joint moves in the states.
func (b *Evaluator[S]) inspect(x *Exploration[S], s *scratch, states []S) (plies int) {
	breaks := func(kind prove.ClaimKind, role int, broken bool) {
		if broken {
			x.Broken[prove.Claim{Kind: kind, Role: role}] = true
		}
	}
	b.findLegal(s, states)
	var over []S
	for i := range states {
		if b.choices(s, i) {
			plies += b.plies(s)
			choosers := 0
			for _, list := range s.lists[:b.players] {
				if len(list) > 1 {
					choosers++
				}
			}
			breaks(prove.TakesTurns, 0, choosers > 1)
			if choosers > 0 && b.isRandom(s) {
				x.Mixed = append(x.Mixed, states[i])
			}
			continue
		}
		over = append(over, states[i])
		if !s.isOver(i) {
			for r, n := range b.look.moves {
				breaks(prove.CanMove, r, len(s.legal(nil, n, r, i)) == 0)
			}
		}
	}
	type goals struct{ count, total int }
	found := make([][games.MaxRoles]goals, len(over))
	b.Payoffs(over, func(i, role, value int) {
		found[i][role].count++
		found[i][role].total += value
	})
	for _, f := range found {
		for r := range b.roles {
			breaks(prove.HasGoal, r, f[r].count == 0)
			breaks(prove.HasOneGoal, r, f[r].count > 1)
		}
		x.totals[f[0].total+f[1].total] = true
	}
	return plies
}

// Claims returns the claims that hold in all states, for the given number of roles.
func (x *Exploration[S]) Claims(roles int) prove.Claims {
	c := prove.Claims{Proven: map[prove.Claim]bool{}}
	for kind := range prove.FixedSum {
		for r := range roles {
			claim := prove.Claim{Kind: kind, Role: r}
			c.Proven[claim] = !x.Broken[claim]
		}
	}
	for total := range x.totals {
		c.Total = total
	}
	c.Proven[prove.Claim{Kind: prove.FixedSum}] = len(x.totals) == 1
	return c
}
