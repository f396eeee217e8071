package verify

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
	"zermelo/tablebase/tablebasetest"
)

// TestVerifyFindsWrong verifies tables with one error each.
func TestVerifyFindsWrong(t *testing.T) {
	last := func(s *tablebasetest.Solution[uint64]) int { return len(s.StatesOf) - 1 }
	// find returns the layer and index of a terminal or of another state.
	find := func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64], terminal bool) (layer, i int) {
		for layer := len(s.StatesOf) - 1; layer >= 0; layer-- {
			for i, state := range s.StatesOf[layer] {
				if _, ok := g.PayoffOf[state]; ok == terminal {
					return layer, i
				}
			}
		}
		panic("none")
	}
	// other changes the value of a state to another value.
	other := func(s *tablebasetest.Solution[uint64], layer, i int, change func(o *value.Outcome)) {
		o := s.Outcomes.Of(s.ValuesOf[layer][i])
		change(&o)
		if s.Outcomes.Kind == value.Alternating {
			s.ValuesOf[layer][i] = tablebasetest.Packed(int16(o.Payoff[0].Num().Int64()), o.Remoteness)
		} else {
			s.ValuesOf[layer][i] = value.Value(len(s.Outcomes.List))
			s.Outcomes.List = append(slices.Clip(s.Outcomes.List), o)
		}
	}
	gain := func(o *value.Outcome) {
		o.Payoff[0] = new(big.Rat).Add(o.Payoff[0], big.NewRat(1, 1))
		o.Payoff[1] = new(big.Rat).Sub(o.Payoff[1], big.NewRat(1, 1))
		o.Security = o.Payoff
	}
	for _, kind := range tablebasetest.Kinds() {
		for what, spoil := range map[string]func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]){
			"terminal with payoffs": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				layer, i := find(g, s, true)
				other(s, layer, i, gain)
			},
			"but the table has ": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				if kind == value.Simultaneous {
					layer, i := find(g, s, true)
					other(s, layer, i, func(o *value.Outcome) { o.Remoteness = 3 })
					return
				}
				layer, i := find(g, s, false)
				other(s, layer, i, func(o *value.Outcome) { o.Remoteness++ })
			},
			"the start has value": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				s.Start = s.ValuesOf[last(s)][0]
				if s.Outcomes.Of(s.Start).Hash() == s.Outcomes.Of(s.ValuesOf[0][0]).Hash() {
					panic("choose another seed")
				}
			},
			"the table has digest": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) { s.Digest++ },
			"terminal states and": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				s.Layers[last(s)].Terminals--
			},
			"moves, but the header has": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				s.Layers[0].Moves++
			},
			"no stored position leads to it": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				layer := last(s)
				s.StatesOf[layer] = append(s.StatesOf[layer], s.StatesOf[layer][len(s.StatesOf[layer])-1]+2)
				s.ValuesOf[layer] = append(s.ValuesOf[layer], s.ValuesOf[layer][0])
				s.Layers[layer].States++
			},
			"a child is not stored": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				layer := last(s)
				s.StatesOf[layer], s.ValuesOf[layer] = s.StatesOf[layer][1:], s.ValuesOf[layer][1:]
				s.Layers[layer].States--
			},
			"belongs to layer": func(g *tablebasetest.Dag[uint64], s *tablebasetest.Solution[uint64]) {
				layer := last(s)
				s.StatesOf[layer] = append([]uint64{1 << 32}, s.StatesOf[layer]...)
				s.ValuesOf[layer] = append([]value.Value{s.ValuesOf[layer][0]}, s.ValuesOf[layer]...)
				s.Layers[layer].States++
			},
		} {
			t.Run(fmt.Sprint(kind, " ", what), func(t *testing.T) {
				g := tablebasetest.NewDag[uint64](4, kind, 4, 12, false)
				s := tablebasetest.Naive[uint64](g)
				spoil(g, s)
				refuted[uint64](t, g, s, what)
			})
		}
	}
	t.Run("the position is not canonical", func(t *testing.T) {
		g := tablebasetest.Mirrored[uint64]{Dag: tablebasetest.NewDag[uint64](4, value.Alternating, 4, 12, true)}
		s := tablebasetest.Naive[uint64](g)
		layer := last(s)
		s.StatesOf[layer][0] |= 1
		refuted[uint64](t, g, s, "the position is not canonical")
	})
	t.Run("a child is not in a later layer", func(t *testing.T) {
		g := tablebasetest.NewDag[uint64](4, value.Alternating, 4, 12, false)
		s := tablebasetest.Naive[uint64](g)
		layer, i := find(g, s, false)
		refuted[uint64](t, backward{g, s.StatesOf[layer][i]}, s, "a child is not in a later layer")
	})
}

// backward is a game with one more move, from a state to the start.
type backward struct {
	*tablebasetest.Dag[uint64]
	from uint64
}

func (g backward) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst, ends = g.Dag.Expand(dst, ends, []uint64{s})
		if s == g.from {
			dst = append(dst, g.Start())
			ends[len(ends)-1]++
		}
	}
	return dst, ends
}

// refuted checks that Verify rejects a table of g with solution s, and that a finding contains
// what.
func refuted[S games.State](t *testing.T, g games.Game[S], s *tablebasetest.Solution[S], what string) {
	t.Helper()
	db := t.TempDir()
	build(t, db, g, s)
	table := tablebasetest.Open(t, db, g)
	report, err := Verify(context.Background(), table, Options{Workers: 2})
	var wrong *store.WrongError
	if !errors.As(err, &wrong) || report.Wrong == 0 || report.Wrong != wrong.Wrong {
		t.Fatalf("%+v %v", report, err)
	}
	if !slices.ContainsFunc(wrong.First, func(f string) bool { return strings.Contains(f, what) }) {
		t.Errorf("%v, want %q", err, what)
	}
	if !strings.Contains(err.Error(), "position ") {
		t.Errorf("message %v", err)
	}
}

// matrix returns children with the given payoffs of roles 0 and 1.
func matrix(payoffs ...[2]int64) []value.Outcome {
	var list []value.Outcome
	for _, p := range payoffs {
		o := (&value.Outcomes{Kind: value.Alternating, Total: int(p[0] + p[1])}).Of(tablebasetest.Packed(int16(p[0]), 0))
		list = append(list, o)
	}
	return list
}

func rats(a, b *big.Rat) value.Payoffs { return value.Payoffs{a, b} }

// TestVerifyKnownStages verifies textbook games: correct outcomes pass, others fail.
func TestVerifyKnownStages(t *testing.T) {
	r := big.NewRat
	// Matching pennies: value 50 in mixed strategies; pure strategies secure nothing.
	pennies := matrix([2]int64{100, 0}, [2]int64{0, 100}, [2]int64{0, 100}, [2]int64{100, 0})
	half := value.Outcome{Payoff: rats(r(50, 1), r(50, 1)), Security: rats(r(50, 1), r(50, 1)), Remoteness: -1}
	if finding := verifySimultaneous(100, 2, pennies, half); finding != "" {
		t.Error(finding)
	}
	for _, v := range []int64{49, 51} {
		bad := half
		bad.Payoff = rats(r(v, 1), r(100-v, 1))
		bad.Security = bad.Payoff
		if finding := verifySimultaneous(100, 2, pennies, bad); !strings.Contains(finding, "the value") {
			t.Errorf("value %d: %q", v, finding)
		}
	}
	for name, spoil := range map[string]func(o *value.Outcome){
		"pure strategies secure": func(o *value.Outcome) { o.Pure[1] = 1 },
		"joint outcome":          func(o *value.Outcome) { o.Joint = games.Payoff{0, 100} },
		"remoteness":             func(o *value.Outcome) { o.Remoteness = 1 },
		"security levels":        func(o *value.Outcome) { o.Security[1] = r(49, 1) },
		"add up to":              func(o *value.Outcome) { o.Payoff[1] = r(49, 1) },
	} {
		bad := half
		spoil(&bad)
		if finding := verifySimultaneous(100, 2, pennies, bad); !strings.Contains(finding, name) {
			t.Errorf("%s: %q", name, finding)
		}
	}
	// The prisoners' dilemma: both defect for (1,1), though (3,3) is the best joint outcome.
	dilemma := matrix([2]int64{3, 3}, [2]int64{0, 5}, [2]int64{5, 0}, [2]int64{1, 1})
	defect := value.Outcome{Payoff: rats(r(1, 1), r(1, 1)), Security: rats(r(1, 1), r(1, 1)), Pure: games.Payoff{1, 1}, Joint: games.Payoff{3, 3}, Remoteness: 1}
	if finding := verifyGeneral([]int32{2}, dilemma, defect); finding != "" {
		t.Error(finding)
	}
	cooperate := defect
	cooperate.Payoff = rats(r(3, 1), r(3, 1))
	if finding := verifyGeneral([]int32{2}, dilemma, cooperate); !strings.Contains(finding, "pure equilibrium") {
		t.Errorf("%q", finding)
	}
	secure := defect
	secure.Security = rats(r(1, 1), r(2, 1))
	if finding := verifyGeneral([]int32{2}, dilemma, secure); !strings.Contains(finding, "security of role 1") {
		t.Errorf("%q", finding)
	}
	// Two pure equilibria, (4,2) and (2,4), with equal sums and spreads. The better equilibrium
	// for role 0 is selected.
	battle := matrix([2]int64{4, 2}, [2]int64{0, 0}, [2]int64{0, 0}, [2]int64{2, 4})
	fair := value.Outcome{Payoff: rats(r(4, 1), r(2, 1)), Security: rats(r(4, 3), r(4, 3)), Joint: games.Payoff{4, 2}, Remoteness: 1}
	if finding := verifyGeneral([]int32{2}, battle, fair); finding != "" {
		t.Error(finding)
	}
	unfair := fair
	unfair.Payoff = rats(r(2, 1), r(4, 1))
	if finding := verifyGeneral([]int32{2}, battle, unfair); !strings.Contains(finding, "pure equilibrium") {
		t.Errorf("%q", finding)
	}
	// An inspection game with a single, mixed equilibrium. Each role is indifferent if the
	// other mixes:
	inspect := matrix([2]int64{0, 2}, [2]int64{2, 1}, [2]int64{8, 0}, [2]int64{0, 2})
	// x: 2x = x + 2(1-x) -> x = 2/3, role 1 gets 4/3; y: 2(1-y) = 8y -> y = 1/5, role 0 gets
	// 8/5.
	mixed := value.Outcome{Payoff: rats(r(8, 5), r(4, 3)), Security: rats(r(8, 5), r(4, 3)), Pure: games.Payoff{0, 1}, Joint: games.Payoff{8, 0}, Remoteness: -1}
	// Security of role 1: columns (2,0) and (1,2): q*2+(1-q) = 2(1-q) -> q = 1/3, 4/3.
	if finding := verifyGeneral([]int32{2}, inspect, mixed); finding != "" {
		t.Error(finding)
	}
	wrong := mixed
	wrong.Payoff = rats(r(8, 5), r(5, 3))
	if finding := verifyGeneral([]int32{2}, inspect, wrong); !strings.Contains(finding, "mixed equilibrium") {
		t.Errorf("%q", finding)
	}
	// If one role chooses, outcomes are ordered by its payoff, then the other payoff, then the
	// remoteness.
	choice := matrix([2]int64{3, 1}, [2]int64{3, 2}, [2]int64{3, 2})
	choice[1].Remoteness = 4
	picked := value.Outcome{Payoff: rats(r(3, 1), r(2, 1)), Security: rats(r(3, 1), r(1, 1)), Pure: games.Payoff{3, 1}, Joint: games.Payoff{3, 2}, Remoteness: 1}
	if finding := verifyGeneral([]int32{3}, choice, picked); finding != "" {
		t.Error(finding)
	}
	late := picked
	late.Remoteness = 5
	if finding := verifyGeneral([]int32{3}, choice, late); !strings.Contains(finding, "the best move") {
		t.Errorf("%q", finding)
	}
}

// TestVerifyExchangesTheRolesOfAnAlternatingGame verifies states with two equal children in
// which role 0 gets 1 of 1. If the children are stored with exchanged roles, role 0 gets 0.
func TestVerifyExchangesTheRolesOfAnAlternatingGame(t *testing.T) {
	won := tablebasetest.Packed(1, 0)
	outcomes := &value.Outcomes{Kind: value.Alternating, Total: 1}
	s := stateVerifier[uint64]{kind: value.Alternating, total: 1, meanings: map[value.Value]*meaning{won: {Outcome: outcomes.Of(won), payoff: 1}}}
	for _, swapped := range []bool{false, true} {
		for _, shape := range [][]int32{{1}, {2}} {
			for payoff := range 2 {
				stored := &meaning{Outcome: outcomes.Of(tablebasetest.Packed(int16(payoff), 1)), payoff: payoff}
				children := slices.Repeat([]value.Value{won}, 2)
				finding, err := s.inner(0, stored, 0, nil, shape, children, []bool{swapped, swapped})
				if ok, want := finding == "", (payoff == 1) != swapped; err != nil || ok != want {
					t.Errorf("swapped %v, shape %v, stored payoff %d: %q, %v; verified %v, want %v", swapped, shape, payoff, finding, err, ok, want)
				}
			}
		}
	}
}

// TestVerifyMixedEquilibriumThatARoleLeaves verifies strategies that yield the stored payoffs,
// but from which one role gains by deviating.
func TestVerifyMixedEquilibriumThatARoleLeaves(t *testing.T) {
	r := big.NewRat
	half, uneven := []*big.Rat{r(1, 2), r(1, 2)}, []*big.Rat{r(3, 4), r(1, 4)}
	coordinate := func(payoffs func(n int64) [2]int64) *joint {
		return newJoint([]int32{2}, matrix(payoffs(1), payoffs(0), payoffs(0), payoffs(1)))
	}
	for _, test := range []struct {
		s    *joint
		x, y []*big.Rat
		want string
	}{
		{coordinate(func(n int64) [2]int64 { return [2]int64{n, n} }), half, half, ""},
		{coordinate(func(n int64) [2]int64 { return [2]int64{n, 0} }), half, uneven, "role 0 gains with move 1"},
		{coordinate(func(n int64) [2]int64 { return [2]int64{0, n} }), uneven, half, "role 1 gains with move 1"},
	} {
		payoff := test.s.children[0].Payoff // half of it is the mean of each case
		o := value.Outcome{Payoff: rats(new(big.Rat).Mul(payoff[0], r(1, 2)), new(big.Rat).Mul(payoff[1], r(1, 2))), Remoteness: -1}
		if got := test.s.verifyStrategies(test.x, test.y, 0, 1, o); !strings.HasPrefix(got, test.want) || (got == "") != (test.want == "") {
			t.Errorf("%v against %v: %q, want %q", test.x, test.y, got, test.want)
		}
	}
}

// TestVerifyStagesOfManyRoles verifies random states of three and four roles, with correct and
// with incorrect outcomes.
func TestVerifyStagesOfManyRoles(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	solved, unsolved := 0, 0
	for n := range 400 {
		roles := 3 + n%2
		shape, joint := make([]int32, roles-1), 1+rng.IntN(2)
		for i := range shape {
			shape[i] = 1 + rng.Int32N(2)
			joint *= int(shape[i])
		}
		children := make([]value.Outcome, joint)
		for i := range children {
			var p games.Payoff
			for role := range roles {
				p[role] = int16(rng.IntN(3))
			}
			children[i] = value.TerminalOutcome(p, roles)
			children[i].Remoteness = rng.IntN(3)
			if rng.IntN(30) == 0 {
				children[i].Payoff, children[i].Remoteness = value.Payoffs{}, -1
			}
		}
		o := value.Analyze(value.General, 0, shape, children).Value
		if finding := verifyGeneral(shape, children, o); finding != "" {
			t.Fatalf("%v %v: %s", shape, children, finding)
		}
		bad := []value.Outcome{o, o, o, o}
		bad[0].Pure[roles-1]++
		bad[1].Joint[roles-1]++
		bad[2].Security[roles-1] = new(big.Rat).Add(o.Security[roles-1], big.NewRat(1, 2))
		if o.Solved() {
			solved++
			bad[3].Payoff[roles-1] = new(big.Rat).Add(o.Payoff[roles-1], big.NewRat(1, 2))
		} else {
			unsolved++
			bad[3].Payoff = o.Security
		}
		for i, b := range bad {
			if verifyGeneral(shape, children, b) == "" {
				t.Fatalf("%v %v: wrong outcome %d passes", shape, children, i)
			}
		}
	}
	if solved < 100 || unsolved < 20 {
		t.Errorf("%d states solved, %d not", solved, unsolved)
	}
}
