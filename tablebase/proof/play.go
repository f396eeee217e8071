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

// Play is an optimal play from the start position of a single-role game. It proves the game's
// value. It is stored as NAME.proof, with one layer. A stored state is the number of a ply, and its
// value is the move made in that ply.
type Play struct {
	Moves    []int32 // indexes into the children returned by Expand
	Payoff   int16
	Shortest bool // no shorter play has this payoff
}

// WritePlay stores the play of a variant. It completes s as [WriteProof] does.
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

// OpenPlay reads the play of a variant, its states, and the header of the table. It returns the
// errors of [tablebase.Open]. It returns a [*store.WrongError] if the play is illegal, is worse
// than endless play, or has a payoff other than the stored one.
func OpenPlay[S games.State](db string, g games.Game[S]) (p *Play, states []S, h *store.Header, err error) {
	t, err := tablebase.Open(db, proofOf(g))
	if err != nil {
		return nil, nil, nil, err
	}
	defer func() { err = errors.Join(err, t.Close()) }()
	s := t.Solution()
	start := s.Outcomes.Of(s.Start)
	if len(s.Layers) != 1 {
		return nil, nil, nil, t.Damaged("invalid header", fmt.Errorf("the header lists %d layers, expected 1", len(s.Layers)))
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
	states, fault := follow(g, p)
	if fault != "" {
		err = &store.WrongError{Name: t.Header().Name, Wrong: 1, First: []string{fault}}
	}
	return p, states, t.Header(), err
}

// follow plays the moves and returns a description of the first violation of the rules, or "".
func follow[S games.State](g games.Game[S], p *Play) (states []S, fault string) {
	at, info := g.Start(), g.Info()
	states = []S{at}
	for ply, move := range p.Moves {
		children, _ := g.Expand(nil, nil, []S{at})
		if int(move) >= len(children) {
			return states, fmt.Sprintf("ply %d plays move %d, but the position has only %d", ply+1, move+1, len(children))
		}
		at = children[move]
		states = append(states, at)
	}
	if children, _ := g.Expand(nil, nil, []S{at}); len(children) > 0 {
		return states, fmt.Sprintf("the game is not over after %d plies", len(p.Moves))
	}
	if got := g.Payoffs(nil, []S{at})[0][0]; got != p.Payoff {
		return states, fmt.Sprintf("the play has payoff %v, expected %v", info.Points(int(got)), info.Points(int(p.Payoff)))
	}
	endless := info.Payoffs[0] // see games.Info.Endless
	if _, layered := g.(games.Layered[S]); !layered && info.Endless != nil {
		endless = *info.Endless
	}
	if int(p.Payoff) < endless {
		return states, fmt.Sprintf("the play has payoff %v, but endless play pays %v", info.Points(int(p.Payoff)), info.Points(endless))
	}
	return states, ""
}

// Maximum numbers of positions, up to symmetry, that verifyPlay visits to prove that no play has
// a greater payoff, or that no shorter play has the same payoff.
const (
	maxForMore    = 1 << 22
	maxForShorter = 1 << 18
)

// verifyPlay replays the stored moves. To prove that no play is better, it visits all positions if
// the game has a payoff greater than the play's. Otherwise it visits only the positions that can be
// reached within the length of the play.
func verifyPlay[S games.State](ctx context.Context, db string, g games.Game[S], progress func(positions int64)) (Verified, error) {
	p, states, h, err := OpenPlay(db, g)
	if err != nil {
		return Verified{}, err
	}
	info := g.Info()
	payoffs := info.Payoffs
	greatest := int(p.Payoff) == payoffs[len(payoffs)-1]
	v := Verified{Positions: int64(len(states)), Plies: len(p.Moves), Greatest: greatest}
	most := maxForMore
	if greatest {
		most = maxForShorter
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
						fault := fmt.Sprintf("a play of %d plies has payoff %v, but the stored play of %d plies has payoff %v", plies, info.Points(int(got)), len(p.Moves), info.Points(int(p.Payoff)))
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
