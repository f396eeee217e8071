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
// not 0, for the player to move, is known. What does not fit the room goes to files.
// Progress, if not nil, is told the number of positions in the strategies.
func (l *Search[S]) Prove(ctx context.Context, score, plies int, room strategy.Room, progress func(positions int64)) (*strategy.Proven[S], error) {
	mover := games.Mover(l.game, l.game.Start())
	winner := mover
	if score < 0 {
		winner = 1 - mover
	}
	l.workers[0].ctx = ctx
	p := &strategy.Proven[S]{Plies: plies}
	count := int64(0)
	for role := range p.Strategies {
		own := score
		if role != mover {
			own = -score
		}
		p.Payoff[role] = search.PayoffOf(l.total, own)
		b := &builder[S]{worker: l.workers[0], score: max(score, -score), hastens: role == winner, frame: new(frame[S])}
		met := int64(0)
		var err error
		p.Strategies[role], err = strategy.FindClaimed(ctx, l.game, role == mover, own, room, func(n int64) {
			if met = n; progress != nil {
				progress(count + n)
			}
		}, func(claim func(S, uint16)) {
			b.claim = claim
			start, _ := games.Canonical(l.game, l.game.Start())
			if role == mover {
				b.push(start, plies)
			} else {
				b.replies(start, plies)
			}
		}, func(s S, claimed uint16) (move, length uint16, err error) {
			length = b.code(claimed)
			move, err = b.choose(s, int(length))
			return move, length, err
		})
		if err != nil {
			p.Close()
			return nil, err
		}
		count += met
	}
	return p, nil
}

// builder makes the strategy of one player: a bound of the length at each position where
// the player is to move.
type builder[S games.State] struct {
	*worker[S]
	score   int  // of the winner
	hastens bool // the strategy is the winner's
	frame   *frame[S]
	claim   func(s S, number uint16) // the least number claimed counts
}

// code is the number that stands for a length in claims, or the length that a number
// stands for: of the winner's bounds the least says the most, of the loser's the greatest.
func (b *builder[S]) code(length uint16) uint16 {
	if b.hastens {
		return length
	}
	return Never - length
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
	if !b.trivial(length) {
		b.claim(s, b.code(uint16(length)))
	}
}

// replies pushes what the other player can move to from a position with a bound.
func (b *builder[S]) replies(s S, length int) {
	for open := []S{s}; len(open) > 0 && !b.trivial(length); {
		length = b.earlier(length)
		var next []S // where the other player moves again
		for _, s := range open {
			b.expand(b.frame, &s)
			for i, c := range b.frame.states {
				switch {
				case b.frame.over[i]:
				case b.frame.again(i):
					next = append(next, c)
				default:
					b.push(c, length)
				}
			}
		}
		slices.SortFunc(next, games.Compare[S])
		open = slices.Compact(next)
	}
}

// ask finds a move at s that keeps a bound by searching, -1 if there is none: of the moves
// that the frame has, after which the bound is child. Where the loser does not lose it goes
// by the outcome, as a search for lengths would have to follow play to the end.
func (b *builder[S]) ask(s S, child int) (int, error) {
	l, f, win := b.search, b.frame, Win{b.score, b.hastens}
	limit, saved := child, false
	if !b.hastens {
		limit--
		won, known := b.known(s, win, b.score)
		saved = known && !won
	}
	first := int(l.load(l.table.Key(&s), &s, win).move)
	for k := -1; k < len(f.states); k++ {
		i := k
		if k < 0 {
			i = first
		}
		if i >= len(f.states) || f.over[i] || k == first {
			continue
		}
		var yes bool
		var err error
		if saved {
			yes, err = b.gets(f.states[i], f.after(win, i), b.score)
		} else {
			yes, err = l.AtMost(b.ctx, f.states[i], f.after(win, i), limit)
		}
		if err != nil {
			return 0, err
		}
		if yes == b.hastens {
			return i, nil
		}
	}
	return -1, nil
}

// choose finds the move that keeps a bound at s, and goes on with the replies to it.
func (b *builder[S]) choose(s S, length int) (uint16, error) {
	l, f, win := b.search, b.frame, Win{b.score, b.hastens}
	b.expand(f, &s)
	child := b.earlier(length)
	// holds reports whether a bound of a length is what is needed after a move.
	holds := func(low, high int) bool {
		if b.hastens {
			return high <= child
		}
		return low >= child
	}
	move, least := -1, ^uint64(0)
	mover := games.Mover(l.game, s)
	for i := range f.states {
		if f.over[i] {
			b.payoffs = l.game.Payoffs(b.payoffs[:0], f.played[i:i+1])
			score := search.ScoreOf(l.total, b.payoffs[0][mover])
			if b.hastens && (score > b.score || score == b.score && length > 0) || !b.hastens && (score > -b.score || score == -b.score && length <= 1) {
				return uint16(i), nil
			}
			continue
		}
		if b.trivial(child) {
			move = i
			break
		}
		next := f.after(win, i)
		e := l.load(f.places[i], &f.states[i], next)
		if won, known := b.known(f.states[i], next, b.score); !b.hastens && known && !won {
			e.low = Never
		}
		if holds(e.low, e.high) && e.work < least {
			move, least = i, e.work
		}
	}
	if move < 0 {
		var err error
		if move, err = b.ask(s, child); err != nil {
			return 0, err
		}
	}
	if move < 0 {
		return 0, fmt.Errorf("%s: no move keeps %d plies at %s, against what the search found", l.game.Info().Name, length,
			games.NotationOf(l.game).FormatState(s))
	}
	if f.again(move) {
		b.push(f.states[move], child)
	} else {
		b.replies(f.states[move], child)
	}
	return uint16(move), nil
}
