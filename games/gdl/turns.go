package gdl

import "slices"

// idle finds, in a game where the roles take turns, the move by which each role
// waits: an index into its moves. It returns nil if the rules do not have the
// usual form, which proves that in every ply exactly one role makes another move
// than its idle one:
//
//   - there is a fluent for each role, its turn; one of them is initially true;
//   - each turn has one rule, which gives it to the next role: next(a) <- true(b);
//   - every rule for a legal move of a role but one asks for its turn, and those
//     for that one, the idle move, ask for another's and for nothing else.
func (b *builder) idle(v *vocabulary) []int {
	idle, turns := make([]int, len(v.roles)), make([]groundTerm, len(v.roles))
	for r := range v.roles {
		turn := b.turnOf(v, r)
		if b.spend(16+r) != nil {
			return nil
		}
		if turn == noTerm || slices.Contains(turns[:r], turn) {
			return nil
		}
		turns[r] = turn
	}
	given := 0
	var from []groundTerm
	for r, turn := range turns {
		if b.isInitial(v, turn) {
			given++
		}
		rules := b.rules[b.atom("next", b.terms.arguments(turn)...)]
		if len(rules) != 1 {
			return nil
		}
		body := b.body(int(rules[0]))
		if len(body) != 1 || body[0]&1 != 0 {
			return nil
		}
		from = append(from, groundTerm(body[0]/2))
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

// atom is that of the relation with these arguments, noTerm if it does not occur.
func (g *grounding) atom(name string, args ...groundTerm) groundTerm {
	return g.terms.lookup(g.terms.symbol(name), args...)
}

func (b *builder) isInitial(v *vocabulary, truth groundTerm) bool {
	f := slices.Index(v.fluents, b.terms.arguments(truth)[0])
	return f >= 0 && v.initial[f]
}

// legalBodies are those of the rules for a legal move. A rule that asks for one
// other thing only, as where legal is but another name, stands for the rules for
// that.
func (b *builder) legalBodies(v *vocabulary, role int, move groundTerm) [][]groundLiteral {
	var bodies [][]groundLiteral
	seen := map[groundTerm]bool{}
	for queue := []groundTerm{b.atom("legal", v.roles[role], move)}; len(queue) > 0; queue = queue[1:] {
		if seen[queue[0]] {
			continue
		}
		seen[queue[0]] = true
		for _, rule := range b.rules[queue[0]] {
			body := b.body(int(rule))
			if b.spend(16+len(body)) != nil {
				return nil
			}
			if len(body) == 1 && body[0]&1 == 0 && len(b.rules[groundTerm(body[0]/2)]) > 0 {
				queue = append(queue, groundTerm(body[0]/2))
			} else {
				bodies = append(bodies, body)
			}
		}
	}
	return bodies
}

// turnOf is the atom that all rules for the legal moves of a role ask for, those
// for one move excepted; noTerm if there is none.
func (b *builder) turnOf(v *vocabulary, role int) groundTerm {
	truth := b.terms.symbol("true")
	asks := map[groundTerm]int{}
	legalMoves := 0
	for _, m := range v.moves[role] {
		bodies := b.legalBodies(v, role, m)
		if len(bodies) == 0 {
			return noTerm // always legal
		}
		legalMoves++
		var common []groundLiteral
		for i, body := range bodies {
			if i == 0 {
				common = slices.Clone(body)
			}
			if b.spend(8+len(common)*len(body)) != nil {
				return noTerm
			}
			common = slices.DeleteFunc(common, func(l groundLiteral) bool { return !slices.Contains(body, l) })
		}
		slices.Sort(common)
		for _, l := range slices.Compact(common) {
			if l&1 == 0 && b.terms.heads[l/2] == truth {
				asks[groundTerm(l/2)]++
			}
		}
	}
	best := noTerm
	for atom, n := range asks {
		// With two moves either could be the idle one; such games are small.
		if n == legalMoves-1 && n > 1 && (best == noTerm || atom < best) {
			best = atom
		}
	}
	return best
}

// idleMove is the move of a role that is legal in the others' turns and nowhere
// else, -1 if there is none.
func (b *builder) idleMove(v *vocabulary, role int, turns []groundTerm) int {
	idle := -1
	for m, move := range v.moves[role] {
		own := false
		bodies := b.legalBodies(v, role, move)
		for _, body := range bodies {
			if b.spend(4+len(body)+len(turns)) != nil {
				return -1
			}
			own = own || slices.Contains(body, groundLiteral(2*turns[role]))
		}
		if own {
			continue
		}
		if idle >= 0 {
			return -1
		}
		idle = m
		for _, body := range bodies {
			if len(body) != 1 || body[0]&1 != 0 || !slices.Contains(turns, groundTerm(body[0]/2)) {
				return -1
			}
		}
	}
	return idle
}
