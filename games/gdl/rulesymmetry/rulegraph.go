package rulesymmetry

import (
	"cmp"
	"slices"
	"strconv"

	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/rulesymmetry/automorphism"
	"zermelo/games/gdl/work"
)

// ruleGraph is a graph of the ground rules. Its automorphisms are symmetries of the
// game: permutations of fluents and moves that map each rule to a rule, even if
// their texts differ.
//
// The vertex of a rule has edges to its conditions and to the definition of its
// head. An atom has up to three vertices, connected by edges: its definition, itself
// and its negation. Edges connect next with true, and legal with does. Colors
// distinguish these kinds, initially true fluents, the roles, the goals by value,
// and terminal. If exchange is set, the roles have the same color, and each role has
// a vertex that is connected to its moves. Constant atoms and rules without
// influence are omitted.
type ruleGraph struct {
	*ground.Rules
	work       *work.Meter
	vocabulary *ground.Vocabulary
	can        []network.Ternary // by atom: possible values
	rules      []groundRule      // rules after simplification, sorted by head
	firstRule  []int32           // by atom: index of its first rule
	exchange   bool              // roles have the same color

	points   []int32 // varying live fluents, which are vertices 0, 1, ...
	colors   []int32
	pairs    [][2]int32
	byColor  map[vertexColor]int32
	vertices [3][]int32    // by part and atom: the vertex, or -1
	queue    []ground.Term // defined atoms whose rules are not added yet
}

type groundRule struct {
	head ground.Term
	body []ground.Literal // sorted
}

// Parts of an atom that can be vertices.
const (
	itself = iota
	negation
	definition
)

type vertexColor struct {
	kind         vertexKind
	role, number int
}

type vertexKind uint8

const (
	fluentVertex vertexKind = iota // number is 1 if initially true, otherwise 0
	ruleVertex
	atomVertex
	negationVertex
	definitionVertex
	nextVertex  // number is the set of possible values
	legalVertex // has a role; number is the set of possible values
	doesVertex  // has a role
	goalVertex  // has a role; number is the value of the goal
	endVertex   // number is the set of possible values
	roleVertex
)

// newRuleGraph returns a rule graph with simplified and sorted rules. The arguments
// constant and live describe the fluents; see prove.Facts.Constant and
// statemachine.Logic.Live.
func newRuleGraph(g *ground.Rules, v *ground.Vocabulary, constant []network.Lit, live []bool, w *work.Meter) *ruleGraph {
	r := &ruleGraph{Rules: g, work: w, vocabulary: v, byColor: map[vertexColor]int32{}}
	r.simplify(constant)
	r.index()
	for f := range v.Fluents {
		if live[f] && constant[f] != network.True && constant[f] != network.False {
			r.points = append(r.points, int32(f))
		}
	}
	return r
}

// simplify removes atoms with constant values from the rules.
func (r *ruleGraph) simplify(constant []network.Lit) {
	r.can = make([]network.Ternary, r.Terms.Size())
	for i := range r.can {
		r.can[i] = network.CanBeFalse
	}
	for _, relation := range r.Relations {
		for _, atom := range relation.Atoms {
			if !relation.Dynamic {
				r.can[atom] = network.CanBeTrue
			}
		}
	}
	for i, f := range r.vocabulary.Fluents {
		can := network.CanBeBoth
		switch constant[i] {
		case network.True:
			can = network.CanBeTrue
		case network.False:
			can = network.CanBeFalse
		}
		r.can[r.Atom("true", f)] = can
	}
	for role, moves := range r.vocabulary.Moves {
		for _, m := range moves {
			r.can[r.Atom("does", r.vocabulary.Roles[role], m)] = network.CanBeBoth
		}
	}
	r.rules = make([]groundRule, len(r.Heads))
	for i, head := range r.Heads {
		r.rules[i] = groundRule{head, slices.Clone(r.Body(i))}
		r.can[head] = network.CanBeBoth
	}
	for r.dropSettled() {
	}
}

// dropSettled removes conditions that always hold and rules that never apply, and
// reports whether the value of any atom became known.
func (r *ruleGraph) dropSettled() bool {
	// Each rule and each condition is visited twice.
	r.work.Spend(16*len(r.rules) + r.Conditions() + 4*len(r.Heads) + len(r.can))
	settled := false
	applies := make([]bool, len(r.can))
	r.rules = slices.DeleteFunc(r.rules, func(rule groundRule) bool {
		return slices.ContainsFunc(rule.body, func(l ground.Literal) bool { return r.canBe(l) == network.CanBeFalse })
	})
	for i := range r.rules {
		rule := &r.rules[i]
		rule.body = slices.DeleteFunc(rule.body, func(l ground.Literal) bool { return r.canBe(l) == network.CanBeTrue })
		applies[rule.head] = true
		if len(rule.body) == 0 && r.can[rule.head] == network.CanBeBoth {
			r.can[rule.head] = network.CanBeTrue
			settled = true
		}
	}
	for _, head := range r.Heads {
		if !applies[head] && r.can[head] == network.CanBeBoth {
			r.can[head] = network.CanBeFalse
			settled = true
		}
	}
	r.rules = slices.DeleteFunc(r.rules, func(rule groundRule) bool { return r.can[rule.head] == network.CanBeTrue })
	return settled
}

func (r *ruleGraph) canBe(l ground.Literal) network.Ternary {
	can := r.can[l/2]
	if l&1 != 0 && can != network.CanBeBoth {
		return network.CanBeBoth &^ can
	}
	return can
}

// index sorts the rules by head, removes duplicates and sets firstRule.
func (r *ruleGraph) index() {
	r.work.Spend(64*len(r.rules) + 16*r.Conditions())
	for _, rule := range r.rules {
		slices.Sort(rule.body)
	}
	slices.SortFunc(r.rules, func(a, b groundRule) int {
		if a.head != b.head {
			return int(a.head) - int(b.head)
		}
		return slices.Compare(a.body, b.body)
	})
	r.rules = slices.CompactFunc(r.rules, func(a, b groundRule) bool { return a.head == b.head && slices.Equal(a.body, b.body) })
	r.firstRule = make([]int32, r.Terms.Size()+1)
	for _, rule := range r.rules {
		r.firstRule[rule.head+1]++
	}
	for a := range r.Terms.Size() {
		r.firstRule[a+1] += r.firstRule[a]
	}
}

func (r *ruleGraph) make() *automorphism.Graph {
	for i := range r.vertices {
		r.vertices[i] = slices.Repeat([]int32{-1}, r.Terms.Size())
	}
	r.addFluents()
	r.addMoves()
	r.addEnds()
	for len(r.queue) > 0 {
		atom := r.queue[len(r.queue)-1]
		r.queue = r.queue[:len(r.queue)-1]
		r.addRules(atom)
	}
	return automorphism.NewGraph(r.colors, r.pairs)
}

// addFluents adds vertices for the fluents and the exchangeable roles. It also adds
// the definitions of the fluents' next values.
func (r *ruleGraph) addFluents() {
	for _, initial := range []int{0, 1} {
		r.colorOf(vertexColor{kind: fluentVertex, number: initial}) // fluents must have the lowest colors
	}
	for _, f := range r.points {
		initial := 0
		if r.vocabulary.Initial[f] {
			initial = 1
		}
		r.vertices[itself][r.Atom("true", r.vocabulary.Fluents[f])] = r.add(vertexColor{kind: fluentVertex, number: initial})
	}
	if r.exchange {
		for range r.vocabulary.Players {
			r.add(vertexColor{kind: roleVertex})
		}
	}
	for i, f := range r.points {
		if atom := r.Atom("next", r.vocabulary.Fluents[f]); atom != ground.NoTerm {
			r.join(int32(i), r.define(atom, vertexColor{kind: nextVertex, number: int(r.can[atom])}))
		}
	}
}

// addMoves adds the moves and the definitions of their legality.
func (r *ruleGraph) addMoves() {
	for role, moves := range r.vocabulary.Moves {
		for _, m := range moves {
			does := r.add(r.ofRole(role, vertexColor{kind: doesVertex}))
			r.joinRole(role, does)
			r.vertices[itself][r.Atom("does", r.vocabulary.Roles[role], m)] = does
			if atom := r.Atom("legal", r.vocabulary.Roles[role], m); atom != ground.NoTerm {
				r.join(does, r.define(atom, r.ofRole(role, vertexColor{kind: legalVertex, number: int(r.can[atom])})))
			}
		}
	}
}

func (r *ruleGraph) addEnds() {
	for _, atom := range r.AtomsOf("goal", 2) {
		if role, value, ok := r.goal(atom); ok && r.can[atom] == network.CanBeBoth {
			r.joinRole(role, r.define(atom, r.ofRole(role, vertexColor{kind: goalVertex, number: value})))
		}
	}
	if atom := r.Atom("terminal"); atom != ground.NoTerm {
		r.define(atom, vertexColor{kind: endVertex, number: int(r.can[atom])})
	}
}

// addRules adds the rules of a defined atom, and defines their conditions.
func (r *ruleGraph) addRules(atom ground.Term) {
	for _, rule := range r.rules[r.firstRule[atom]:r.firstRule[atom+1]] {
		r.work.Spend(64 + 16*len(rule.body))
		v := r.add(vertexColor{kind: ruleVertex})
		r.join(v, r.vertices[definition][atom])
		for _, l := range rule.body {
			a := ground.Term(l / 2)
			if r.vertices[definition][a] < 0 && r.vertices[itself][a] < 0 {
				r.define(a, vertexColor{kind: definitionVertex})
			}
			r.join(v, r.literal(l))
		}
	}
}

func (r *ruleGraph) define(atom ground.Term, color vertexColor) int32 {
	v := r.add(color)
	r.vertices[definition][atom] = v
	r.queue = append(r.queue, atom)
	return v
}

// ofRole returns color with its role set, unless the role is an exchangeable player.
// Vertices of exchangeable players have the same color.
func (r *ruleGraph) ofRole(role int, color vertexColor) vertexColor {
	if !r.exchange || role >= r.vocabulary.Players {
		color.role = role
	}
	return color
}

func (r *ruleGraph) joinRole(role int, v int32) {
	if r.exchange && role < r.vocabulary.Players {
		r.join(int32(len(r.points)+role), v)
	}
}

// goal returns the player and the value of a goal, or false if either is invalid.
func (r *ruleGraph) goal(atom ground.Term) (role, value int, ok bool) {
	args := r.Terms.Arguments(atom)
	value, err := strconv.Atoi(r.Terms.Brief(args[1]))
	role = slices.Index(r.vocabulary.Roles, args[0])
	return role, value, role >= 0 && role < r.vocabulary.Players && err == nil
}

// literal returns the vertex of a literal, adding it if necessary.
func (r *ruleGraph) literal(l ground.Literal) int32 {
	part, kind := itself, atomVertex
	if l&1 != 0 {
		part, kind = negation, negationVertex
	}
	at := &r.vertices[part][l/2]
	if *at < 0 {
		*at = r.add(vertexColor{kind: kind})
		if d := r.vertices[definition][l/2]; d >= 0 {
			r.join(*at, d)
		} else {
			r.join(*at, r.vertices[itself][l/2])
		}
	}
	return *at
}

func (r *ruleGraph) colorOf(color vertexColor) int32 {
	n, ok := r.byColor[color]
	if !ok {
		n = int32(len(r.byColor))
		r.byColor[color] = n
	}
	return n
}

func (r *ruleGraph) add(color vertexColor) int32 {
	r.colors = append(r.colors, r.colorOf(color))
	return int32(len(r.colors) - 1)
}

func (r *ruleGraph) join(a, b int32) { r.pairs = append(r.pairs, [2]int32{a, b}) }

// always returns the goals that hold in every state, sorted by role and value.
func (r *ruleGraph) always() (list []vertexColor) {
	for _, atom := range r.AtomsOf("goal", 2) {
		if role, value, ok := r.goal(atom); ok && r.can[atom] == network.CanBeTrue {
			list = append(list, vertexColor{goalVertex, role, value})
		}
	}
	slices.SortFunc(list, func(a, b vertexColor) int {
		return cmp.Or(cmp.Compare(a.role, b.role), cmp.Compare(a.number, b.number))
	})
	return list
}
