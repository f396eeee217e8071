// Package proof stores search results: proofs of a game's value, bounds for positions, and
// snapshots of interrupted searches.
//
// WriteProof, WritePlay and WriteEven store proofs, and Verify checks them. OpenFacts reads the
// proof and the bounds of a variant. A Recorder stores the results of a running search.
package proof

import (
	"context"
	"errors"
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// proofOf returns g under the name of its proof.
//
// A proof consists of the value of the start position and the strategies that prove it. If a player
// gets the best possible payoff, one strategy suffices; otherwise there is one for each role.
//
// A proof is stored as a separate table, NAME.proof. Layer 0 contains the strategy of role 0 and
// layer 1 the strategy of role 1. A stored value is the index of the move. In a proof with lengths,
// the upper 16 bits are the bound on the number of plies to the end. Additional, empty layers
// encode the format version: version 1, without lengths, has none, and version 2 has one.
func proofOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.ProofName(g.Info().Name))
}

// formatVersion is the latest format version, for proofs with lengths.
const formatVersion = 2

// WriteProof stores the proof of a variant. The caller must set the fields Method, Elapsed, CPU,
// Nodes and PeakMemory of s; WriteProof sets the remaining fields. It returns [store.ErrExists]
// if a proof is stored already, unless opts.Force is set.
func WriteProof[S games.State](db string, g games.Game[S], p *strategy.Proven[S], s *job.Solution, opts store.Options) error {
	_, err := store.Size(db, store.ProofName(g.Info().Name))
	opts.Force = opts.Force || err != nil
	s.Start = value.Unmeasured(p.Payoff[0])
	layers := len(p.Strategies)
	if p.Plies > 0 {
		s.Start = value.Measured(p.Payoff[0], p.Plies)
		layers += formatVersion - 1
	}
	blocks := func(role int, emit func(tablebase.Block[S]) error) error {
		if role >= len(p.Strategies) || p.Strategies[role] == nil {
			return nil
		}
		var b tablebase.Block[S]
		return p.Strategies[role].Each(func(states []S, moves, lengths []uint16) error {
			b.States, b.Values = states, b.Values[:0]
			for i, m := range moves {
				b.Values = append(b.Values, value.Value(m)|value.Value(lengths[i])<<16)
			}
			return emit(b)
		})
	}
	note := func(role int, v value.Value) uint64 { return uint64(v)<<1 | uint64(role) }
	return writeLayers(db, proofOf(g), layers, blocks, s, note, opts)
}

func openProof[S games.State](db string, g games.Searcher[S]) (*strategy.Proven[S], *store.Header, error) {
	t, err := tablebase.Open(db, proofOf[S](g))
	if err != nil {
		return nil, nil, err
	}
	p, err := readProof(t, g)
	return p, t.Header(), errors.Join(err, t.Close())
}

func readProof[S games.State](t *tablebase.Table[S], g games.Searcher[S]) (*strategy.Proven[S], error) {
	s := t.Solution()
	start := s.Outcomes.Of(s.Start)
	p := &strategy.Proven[S]{Payoff: start.Pure}
	switch version := len(s.Layers) - len(p.Strategies) + 1; {
	case version > formatVersion:
		return nil, t.Newer(version)
	case version == formatVersion && start.Remoteness > 0:
		p.Plies = start.Remoteness
	case version != 1:
		return nil, t.Damaged("invalid header", fmt.Errorf("the header lists %d layers, which do not match a game of %d plies", len(s.Layers), start.Remoteness))
	}
	mover := games.Mover[S](g, g.Start())
	for role := range p.Strategies {
		score := search.ScoreOf(g.Info().Total, p.Payoff[role])
		if score == -g.Scores() && p.Plies == 0 {
			continue // without lengths, the worst payoff needs no strategy
		}
		st := &strategy.Strategy[S]{MovesFirst: role == mover, Score: score}
		for b, err := range t.Blocks(role) {
			if err != nil {
				return nil, err
			}
			st.States = append(st.States, b.States...)
			for _, v := range b.Values {
				st.Moves = append(st.Moves, uint16(v))
				if p.Plies > 0 {
					st.Lengths = append(st.Lengths, uint16(v>>16))
				}
			}
		}
		p.Strategies[role] = st
	}
	return p, nil
}

// verify checks a proof against the rules and the game's own scores; see strategy.Strategy.Check. A
// proof with lengths is checked against the rules alone. verify returns the number of positions
// visited. If progress is not nil, verify also calls it periodically with the current number.
func verify[S games.State](ctx context.Context, g games.Searcher[S], p *strategy.Proven[S], threads int, room strategy.Room, progress func(positions int64)) (int64, error) {
	if p.Plies > 0 {
		return verifyLengths(ctx, g, p, threads, progress)
	}
	total := int64(0)
	for _, st := range p.Strategies {
		if st == nil {
			continue // the worst payoff needs no strategy
		}
		n, err := st.Check(ctx, g, g.Start(), threads, room, func(n int64) {
			if progress != nil {
				progress(total + n)
			}
		})
		total += n
		if ctx.Err() != nil {
			return total, ctx.Err()
		}
		if err != nil {
			return total, &store.WrongError{Name: store.ProofName(g.Info().Name), Wrong: 1, First: []string{err.Error()}}
		}
	}
	return total, nil
}
