package length

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
)

// Prove makes a proof of the value of the start position with its length: the score there,
// not 0, for the player to move, is known. Progress, if not nil, is told the number of
// positions in the strategies.
func (l *Search[S]) Prove(ctx context.Context, score, plies int, progress func(positions int64)) (*strategy.Proven[S], error) {
	mover := games.Mover(l.game, l.game.Start())
	winner := mover
	if score < 0 {
		winner = 1 - mover
	}
	p := &strategy.Proven[S]{Plies: plies}
	count := int64(0)
	for role := range p.Strategies {
		own := score
		if role != mover {
			own = -score
		}
		p.Payoff[role] = search.PayoffOf(l.total, own)
		b := &builder[S]{
			worker: l.workers[0], ctx: ctx, score: max(score, -score), hastens: role == winner, notes: map[S]note{},
			progress: func(n int) {
				if progress != nil {
					progress(count + int64(n))
				}
			},
		}
		st, err := b.build(plies, role == mover)
		if err != nil {
			return nil, err
		}
		st.Score = own
		p.Strategies[role] = st
		count += int64(len(st.States))
	}
	return p, nil
}

// builder makes the strategy of one player.
type builder[S games.State] struct {
	*worker[S]
	ctx      context.Context
	score    int  // of the winner
	hastens  bool // the strategy is the winner's
	notes    map[S]note
	stack    []claim[S]
	progress func(positions int)
}

// note is what a strategy has of a position.
type note struct{ length, move uint16 }

// claim is a bound of the length at a position where the player is to move, yet to be
// proven.
type claim[S games.State] struct {
	state  S
	length int
}

// build makes the strategy from the start, where the win takes so many plies.
func (b *builder[S]) build(plies int, mine bool) (*strategy.Strategy[S], error) {
	start, _ := games.Canonical(b.search.game, b.search.game.Start())
	if mine {
		b.push(start, plies)
	} else {
		b.replies(&frame[S]{}, start, plies)
	}
	roots := slices.Clone(b.stack)
	f := new(frame[S])
	for len(b.stack) > 0 {
		at := b.stack[len(b.stack)-1]
		b.stack = b.stack[:len(b.stack)-1]
		if n, ok := b.notes[at.state]; ok && b.implies(int(n.length), at.length) {
			continue
		}
		if err := b.choose(f, at); err != nil {
			return nil, err
		}
		b.progress(len(b.notes))
	}
	return b.collect(f, roots, mine), nil
}

// implies reports whether one bound is as good as another.
func (b *builder[S]) implies(known, wanted int) bool {
	if b.hastens {
		return known <= wanted
	}
	return known >= wanted
}

// earlier is the bound to prove a ply after a position with a bound.
func (b *builder[S]) earlier(length int) int {
	if b.hastens {
		return max(length-1, 0)
	}
	return max(length-1, 1)
}

// trivial reports whether a bound holds at any position that is not over.
func (b *builder[S]) trivial(length int) bool {
	return !b.hastens && length <= 1 && b.score == b.search.most
}

// push proves a bound at a position later.
func (b *builder[S]) push(s S, length int) {
	if n, ok := b.notes[s]; !b.trivial(length) && !(ok && b.implies(int(n.length), length)) {
		b.stack = append(b.stack, claim[S]{s, length})
	}
}

// replies pushes what the other player can move to from a position with a bound.
func (b *builder[S]) replies(f *frame[S], s S, length int) {
	b.expand(f, &s)
	for i, c := range f.states {
		if !f.over[i] {
			b.push(c, b.earlier(length))
		}
	}
}

// choose finds the move that keeps a bound, and goes on with the replies to it.
func (b *builder[S]) choose(f *frame[S], at claim[S]) error {
	l := b.search
	b.expand(f, &at.state)
	next := Win{b.score, !b.hastens}
	child := b.earlier(at.length)
	// holds reports whether a bound of a length is what is needed after a move.
	holds := func(low, high int) bool {
		if b.hastens {
			return high <= child
		}
		return low >= child
	}
	move, least := -1, ^uint64(0)
	mover := games.Mover(l.game, at.state)
	for i := range f.states {
		if f.over[i] {
			b.payoffs = l.game.Payoffs(b.payoffs[:0], f.played[i:i+1])
			score := search.ScoreOf(l.total, b.payoffs[0][mover])
			if b.hastens && (score > b.score || score == b.score && at.length > 0) || !b.hastens && (score > -b.score || score == -b.score && at.length <= 1) {
				b.notes[at.state] = note{uint16(at.length), uint16(i)}
				return nil
			}
			continue
		}
		if b.trivial(child) {
			move = i
			break
		}
		if e := l.load(f.places[i], &f.states[i], next); holds(e.low, e.high) && e.work < least {
			move, least = i, e.work
		}
	}
	for i := 0; move < 0 && i < len(f.states); i++ {
		if f.over[i] {
			continue
		}
		limit := child
		if !b.hastens {
			limit = child - 1
		}
		yes, err := l.AtMost(b.ctx, f.states[i], next, limit)
		if err != nil {
			return err
		}
		if yes == b.hastens {
			move = i
		}
	}
	if move < 0 {
		return fmt.Errorf("%s: no move keeps %d plies at %s, against what the search found", l.game.Info().Name, at.length,
			games.NotationOf(l.game).FormatState(at.state))
	}
	b.notes[at.state] = note{uint16(at.length), uint16(move)}
	if !b.trivial(child) {
		b.replies(f, f.states[move], child)
	}
	return nil
}

// collect lists the positions that the strategy meets with its final moves.
func (b *builder[S]) collect(f *frame[S], roots []claim[S], mine bool) *strategy.Strategy[S] {
	st := &strategy.Strategy[S]{Mine: mine}
	met := make(map[S]bool, len(b.notes))
	b.stack = roots
	for len(b.stack) > 0 {
		s := b.stack[len(b.stack)-1].state
		b.stack = b.stack[:len(b.stack)-1]
		n, ok := b.notes[s]
		if !ok || met[s] {
			continue
		}
		met[s] = true
		st.States = append(st.States, s)
		b.expand(f, &s)
		if c := f.states[n.move]; !f.over[n.move] {
			b.expand(f, &c)
			for i, r := range f.states {
				if !f.over[i] {
					b.stack = append(b.stack, claim[S]{state: r})
				}
			}
		}
	}
	slices.SortFunc(st.States, games.Compare)
	for _, s := range st.States {
		st.Moves, st.Lengths = append(st.Moves, b.notes[s].move), append(st.Lengths, b.notes[s].length)
	}
	return st
}
