package statemachine

import (
	"slices"

	"zermelo/games/gdl/ground"
)

// idle returns the index of the move that each role makes when it is not its turn.
// It returns nil unless the rules have the following form, which proves that exactly
// one role makes another move in every ply:
//
//   - Each role has a fluent, its turn. Exactly one of these fluents is initially
//     true.
//   - Each turn has exactly one rule, next(a) <- true(b), which passes the turn
//     from one role to another.
//   - Each role has one idle move. The rules for its legality require only the
//     turn of another role. The rules for all other moves require the role's turn.
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

// legalBodies returns the bodies of the rules that make a move legal. A body that
// consists of a single condition, as when legal is an alias, is replaced with the
// bodies of the rules for that condition.
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

// turnOf returns an atom that all but one of a role's moves require in order to be
// legal. If there is no such atom, it returns NoTerm.
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
		// Of only two moves, either could be the idle one.
		if n == legalMoves-1 && n > 1 && (best == ground.NoTerm || atom < best) {
			best = atom
		}
	}
	return best
}

// idleMove returns the only move that a role can make when it does not have the
// turn. It returns -1 unless there is exactly one such move, and that move is legal
// in all turns of other roles and at no other time.
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
		var legal []ground.Term // turns in which the move is legal
		for _, body := range bodies {
			if len(body) != 1 || body[0]&1 != 0 || !slices.Contains(turns, ground.Term(body[0]/2)) {
				return -1
			}
			legal = append(legal, ground.Term(body[0]/2))
		}
		if slices.Sort(legal); len(slices.Compact(legal)) != len(turns)-1 {
			return -1
		}
	}
	return idle
}
