package unroll

import (
	"context"
	"slices"

	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove/sat"
)

// parallel is what moves do, each by itself: in a step of a parallel plan several are made, of
// which none can make another illegal or change what it does, so that their order is free.
// A puzzle of fifty marks has one such step. (J. Rintanen, K. Heljanko, I. Niemelä: Planning as
// satisfiability: parallel plans and algorithms for plan search, 2006.) A plan is put in an
// order by playing it, so that nothing here needs a proof.
type parallel struct {
	net      *network.Network // over the fluents alone
	fluents  []network.Lit    // inputs of net, or constants
	effects  [][]effect       // by fluent; other moves leave it as it is
	legal    []network.Lit    // by move
	terminal network.Lit
	won      network.Lit
	lengths  []length
	apart    [][2]int32 // moves of which a step has one at most
	cliques  [][]int32  // the moves; those of a clique are apart
	clocks   []clock    // fluents that do not depend on moves

	plans []*plan // that are not answered
	tried int     // how many there have been
	turn  int
}

// effect is what a fluent is after a move.
type effect struct {
	move int32
	next network.Lit
}

// clock is a fluent with its next value.
type clock struct {
	fluent int
	next   network.Lit
}

// plan is a question: is there a parallel plan of so many steps?
type plan struct {
	clauses *sat.Clauses
	does    [][]network.Lit // by step
}

// length is when play is won after so many plies, or, with -1, after any.
type length struct {
	plies int
	won   network.Lit
}

const (
	// mostApart is how many pairs of moves are told apart, mostCopies how many nodes are
	// copied at most for all moves.
	mostApart  = 1 << 21
	mostCopies = 1 << 31
	// mostLengths is how many lengths of play there may be, if clocks decide that.
	mostLengths = 4
	mostPlies   = 1 << 12
	// mostParallel is how many steps a plan has at most.
	mostParallel = 40
)

// newParallel finds out what moves do. It is nil where moves hardly ever leave each other alone,
// and where ctx ends before.
func newParallel(ctx context.Context, u *Unrolling) *parallel {
	l, p := u.m.Logic, &parallel{net: network.New(), fluents: make([]network.Lit, len(u.m.Logic.Fluents))}
	moves := len(l.Does[0])
	if moves < 3 || (moves+len(l.Next))*l.Nodes() > mostCopies {
		return nil
	}
	inputs := map[int]network.Lit{}
	var varying []int
	var next []network.Lit
	for i, f := range l.Fluents {
		if u.varies(i) {
			p.fluents[i] = p.net.Input()
			varying, next = append(varying, i), append(next, l.Next[i])
		} else if u.facts.Constant[i] == network.True {
			p.fluents[i] = network.True
		}
		inputs[f.Node()] = p.fluents[i]
	}
	states := l.CopyTo(p.net, inputs, append([]network.Lit{u.won, l.Terminal}, l.Legal[0]...))
	p.won, p.terminal, p.legal = states[0], states[1], states[2:]
	if !p.addEffects(ctx, l, inputs, varying, next) || !p.addLengths(u.m) || !p.separate(ctx) {
		return nil
	}
	return p
}

// addEffects finds what becomes of the fluents that vary, by their moves. It is false if moves
// can't be told apart by that.
func (p *parallel) addEffects(ctx context.Context, l *machine.Logic, inputs map[int]network.Lit, varying []int, next []network.Lit) bool {
	p.effects = make([][]effect, len(l.Fluents))
	number := map[int]int{}
	for m, d := range l.Does[0] {
		number[d.Node()] = m
	}
	depend := make([][]int, len(l.Does[0])) // by move: places in varying
	others := l.CopyTo(p.net, inputs, next) // after a move that is not named
	for k, f := range varying {
		named := 0
		for _, node := range l.Cone(next[k : k+1]) {
			if m, ok := number[node]; ok {
				depend[m], named = append(depend[m], k), named+1
			}
		}
		switch {
		case others[k] == p.fluents[f] || named == len(number):
		case named == 0:
			p.clocks = append(p.clocks, clock{f, others[k]})
		case others[k] == network.False:
			for m := range depend {
				if list := depend[m]; len(list) == 0 || list[len(list)-1] != k {
					p.effects[f] = append(p.effects[f], effect{int32(m), network.False})
				}
			}
		default:
			return false
		}
	}
	for m, d := range l.Does[0] {
		if ctx.Err() != nil {
			return false
		}
		if len(depend[m]) == 0 {
			continue
		}
		var lits []network.Lit
		for _, k := range depend[m] {
			lits = append(lits, next[k])
		}
		inputs[d.Node()] = network.True
		for i, g := range l.CopyTo(p.net, inputs, lits) {
			if f := varying[depend[m][i]]; g != p.fluents[f] {
				p.effects[f] = append(p.effects[f], effect{int32(m), g})
			}
		}
		delete(inputs, d.Node())
	}
	return true
}

// addLengths follows the clocks to see how long play can be that is won. It is false if moves
// depend on clocks, or if there are too many lengths.
func (p *parallel) addLengths(m *machine.Machine) bool {
	inputs, ticks := map[int]network.Lit{}, map[int]bool{}
	for _, f := range p.fluents {
		inputs[f.Node()] = f
	}
	for _, c := range p.clocks {
		ticks[p.fluents[c.fluent].Node()] = true
	}
	reads := func(clocks bool, lits []network.Lit) bool {
		return slices.ContainsFunc(p.net.Cone(lits), func(v int) bool {
			return p.net.IsInput(network.Lit(2*v)) && ticks[v] == clocks
		})
	}
	moves := slices.Clone(p.legal)
	for _, effects := range p.effects {
		for _, e := range effects {
			moves = append(moves, e.next)
		}
	}
	var next []network.Lit
	for _, c := range p.clocks {
		next = append(next, c.next)
	}
	if reads(true, moves) || reads(false, next) {
		return false
	}
	timed := reads(true, []network.Lit{p.won})
	if !timed {
		p.lengths = []length{{-1, p.won}}
	}
	for _, c := range p.clocks {
		inputs[p.fluents[c.fluent].Node()] = truth(m.Vocabulary.Initial[c.fluent])
	}
	for plies := 0; timed && plies < mostPlies && len(p.lengths) <= mostLengths; plies++ {
		ends := p.net.CopyTo(p.net, inputs, []network.Lit{p.won, p.terminal})
		if ends[0] != network.False {
			p.lengths = append(p.lengths, length{plies, ends[0]})
		}
		if ends[1] == network.True {
			break
		}
		for i, value := range p.net.CopyTo(p.net, inputs, next) {
			inputs[p.fluents[p.clocks[i].fluent].Node()] = value
		}
	}
	if reads(true, []network.Lit{p.terminal}) {
		p.terminal = network.False // between steps it is not known what time it is
	}
	return len(p.lengths) > 0 && len(p.lengths) <= mostLengths
}

func truth(holds bool) network.Lit {
	if holds {
		return network.True
	}
	return network.False
}

// needs are the literals of inputs that a literal may need: with the complement of one of them
// it can be false where it was true.
func (p *parallel) needs(l network.Lit) []network.Lit {
	seen, list := map[network.Lit]bool{l: true}, []network.Lit{l}
	var needs []network.Lit
	for len(list) > 0 {
		l := list[len(list)-1]
		list = list[:len(list)-1]
		fanins := p.net.Fanins(l.Node())
		if len(fanins) == 0 && l.Node() != 0 {
			needs = append(needs, l)
		}
		for _, f := range fanins {
			if f ^= l & 1; !seen[f] {
				seen[f] = true
				list = append(list, f)
			}
		}
	}
	return needs
}

// separate finds the moves that cannot be made in one step. It is false if these are too many,
// or nearly all.
func (p *parallel) separate(ctx context.Context) bool {
	needed := map[network.Lit][]int32{} // by literal: moves that may be illegal without it
	for m, l := range p.legal {
		if ctx.Err() != nil {
			return false
		}
		for _, need := range p.needs(l) {
			needed[need] = append(needed[need], int32(m))
		}
	}
	read := map[int][]int32{} // by node: moves whose effects depend on it
	for _, effects := range p.effects {
		for _, e := range effects {
			for _, need := range p.needs(e.next) {
				read[need.Node()] = append(read[need.Node()], e.move)
			}
		}
	}
	var pairs []uint64
	add := func(as, bs []int32) bool {
		if len(pairs)+len(as)*len(bs) > 4*mostApart {
			return false
		}
		for _, a := range as {
			for _, b := range bs {
				if a != b {
					pairs = append(pairs, uint64(min(a, b))<<32|uint64(max(a, b)))
				}
			}
		}
		return true
	}
	for f, effects := range p.effects {
		var adds, deletes []int32
		for _, e := range effects {
			if e.next != network.False {
				adds = append(adds, e.move)
			}
			if e.next != network.True {
				deletes = append(deletes, e.move)
			}
		}
		x := p.fluents[f]
		if !add(adds, needed[x.Not()]) || !add(deletes, needed[x]) || !add(adds, deletes) ||
			!add(adds, read[x.Node()]) || !add(deletes, read[x.Node()]) {
			return false
		}
	}
	slices.Sort(pairs)
	pairs = slices.Compact(pairs)
	for _, pair := range pairs {
		p.apart = append(p.apart, [2]int32{int32(pair >> 32), int32(pair)})
	}
	p.findCliques()
	n := len(p.legal)
	return len(pairs) <= mostApart && 10*len(pairs) < 9*n*(n-1)/2
}

// findCliques puts each move into the first clique that it is apart from. A step has as many moves
// as cliques with one, which are fewer to count.
func (p *parallel) findCliques() {
	others := make([][]int32, len(p.legal)) // by move: smaller ones that it is apart from
	for _, pair := range p.apart {
		others[pair[1]] = append(others[pair[1]], pair[0])
	}
	in := make([]int32, len(p.legal)) // by move: its clique
	for m := range p.legal {
		apart := make([]int, len(p.cliques)+1) // by clique: how many of its moves
		for _, other := range others[m] {
			apart[in[other]]++
		}
		p.cliques = append(p.cliques, nil)
		for k, n := range apart {
			if n == len(p.cliques[k]) {
				p.cliques[k], in[m] = append(p.cliques[k], int32(m)), int32(k)
				break
			}
		}
		if n := len(p.cliques) - 1; len(p.cliques[n]) == 0 {
			p.cliques = p.cliques[:n]
		}
	}
}

// newPlan asks for a plan of so many steps, to a length. It is nil if ctx ends before.
func (p *parallel) newPlan(ctx context.Context, u *Unrolling, steps int, last length) *plan {
	q := &plan{clauses: sat.NewClauses(network.New())}
	c := q.clauses
	what := append([]network.Lit{p.terminal, last.won}, p.legal...)
	for _, effects := range p.effects {
		for _, e := range effects {
			what = append(what, e.next)
		}
	}
	var state []network.Lit
	for i := range p.fluents {
		state = append(state, truth(u.m.Vocabulary.Initial[i]))
	}
	var all []network.Lit
	for step := 0; ; step++ {
		if ctx.Err() != nil {
			return nil
		}
		inputs := map[int]network.Lit{}
		for i, l := range p.fluents {
			inputs[l.Node()] = state[i]
		}
		if step == steps {
			c.Add(c.Lit(p.net.CopyTo(c.Network, inputs, []network.Lit{last.won})[0]))
			break
		}
		lits := p.net.CopyTo(c.Network, inputs, what)
		if step > 0 {
			c.Add(c.Lit(lits[0]).Not())
		}
		does := make([]network.Lit, len(p.legal))
		for m := range does {
			does[m] = c.Input()
			c.Add(c.Lit(does[m]).Not(), c.Lit(lits[2+m]))
		}
		for _, pair := range p.apart {
			c.Add(c.Lit(does[pair[0]]).Not(), c.Lit(does[pair[1]]).Not())
		}
		lits = lits[2+len(does):]
		for f, effects := range p.effects {
			if len(effects) == 0 {
				continue
			}
			stays, ways := []network.Lit{state[f]}, []network.Lit(nil)
			for _, e := range effects {
				stays = append(stays, does[e.move].Not())
				ways = append(ways, c.And(does[e.move], lits[0]))
				lits = lits[1:]
			}
			state[f] = c.Or(append(ways, c.And(stays...))...)
		}
		q.does = append(q.does, does)
		for _, clique := range p.cliques {
			var some []network.Lit
			for _, m := range clique {
				some = append(some, does[m])
			}
			all = append(all, c.Or(some...))
		}
	}
	if last.plies >= 0 {
		count := make([]network.Lit, last.plies+2) // so many moves at least
		count[0] = network.True
		for _, some := range all {
			for n := last.plies + 1; n > 0; n-- {
				count[n] = c.Or(count[n], c.And(count[n-1], some))
			}
		}
		c.Add(c.Lit(count[last.plies]))
		c.Add(c.Lit(count[last.plies+1]).Not())
	}
	return q
}

// seek works at one plan after the other, each time at one more.
func (p *parallel) seek(ctx context.Context, u *Unrolling, work int64) ([]int32, error) {
	for work > 0 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if p.turn == len(p.plans) {
			p.turn = 0
			if steps := 1 + p.tried/len(p.lengths); steps <= mostParallel && p.bytes() < u.bytes/2 {
				if q := p.newPlan(ctx, u, steps, p.lengths[p.tried%len(p.lengths)]); q != nil {
					p.plans = append(p.plans, q)
					p.turn = len(p.plans) - 1
				}
				p.tried++
			}
		}
		if len(p.plans) == 0 {
			return nil, nil
		}
		q := p.plans[p.turn]
		before := q.clauses.Work()
		result, err := solve(ctx, q.clauses, work)
		work -= q.clauses.Work() - before
		if err != nil {
			return nil, err
		}
		if result == sat.Unknown {
			p.turn++
			continue
		}
		p.plans = slices.Delete(p.plans, p.turn, p.turn+1)
		if result == sat.Satisfiable {
			if moves := u.inOrder(q); moves != nil {
				return moves, nil
			}
		}
	}
	return nil, nil
}

// bytes is the memory that the plans take, roughly.
func (p *parallel) bytes() int64 {
	sum := p.net.Bytes()
	for _, q := range p.plans {
		sum += q.clauses.Network.Bytes() + q.clauses.Solver.Bytes()
	}
	return sum
}

// inOrder plays the moves of a plan, of each step in an order in which they are legal and do not
// end play too early. It is nil if it finds none.
func (u *Unrolling) inOrder(q *plan) []int32 {
	play, moves := u.m.NewPlay(), []int32{}
	var legal, state []int32
	for _, does := range q.does {
		left := 0
		for _, d := range does {
			if q.clauses.True(d) {
				left++
			}
		}
		for done := make([]bool, len(does)); left > 0; {
			legal, state = play.Legal(legal[:0], 0), play.State(state[:0])
			next := slices.IndexFunc(legal, func(m int32) bool {
				if done[m] || !q.clauses.True(does[m]) {
					return false
				}
				play.Do([]int32{m})
				if !u.over(play) || u.isWon(play) {
					return true
				}
				play.SetState(state)
				return false
			})
			if next < 0 {
				return nil
			}
			done[legal[next]], left = true, left-1
			moves = append(moves, int32(next))
			if u.over(play) {
				return moves
			}
		}
	}
	return nil
}

func (u *Unrolling) over(play *machine.Play) bool {
	return play.Terminal() || len(play.Legal(nil, 0)) == 0
}

// isWon says whether play is over as wanted.
func (u *Unrolling) isWon(play *machine.Play) bool {
	l := u.m.Logic
	values := make([]network.Ternary, l.Nodes())
	for i, holds := range play.Holds() {
		values[l.Fluents[i].Node()] = network.CanBeFalse
		if holds {
			values[l.Fluents[i].Node()] = network.CanBeTrue
		}
	}
	for _, d := range l.Does[0] {
		values[d.Node()] = network.CanBeBoth
	}
	l.Possible(values)
	return u.won.Of(values) == network.CanBeTrue
}
