package machine

import (
	"slices"

	"zermelo/games/gdl/ground"
)

// idle finds, in a game where the roles take turns, the move by which each role
// waits: an index into its moves. It returns nil if the rules do not have the
// usual form, which proves that in every ply exactly one role makes another move
// than its idle one:
//
//   - there is a fluent for each role, its turn; one of them is initially true;
//   - each turn has one rule, which gives it to the next role: next(a) <- true(b);
//   - every rule for a legal move of a role but one asks for its turn, and those
//     for that one, the idle move, ask for another's and for nothing else.
func (b *builder) idle(v *ground.Vocabulary) []int {
	idle, turns := make([]int, len(v.Roles)), make([]ground.Term, len(v.Roles))
	for r := range v.Roles {
		turn := b.turnOf(v, r)
		b.Spend(16 + r)
		if turn == ground.NoTerm || slices.Contains(turns[:r], turn) {
			return nil
		}
		turns[r] = turn
	}
	given := 0
	var from []ground.Term
	for r, turn := range turns {
		if b.isInitial(v, turn) {
			given++
		}
		rules := b.rulesOf(b.Atom("next", b.Terms.Arguments(turn)...))
		if len(rules) != 1 {
			return nil
		}
		body := b.Body(int(rules[0]))
		if len(body) != 1 || body[0]&1 != 0 {
			return nil
		}
		from = append(from, ground.Term(body[0]/2))
		if idle[r] = b.idleMove(v, r, turns); idle[r] < 0 {
			return nil
		}
	}
	slices.Sort(from)
	slices.Sort(turns)
	if given != 1 || len(turns) < 2 || !slices.Equal(from, turns) {
		return nil
	}
	return idle
}

func (b *builder) isInitial(v *ground.Vocabulary, truth ground.Term) bool {
	f := slices.Index(v.Fluents, b.Terms.Arguments(truth)[0])
	return f >= 0 && v.Initial[f]
}

// legalBodies are those of the rules for a legal move. A rule that asks for one
// other thing only, as where legal is but another name, stands for the rules for
// that.
func (b *builder) legalBodies(v *ground.Vocabulary, role int, move ground.Term) [][]ground.Literal {
	var bodies [][]ground.Literal
	seen := map[ground.Term]bool{}
	for queue := []ground.Term{b.Atom("legal", v.Roles[role], move)}; len(queue) > 0; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		for _, rule := range b.rulesOf(queue[0]) {
			body := b.Body(int(rule))
			b.Spend(16 + len(body))
			if len(body) == 1 && body[0]&1 == 0 && len(b.rulesOf(ground.Term(body[0]/2))) > 0 {
				queue = append(queue, ground.Term(body[0]/2))
			} else {
				bodies = append(bodies, body)
			}
		}
	}
	return bodies
}

// turnOf is the atom that all rules for the legal moves of a role ask for, those
// for one move excepted; NoTerm if there is none.
func (b *builder) turnOf(v *ground.Vocabulary, role int) ground.Term {
	truth := b.Terms.Symbol("true")
	asks := map[ground.Term]int{}
	legalMoves := 0
	for _, m := range v.Moves[role] {
		bodies := b.legalBodies(v, role, m)
		if len(bodies) == 0 {
			return ground.NoTerm // always legal
		}
		legalMoves++
		var common []ground.Literal
		for i, body := range bodies {
			if i == 0 {
				common = slices.Clone(body)
			}
			b.Spend(8 + len(common)*len(body))
			common = slices.DeleteFunc(common, func(l ground.Literal) bool { return !slices.Contains(body, l) })
		}
		slices.Sort(common)
		for _, l := range slices.Compact(common) {
			if l&1 == 0 && b.Terms.Head(ground.Term(l/2)) == truth {
				asks[ground.Term(l/2)]++
			}
		}
	}
	best := ground.NoTerm
	for atom, n := range asks {
		// With two moves either could be the idle one; such games are small.
		if n == legalMoves-1 && n > 1 && (best == ground.NoTerm || atom < best) {
			best = atom
		}
	}
	return best
}

// idleMove is the move of a role that is legal in the others' turns and nowhere
// else, -1 if there is none.
func (b *builder) idleMove(v *ground.Vocabulary, role int, turns []ground.Term) int {
	idle := -1
	for m, move := range v.Moves[role] {
		own := false
		bodies := b.legalBodies(v, role, move)
		for _, body := range bodies {
			b.Spend(4 + len(body) + len(turns))
			own = own || slices.Contains(body, ground.Literal(2*turns[role]))
		}
		if own {
			continue
		}
		if idle >= 0 {
			return -1
		}
		idle = m
		for _, body := range bodies {
			if len(body) != 1 || body[0]&1 != 0 || !slices.Contains(turns, ground.Term(body[0]/2)) {
				return -1
			}
		}
	}
	return idle
}
