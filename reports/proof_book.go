package reports

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver"
	"zermelo/solver/search"
	"zermelo/tablebase"
)

// ProofNodes is how many positions are searched by default for a value that a
// proof does not tell.
const ProofNodes = 200_000

// Limit is how far to search for a value that a proof does not tell.
type Limit struct {
	Nodes uint64        // positions; 0 means no limit
	Time  time.Duration // 0 means no limit
}

// OpenProof opens the proof of a variant that was solved by search, in the data
// directory db. What the proof does not tell is searched for within limit; what
// is still open then has the words "not proven" and is neither best nor worst.
// The lengths of play are not known. Its errors are those of tablebase.Open.
func OpenProof(db string, v games.Variant, limit Limit) (Book, error) {
	switch g := v.(type) {
	case games.Game[uint64]:
		return openProof(db, g, limit)
	case games.Game[[2]uint64]:
		return openProof(db, g, limit)
	case games.Game[[4]uint64]:
		return openProof(db, g, limit)
	}
	return nil, fmt.Errorf("%s: a game with states of an unknown type (%T)", v.Info().Name, v)
}

func openProof[S games.State](db string, g games.Game[S], limit Limit) (Book, error) {
	s := search.Plain(g)
	proof, header, err := tablebase.OpenProof(db, s)
	if err != nil {
		return nil, err
	}
	size, err := tablebase.Size(db, header.Name)
	if err != nil {
		return nil, err
	}
	return newBook(g, newProofProber(s, proof, size, limit), header.Solution), nil
}

// proofProber tells the values of positions from a proof, and by search where
// that says nothing. It searches for one caller at a time.
type proofProber[S games.State] struct {
	game games.Searcher[S]
	size int64
	time time.Duration // for a position; 0: no limit

	mu    sync.Mutex
	table *search.Table[S]
	find  *search.AlphaBeta[S]
	known map[S]bounds // of canonical positions, seen by the player to move
	room  int          // how many positions known may have
}

// searchedPositions is how many results of searches are kept beside those of
// the proof; the search's table remembers more.
const searchedPositions = 1 << 18

// bounds is the range that the score of a position lies in.
type bounds struct{ low, high int }

// proberCache is the size of the search's table, in bytes.
const proberCache = 64 << 20

func newProofProber[S games.State](g games.Searcher[S], proof *tablebase.Proof[S], size int64, limit Limit) *proofProber[S] {
	table := search.NewTable(g, proberCache)
	p := &proofProber[S]{
		game: g, size: size, time: limit.Time, table: table, known: map[S]bounds{}, room: math.MaxInt,
		find: search.NewAlphaBeta(g, table, search.Options{Nodes: limit.Nodes}),
	}
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	for role, st := range proof.Strategies {
		if st == nil {
			continue
		}
		if search.MoverAt[S](g, g.Start()) == role {
			p.learn(start, st.Score, g.Scores())
		} else {
			p.learn(start, -g.Scores(), -st.Score)
		}
		var ends []int32
		var children []S
		for i, s := range st.States {
			// The player with the strategy is to move here, and the other one
			// after the move.
			p.learn(s, st.Score, g.Scores())
			children, ends = g.Expand(children[:0], ends[:0], st.States[i:i+1])
			if m := int(st.Moves[i]); m < len(children) {
				child, _ := games.Canonical(games.Game[S](g), children[m])
				p.learn(child, -g.Scores(), -st.Score)
			}
		}
	}
	p.room = len(p.known) + searchedPositions
	return p
}

// learn narrows what is known of a position.
func (p *proofProber[S]) learn(s S, low, high int) {
	b, ok := p.known[s]
	if !ok {
		b = bounds{-p.game.Scores(), p.game.Scores()}
	}
	b = bounds{max(b.low, low), min(b.high, high)}
	if ok || len(p.known) < p.room {
		p.known[s] = b
	}
	p.table.Store(s, search.Bounds{Low: b.low, High: b.high, Move: -1}, 1<<30)
}

// Probe implements prober. An outcome without payoffs is not proven.
func (p *proofProber[S]) Probe(dst []solver.Outcome, states []S) ([]solver.Outcome, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ends := p.game.Expand(nil, nil, states)
	from := int32(0)
	info := p.game.Info()
	for i, s := range states {
		n := int(ends[i] - from)
		from = ends[i]
		outcomes := solver.Outcomes{Kind: solver.Alternating, Total: info.Total}
		if n == 0 {
			payoff := p.game.Payoffs(nil, states[i:i+1])[0]
			o := outcomes.Of(solver.Unmeasured(payoff[0]))
			o.Remoteness = 0
			dst = append(dst, o)
			continue
		}
		score, proven, err := p.score(s)
		if err != nil {
			return dst, err
		}
		if !proven {
			dst = append(dst, solver.Outcome{Remoteness: -1})
			continue
		}
		payoff := search.PayoffOf(info.Total, score)
		if search.MoverAt[S](p.game, s) == 1 {
			payoff = int16(info.Total) - payoff
		}
		dst = append(dst, outcomes.Of(solver.Unmeasured(payoff)))
	}
	return dst, nil
}

// score is the score of a position for the player to move, if it can be proven.
func (p *proofProber[S]) score(s S) (score int, proven bool, err error) {
	canonical, _ := games.Canonical(games.Game[S](p.game), s)
	if b, ok := p.known[canonical]; ok && b.low == b.high {
		return b.low, true, nil
	}
	ctx := context.Background()
	if p.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, p.time)
		defer cancel()
	}
	low, high, err := p.find.Score(ctx, canonical)
	if err != nil && !errors.Is(err, search.ErrNodes) && !errors.Is(err, context.DeadlineExceeded) {
		return 0, false, err
	}
	p.learn(canonical, low, high)
	return low, low == high, nil
}

func (p *proofProber[S]) Size() (int64, error) { return p.size, nil }

func (p *proofProber[S]) Close() error {
	p.table.Close()
	return nil
}

// proven reports whether an outcome is known.
func proven(o solver.Outcome) bool { return o.Payoff[0] != nil }

// openMoves fills in the moves of a position of which some are not proven:
// those that keep the value first, then what is not proven, then the rest.
func (b *book[S]) openMoves(p *Position, names []string, children []S, outcomes []solver.Outcome) {
	rank := func(m Move) int {
		switch {
		case m.Keeps:
			return 0
		case !proven(m.Outcome):
			return 1
		}
		return 2
	}
	for i, name := range names {
		p.Moves = append(p.Moves, Move{
			Name: name, Child: b.notation.FormatState(children[i]), Value: valueOf(b.info, outcomes[i]), Outcome: outcomes[i],
			Keeps: proven(p.Outcome) && proven(outcomes[i]) && outcomes[i].Payoff[p.Mover].Cmp(p.Outcome.Payoff[p.Mover]) == 0,
		})
	}
	slices.SortStableFunc(p.Moves, func(x, y Move) int { return rank(x) - rank(y) })
}
