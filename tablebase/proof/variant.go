package proof

import (
	"context"
	"errors"
	"runtime"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/strategy"
	"zermelo/tablebase"
	"zermelo/tablebase/store"
)

// Summarize describes the stored proof of a variant, with its Solution. Its errors
// are those of tablebase.Open.
func Summarize(db string, v games.Variant) (*store.Summary, error) { return of(v).summarize(db) }

// Verified is what Verify has looked at. Plies, Greatest and Shortest are of a play, of a game of one role.
type Verified struct {
	Positions int64
	Plies     int
	Greatest  bool // it is proven, not just found by the search, that no play gets more
	Shortest  bool // and that none that gets as much is shorter
	// Exchanged says that it is proven that the roles can be exchanged, so that both get half.
	Exchanged bool
}

// Verify proves the stored proof of a variant, by the rules and by what the game tells
// at sight, with so many threads, 0 for one on each processor. Progress, if not nil, is called with their number from any
// thread. Its errors are those of tablebase.Open, a *store.WrongError, or that of the
// context.
func Verify(ctx context.Context, db string, v games.Variant, threads int, progress func(positions int64)) (Verified, error) {
	return of(v).verify(ctx, db, threads, progress)
}

// Sighted reports whether a game tells the scores of some positions at sight, which
// Verify believes.
func Sighted(v games.Variant) bool { return of(v).sighted() }

// variant is a game with a proof, whatever the type of its states.
type variant interface {
	summarize(db string) (*store.Summary, error)
	verify(ctx context.Context, db string, threads int, progress func(positions int64)) (Verified, error)
	sighted() bool
}

func of(v games.Variant) variant {
	return games.ByState(v, typedOf[uint64], typedOf[[2]uint64], typedOf[[4]uint64])
}

func typedOf[S games.State](g games.Game[S]) variant { return typed[S]{g} }

// verifyRoom is the memory for the positions that wait to be verified, in bytes.
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
		Name: h.Name, Tool: h.Tool, CPU: h.Solution.CPU, Bytes: size, Created: h.Created, Kind: h.Kind(), Roles: h.Roles, Total: h.Solution.Outcomes.Total,
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
	if threads == 0 {
		threads = runtime.GOMAXPROCS(0)
	}
	n, err := verify(ctx, g, p, threads, strategy.Room{Bytes: verifyRoom, Dir: db}, progress)
	return Verified{Positions: n}, err
}

func (v typed[S]) sighted() bool {
	_, ok := v.game.(games.Searcher[S])
	return ok && len(v.game.Info().Roles) > 1 && !v.game.Info().Simultaneous
}
