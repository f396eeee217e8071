package gdl

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"zermelo/games"
	"zermelo/games/gdl/network"
)

// builder turns ground rules into a network.
type builder struct {
	*grounding
	sheet *Sheet
	net   *network.Network
	rules map[groundTerm][]int32 // by head
	lits  []network.Lit          // by atom
	made  []bool                 // by atom
	*meter
}

// maxNodes is the size of the largest network that is made. Recursive rules can
// need many times more nodes than there are ground rules.
const maxNodes = 20_000_000

// build makes the network of a sheet, whose fluents are the given literals of
// net. It is an error if something depends on its own negation.
func (g *grounding) build(sheet *Sheet, v *vocabulary, net *network.Network, fluents []network.Lit, w *meter) (*logic, error) {
	b := &builder{
		grounding: g, sheet: sheet, net: net,
		lits: make([]network.Lit, g.terms.size()), made: make([]bool, g.terms.size()),
		meter: w,
	}
	b.rules = map[groundTerm][]int32{}
	for i, head := range g.heads {
		b.rules[head] = append(b.rules[head], int32(i))
		if err := b.spend(32); err != nil {
			return nil, err
		}
	}
	l := &logic{Network: net, fluents: fluents, next: make([]network.Lit, len(fluents)), idle: b.idle(v)}
	b.setInputs(v, l)
	if b.err != nil {
		return nil, b.err
	}
	if err := b.defineAll(); err != nil {
		return nil, err
	}
	next := g.terms.symbol("next")
	for i, f := range v.fluents {
		l.next[i] = b.literal(next, f)
	}
	legal := g.terms.symbol("legal")
	l.legal = make([][]network.Lit, len(v.roles))
	for r, role := range v.roles {
		for _, m := range v.moves[r] {
			l.legal[r] = append(l.legal[r], b.literal(legal, role, m))
		}
	}
	l.terminal = b.literal(g.terms.symbol("terminal"))
	return l, b.setGoals(v, l)
}

// setInputs gives the atoms of true and does their literals.
func (b *builder) setInputs(v *vocabulary, l *logic) {
	set := func(atom groundTerm, lit network.Lit) {
		b.lits[atom], b.made[atom] = lit, true
	}
	truth, does := b.terms.symbol("true"), b.terms.symbol("does")
	for i, f := range v.fluents {
		if b.spend(32) != nil {
			return
		}
		set(b.terms.lookup(truth, f), l.fluents[i])
	}
	var sizes []int
	for _, moves := range v.moves {
		sizes = append(sizes, len(moves))
	}
	l.does = newMoves(b.net, sizes, l.idle)
	for r, role := range v.roles {
		for i, m := range v.moves[r] {
			if b.spend(32) != nil {
				return
			}
			set(b.terms.lookup(does, role, m), l.does[r][i])
		}
	}
	// What is static holds or does not, whatever the state.
	for _, r := range b.relations {
		for _, atom := range r.atoms {
			if !r.dynamic {
				set(atom, network.True)
			}
		}
	}
}

// literal is that of an atom, False if it can never hold.
func (b *builder) literal(name symbol, args ...groundTerm) network.Lit {
	if atom := b.terms.lookup(name, args...); atom != noTerm {
		return b.lits[atom]
	}
	return network.False
}

// maxSoleGoal is the highest goal of a sole player, and less than zero the
// lowest: three times that fits into a payoff.
const maxSoleGoal = 10_000

// setGoals finds the goals of each role, the lowest first.
func (b *builder) setGoals(v *vocabulary, l *logic) error {
	least, most := math.MinInt16, math.MaxInt16
	if len(v.roles) == 1 {
		// The absent opponent gets twice the lowest goal less the player's: see kind.
		least, most = -maxSoleGoal, maxSoleGoal
	}
	l.goals = make([][]goal, len(v.roles))
	number := map[groundTerm]int{}
	for r, role := range v.roles {
		number[role] = r
	}
	for _, atom := range b.relation(b.terms.symbol("goal"), 2).atoms {
		args := b.terms.arguments(atom)
		if err := b.spend(64); err != nil {
			return err
		}
		text := b.terms.brief(args[1])
		value, err := strconv.Atoi(text)
		if err != nil || value < least || value > most {
			return &SheetError{b.sheet, []Problem{{Level: Fatal, Message: fmt.Sprintf("Goal %s is not a whole number from %d to %d", games.Echo(text), least, most)}}}
		}
		r, ok := number[args[0]]
		if lit := b.lits[atom]; ok && lit != network.False {
			l.goals[r] = append(l.goals[r], goal{value, lit})
		}
	}
	for _, list := range l.goals {
		slices.SortFunc(list, func(a, b goal) int { return cmp.Compare(a.value, b.value) })
	}
	return nil
}

// defineAll gives all dynamic atoms with rules their literals, each after those
// that its rules need.
func (b *builder) defineAll() error {
	needs := func(v int) []int {
		var list []int
		for _, i := range b.rules[groundTerm(v)] {
			if b.spend(4+len(b.body(int(i)))) != nil {
				return nil
			}
			for _, l := range b.body(int(i)) {
				if !b.made[l/2] {
					list = append(list, int(l/2))
				}
			}
		}
		return list
	}
	list := components(b.terms.size(), needs)
	for _, component := range list {
		if b.err != nil {
			return b.err
		}
		if err := b.defineComponent(component); err != nil {
			return err
		}
	}
	return b.failure()
}

// defineComponent gives atoms that need each other their literals: the least
// fixpoint, written out. It begins with nothing holding and applies the rules
// until nothing changes, as often as there are atoms at most.
func (b *builder) defineComponent(component []int) error {
	recursive := false
	for _, v := range component {
		for _, i := range b.rules[groundTerm(v)] {
			for _, l := range b.body(int(i)) {
				// What is not made by now is in the component itself.
				if b.made[l/2] {
					continue
				}
				recursive = true
				if l&1 != 0 {
					return &SheetError{b.sheet, []Problem{{Level: Fatal,
						Message: fmt.Sprintf("%s depends on its own negation, through %s", games.Echo(b.terms.brief(groundTerm(v))), games.Echo(b.terms.brief(groundTerm(l/2))))}}}
				}
			}
		}
	}
	lits := make([]network.Lit, len(component))
	for range component {
		for i, v := range component {
			if len(b.rules[groundTerm(v)]) > 0 {
				lits[i] = b.define(groundTerm(v))
			} else {
				lits[i] = b.lits[v]
			}
		}
		changed := false
		for i, v := range component {
			changed = changed || b.lits[v] != lits[i]
			b.lits[v] = lits[i]
		}
		if !recursive || !changed || b.err != nil {
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
func (b *builder) define(atom groundTerm) network.Lit {
	var cubes [][]network.Lit
	for _, i := range b.rules[atom] {
		if b.spend(16+8*len(b.body(int(i)))) != nil {
			return network.False
		}
		var cube []network.Lit
		for _, l := range b.body(int(i)) {
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
