// Package strategy constructs and verifies proofs of the value of a game's start
// position. A proof is a strategy with one move for each position that the player with
// the strategy can reach. Verifying it requires only the rules and Look, not a search.
package strategy

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
)

// Strategy proves that a player scores at least Score. It has one move for each
// position that can arise with the player to move, unless the position is terminal
// or decided by Look.
type Strategy[S games.State] struct {
	MovesFirst bool // the player with the strategy is to move at the root
	Score      int  // score that the strategy guarantees
	// States are canonical and sorted. Moves contains the move in each state,
	// as an index of a child in the order of Expand. In a strategy returned by
	// Prove or FindClaimed, both are nil until Load is called.
	States []S
	Moves  []uint16
	// Lengths contains a bound on the number of plies to the end for each
	// state, if the strategy belongs to a proof with lengths; see Proven.
	Lengths []uint16

	found *traversal[S] // contains the moves until Load is called; nil afterwards
}

// Each calls emit with blocks of positions, moves and lengths, in ascending order. Lengths
// are 0 if the strategy has none.
func (st *Strategy[S]) Each(emit func(states []S, moves, lengths []uint16) error) error {
	if st.found == nil {
		lengths := st.Lengths
		if lengths == nil {
			lengths = make([]uint16, len(st.States))
		}
		return emit(st.States, st.Moves, lengths)
	}
	var states []S
	var moves, lengths []uint16
	return st.found.spillSets.each(&st.found.chosen, func(block []item[S]) error {
		states, moves, lengths = states[:0], moves[:0], lengths[:0]
		for _, e := range block {
			states, moves, lengths = append(states, e.State), append(moves, uint16(e.Place)), append(lengths, uint16(e.Place>>lengthShift))
		}
		return emit(states, moves, lengths)
	})
}

const lengthShift = 16 // bit offset of the length in the note of a chosen move

// Load reads all positions and moves into memory.
func (st *Strategy[S]) Load() error {
	if st.found == nil {
		return nil
	}
	var states []S
	var moves, lengths []uint16
	err := st.Each(func(s []S, m, l []uint16) error {
		states, moves, lengths = append(states, s...), append(moves, m...), append(lengths, l...)
		return nil
	})
	if err == nil {
		st.Close()
		st.States, st.Moves, st.Lengths = states, moves, lengths
	}
	return err
}

// Close releases the memory and files of a strategy that has not been loaded.
func (st *Strategy[S]) Close() {
	if st.found != nil {
		st.found.spillSets.remove(&st.found.chosen)
		st.found = nil
	}
}

// Goal describes the strategy that find and FindClaimed construct.
type Goal struct {
	MovesFirst bool               // the player is to move at the root
	Score      int                // minimum score of the player
	Room       Room               // data that does not fit is written to files
	Progress   func(states int64) // if not nil, called periodically with the number of positions visited
}

// find constructs a strategy for a player who achieves the goal from root. The
// deciders run in their own threads and must be able to confirm that the goal is
// achieved. In each position, find considers the winning moves listed by Look. It
// prefers a move to a position for which a move has already been chosen, then the
// move with the cheapest proof, then a move that ends the game or that Look decides.
// Otherwise it takes the first move, in order of rank, that a decider confirms.
func find[S games.State](ctx context.Context, g games.Searcher[S], deciders []search.Decider[S], root S, goal Goal) (*Strategy[S], error) {
	t, err := newTraversal[S](g, goal.Room)
	if err != nil {
		return nil, err
	}
	var walkers []*walker[S]
	var finders []*finder[S]
	for _, decider := range deciders {
		walkers = append(walkers, newWalker(t, g, goal.Score))
		finders = append(finders, &finder[S]{walker: walkers[len(walkers)-1], decider: decider})
	}
	root, _ = games.Canonical(games.Game[S](g), root)
	walkers[0].push(root, goal.MovesFirst)
	err = t.run(ctx, walkers, goal.Progress, func(w int, e item[S], mine bool) error {
		if mine {
			return finders[w].choose(ctx, e.State)
		}
		return finders[w].visitReplies(e.State)
	})
	return t.result(goal.MovesFirst, goal.Score, err)
}

// FindClaimed constructs a strategy with Lengths. It calls first once. It then calls
// choose once per claimed position, with the smallest number claimed for the
// position. Claimed positions must be canonical, with the strategy's player to
// move. The function choose returns a move and its length, and must claim the
// positions on which these depend.
func FindClaimed[S games.State](ctx context.Context, g games.Game[S], goal Goal,
	first func(claim func(s S, number uint16)), choose func(s S, claimed uint16) (move, length uint16, err error),
) (*Strategy[S], error) {
	t, err := newTraversal(g, goal.Room)
	if err != nil {
		return nil, err
	}
	if t.layers == nil {
		return nil, fmt.Errorf("%s: lengths require a layered game", g.Info().Name)
	}
	w := &walker[S]{traversal: t}
	first(func(s S, number uint16) { w.claim(s, true, uint32(number)) })
	err = t.run(ctx, []*walker[S]{w}, goal.Progress, func(_ int, e item[S], _ bool) error {
		w.visited++
		move, length, err := choose(e.State, uint16(e.Place))
		w.chosen = append(w.chosen, item[S]{State: e.State, Place: uint32(length)<<lengthShift | uint32(move)})
		return err
	})
	return t.result(goal.MovesFirst, goal.Score, err)
}

func (t *traversal[S]) result(mine bool, score int, err error) (*Strategy[S], error) {
	if err != nil {
		t.spillSets.remove(&t.chosen)
		return nil, err
	}
	return &Strategy[S]{MovesFirst: mine, Score: score, found: t}, nil
}

type finder[S games.State] struct {
	*walker[S]
	decider search.Decider[S]
	moves   []candidate[S]
	states  []S
	costs   []uint64
}

type candidate[S games.State] struct {
	state     S   // canonical state after the move
	move      int // index in the order of Expand
	number    int16
	rank      int16
	sameMover bool // the same player moves again
}

// choose chooses the player's move at s, unless s is decided, and visits the position
// after the move.
func (f *finder[S]) choose(ctx context.Context, s S) error {
	if f.decided(s, true) {
		return nil
	}
	f.visited++
	m, visit, err := f.best(ctx, s)
	if err != nil {
		return err
	}
	f.chosen = append(f.chosen, item[S]{State: s, Place: uint32(m.move)})
	if visit {
		f.traversal.mark(m.state)
		f.push(m.state, m.sameMover)
	}
	return nil
}

// best returns the best move at s. The result visit is false if the move leads to a
// position that is terminal or decided by Look.
func (f *finder[S]) best(ctx context.Context, s S) (best candidate[S], visit bool, err error) {
	noneTerminal := f.listMoves(s)
	if noneTerminal && len(f.moves) == 1 {
		return f.moves[0], true, nil
	}
	f.findCosts(f.moves)
	cheapest, hint := -1, f.decider.Hint(s)
	for i, cost := range f.costs {
		switch {
		case cost > 0 && f.traversal.marked(f.moves[i].state):
			return f.moves[i], true, nil
		case cost > 0 && (cheapest < 0 || cost < f.costs[cheapest]):
			cheapest = i
		case cost == 0 && hint >= 0 && f.moves[i].number == hint && noneTerminal && f.decided(f.moves[i].state, f.moves[i].sameMover):
			// The search does not store positions that Look decides.
			return f.moves[i], false, nil
		}
	}
	if cheapest >= 0 {
		return f.moves[cheapest], true, nil
	}
	f.indexes = f.indexes[:0]
	for _, m := range f.moves {
		f.indexes = append(f.indexes, m.move)
	}
	open := f.moves[:0]
	for i, score := range f.terminalScores(s, f.indexes...) {
		switch m := f.moves[i]; {
		case score >= f.score:
			return m, false, nil
		case score == nonTerminal:
			if f.decided(m.state, m.sameMover) {
				return m, false, nil
			}
			open = append(open, m)
		}
	}
	best, err = f.searchMoves(ctx, s, open)
	return best, true, err
}

// findCosts sets f.costs to the approximate number of nodes in the proof of each move,
// or 0 for moves that are not proven.
func (f *finder[S]) findCosts(moves []candidate[S]) {
	f.states = f.states[:0]
	for _, m := range moves {
		f.states = append(f.states, m.state)
	}
	f.costs = f.decider.Below(f.states, 1-f.score, f.costs[:0])
	for i, m := range moves {
		if m.sameMover {
			f.costs[i] = 0
			if yes, known := f.decider.Known(m.state, f.score); yes && known {
				f.costs[i] = 1
			}
		}
	}
}

// listMoves lists the moves at s that the preceding call to Look considers worth
// searching, or all moves if Look does not list their states. It reports whether it
// is known that none of the listed moves ends the game.
func (f *finder[S]) listMoves(s S) (noneTerminal bool) {
	children := f.expand(s)
	f.moves = f.moves[:0]
	for _, c := range f.node.Children {
		state := c.State
		if c.TurnChanges > 1 {
			if !f.node.Complete {
				break
			}
			state = f.node.Forced
		}
		sameMover := c.TurnChanges == 0
		for i, child := range children { // children may coincide if the players are exchanged
			if child == state && f.sameMover(i) == sameMover {
				f.moves = append(f.moves, candidate[S]{state, i, c.Move & (1<<search.MoveBits - 1), c.Rank, sameMover})
				break
			}
		}
		if c.TurnChanges > 1 {
			return len(f.moves) == 1
		}
	}
	if noneTerminal = len(f.moves) == len(f.node.Children) && len(f.moves) > 0; !noneTerminal {
		f.moves = f.moves[:0]
		for i, c := range children {
			f.moves = append(f.moves, candidate[S]{c, i, -1, 0, f.sameMover(i)})
		}
	}
	return noneTerminal
}

// visitReplies visits the positions after the other player's moves at s, unless s is
// decided. If the node is complete, moves that Look omits lead to decided positions.
func (f *finder[S]) visitReplies(s S) error {
	if f.decided(s, false) {
		return nil
	}
	f.visited++
	n := &f.node
	if !n.Complete {
		return f.replies(s)
	}
	for _, c := range n.Children {
		if c.TurnChanges > 1 {
			f.push(n.Forced, true)
			break
		}
		f.push(c.State, c.TurnChanges == 1)
	}
	return nil
}

// searchMoves returns the first of the moves at s, in order of rank, that the decider
// confirms. It searches s itself first, because searching a single bad move may take
// far longer.
func (f *finder[S]) searchMoves(ctx context.Context, s S, moves []candidate[S]) (candidate[S], error) {
	if len(moves) > 1 {
		if _, err := f.decider.AtLeast(ctx, s, f.score); err != nil {
			return moves[0], err
		}
		f.findCosts(moves)
		if i := slices.IndexFunc(f.costs, func(cost uint64) bool { return cost > 0 }); i >= 0 {
			return moves[i], nil
		}
	}
	slices.SortStableFunc(moves, func(a, b candidate[S]) int { return cmp.Compare(b.rank, a.rank) })
	for _, m := range moves {
		threshold := 1 - f.score
		if m.sameMover {
			threshold = f.score
		}
		yes, err := f.decider.AtLeast(ctx, m.state, threshold)
		if err != nil || yes == m.sameMover {
			return m, err
		}
	}
	return candidate[S]{}, fmt.Errorf("%s: no move scores %d at %s, contradicting the search", f.game.Info().Name, f.score, f.format(s))
}
