// Package unroll looks for plays of one role as satisfiability: the rules are written out
// for one ply after another, and a solver looks for moves that lead to the end wanted.
// (H. Kautz, B. Selman: Planning as satisfiability, 1992.)
package unroll

import (
	"context"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/prove/sat"
)

// Won is where play is over with a goal of the sole role of so much. Play is over at a
// terminal state and where there is no legal move. Of several goals the greatest counts, and
// none is 0. It adds to the network of l.
func Won(l *machine.Logic, goal int) network.Lit {
	var equal, greater, less, stuck []network.Lit
	for _, g := range l.Goals[0] {
		switch {
		case g.Value == goal:
			equal = append(equal, g.Holds)
		case g.Value > goal:
			greater = append(greater, g.Holds)
		default:
			less = append(less, g.Holds)
		}
	}
	if goal == 0 {
		equal = append(equal, l.Or(less...).Not())
	}
	holds := l.And(l.Or(equal...), l.Or(greater...).Not())
	for _, legal := range l.Legal[0] {
		stuck = append(stuck, legal.Not())
	}
	return l.And(holds, l.Or(l.Terminal, l.And(stuck...)))
}

// Unrolling is a machine's rules for one ply after another. It is for one goroutine.
type Unrolling struct {
	m     *machine.Machine
	facts *prove.Facts
	live  []bool
	won   network.Lit // over the fluents of the machine
	least int         // plies that a play has at least
	bytes int64       // that it may take

	clauses *sat.Clauses
	state   []network.Lit   // of the last ply
	does    [][]network.Lit // by ply
	alive   []sat.Lit       // by ply: play was not over before, and moves were legal so far
	ends    []sat.Lit       // by ply: play is over then, as wanted
	refuted int             // there is no play of fewer plies
	never   bool

	parallel *parallel // nil at first and where there is none
	begun    bool      // it is looked whether there is one
}

// New begins with the first state. Won is that of the machine's logic; it is known that it
// takes so many plies at least. The network grows with the plies, up to about so many bytes.
func New(m *machine.Machine, facts *prove.Facts, live []bool, won network.Lit, least int, bytes int64) *Unrolling {
	u := &Unrolling{m: m, facts: facts, live: live, won: won, least: least, bytes: bytes, clauses: sat.NewClauses(network.New())}
	for i := range m.Logic.Fluents {
		u.state = append(u.state, truth(m.Vocabulary.Initial[i]))
	}
	return u
}

// full says that no more plies fit.
func (u *Unrolling) full() bool { return u.clauses.Network.Bytes()+u.clauses.Solver.Bytes() > u.bytes }

// add writes the rules out for one more ply: when play can be over before it, and what
// comes of the moves.
func (u *Unrolling) add() {
	l, c := u.m.Logic, u.clauses
	inputs := map[int]network.Lit{}
	for i, f := range l.Fluents {
		if f.Node() != 0 {
			inputs[f.Node()] = u.state[i]
		}
	}
	like := c.Choice(len(l.Does[0]))
	for i, d := range l.Does[0] {
		if l.IsInput(d) {
			inputs[d.Node()] = like[i]
		}
	}
	wanted := append([]network.Lit{u.won, l.Terminal}, l.Legal[0]...)
	kept := len(wanted)
	for i, next := range l.Next {
		if u.varies(i) {
			wanted = append(wanted, next)
		}
	}
	lits := l.CopyTo(c.Network, inputs, wanted)
	if len(like) > 2 {
		c.ExactlyOne(like)
	}
	end, alive := c.NewVar(), c.NewVar()
	c.Add(end.Not(), c.Lit(lits[0]))
	if len(u.ends) < u.least {
		c.Add(end.Not())
	}
	c.Add(alive.Not(), c.Lit(lits[1].Not()))
	for i, d := range like {
		c.Add(alive.Not(), c.Lit(d).Not(), c.Lit(lits[2+i]))
	}
	if n := len(u.alive); n > 0 {
		c.Add(end.Not(), u.alive[n-1])
		c.Add(alive.Not(), u.alive[n-1])
	}
	u.does, u.alive, u.ends = append(u.does, like), append(u.alive, alive), append(u.ends, end)
	next := make([]network.Lit, len(l.Next))
	for i := range next {
		if next[i] = u.facts.Constant[i]; u.varies(i) {
			next[i], kept = lits[kept], kept+1
		}
	}
	u.state = next
	u.exclude(alive)
}

// varies says that a fluent matters and is not the same in all states. What does not
// matter is false.
func (u *Unrolling) varies(fluent int) bool {
	c := u.facts.Constant[fluent]
	return u.live[fluent] && c != network.False && c != network.True
}

// exclude adds what is proven of all states that can be reached: the solver need not find
// it out for each ply.
func (u *Unrolling) exclude(alive sat.Lit) {
	for _, g := range u.facts.Groups {
		var lits []network.Lit
		for _, f := range g.Fluents {
			if l := u.state[f]; l != network.False && u.varies(int(f)) {
				lits = append(lits, l)
			}
		}
		if len(lits) < 2 || slices.Contains(lits, network.True) {
			continue
		}
		// After an illegal move anything can be.
		u.clauses.AtMostOne(lits, alive.Not())
	}
}

// Seek implements games.Unrolling.
func (u *Unrolling) Seek(ctx context.Context, plies int, work int64) (games.Sought, []int32, error) {
	if len(u.ends) == 0 {
		u.never = u.impossible()
	}
	switch {
	case u.never:
		return games.Never, nil, nil
	case plies < u.least:
		return games.NotWithin, nil, nil
	}
	for len(u.ends) <= plies {
		if u.full() {
			return games.NotKnown, nil, nil
		}
		if ctx.Err() != nil {
			return games.NotKnown, nil, ctx.Err()
		}
		u.add()
	}
	c := u.clauses
	any := c.NewVar()
	c.Add(append(slices.Clone(u.ends[u.refuted:plies+1]), any.Not())...)
	result, err := solve(ctx, u.clauses, work, any)
	switch result {
	case sat.Satisfiable:
		return games.Found, u.play(), nil
	case sat.Unsatisfiable:
		for _, end := range u.ends[u.refuted : plies+1] {
			c.Add(end.Not())
		}
		u.refuted = max(u.refuted, plies+1)
		if result, err = solve(ctx, u.clauses, work, u.alive[plies]); result == sat.Unsatisfiable {
			u.never = true
			return games.Never, nil, nil
		}
		return games.NotWithin, nil, err
	}
	return games.NotKnown, nil, err
}

// impossibleWork is how much is done to see that no state is won.
const impossibleWork = 1_000_000

// impossible says that no state is won, whether it can be reached or not, as far as is known
// of all states.
func (u *Unrolling) impossible() bool {
	free := Unrolling{facts: u.facts, live: u.live, clauses: sat.NewClauses(network.New())}
	c, inputs := free.clauses, map[int]network.Lit{}
	for i, f := range u.m.Logic.Fluents {
		fluent := truth(u.facts.Constant[i] == network.True)
		if u.varies(i) {
			fluent = c.Input()
		}
		free.state, inputs[f.Node()] = append(free.state, fluent), fluent
	}
	free.exclude(c.Lit(network.True))
	c.Add(c.Lit(u.m.Logic.CopyTo(c.Network, inputs, []network.Lit{u.won})[0]))
	return c.Solve(impossibleWork) == sat.Unsatisfiable
}

// Parallel implements games.Unrolling.
func (u *Unrolling) Parallel(ctx context.Context, work int64) ([]int32, error) {
	if !u.begun {
		u.parallel, u.begun = newParallel(ctx, u), true
	}
	if u.parallel == nil {
		return nil, nil
	}
	return u.parallel.seek(ctx, u, work)
}

// solveStep is how much work is done between looks at the context.
const solveStep = 1_000_000

func solve(ctx context.Context, c *sat.Clauses, work int64, assumptions ...sat.Lit) (sat.Result, error) {
	for end := c.Work() + work; c.Work() < end; {
		if err := ctx.Err(); err != nil {
			return sat.Unknown, err
		}
		if r := c.Solve(min(solveStep, end-c.Work()), assumptions...); r != sat.Unknown {
			return r, nil
		}
	}
	return sat.Unknown, nil
}

// play is the play of the solution: its moves as numbers among the legal ones.
func (u *Unrolling) play() []int32 {
	p := u.m.NewPlay()
	moves, legal := []int32{}, []int32(nil)
	for t := 0; ; t++ {
		if legal = p.Legal(legal[:0], 0); p.Terminal() || len(legal) == 0 || t == len(u.does) {
			return moves
		}
		done := slices.IndexFunc(legal, func(m int32) bool { return u.clauses.True(u.does[t][m]) })
		if done < 0 {
			return moves
		}
		moves = append(moves, int32(done))
		p.Do(legal[done : done+1])
	}
}
