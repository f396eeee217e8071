package proof

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// WriteEven stores a proof that both roles get half of the total by symmetry; see
// [games.ProvenFair]. WriteEven completes s as [WriteProof] does.
func WriteEven[S games.State](db string, g games.Game[S], s *job.Solution, opts store.Options) error {
	_, err := store.Size(db, store.ProofName(g.Info().Name))
	opts.Force = opts.Force || err != nil
	s.Start = value.Unmeasured(int16(g.Info().Draw()))
	note := func(int, value.Value) uint64 { return 0 }
	return writeLayers(db, proofOf(g), 1, blocksOf([]tablebase.Block[S]{{}}), s, note, opts)
}

// verifyEven checks that the roles are interchangeable and that the stored payoff is
// half of the total.
func verifyEven[S games.State](db string, g games.Game[S]) (Verified, error) {
	s, err := typed[S]{g}.summarize(db)
	if err != nil {
		return Verified{}, err
	}
	if info := g.Info(); 2*int(s.Start.Pure[0]) != info.Total || !games.ProvenFair(g) {
		fault := fmt.Sprintf("the payoff of the first role is %v, which is not half of the total, %v", info.Points(int(s.Start.Pure[0])), info.Points(info.Total))
		return Verified{}, &store.WrongError{Name: s.Name, Wrong: 1, First: []string{fault}}
	}
	return Verified{Exchanged: true}, nil
}
