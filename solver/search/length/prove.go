package length

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
)

// Prove returns a proof of the start position's score and of the length of optimal
// play in plies. The score must not be 0. Data that does not fit in room is written
// to files. Prove calls progress, if not nil, with the number of positions in the
// strategies.
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
		b := &builder[S]{worker: l.workers[0], score: max(score, -score), isWinner: role == winner, frame: new(frame[S])}
		found := int64(0)
		var err error
		p.Strategies[role], err = strategy.FindClaimed(ctx, l.game, strategy.Goal{MovesFirst: role == mover, Score: own, Room: room, Progress: func(n int64) {
			if found = n; progress != nil {
				progress(count + n)
			}
		}}, func(claim func(S, uint16)) {
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
		count += found
	}
	return p, nil
}

// builder constructs the strategy of one player. It proves a bound on the length for
// each position where this player is to move.
type builder[S games.State] struct {
	*worker[S]
	score    int  // score of the winner
	isWinner bool // the player is the winner
	frame    *frame[S]
	claim    func(s S, number uint16) // if a position is claimed repeatedly, the least number applies
}

// code converts a length to a claim number and vice versa. Stronger bounds have smaller
// numbers. Short bounds are stronger for the winner, and long ones for the loser.
func (b *builder[S]) code(length uint16) uint16 {
	if b.isWinner {
		return length
	}
	return Never - length
}

// childBound returns the bound to prove for a child, given the bound for its parent.
func (b *builder[S]) childBound(length int) int {
	if b.isWinner {
		return max(length-1, 0)
	}
	return max(length-1, 1)
}

// trivial reports whether a bound holds in every nonterminal position.
func (b *builder[S]) trivial(length int) bool {
	return !b.isWinner && length <= 1 && b.score == b.search.maxScore
}

func (b *builder[S]) push(s S, length int) {
	if !b.trivial(length) {
		b.claim(s, b.code(uint16(length)))
	}
}

// replies schedules the positions to which the other player can move from s.
func (b *builder[S]) replies(s S, length int) {
	for open := []S{s}; len(open) > 0 && !b.trivial(length); {
		length = b.childBound(length)
		var next []S // positions where the other player moves again
		for _, s := range open {
			b.expand(b.frame, &s)
			for i, c := range b.frame.states {
				switch {
				case b.frame.terminal[i]:
				case b.frame.sameMover(i):
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

// searchMove returns the index of a move from s to a position where the length
// satisfies the bound child, or -1 if there is none. If it is known that the winner
// cannot reach the score at s, searchMove compares only scores, because a search for
// lengths would have to reach terminal positions.
func (b *builder[S]) searchMove(s S, child int) (int, error) {
	l, f, win := b.search, b.frame, Win{b.score, b.isWinner}
	limit, secured := child, false
	if !b.isWinner {
		limit--
		won, known := b.known(s, win, b.score)
		secured = known && !won
	}
	first := int(l.load(l.table.Key(&s), &s, win).move)
	for k := -1; k < len(f.states); k++ {
		i := k
		if k < 0 {
			i = first
		}
		if i >= len(f.states) || f.terminal[i] || k == first {
			continue
		}
		var yes bool
		var err error
		if secured {
			yes, err = b.achieves(f.states[i], f.childWin(win, i), b.score)
		} else {
			yes, err = l.atMost(b.ctx, f.states[i], f.childWin(win, i), limit)
		}
		if err != nil {
			return 0, err
		}
		if yes == b.isWinner {
			return i, nil
		}
	}
	return -1, nil
}

// choose returns a move that proves a bound at s, and schedules the replies to it.
func (b *builder[S]) choose(s S, length int) (uint16, error) {
	l, f, win := b.search, b.frame, Win{b.score, b.isWinner}
	b.expand(f, &s)
	child := b.childBound(length)
	achieves := func(low, high int) bool {
		if b.isWinner {
			return high <= child
		}
		return low >= child
	}
	move, minWork := -1, ^uint64(0)
	mover := games.Mover(l.game, s)
	for i := range f.states {
		if f.terminal[i] {
			b.payoffs = l.game.Payoffs(b.payoffs[:0], f.rawStates[i:i+1])
			score := search.ScoreOf(l.total, b.payoffs[0][mover])
			if b.isWinner && (score > b.score || score == b.score && length > 0) || !b.isWinner && (score > -b.score || score == -b.score && length <= 1) {
				return uint16(i), nil
			}
			continue
		}
		if b.trivial(child) {
			move = i
			break
		}
		next := f.childWin(win, i)
		e := l.load(f.places[i], &f.states[i], next)
		if won, known := b.known(f.states[i], next, b.score); !b.isWinner && known && !won {
			e.low = Never
		}
		if achieves(e.low, e.high) && e.work < minWork {
			move, minWork = i, e.work
		}
	}
	if move < 0 {
		var err error
		if move, err = b.searchMove(s, child); err != nil {
			return 0, err
		}
	}
	if move < 0 {
		return 0, fmt.Errorf("%s: no move achieves %d plies at %s, contradicting the search", l.game.Info().Name, length,
			games.NotationOf(l.game).FormatState(s))
	}
	if f.sameMover(move) {
		b.push(f.states[move], child)
	} else {
		b.replies(f.states[move], child)
	}
	return uint16(move), nil
}
