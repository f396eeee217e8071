package build

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"
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

// proofRoom is how much of the disk must be free, in bytes, before a search for a
// proof begins. How large a proof gets nobody can tell.
const proofRoom = 256 << 10

// proofShare is the part of the cache that a proof may take beside it until it is stored.
const proofShare = 16

// ProveBy is Solve for a proof, by the search that newEngine makes and names. Its errors are those of
// Solve, and those of newEngine.
func ProveBy[S games.State](ctx context.Context, db string, g games.Game[S], o Options, newEngine func(games.Searcher[S]) (search.Engine[S], string, error)) (*Result, error) {
	o.complete()
	v := typed[S]{g}
	inner, end := games.WithFailure(ctx, g)
	defer end()
	r, err := v.proveWith(inner, db, o, newEngine)
	return r, cmp.Or(games.Failure(g), err)
}

// prove finds the value of the start position by search, and stores it with
// strategies that prove it.
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
	return v.proveWith(ctx, db, o, func(g games.Searcher[S]) (search.Engine[S], string, error) {
		engine, name := newEngine(g, o)
		return engine, name, nil
	})
}

func (v typed[S]) proveWith(ctx context.Context, db string, o Options, newEngine func(games.Searcher[S]) (search.Engine[S], string, error)) (*Result, error) {
	if err := v.searchable(); err != nil {
		return nil, err
	}
	label := v.game.Info().Label()
	if v.sole() {
		return nil, &NotSearchableError{Label: label, Want: "games of two players", Have: label + " has one"}
	}
	if _, layered := v.game.(games.Layered[S]); o.Plies && !layered {
		return nil, &NotSearchableError{label, "lengths in games with layers", fmt.Sprintf("in %s %s", label, v.game.Info().Repetition())}
	}
	// A proof that cannot be used, or a disk without room for one, is told of before
	// the search, not after it.
	s, err := proof.Summarize(db, v.game)
	if !o.Force && !errors.Is(err, store.ErrNoTable) {
		if err != nil || !o.Plies || !unmeasured(s) {
			return &Result{Existed: true, Proof: s}, err
		}
		o.Force = true // it is the same proof, with lengths
	}
	if err := store.CheckRoom(db, proofRoom); err != nil {
		return nil, err
	}
	began, cpu := time.Now(), machine.CPUTime()
	g := search.Plain(v.game)
	engine, name, err := newEngine(g)
	if err != nil {
		return nil, err
	}
	defer engine.Close()
	nodes := engine.Nodes
	o.Progress.nodes.Store(&nodes)
	if p, ok := engine.(*portfolio.Search[S]); ok {
		look := v.lookAt(p)
		o.Progress.search.Store(&look)
	}
	recorder, err := v.resume(db, engine, o)
	if err != nil {
		return nil, err
	}
	room := strategy.Room{Bytes: cmp.Or(o.Cache, DefaultCache) / proofShare, Dir: db}
	p, err := v.proveBy(ctx, g, engine, room, o)
	if err == nil {
		defer p.Close()
		err = games.Failure(v.game)
	}
	if err == nil {
		err = proof.WriteProof(db, v.game, p, &job.Solution{
			Method: name, Elapsed: time.Since(began), CPU: machine.CPUTime() - cpu, Nodes: (*o.Progress.nodes.Load())(), PeakMemory: machine.PeakMemory(),
		}, store.Options{Force: o.Force, Tool: o.Tool, Warn: o.Warn})
	}
	// What was recorded is of use until there is a proof, or it is known that there will be none.
	repeat, repeats := errors.AsType[*search.RepeatError](err)
	lost := recorder.Close(err == nil || repeats)
	if repeats {
		return nil, cmp.Or(lost, proof.DeleteOpen(db, v.game.Info().Name), v.repeating(repeat.Error()))
	}
	if err != nil {
		// Alpha-beta search records results of some cost; a snapshot is kept in any case.
		kept := lost == nil && (o.Method != AlphaBeta || recorder.Known())
		return nil, &UnfinishedError{Err: err, Kept: kept, Lost: lost}
	}
	if err := proof.DeleteOpen(db, v.game.Info().Name); err != nil {
		o.Warn(err)
	}
	s, err = proof.Summarize(db, v.game)
	return &Result{Proof: s}, err
}

// unmeasured reports whether a proof is that of a win and has no lengths.
func unmeasured(s *store.Summary) bool {
	return s.Start.Remoteness < 0 && s.Start.Pure[0] != s.Start.Pure[1]
}

// proveBy makes a proof by a search, with the length of a win if that is asked for. In a
// draw both players take the shorter way, which no strategy can enforce: it has no length.
func (v typed[S]) proveBy(ctx context.Context, g games.Searcher[S], engine search.Engine[S], room strategy.Room, o Options) (*strategy.Proven[S], error) {
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
	l := length.New(v.game, cmp.Or(o.Cache, DefaultCache), deciders)
	defer l.Close()
	nodes := func() uint64 { return engine.Nodes() + l.Nodes() }
	o.Progress.nodes.Store(&nodes)
	start, _ := games.Canonical(v.game, v.game.Start())
	win := length.Win{Score: max(score, -score), Mine: score > 0}
	plies, _, err := l.Find(ctx, start, win, func(atLeast int) { o.Progress.plies.Store(int64(atLeast)) })
	if err != nil {
		return nil, err
	}
	return l.Prove(ctx, score, plies, room, o.Progress.proof.Store)
}

// resume gives an engine what earlier searches have stored of the game, and
// records what it finds out, until the recorder is closed.
func (v typed[S]) resume(db string, engine search.Engine[S], o Options) (*proof.Recorder[S], error) {
	// Mere results of searches, damaged, are not worth to stop for.
	without := func(err error) bool {
		if store.Unusable(err) {
			o.Warn(fmt.Errorf("the search goes on without earlier results: %w", err))
			return true
		}
		return err == nil
	}
	known, err := proof.ReadKnown(db, v.game)
	if !without(err) {
		return nil, err
	}
	for s, b := range known {
		engine.Learn(s, b)
	}
	options := proof.RecorderOptions{Tool: o.Tool, Warn: o.Warn}
	if p, ok := engine.(resumable[S]); ok {
		list, err := proof.ReadOpen(db, v.game)
		if !without(err) {
			return nil, err
		}
		p.Resume(list)
		options.More = func() error {
			open := p.Snapshot(proof.MostOpen)
			if err := games.Failure(v.game); err != nil {
				return err
			}
			return proof.WriteOpen(db, v.game, open, store.Options{Tool: o.Tool})
		}
	}
	return proof.NewRecorder(db, v.game, known, engine, options), nil
}

// resumable is a search that goes on from a snapshot.
type resumable[S games.State] interface {
	Resume(list []dfpn.Question[S])
	Snapshot(count int) []dfpn.Question[S]
}

// lookAt tells how far a search is. It names the moves at the start.
func (v typed[S]) lookAt(p *portfolio.Search[S]) func() (Searching, bool) {
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
		s = Searching{Search: now.Search, Score: now.Score, Share: now.Share}
		for _, m := range now.Moves {
			s.Moves = append(s.Moves, SearchedMove{cmp.Or(nameOf[m.To], "forced"), m.Proof, m.Disproof})
		}
		return s, ok
	}
}

// threads is how many threads search.
func (o *Options) threads() int { return cmp.Or(o.Workers, runtime.GOMAXPROCS(0)) }

// newEngine makes the search that the options ask for, and its name.
func newEngine[S games.State](g games.Searcher[S], o Options) (search.Engine[S], string) {
	cache := cmp.Or(o.Cache, DefaultCache)
	options := search.Options{Threads: o.threads()}
	switch o.Method {
	case Search:
		if o.Cache == 0 {
			how := o.job()
			cache = min(MostCache, how.MemoryLimit()/4)
		}
		return portfolio.New(g, portfolio.Options{Threads: o.threads(), Cache: cache}), "proof numbers and alpha-beta in turn"
	case PNS:
		return dfpn.New(g, cache, options), "proof-number search"
	}
	return alphabeta.New(g, table.New(g, cache), options), "alpha-beta search"
}

// searchable returns a *NotSearchableError for a game that searches cannot solve.
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
	case len(info.Roles) != 2:
		count := "one"
		if n := len(info.Roles); n > 2 {
			count = strconv.Itoa(n)
		}
		return not("games of two players", label+" has "+count)
	case value.KindOf(info) != value.Alternating:
		return not("games of constant sum where the players move in turn", fmt.Sprintf("%s is %s", label, value.KindOf(info)))
	case search.GreatestScore(info) > search.MostScore:
		return not(fmt.Sprintf("games whose payoffs are within %d of a draw", search.MostScore), fmt.Sprintf("%s has a score of %d", label, search.GreatestScore(info)))
	case search.Repeats(v.game):
		return v.repeating(info.Repetition())
	}
	if children, _ := v.game.Expand(nil, nil, []S{v.game.Start()}); len(children) == 0 {
		return not("", label+" is over at the start")
	}
	return nil
}

// repeating is the error of a game whose positions come back, as why says.
func (v typed[S]) repeating(why string) error {
	label := v.game.Info().Label()
	return &NotSearchableError{label, "games whose positions never come back", fmt.Sprintf("in %s %s, so that a search need not come to an end", label, why)}
}
