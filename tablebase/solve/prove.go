package solve

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"time"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/length"
	"zermelo/solver/search/portfolio"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
	"zermelo/solver/value"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

const proofRoom = 256 << 10 // free disk space that a search requires at its start, in bytes

// ProveBy is like [Solve] with the method Search, but uses the engine and the method
// name returned by newEngine. Errors are those of Solve and of newEngine.
func ProveBy[S games.State](ctx context.Context, db string, g games.Game[S], o Options, newEngine func(games.Searcher[S]) (search.Engine[S], string, error)) (*Result, error) {
	// Calling a method of typed[S] directly would compile the generic code of this
	// package again in the caller's package.
	return of(g).proveBy(ctx, db, o, newEngine)
}

// proveBy implements ProveBy. newEngine has the same type as in ProveBy.
func (v typed[S]) proveBy(ctx context.Context, db string, o Options, newEngine any) (*Result, error) {
	o.complete()
	inner, end := games.WithFailure(ctx, v.game)
	defer end()
	r, err := v.proveWith(inner, db, o, newEngine.(func(games.Searcher[S]) (search.Engine[S], string, error)))
	return r, cmp.Or(games.Failure(v.game), err)
}

// prove stores the value of the start position and a proof.
func (v typed[S]) prove(ctx context.Context, db string, o Options) (*Result, error) {
	if v.sole() && o.Method == Search {
		if err := v.searchable(); err != nil {
			return nil, err
		}
		return v.provePlay(ctx, db, o)
	}
	if o.Method == Search && v.even() {
		return v.proveEven(db, o)
	}
	r, err := v.proveWith(ctx, db, o, func(g games.Searcher[S]) (search.Engine[S], string, error) {
		engine, name := newEngine(g, o)
		return engine, name, nil
	})
	if errors.Is(err, errTableSooner) {
		o.Progress.endSearch()
		o.Method, o.OnChoice = Table, nil // watchLengths has reported the choice
		return v.makeTable(ctx, db, o)
	}
	return r, err
}

func (v typed[S]) proveWith(ctx context.Context, db string, o Options, newEngine func(games.Searcher[S]) (search.Engine[S], string, error)) (*Result, error) {
	if err := v.searchable(); err != nil {
		return nil, err
	}
	label := v.game.Info().Label()
	if v.sole() {
		return nil, &NotSearchableError{Label: label, Want: "a two-player game", Have: label + " has one player"}
	}
	if _, layered := v.game.(games.Layered[S]); o.Plies && !layered {
		return nil, &NotSearchableError{label, "a game with layers to prove lengths", fmt.Sprintf("in %s %s", label, v.game.Info().Repetition())}
	}
	// Detect an unusable proof or a full disk before the search, not after.
	s, err := proof.Summarize(db, v.game)
	if !o.Force && !errors.Is(err, store.ErrNoTable) {
		if err != nil || !o.Plies || !unmeasured(s) {
			return &Result{Existed: true, Proof: s}, err
		}
		o.Force = true // replace the proof with one that includes the length
	}
	if err := store.CheckRoom(db, proofRoom); err != nil {
		return nil, err
	}
	began, cpu := time.Now(), machine.TreeCPUTime()
	g := search.Plain(v.game)
	engine, name, err := newEngine(g)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	nodes := engine.Nodes
	o.Progress.nodes.Store(&nodes)
	if p, ok := engine.(*portfolio.Search[S]); ok {
		searching := v.searchingOf(p)
		o.Progress.search.Store(&searching)
	}
	recorder, err := v.resume(db, engine, o)
	if err != nil {
		return nil, err
	}
	room := strategy.Room{Bytes: search.DivideMemory(o.searchLimit()).Heap / 2, Dir: db}
	p, err := v.proveStart(ctx, g, engine, room, o)
	if err == nil {
		defer p.Close()
		err = games.Failure(v.game)
	}
	if err == nil {
		err = proof.WriteProof(db, v.game, p, &job.Solution{
			Method: name, Elapsed: time.Since(began), CPU: machine.TreeCPUTime() - cpu, Nodes: (*o.Progress.nodes.Load())(), PeakMemory: machine.PeakMemory(),
		}, store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn})
	}
	// Keep the recorded results unless the search succeeded or cannot succeed.
	repeat, repeats := errors.AsType[*search.RepeatError](err)
	lost := recorder.Close(err == nil || repeats)
	if repeats {
		return nil, cmp.Or(lost, proof.DeleteOpen(db, v.game.Info().Name), v.repeating(repeat.Error()))
	}
	if err != nil {
		// The methods Search and PNS always store a snapshot. AlphaBeta stores only
		// results that took many nodes.
		kept := lost == nil && (o.Method != AlphaBeta || recorder.Known())
		return nil, &UnfinishedError{Err: err, Kept: kept, Lost: lost}
	}
	if err := proof.DeleteOpen(db, v.game.Info().Name); err != nil {
		o.Warn(err)
	}
	s, err = proof.Summarize(db, v.game)
	return &Result{Proof: s}, err
}

// unmeasured reports whether a proof shows a win without proving the length of the
// win.
func unmeasured(s *store.Summary) bool {
	return s.Start.Remoteness < 0 && s.Start.Pure[0] != s.Start.Pure[1]
}

// proveStart searches for a proof of the value. If o.Plies is set and the value is a
// win, it also searches for a proof of the win's length. No strategy can force the
// length of a draw.
func (v typed[S]) proveStart(ctx context.Context, g games.Searcher[S], engine search.Engine[S], room strategy.Room, o Options) (*strategy.Proven[S], error) {
	score := 0
	if o.Plies {
		var err error
		if score, err = strategy.Value(ctx, g, engine); err != nil {
			return nil, err
		}
	}
	if score == 0 {
		return strategy.Prove(ctx, g, engine, room, o.Progress.proof.Store)
	}
	deciders, stop := engine.Deciders(ctx)
	defer stop()
	l := length.New(v.game, o.searchTable(), deciders)
	defer l.Close()
	nodes := func() uint64 { return engine.Nodes() + l.Nodes() }
	o.Progress.nodes.Store(&nodes)
	inner, end := context.WithCancelCause(ctx)
	var watching sync.WaitGroup
	if o.patience > 0 {
		watching.Go(func() { v.watchLengths(inner, room.Dir, o, end) })
	}
	p, err := v.proveLength(inner, l, score, room, o.Progress)
	if err != nil && ctx.Err() == nil {
		err = cmp.Or(context.Cause(inner), err)
	}
	end(nil)
	watching.Wait()
	return p, err
}

func (v typed[S]) proveLength(ctx context.Context, l *length.Search[S], score int, room strategy.Room, progress *Progress) (*strategy.Proven[S], error) {
	start, _ := games.Canonical(v.game, v.game.Start())
	win := length.Win{Score: max(score, -score), ByMover: score > 0}
	plies, _, err := l.Find(ctx, start, win, func(atLeast int) { progress.plies.Store(int64(atLeast)) })
	if err != nil {
		return nil, err
	}
	return l.Prove(ctx, score, plies, room, progress.proof.Store)
}

// resume loads the results of earlier searches into engine and returns a recorder for
// the engine's results.
func (v typed[S]) resume(db string, engine search.Engine[S], o Options) (*proof.Recorder[S], error) {
	// Damaged results are not an error, because they only save time.
	usable := func(err error) bool {
		if store.Unusable(err) {
			o.Warn(fmt.Errorf("searching without earlier results: %w", err))
			return true
		}
		return err == nil
	}
	known, err := proof.ReadKnown(db, v.game)
	if !usable(err) {
		return nil, err
	}
	for s, b := range known {
		engine.AddBounds(s, b)
	}
	memory, words := search.DivideMemory(o.searchLimit()), games.Words[S]()
	options := proof.RecorderOptions{Tool: o.Tool, Warn: o.Warn, Results: memory.MaxResults(words)}
	if p, ok := engine.(resumable[S]); ok {
		list, err := proof.ReadOpen(db, v.game)
		if !usable(err) {
			return nil, err
		}
		p.Resume(list)
		options.More = func(check func() error) error {
			open, err := p.Snapshot(memory.MaxQuestions(words), check)
			if err := cmp.Or(games.Failure(v.game), err); err != nil {
				return err
			}
			return proof.WriteOpen(db, v.game, open, check, store.Options{Tool: o.Tool})
		}
	}
	return proof.NewRecorder(db, v.game, known, engine, options), nil
}

// resumable is an engine that can continue from a snapshot.
type resumable[S games.State] interface {
	Resume(list []dfpn.Question[S])
	Snapshot(count int, check func() error) ([]dfpn.Question[S], error)
}

// searchingOf returns a function that reports the state of a search, including the
// names of moves.
func (v typed[S]) searchingOf(p *portfolio.Search[S]) func() (Searching, bool) {
	start := v.game.Start()
	names := games.NotationOf(v.game).Moves(start)[games.Mover(v.game, start)]
	children, _ := v.game.Expand(nil, nil, []S{start})
	nameOf := map[S]string{}
	for i, child := range children {
		to, _ := games.Canonical(v.game, child)
		if _, symmetric := nameOf[to]; !symmetric {
			nameOf[to] = names[i]
		}
	}
	return func() (s Searching, ok bool) {
		now, ok := p.State()
		s.Share = now.Share
		for _, m := range now.Moves {
			s.Moves = append(s.Moves, SearchedMove{cmp.Or(nameOf[m.To], "forced"), m.Proof, m.Disproof})
		}
		return s, ok
	}
}

func (o *Options) threads() int { return cmp.Or(o.Workers, runtime.GOMAXPROCS(0)) }

// newEngine returns an engine for o.Method and the name of the method.
func newEngine[S games.State](g games.Searcher[S], o Options) (search.Engine[S], string) {
	cache := o.searchTable()
	options := search.Options{Threads: o.threads(), Results: search.DivideMemory(o.searchLimit()).MaxResults(games.Words[S]())}
	switch o.Method {
	case Search:
		return portfolio.New(g, portfolio.Options{Threads: options.Threads, Cache: cache, Results: options.Results}), "proof numbers and alpha-beta in turn"
	case PNS:
		return dfpn.New(g, cache, options), "proof-number search"
	}
	return alphabeta.New(g, table.New(g, cache), options), "alpha-beta search"
}

// searchLimit returns the memory limit of the process during a search, in bytes.
func (o *Options) searchLimit() int64 {
	limit := int64(DefaultCache)
	if options := o.job(); o.Method == Search {
		limit = min(maxCache, options.MemoryLimit())
	} else if o.Memory > 0 {
		limit = min(limit, o.Memory)
	}
	return cmp.Or(o.Cache, limit)
}

// searchTable returns the size in bytes of each transposition table of a search. Each
// kind of search, including the search for lengths, has one table.
func (o *Options) searchTable() int64 {
	tables := int64(1)
	if o.Method == Search {
		tables++
	}
	if o.Plies {
		tables++
	}
	return search.DivideMemory(o.searchLimit()).Tables / tables
}

// searchable returns a *NotSearchableError if a search cannot solve the game.
func (v typed[S]) searchable() error {
	info := v.game.Info()
	label := info.Label()
	not := func(want, have string) error {
		return &NotSearchableError{Label: label, Want: want, Have: have}
	}
	switch {
	case v.sole():
	case v.numbered():
		return v.tooWide()
	case info.Stochastic:
		return not("a game without random moves", label+" has random moves")
	case len(info.Roles) != 2:
		count := "one player"
		if n := len(info.Roles); n > 2 {
			count = fmt.Sprintf("%d players", n)
		}
		return not("a two-player game", label+" has "+count)
	case value.KindOf(info) != value.Alternating:
		return not("a constant-sum game with alternating moves", fmt.Sprintf("%s is a %s game", label, value.KindOf(info)))
	case search.MaxScoreOf(info) > search.MaxScore:
		return not(fmt.Sprintf("payoffs within %d of a draw", search.MaxScore), fmt.Sprintf("%s has a score of %d", label, search.MaxScoreOf(info)))
	case search.Repeats(v.game):
		return v.repeating(info.Repetition())
	}
	if v.finished() {
		return not("", label+" is over at the start")
	}
	return nil
}

// repeating returns the error for a game whose positions can repeat.
func (v typed[S]) repeating(reason string) error {
	label := v.game.Info().Label()
	return &NotSearchableError{label, "a game without repetition", fmt.Sprintf("in %s %s, so a search may not terminate", label, reason)}
}
