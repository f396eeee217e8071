package proof

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Summarize returns a summary of the stored proof of a variant, including the Solution. Errors are
// those of [tablebase.Open].
func Summarize(db string, v games.Variant) (*store.Summary, error) { return of(v).summarize(db) }

// Verified is the result of Verify. Plies, Greatest and Shortest are set only for single-role
// games.
type Verified struct {
	Positions int64
	Plies     int
	Greatest  bool // it is proven that no play has a greater payoff
	Shortest  bool // it is proven that no shorter play has the same payoff
	// Exchanged reports whether the proof exchanges the roles to show that both get half.
	Exchanged bool
}

// Verify checks the stored proof of a variant against the rules and the scores that the game's
// own code returns. threads is the number of threads; 0 means one per processor. progress, if not
// nil, is called with the number of positions visited, possibly concurrently. Verify returns the
// errors of [tablebase.Open], a [*store.WrongError], or ctx.Err().
func Verify(ctx context.Context, db string, v games.Variant, threads int, progress func(positions int64)) (Verified, error) {
	return of(v).verify(ctx, db, threads, progress)
}

// Sighted reports whether Verify relies on scores that the game's own code returns for some
// positions.
func Sighted(v games.Variant) bool { return of(v).sighted() }

// variant is a game whose state type is not known statically.
type variant interface {
	summarize(db string) (*store.Summary, error)
	verify(ctx context.Context, db string, threads int, progress func(positions int64)) (Verified, error)
	sighted() bool
}

func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// verifyRoom is the memory for positions during a verification, in bytes.
const verifyRoom = 64 << 20

// typed is a game with states of type S.
type typed[S games.State] struct{ game games.Game[S] }

func (v typed[S]) summarize(db string) (*store.Summary, error) {
	t, err := tablebase.Open(db, proofOf(v.game))
	if err != nil {
		return nil, err
	}
	size, err := t.Size()
	if err = errors.Join(err, t.Close()); err != nil {
		return nil, err
	}
	h := t.Header()
	return &store.Summary{
		Name: h.Name, Tool: h.Tool, CPU: h.Solution.CPU, Bytes: size, Created: h.Created, Kind: h.Kind(), Roles: h.Roles, Total: h.Solution.Outcomes.Total, Halves: h.Halves, Unit: h.Unit,
		States: h.Solution.States(), Start: h.Solution.Outcomes.Of(h.Solution.Start), Solution: h.Solution,
	}, nil
}

func (v typed[S]) verify(ctx context.Context, db string, threads int, progress func(positions int64)) (Verified, error) {
	if len(v.game.Info().Roles) == 1 {
		return verifyPlay(ctx, db, v.game, progress)
	}
	if v.game.Info().Simultaneous {
		return verifyEven(db, v.game)
	}
	g := search.Plain(v.game)
	p, _, err := openProof(db, g)
	if err != nil {
		return Verified{}, err
	}
	n, err := verify(ctx, g, p, cmp.Or(threads, runtime.GOMAXPROCS(0)), strategy.Room{Bytes: verifyRoom, Dir: db}, progress)
	return Verified{Positions: n}, err
}

func (v typed[S]) sighted() bool {
	_, ok := v.game.(games.Searcher[S])
	return ok && len(v.game.Info().Roles) > 1 && !v.game.Info().Simultaneous
}
