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
	y := &Layering{span: 1}
	highest := 0 // bounds the sum, which is an int32
	for i := range c.fields {
		most := 0
		for _, fluent := range c.fields[i].fluents {
			if class := q.class[fluent]; class >= 0 {
				most = max(most, weights[class], -weights[class])
			}
		}
		highest += most
	}
	if highest > math.MaxInt32/2 {
		return nil
	}
	for _, change := range q.changes {
		y.span = max(y.span, change.times(weights))
	}
	for i := range c.fields {
		f := &c.fields[i]
		r := fieldRank{fields: []*field{f}, rank: make([]int32, f.codes())}
		for k, fluent := range f.fluents {
			if class := q.class[fluent]; class >= 0 {
				r.rank[f.code(k)] = int32(weights[class])
			}
		}
		if slices.ContainsFunc(r.rank, func(rank int32) bool { return rank != 0 }) {
			y.ranks = append(y.ranks, r)
		}
	}
	return y
}

// classify gives the fluents that are part of a state their classes.
func (q *potential) classify(c *Codec, elements [][]int32) {
	q.class = make([]int, len(q.Fluents))
	for i := range q.class {
		q.class[i] = -1
	}
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
