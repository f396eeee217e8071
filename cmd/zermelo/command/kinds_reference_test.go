package command

import (
	"fmt"
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// reference holds the results of the reference solvers for a game.
type reference struct {
	positions []string // reachable positions; the first is the start
	terminal  map[string]bool
	// differ returns an error if v, the value printed by a command, differs from the
	// reference. It compares only payoffs and length unless whole is set.
	differ func(position string, v solved.Value, whole bool) error
}

// referenceOf runs the reference solvers, which use the same rules as the commands.
func referenceOf(v games.Variant) *reference {
	return games.ByState(v, typedReference[uint64], typedReference[[2]uint64], typedReference[[4]uint64])
}

func typedReference[S games.State](g games.Game[S]) *reference {
	r, info, notation := &reference{terminal: map[string]bool{}}, g.Info(), games.NotationOf(g)
	states, list := map[string]S{}, solvertest.Reachable(g)
	for _, s := range list {
		text := notation.FormatState(s)
		states[text] = s
		r.positions = append(r.positions, text)
		children, _ := g.Expand(nil, nil, []S{s})
		r.terminal[text] = len(children) == 0
	}
	_, layered := g.(games.Layered[S])
	if !layered && value.KindOf(info) != value.Alternating {
		r.differ = repeating(g, states)
		return r
	}
	naive := solvertest.Naive(g)
	if !layered {
		outcomes, values := value.Outcomes{Kind: value.Alternating, Total: info.Total}, solvertest.NaiveCyclic(g, list)
		naive = func(s S) value.Outcome { return outcomes.Of(values[s]) }
	}
	r.differ = func(position string, v solved.Value, whole bool) error {
		s, ok := states[position]
		if !ok {
			return fmt.Errorf("it cannot be reached")
		}
		return differFrom(info, naive(s), v, whole)
	}
	return r
}

// differFrom returns an error if v differs from the outcome o.
func differFrom(info *games.Info, o value.Outcome, v solved.Value, whole bool) error {
	var payoffs, security []string
	var pure, joint []float64
	for role := range info.Roles {
		if o.Solved() {
			payoffs = append(payoffs, info.ExactPoints(o.Payoff[role]).RatString())
		}
		security = append(security, info.ExactPoints(o.Security[role]).RatString())
		pure, joint = append(pure, info.Points(int(o.Pure[role]))), append(joint, info.Points(int(o.Joint[role])))
	}
	whole = whole && info.GeneralSum
	switch {
	case !slices.Equal(v.Payoffs, payoffs) || v.Plies != o.Remoteness:
		return fmt.Errorf("payoffs %v in %d plies, want %v in %d", v.Payoffs, v.Plies, payoffs, o.Remoteness)
	case whole && !(slices.Equal(v.Security, security) && slices.Equal(v.PureSecurity, pure) && slices.Equal(v.BestJoint, joint)):
		return fmt.Errorf("secured %v, by pure moves %v, joint %v; want %v, %v, %v", v.Security, v.PureSecurity, v.BestJoint, security, pure, joint)
	}
	return nil
}

// repeating returns the function differ for a game that is not alternating and whose
// positions can repeat.
func repeating[S games.State](g games.Game[S], states map[string]S) func(string, solved.Value, bool) error {
	info, roles := g.Info(), len(g.Info().Roles)
	endless, err := value.EndlessPayoffs(info)
	if err != nil {
		panic(err)
	}
	secures := make([]map[S]int16, roles)
	for role := range secures {
		secures[role] = solvertest.NaiveSecures(g, role, endless[role])
	}
	equilibria := solvertest.NaiveEquilibria(g, endless)
	var stopping map[S]float64
	var least, most float64 // range of all values and the value of endless play
	if !info.GeneralSum {
		stopping = solvertest.NaiveStopping(g, float64(endless[0]))
		least, most = float64(endless[0]), float64(endless[0])
		for _, x := range stopping {
			least, most = min(least, x), max(most, x)
		}
	}
	return func(position string, v solved.Value, whole bool) error {
		s, ok := states[position]
		if !ok {
			return fmt.Errorf("it cannot be reached")
		}
		if !info.GeneralSum {
			payoff, ok := new(big.Rat).SetString(slices.Concat(v.Payoffs, []string{""})[0])
			if !ok || len(v.Payoffs) != roles {
				return fmt.Errorf("payoffs %v", v.Payoffs)
			}
			x, _ := payoff.Float64()
			if want := stopping[s] / float64(info.UnitsPerPoint()); math.Abs(x-want) > 1e-6+(most-least)/15 {
				return fmt.Errorf("payoff %g, want about %g", x, want)
			}
			return nil
		}
		for role := range secures {
			if !whole {
				break
			}
			want := info.Points(int(secures[role][s]))
			if v.PureSecurity[role] != want {
				return fmt.Errorf("role %d secures %v by pure moves, want %v", role, v.PureSecurity[role], want)
			}
			if !info.Simultaneous && v.Security[role] != new(big.Rat).SetFloat64(want).RatString() {
				return fmt.Errorf("role %d secures %s, want %v", role, v.Security[role], want)
			}
		}
		if len(equilibria) == 0 || len(v.Payoffs) == 0 {
			return nil
		}
		found := slices.ContainsFunc(equilibria[s], func(payoff games.Payoff) bool {
			for role, x := range v.Payoffs {
				if x != info.ExactPoints(big.NewRat(int64(payoff[role]), 1)).RatString() {
					return false
				}
			}
			return true
		})
		if !found {
			return fmt.Errorf("payoffs %v, want one of those of the equilibria, %v", v.Payoffs, equilibria[s])
		}
		return nil
	}
}
