package proof

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Play proves the value of the start of a game of one role: it gets the greatest payoff
// that a play gets. It is stored as NAME.proof, with one layer: a state is the number of a ply, a
// value that of its move.
type Play struct {
	Moves  []int32 // numbers of children, in the order of Expand
	Payoff int16
	// Shortest says that the search has proven that no play to that payoff is shorter.
	Shortest bool
}

// WritePlay stores the play of a variant, with what the solution says about how it was
// found, as WriteProof does.
func WritePlay[S games.State](db string, g games.Game[S], p *Play, s *job.Solution, opts store.Options) error {
	_, err := store.Size(db, store.ProofName(g.Info().Name))
	opts.Force = opts.Force || err != nil
	s.Start = value.Unmeasured(p.Payoff)
	if p.Shortest {
		s.Start = value.Measured(p.Payoff, len(p.Moves))
	}
	var b tablebase.Block[S]
	for ply, move := range p.Moves {
		var at S
		words := games.Bits(&at)
		words[len(words)-1] = uint64(ply)
		b.States, b.Values = append(b.States, at), append(b.Values, value.Value(move))
	}
	note := func(_ int, v value.Value) uint64 { return uint64(v) }
	return writeLayers(db, proofOf(g), 1, blocksOf([]tablebase.Block[S]{b}), s, note, opts)
}

// OpenPlay reads the play of a variant, and returns the states on its way, from the start
// to the end. Its errors are those of tablebase.Open, and a *store.WrongError for a play
// that breaks the rules, gets another payoff than it says, or less than play that never ends.
func OpenPlay[S games.State](db string, g games.Game[S]) (p *Play, way []S, h *store.Header, err error) {
	t, err := tablebase.Open(db, proofOf(g))
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	s := t.Solution()
	start := s.Outcomes.Of(s.Start)
	if len(s.Layers) != 1 {
		return nil, nil, nil, t.Damaged("its header", fmt.Errorf("%d layers, for a play", len(s.Layers)))
	}
	p = &Play{Payoff: start.Pure[0], Shortest: start.Remoteness >= 0}
	for b, err := range t.Blocks(0) {
		if err != nil {
			return nil, nil, nil, err
		}
		for _, v := range b.Values {
			p.Moves = append(p.Moves, int32(v))
		}
	}
	way, fault := follow(g, p)
	if fault != "" {
		err = &store.WrongError{Name: t.Header().Name, Wrong: 1, First: []string{fault}}
	}
	return p, way, t.Header(), err
}

// follow plays the moves by the rules, and says what is wrong with them, "" if nothing is.
func follow[S games.State](g games.Game[S], p *Play) (way []S, fault string) {
	at := g.Start()
	way = []S{at}
	for ply, move := range p.Moves {
		children, _ := g.Expand(nil, nil, []S{at})
		if int(move) >= len(children) {
			return way, fmt.Sprintf("ply %d is move %d of %d", ply+1, move+1, len(children))
		}
		at = children[move]
		way = append(way, at)
	}
	if children, _ := g.Expand(nil, nil, []S{at}); len(children) > 0 {
		return way, fmt.Sprintf("the game is not over after %d plies", len(p.Moves))
	}
	if got := g.Payoffs(nil, []S{at})[0][0]; got != p.Payoff {
		return way, fmt.Sprintf("the play gets %d, not %d", got, p.Payoff)
	}
	if secure := value.SecurePayoff(g); int(p.Payoff) < secure {
		return way, fmt.Sprintf("the play gets %d, and play that never ends %d", p.Payoff, secure)
	}
	return way, ""
}

// What verify looks at, in positions up to symmetry, to see that no play gets more, or that
// none that gets as much is shorter.
const (
	mostForMore    = 1 << 22
	mostForShorter = 1 << 18
)

// verifyPlay is Verify for a game of one role. It plays the moves, and looks at all positions
// that as many plies lead to, or all there are where a payoff is greater.
func verifyPlay[S games.State](ctx context.Context, db string, g games.Game[S], progress func(positions int64)) (Verified, error) {
	p, way, h, err := OpenPlay(db, g)
	if err != nil {
		return Verified{}, err
	}
	payoffs := g.Info().Payoffs
	greatest := int(p.Payoff) == payoffs[len(payoffs)-1]
	v := Verified{Positions: int64(len(way)), Plies: len(p.Moves), Greatest: greatest}
	most := mostForMore
	if greatest {
		most = mostForShorter
	}
	canonizer := games.CanonizerOf(g)
	start, _ := games.Canonical(g, g.Start())
	seen, open := map[S]bool{start: true}, []S{start}
	for plies := 0; len(open) > 0; plies++ {
		if v.Shortest = p.Shortest && plies >= len(p.Moves); greatest && v.Shortest == p.Shortest {
			return v, nil
		}
		var next []S
		for part := range slices.Chunk(open, 1<<10) {
			if err := ctx.Err(); err != nil || len(seen) > most {
				return v, err
			}
			children, ends := g.Expand(nil, nil, part)
			from := int32(0)
			for i, end := range ends {
				if end == from {
					got := g.Payoffs(nil, part[i:i+1])[0][0]
					if got > p.Payoff || got == p.Payoff && p.Shortest && plies < len(p.Moves) {
						fault := fmt.Sprintf("a play of %d plies gets %d, this one of %d plies %d", plies, got, len(p.Moves), p.Payoff)
						return v, &store.WrongError{Name: h.Name, Wrong: 1, First: []string{fault}}
					}
				}
				from = end
			}
			canonizer.Canonize(children, make([]bool, len(children)))
			for _, c := range children {
				if !seen[c] {
					seen[c] = true
					next = append(next, c)
				}
			}
			if v.Positions = max(v.Positions, int64(len(seen))); progress != nil {
				progress(v.Positions)
			}
		}
		open = next
	}
	v.Greatest, v.Shortest = true, p.Shortest
	return v, nil
}
