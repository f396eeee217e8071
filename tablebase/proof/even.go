package proof

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// WriteEven stores that both roles get half of the total, as games.Even has proven, with what
// the solution says about how it was found, as WriteProof does. There are no moves.
func WriteEven[S games.State](db string, g games.Game[S], s *job.Solution, opts store.Options) error {
	_, err := store.Size(db, store.ProofName(g.Info().Name))
	opts.Force = opts.Force || err != nil
	s.Start = value.Unmeasured(int16(g.Info().Total / 2))
	note := func(int, value.Value) uint64 { return 0 }
	return writeLayers(db, proofOf(g), 1, blocksOf([]tablebase.Block[S]{{}}), s, note, opts)
}

// verifyEven is Verify for what WriteEven stores: it proves again that the roles can be exchanged.
func verifyEven[S games.State](db string, g games.Game[S]) (Verified, error) {
	s, err := typed[S]{g}.summarize(db)
	if err != nil {
		return Verified{}, err
	}
	if half := g.Info().Total / 2; int(s.Start.Pure[0]) != half || !games.Even(g) {
		fault := fmt.Sprintf("%d for the first role is not proven: half of the total is %d", s.Start.Pure[0], half)
		return Verified{}, &store.WrongError{Name: s.Name, Wrong: 1, First: []string{fault}}
	}
	return Verified{Exchanged: true}, nil
}
