package solve

import (
	"context"
	"errors"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/search/puzzle"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// sole reports whether the game has one role, no chance and a known set of payoffs. A
// single play proves the value of such a game.
func (v typed[S]) sole() bool {
	info := v.game.Info()
	return len(info.Roles) == 1 && len(info.Payoffs) > 0 && !info.Stochastic
}

// even reports whether the value follows from the symmetry of the roles.
func (v typed[S]) even() bool { return games.ProvenFair(v.game) }

func (v typed[S]) proveEven(db string, o Options) (*Result, error) {
	s, err := proof.Summarize(db, v.game)
	if !o.Force && !errors.Is(err, store.ErrNoTable) {
		return &Result{Existed: true, Proof: s}, err
	}
	began, cpu := time.Now(), machine.TreeCPUTime()
	err = proof.WriteEven(db, v.game, &job.Solution{
		Method: "exchange of the roles", Elapsed: time.Since(began), CPU: machine.TreeCPUTime() - cpu, PeakMemory: machine.PeakMemory(),
	}, store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn})
	if err != nil {
		return nil, err
	}
	s, err = proof.Summarize(db, v.game)
	return &Result{Proof: s}, err
}

// numbered reports whether states are numbers that have no meaning in another
// process. A game with such states cannot have a table.
func (v typed[S]) numbered() bool {
	_, ok := v.game.(games.Numbered[S])
	return ok
}

// tooWide returns the error for a numbered game that cannot be solved.
func (v typed[S]) tooWide() error {
	label := v.game.Info().Label()
	return games.BadInput("%s: %v, and there are too many; analyze single positions with: zermelo analyze %s", label, errNumbered, v.game.Info().Spec())
}

func (v typed[S]) provePlay(ctx context.Context, db string, o Options) (*Result, error) {
	s, err := proof.Summarize(db, v.game)
	if !o.Force && !errors.Is(err, store.ErrNoTable) {
		return &Result{Existed: true, Proof: s}, err
	}
	if err := store.CheckRoom(db, proofRoom); err != nil {
		return nil, err
	}
	began, cpu := time.Now(), machine.TreeCPUTime()
	options := o.job()
	bytes := options.MemoryLimit() / 2
	if o.Cache > 0 {
		bytes = o.Cache / 2
	}
	states := func() uint64 { return uint64(o.Progress.states.Load()) }
	o.Progress.nodes.Store(&states)
	p, err := puzzle.Find(ctx, v.game, v.game.Start(), puzzle.Options{Bytes: bytes, Progress: func(states int64, atLeast int) {
		o.Progress.states.Store(states)
		o.Progress.plies.Store(int64(atLeast))
	}})
	if err == nil {
		err = games.Failure(v.game)
	}
	if err != nil {
		return nil, &UnfinishedError{Err: err}
	}
	err = proof.WritePlay(db, v.game, &proof.Play{Moves: p.Moves, Payoff: int16(p.Payoff), Shortest: p.Shortest}, &job.Solution{
		Method: "search for a play", Elapsed: time.Since(began), CPU: machine.TreeCPUTime() - cpu, Nodes: uint64(p.States), PeakMemory: machine.PeakMemory(),
	}, store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn})
	if err != nil {
		return nil, err
	}
	s, err = proof.Summarize(db, v.game)
	return &Result{Proof: s}, err
}
