package statemachine

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"zermelo/games/gdl/digraph"
	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// builder converts the ground rules of a sheet to a network.
type builder struct {
	*ground.Rules
	sheet  *sheet.Sheet
	net    *network.Network
	rules  []int32       // numbers of the ground rules, sorted by head
	starts []int32       // by head: index of its first rule in rules
	lits   []network.Lit // by atom; final if made
	made   []bool        // by atom
	*work.Meter
}

// maxNodes is the maximum number of nodes of a network. Recursive rules can require
// many more nodes than ground rules.
const maxNodes = 20_000_000

// build returns the logic of a sheet. It stops the work with a sheet.InvalidError if
// an atom depends on its own negation.
func build(g *ground.Rules, sheet *sheet.Sheet, v *ground.Vocabulary, net *network.Network, w *work.Meter) *Logic {
	b := &builder{
		Rules: g, sheet: sheet, net: net,
		lits: make([]network.Lit, g.Terms.Size()), made: make([]bool, g.Terms.Size()),
		Meter: w,
	}
	b.sortRules()
	l := &Logic{Network: net, Players: v.Players, Idle: b.idle(v), Legal: make([][]network.Lit, len(v.Roles))}
	for range v.Fluents {
		l.Fluents = append(l.Fluents, net.Input())
	}
	b.setInputs(v, l)
	b.defineAll()
	for _, f := range v.Fluents {
		l.Next = append(l.Next, b.literal("next", f))
	}
	for r, role := range v.Roles {
		for _, m := range v.Moves[r] {
			l.Legal[r] = append(l.Legal[r], b.literal("legal", role, m))
		}
	}
	l.Terminal = b.literal("terminal")
	b.setGoals(v, l)
	return l
}

// sortRules groups the ground rules by head with a counting sort.
func (b *builder) sortRules() {
	b.rules, b.starts = make([]int32, len(b.Heads)), make([]int32, b.Terms.Size()+2)
	for _, head := range b.Heads {
		b.starts[head+2]++
	}
	for i := 2; i < len(b.starts); i++ {
		b.starts[i] += b.starts[i-1]
	}
	next := b.starts[1:] // by head: where to store its next rule
	for i, head := range b.Heads {
		b.Spend(32)
		b.rules[next[head]] = int32(i)
		next[head]++
	}
}

// rulesOf returns the indexes of the rules for an atom, or nil for NoTerm.
func (b *builder) rulesOf(atom ground.Term) []int32 {
	if atom == ground.NoTerm {
		return nil
	}
	return b.rules[b.starts[atom]:b.starts[atom+1]]
}

// setInputs sets the literals of fluents, moves and static atoms.
func (b *builder) setInputs(v *ground.Vocabulary, l *Logic) {
	set := func(atom ground.Term, lit network.Lit) {
		b.Spend(32)
		b.lits[atom], b.made[atom] = lit, true
	}
	for i, f := range v.Fluents {
		set(b.Atom("true", f), l.Fluents[i])
	}
	l.Does = newMoves(b.net, v.Moves, l.Idle)
	for r, role := range v.Roles {
		for i, m := range v.Moves[r] {
			set(b.Atom("does", role, m), l.Does[r][i])
		}
	}
	for _, r := range b.Relations {
		for _, atom := range r.Atoms {
			if !r.Dynamic {
				set(atom, network.True)
			}
		}
	}
}

// literal returns the literal of an atom, or False if the atom does not occur in the
// ground rules.
func (b *builder) literal(name string, args ...ground.Term) network.Lit {
	if atom := b.Atom(name, args...); atom != ground.NoTerm {
		return b.lits[atom]
	}
	return network.False
}

// maxSoleGoal is the maximum absolute value of a goal in a game of one role. Three
// times this value fits into a payoff.
const maxSoleGoal = 10_000

func goalLimits(roles int) (least, most int) {
	if roles == 1 {
		// The opponent gets twice the lowest goal minus the goal; see gdl.kindOf.
		return -maxSoleGoal, maxSoleGoal
	}
	return math.MinInt16, math.MaxInt16
}

// setGoals sets the goals of each player, in ascending order of value.
func (b *builder) setGoals(v *ground.Vocabulary, l *Logic) {
	least, most := goalLimits(v.Players)
	l.Goals = make([][]Goal, len(v.Roles))
	for _, atom := range b.AtomsOf("goal", 2) {
		args := b.Terms.Arguments(atom)
		b.Spend(64 + len(v.Roles))
		r := slices.Index(v.Roles, args[0])
		if r >= v.Players {
			continue
		}
		text := b.Terms.Brief(args[1])
		value, err := strconv.Atoi(text)
		if err != nil || value < least || value > most {
			b.fatal("Goal %s is not a whole number from %d to %d", text, least, most)
		}
		if lit := b.lits[atom]; r >= 0 && lit != network.False {
			l.Goals[r] = append(l.Goals[r], Goal{value, lit})
		}
	}
	for _, list := range l.Goals {
		slices.SortFunc(list, func(a, b Goal) int { return cmp.Compare(a.Value, b.Value) })
	}
}

// fatal stops the work with a sheet.InvalidError.
func (b *builder) fatal(format string, args ...any) {
	work.Stop(&sheet.InvalidError{Sheet: b.sheet, Problems: []sheet.Problem{sheet.NewProblem(sheet.Fatal, sheet.Span{}, "", format, args...)}})
}

// defineAll sets the literals of all dynamic atoms. Each atom comes after the atoms
// on which it depends.
func (b *builder) defineAll() {
	needs := func(v int) []int {
		var list []int
		for _, i := range b.rulesOf(ground.Term(v)) {
			b.Spend(4 + len(b.Body(int(i))))
			for _, l := range b.Body(int(i)) {
				if !b.made[l/2] {
					list = append(list, int(l/2))
				}
			}
		}
		return list
	}
	for _, component := range digraph.Components(b.Terms.Size(), needs) {
		b.defineComponent(component)
	}
}

// defineComponent sets the literals of mutually dependent atoms to the least
// fixpoint of their rules. It starts with False and applies the rules until nothing
// changes, at most len(component) times.
func (b *builder) defineComponent(component []int) {
	recursive := false
	for _, v := range component {
		for _, i := range b.rulesOf(ground.Term(v)) {
			for _, l := range b.Body(int(i)) {
				// Atoms that are not yet defined belong to the component.
				if b.made[l/2] {
					continue
				}
				recursive = true
				if l&1 != 0 {
					b.fatal("%s depends on its own negation, through %s", b.Terms.Brief(ground.Term(v)), b.Terms.Brief(ground.Term(l/2)))
				}
			}
		}
	}
	lits := make([]network.Lit, len(component))
	for range component {
		for i, v := range component {
			if len(b.rulesOf(ground.Term(v))) > 0 {
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
		if !recursive || !changed {
			break
		}
	}
	for _, v := range component {
		b.made[v] = true
	}
}

// define applies the rules for an atom to the current literals of the other atoms,
// and returns the resulting literal.
func (b *builder) define(atom ground.Term) network.Lit {
	var cubes [][]network.Lit
	for _, i := range b.rulesOf(atom) {
		b.Spend(16 + 8*len(b.Body(int(i))))
		var cube []network.Lit
		for _, l := range b.Body(int(i)) {
			cube = append(cube, b.lits[l/2]^network.Lit(l&1))
		}
		if cube, ok := network.Simplify(cube); ok {
			cubes = append(cubes, cube)
		}
	}
	return b.net.AnyOf(cubes)
}
