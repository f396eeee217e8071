package pack

import (
	"encoding/binary"
	"math"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
)

// potential looks for weights of the fluents such that the sum over those that
// are true grows with every ply, as where pieces only advance and are taken. It
// sees in the rules which fluents each move makes true and which false, and which
// of them must have been true or false before for the move to be legal; each
// combination of the others is a change of the sum, linear in the weights, that
// must be 1 or more. Fluents whose next value depends on more than the move have
// no weight.
type potential struct {
	*machine.Logic
	groups  []prove.Group
	class   []int         // by fluent: of those that have one weight, as symmetries exchange them; -1: no weight
	classes int           // their number
	changes []changeOfSum // all that are possible, each once
	seen    map[string]bool
}

// effect is a fluent that a move makes true or false.
type effect struct {
	fluent int32
	holds  bool // after the ply
}

const (
	maxUnknown    = 6          // effects of one move that need not change anything
	maxChangeWork = 20_000_000 // products of a weight and a change
)

// findPotential returns layers by such a sum, nil if none is found.
func findPotential(m *machine.Machine, c *Codec, groups []prove.Group, elements [][]int32) *Layering {
	if len(m.Roles) > 1 && m.Logic.Idle == nil {
		return nil // several move at once
	}
	q := potential{Logic: m.Logic, groups: groups, seen: map[string]bool{}}
	q.classify(c, elements)
	for _, e := range q.effects() {
		if !q.addChanges(e) {
			return nil
		}
	}
	weights := q.weigh()
	if weights == nil {
		return nil
	}
	var ranks []fieldRank
	highest := 0 // bounds the sum, which is an int32
	for i := range c.fields {
		f, most := &c.fields[i], 0
		r := fieldRank{fields: []*field{f}, rank: make([]int32, f.codes())}
		for k, fluent := range f.fluents {
			if class := q.class[fluent]; class >= 0 {
				most = max(most, weights[class], -weights[class])
				r.rank[f.code(k)] = int32(weights[class])
			}
		}
		if highest += most; most > 0 {
			ranks = append(ranks, r)
		}
	}
	if highest > math.MaxInt32/2 {
		return nil
	}
	span := 1
	for _, change := range q.changes {
		span = max(span, change.times(weights))
	}
	return newLayering(ranks, span)
}

// classify gives the fluents that are part of a state their classes.
func (q *potential) classify(c *Codec, elements [][]int32) {
	q.class = slices.Repeat([]int{-1}, len(q.Fluents))
	for i := range c.fields {
		for _, f := range c.fields[i].fluents {
			if q.class[f] >= 0 {
				continue
			}
			q.Spend(4 * len(elements))
			for _, element := range elements {
				q.class[element[f]] = q.classes
			}
			q.classes++
		}
	}
}

// moveEffects are when a move is legal and what it makes true and false.
type moveEffects struct {
	legal   network.Lit
	effects []effect
}

// effects finds what each move does, and takes the weights from fluents of which
// more is to be known.
func (q *potential) effects() []moveEffects {
	to := network.New()
	to.Meter = q.Meter
	inputs := map[int]network.Lit{}
	var now, next []network.Lit
	var fluents []int32
	for f, lit := range q.Fluents {
		if lit == network.True || lit == network.False {
			continue
		}
		inputs[lit.Node()] = to.Input()
		if q.class[f] >= 0 {
			fluents = append(fluents, int32(f))
			now, next = append(now, inputs[lit.Node()]), append(next, q.Next[f])
		}
	}
	var list []moveEffects
	for role, does := range q.Does {
		for i, move := range does {
			if q.Idle != nil && i == q.Idle[role] || q.Legal[role][i] == network.False {
				continue // someone else moves, or nobody ever does this
			}
			q.Spend(4 * len(next))
			q.choose(inputs, move)
			e := moveEffects{legal: q.Legal[role][i]}
			for k, lit := range q.CopyTo(to, inputs, next) {
				switch {
				case lit == now[k]:
				case lit == network.True || lit == network.False:
					e.effects = append(e.effects, effect{fluents[k], lit == network.True})
				default:
					q.exclude(fluents[k])
				}
			}
			list = append(list, e)
		}
	}
	return list
}

// choose sets the inputs that are moves.
func (q *potential) choose(inputs map[int]network.Lit, move network.Lit) {
	for _, does := range q.Does {
		for _, d := range does {
			if q.IsInput(d) {
				inputs[d.Node()] = network.False
			}
		}
	}
	if move.Node() != 0 {
		inputs[move.Node()] = network.True ^ move&1
	}
}

// exclude takes the weight from a fluent and those of its class.
func (q *potential) exclude(fluent int32) {
	class := q.class[fluent]
	if class < 0 {
		return
	}
	q.Spend(len(q.class))
	for f := range q.class {
		if q.class[f] == class {
			q.class[f] = -1
		}
	}
}

// addChanges finds the changes that a move can bring about. It is false if there
// may be too many.
func (q *potential) addChanges(m moveEffects) bool {
	q.Spend(64 * len(q.Fluents))
	known := q.demanded(m.legal)
	change := make(changeOfSum, q.classes)
	var unknown []effect
	for _, e := range m.effects {
		if q.class[e.fluent] < 0 {
			continue
		}
		held, ok := known[e.fluent]
		switch {
		case !ok:
			unknown = append(unknown, e)
		case held != e.holds:
			change[q.class[e.fluent]] += e.sign()
		}
	}
	if len(unknown) > maxUnknown {
		return false
	}
	for set := range 1 << len(unknown) {
		q.Spend(8 * q.classes)
		sum := slices.Clone(change)
		for i, e := range unknown {
			if set>>i&1 == 1 {
				sum[q.class[e.fluent]] += e.sign()
			}
		}
		var key []byte
		for _, n := range sum {
			key = binary.AppendVarint(key, int64(n))
		}
		if !q.seen[string(key)] {
			q.seen[string(key)] = true
			q.changes = append(q.changes, sum)
		}
	}
	return true
}

// demanded is what must be true or false for a move to be legal, as far as its
// rules say so plainly.
func (q *potential) demanded(legal network.Lit) map[int32]bool {
	number := map[int]int32{}
	for f, lit := range q.Fluents {
		number[lit.Node()] = int32(f)
	}
	known := map[int32]bool{}
	for _, lit := range prove.Demands(q.Logic, legal) {
		if f, ok := number[lit.Node()]; ok {
			known[f] = !lit.Complemented()
		}
	}
	for _, g := range q.groups {
		q.Spend(16 * len(g.Fluents))
		if !slices.ContainsFunc(g.Fluents, func(f int32) bool { return known[f] }) {
			continue
		}
		for _, f := range g.Fluents {
			if !known[f] {
				known[f] = false
			}
		}
	}
	return known
}

// sign is what an effect adds to its class where it changes something.
func (e effect) sign() int32 {
	if e.holds {
		return 1
	}
	return -1
}

// changeOfSum is by how much a ply changes the sum: by class how often its weight
// is added.
type changeOfSum []int32

// times is the change of the sum with these weights.
func (c changeOfSum) times(weights []int) int {
	sum := 0
	for class, n := range c {
		sum += int(n) * weights[class]
	}
	return sum
}

// weigh finds weights by which every change is 1 or more, nil if it finds none.
// A change that is too small is added to the weights, until there is none; if
// there are any such weights, that ends. (F. Rosenblatt: the perceptron, 1958.)
// Then the weights are made as small as they can be one by one.
func (q *potential) weigh() []int {
	weights := make([]int, q.classes)
	tooSmall := func(c changeOfSum) bool { return c.times(weights) < 1 }
	for _, change := range q.changes {
		if !slices.ContainsFunc(change, func(n int32) bool { return n != 0 }) {
			return nil // of a move that changes nothing
		}
	}
	work := 0
	for again := true; again; {
		again = false
		for _, change := range q.changes {
			if tooSmall(change) {
				again = true
				for class, n := range change {
					weights[class] += int(n)
				}
			}
		}
		work += len(q.changes) * q.classes
		if q.Spend(len(q.changes) * q.classes); work > maxChangeWork {
			return nil
		}
	}
	for again := true; again && work < maxChangeWork; {
		again = false
		for class, w := range weights {
			if w == 0 {
				continue
			}
			weights[class] -= max(-1, min(1, w))
			work += len(q.changes) * q.classes
			if slices.ContainsFunc(q.changes, tooSmall) {
				weights[class] = w
			} else {
				again = true
			}
		}
	}
	return weights
}
