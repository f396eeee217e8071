// Package proof keeps what searches find: proofs of a game, results on their way, and
// the open questions of one that was interrupted.
package proof

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
	"zermelo/tablebase/write"
)

// Proof is a weak solution: the value of the start position, with the
// strategies that prove it. Where a player gets the best payoff there is, one
// strategy does; else there is one for each role.
//
// It is stored as a table of its own, NAME.proof: layer 0 holds the strategy of
// role 0, layer 1 that of role 1; a value is the index of the move.
type Proof[S games.State] struct {
	Payoff     games.Payoff
	Strategies [games.MaxRoles]*strategy.Strategy[S] // nil where none is needed
	Method     string                                // what found it
	Elapsed    time.Duration
	CPU        time.Duration // processor time; 0 where it was not measured
	Nodes      uint64        // positions searched
	PeakMemory int64         // bytes
}

// otherName is a game under another name, for a table of another kind. It has
// no layers: those of such a table are its own.
type otherName[S games.State] struct {
	games.Game[S]
	games.Canonizer[S]
	info games.Info
}

func (g *otherName[S]) Info() *games.Info { return &g.info }

func renamed[S games.State](g games.Game[S], name string) games.Game[S] {
	o := &otherName[S]{Game: g, Canonizer: games.CanonizerOf(g), info: *g.Info()}
	o.info.Name = name
	return o
}

func proofOf[S games.State](g games.Game[S]) games.Game[S] {
	return renamed(g, store.ProofName(g.Info().Name))
}

// WriteProof stores the proof of a variant. It fails with ErrExists if there is
// one, unless opts.Force is set.
func WriteProof[S games.State](db string, g games.Game[S], p *Proof[S], opts store.Options) error {
	opts.Force = opts.Force || !hasProof(db, g.Info().Name)
	b, err := write.Create(db, proofOf(g), opts)
	if err != nil {
		return err
	}
	s := &job.Solution{
		Outcomes: value.Outcomes{Kind: value.Alternating, Total: g.Info().Total},
		Start:    value.Unmeasured(p.Payoff[0]), Method: p.Method, Elapsed: p.Elapsed, CPU: p.CPU, PeakMemory: p.PeakMemory,
		Layers: make([]job.LayerStats, games.MaxRoles), Nodes: p.Nodes,
	}
	for role, st := range p.Strategies {
		if st == nil {
			continue
		}
		values := make([]value.Value, len(st.Moves))
		for i, m := range st.Moves {
			values[i] = value.Value(m)
			s.Digest += value.PairHash(games.Bits(&st.States[i]), uint64(m)<<1|uint64(role))
		}
		s.Layers[role].States = int64(len(values))
		if err := b.Put(role, st.States, values); err != nil {
			return errors.Join(err, b.Discard())
		}
	}
	if err := b.Commit(s); err != nil {
		return errors.Join(err, b.Discard())
	}
	return nil
}

// hasProof reports whether a finished proof of a variant is stored.
func hasProof(db, variant string) bool {
	_, err := store.Size(db, store.ProofName(variant))
	return err == nil
}

// openProof reads the proof of a variant. Its errors are those of Open.
func openProof[S games.State](db string, g games.Searcher[S]) (*Proof[S], *store.Header, error) {
	t, err := tablebase.Open(db, proofOf[S](g))
	if err != nil {
		return nil, nil, err
	}
	p, err := readProof(t, g)
	return p, t.Header(), errors.Join(err, t.Close())
}

func readProof[S games.State](t *tablebase.Table[S], g games.Searcher[S]) (*Proof[S], error) {
	s := t.Solution()
	payoff, total := s.Outcomes.Of(s.Start).Pure, g.Info().Total
	p := &Proof[S]{Payoff: payoff, Method: s.Method, Elapsed: s.Elapsed, CPU: s.CPU, Nodes: s.Nodes, PeakMemory: s.PeakMemory}
	if len(s.Layers) != games.MaxRoles {
		return nil, t.Stored().Damaged("its header", fmt.Errorf("%d strategies", len(s.Layers)))
	}
	mover := games.Mover[S](g, g.Start())
	for role := range p.Strategies {
		score := search.ScoreOf(total, payoff[role])
		if score == -g.Scores() {
			continue // the worst payoff needs no strategy
		}
		st := &strategy.Strategy[S]{Mine: role == mover, Score: score}
		for b, err := range t.Blocks(role) {
			if err != nil {
				return nil, err
			}
			st.States = append(st.States, b.States...)
			for _, v := range b.Values {
				st.Moves = append(st.Moves, uint16(v))
			}
		}
		p.Strategies[role] = st
	}
	return p, nil
}

// Verify proves a proof by the rules and by what the game tells at sight; see search.Strategy.Check. It
// returns how many positions that took. Progress, if not nil, is called from any thread.
func (p *Proof[S]) Verify(ctx context.Context, g games.Searcher[S], threads int, progress func(positions int64)) (int64, error) {
	total := int64(0)
	for role, st := range p.Strategies {
		score := search.ScoreOf(g.Info().Total, p.Payoff[role])
		if score == -g.Scores() {
			continue
		}
		if st == nil {
			return total, &store.WrongError{Name: store.ProofName(g.Info().Name), Wrong: 1, First: []string{"the strategy of " + g.Info().Roles[role] + " is missing"}}
		}
		n, err := st.Check(ctx, g, g.Start(), threads, func(n int64) {
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
