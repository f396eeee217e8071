package machine

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"zermelo/games"
	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// builder turns ground rules into a network.
type builder struct {
	*ground.Rules
	sheet *sheet.Sheet
	net   *network.Network
	rules map[ground.Term][]int32 // by head
	lits  []network.Lit           // by atom
	made  []bool                  // by atom
	*work.Meter
}

// maxNodes is the size of the largest network that is made. Recursive rules can
// need many times more nodes than there are ground rules.
const maxNodes = 20_000_000

// build makes the network of a sheet, whose fluents are the given literals of
// net. It is an error if something depends on its own negation.
func build(g *ground.Rules, sheet *sheet.Sheet, v *ground.Vocabulary, net *network.Network, fluents []network.Lit, w *work.Meter) (*Logic, error) {
	b := &builder{
		Rules: g, sheet: sheet, net: net,
		lits: make([]network.Lit, g.Terms.Size()), made: make([]bool, g.Terms.Size()),
		Meter: w,
	}
	b.rules = map[ground.Term][]int32{}
	for i, head := range g.Heads {
		b.rules[head] = append(b.rules[head], int32(i))
		if err := b.Spend(32); err != nil {
			return nil, err
		}
	}
	l := &Logic{Network: net, Fluents: fluents, Next: make([]network.Lit, len(fluents)), Idle: b.idle(v)}
	b.setInputs(v, l)
	if b.Failure() != nil {
		return nil, b.Failure()
	}
	if err := b.defineAll(); err != nil {
		return nil, err
	}
	next := g.Terms.Symbol("next")
	for i, f := range v.Fluents {
		l.Next[i] = b.literal(next, f)
	}
	legal := g.Terms.Symbol("legal")
	l.Legal = make([][]network.Lit, len(v.Roles))
	for r, role := range v.Roles {
		for _, m := range v.Moves[r] {
			l.Legal[r] = append(l.Legal[r], b.literal(legal, role, m))
		}
	}
	l.Terminal = b.literal(g.Terms.Symbol("terminal"))
	return l, b.setGoals(v, l)
}

// setInputs gives the atoms of true and does their literals.
func (b *builder) setInputs(v *ground.Vocabulary, l *Logic) {
	set := func(atom ground.Term, lit network.Lit) {
		b.lits[atom], b.made[atom] = lit, true
	}
	truth, does := b.Terms.Symbol("true"), b.Terms.Symbol("does")
	for i, f := range v.Fluents {
		if b.Spend(32) != nil {
			return
		}
		set(b.Terms.Lookup(truth, f), l.Fluents[i])
	}
	var sizes []int
	for _, moves := range v.Moves {
		sizes = append(sizes, len(moves))
	}
	l.Does = newMoves(b.net, sizes, l.Idle)
	for r, role := range v.Roles {
		for i, m := range v.Moves[r] {
			if b.Spend(32) != nil {
				return
			}
			set(b.Terms.Lookup(does, role, m), l.Does[r][i])
		}
	}
	// What is static holds or does not, whatever the state.
	for _, r := range b.Relations {
		for _, atom := range r.Atoms {
			if !r.Dynamic {
				set(atom, network.True)
			}
		}
	}
}

// literal is that of an atom, False if it can never hold.
func (b *builder) literal(name ground.Symbol, args ...ground.Term) network.Lit {
	if atom := b.Terms.Lookup(name, args...); atom != ground.NoTerm {
		return b.lits[atom]
	}
	return network.False
}

// maxSoleGoal is the highest goal of a sole player, and less than zero the
// lowest: three times that fits into a payoff.
const maxSoleGoal = 10_000

// setGoals finds the goals of each role, the lowest first.
func (b *builder) setGoals(v *ground.Vocabulary, l *Logic) error {
	least, most := math.MinInt16, math.MaxInt16
	if len(v.Roles) == 1 {
		// The absent opponent gets twice the lowest goal less the player's: see kind.
		least, most = -maxSoleGoal, maxSoleGoal
	}
	l.Goals = make([][]Goal, len(v.Roles))
	number := map[ground.Term]int{}
	for r, role := range v.Roles {
		number[role] = r
	}
	for _, atom := range b.Relation(b.Terms.Symbol("goal"), 2).Atoms {
		args := b.Terms.Arguments(atom)
		if err := b.Spend(64); err != nil {
			return err
		}
		text := b.Terms.Brief(args[1])
		value, err := strconv.Atoi(text)
		if err != nil || value < least || value > most {
			return &sheet.InvalidError{Sheet: b.sheet, Problems: []sheet.Problem{{Level: sheet.Fatal, Message: fmt.Sprintf("Goal %s is not a whole number from %d to %d", games.Echo(text), least, most)}}}
		}
		r, ok := number[args[0]]
		if lit := b.lits[atom]; ok && lit != network.False {
			l.Goals[r] = append(l.Goals[r], Goal{value, lit})
		}
	}
	for _, list := range l.Goals {
		slices.SortFunc(list, func(a, b Goal) int { return cmp.Compare(a.Value, b.Value) })
	}
	return nil
}

// defineAll gives all dynamic atoms with rules their literals, each after those
// that its rules need.
func (b *builder) defineAll() error {
	needs := func(v int) []int {
		var list []int
		for _, i := range b.rules[ground.Term(v)] {
			if b.Spend(4+len(b.Body(int(i)))) != nil {
				return nil
			}
			for _, l := range b.Body(int(i)) {
				if !b.made[l/2] {
					list = append(list, int(l/2))
				}
			}
		}
		return list
	}
	list := digraph.Components(b.Terms.Size(), needs)
	for _, component := range list {
		if b.Failure() != nil {
			return b.Failure()
		}
		if err := b.defineComponent(component); err != nil {
			return err
		}
	}
	return b.Failure()
}

// defineComponent gives atoms that need each other their literals: the least
// fixpoint, written out. It begins with nothing holding and applies the rules
// until nothing changes, as often as there are atoms at most.
func (b *builder) defineComponent(component []int) error {
	recursive := false
	for _, v := range component {
		for _, i := range b.rules[ground.Term(v)] {
			for _, l := range b.Body(int(i)) {
				// What is not made by now is in the component itself.
				if b.made[l/2] {
					continue
				}
				recursive = true
				if l&1 != 0 {
					return &sheet.InvalidError{Sheet: b.sheet, Problems: []sheet.Problem{{Level: sheet.Fatal,
						Message: fmt.Sprintf("%s depends on its own negation, through %s", games.Echo(b.Terms.Brief(ground.Term(v))), games.Echo(b.Terms.Brief(ground.Term(l/2))))}}}
				}
			}
		}
	}
	lits := make([]network.Lit, len(component))
	for range component {
		for i, v := range component {
			if len(b.rules[ground.Term(v)]) > 0 {
				lits[i] = b.define(ground.Term(v))
			} else {
				lits[i] = b.lits[v]
			}
		}
		changed := false
		for i, v := range component {
			changed = changed || b.lits[v] != lits[i]
			b.lits[v] = lits[i]
		}
		if !recursive || !changed || b.Failure() != nil {
			break
		}
	}
	for _, v := range component {
		b.made[v] = true
	}
	return nil
}

// define is the literal of an atom by its rules and the present literals of
// other atoms.
func (b *builder) define(atom ground.Term) network.Lit {
	var cubes [][]network.Lit
	for _, i := range b.rules[atom] {
		if b.Spend(16+8*len(b.Body(int(i)))) != nil {
			return network.False
		}
		var cube []network.Lit
		for _, l := range b.Body(int(i)) {
			cube = append(cube, b.lits[l/2]^network.Lit(l&1))
		}
		cubes = append(cubes, simplify(cube))
	}
	cubes = slices.DeleteFunc(cubes, func(cube []network.Lit) bool { return len(cube) > 0 && cube[0] == network.False })
	return b.net.AnyOf(cubes)
}

// simplify sorts a cube and leaves out what holds anyway. A cube that cannot
// hold becomes False.
func simplify(cube []network.Lit) []network.Lit {
	slices.Sort(cube)
	cube = slices.Compact(cube)
	cube = slices.DeleteFunc(cube, func(l network.Lit) bool { return l == network.True })
	for i := 1; i < len(cube); i++ {
		if cube[i] == cube[i-1].Not() {
			return []network.Lit{network.False}
		}
	}
	return cube
}
