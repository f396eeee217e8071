package solved

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/solver/search/mcts"
	"zermelo/solver/search/puzzle"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// Analyzer analyzes positions of a game, using its table or a search. Its methods return a
// games.InputError for an invalid position. It is not safe for concurrent use.
type Analyzer interface {
	// Analyze plays moves from the position from, or from the start position if from is empty,
	// and analyzes the resulting position.
	Analyze(ctx context.Context, from, moves string) (*Analysis, error)
	// AnalyzeLine analyzes the position given by an input line; see ReadLine.
	AnalyzeLine(ctx context.Context, input string) (*Analysis, error)
	// Close stores proven results and releases the memory of the search.
	Close() error
}

// AnalyzerOptions configures an Analyzer. Warn and Watch must not be nil.
type AnalyzerOptions struct {
	DB       string        // data directory, or ""
	Fresh    bool          // use and store no results
	AllMoves bool          // analyze the position after every move as well
	Tree     bool          // use Monte Carlo tree search, which accepts every game
	Time     time.Duration // limit per position, or 0
	Nodes    uint64        // approximate limit per position, or 0
	Threads  int           // 0 means all processors
	Seed     uint64        // seed of the random moves of Monte Carlo tree search
	Cache    int64         // memory of the search in bytes
	Tool     string        // version of the program, recorded in headers
	Warn     func(error)   // called with each non-fatal error
	// OnDepth, if not nil, is called with the result of each depth of the first search.
	OnDepth func(*deepen.Analysis)
	// Watch is called at the start of each search. look returns the progress, until
	// Watch's result is called at the end.
	Watch func(look func() AnalyzerProgress) (stop func())
}

// AnalyzerProgress is the progress of a search.
type AnalyzerProgress struct {
	Latest *deepen.Analysis // result of the last depth, or nil
	// In a search of a single-role game, Positions is the number of positions visited and Plies is a
	// lower bound on the length of play.
	Positions, Plies int64
	Tree             *mcts.Analysis // current result of a Monte Carlo tree search or a search of a game with chance, or nil
}

// NewAnalyzer returns an Analyzer for v. It can search only if CheckAnalyze accepts the game, the game has a
// single role or chance, or AnalyzerOptions.Tree is set.
func NewAnalyzer(v games.Variant, o AnalyzerOptions) Analyzer {
	return games.ByState(v, newAnalyzer[uint64], newAnalyzer[[2]uint64], newAnalyzer[[4]uint64])(o)
}

type typedAnalyzer[S games.State] struct {
	game games.Game[S]
	o    AnalyzerOptions

	opened   bool
	table    Game              // nil if the game has no table
	search   *deepen.Search[S] // created for the first position that needs it
	tree     treeSearch[S]     // replaces search in games with chance, and if AnalyzerOptions.Tree is set
	facts    *proof.Facts[S]   // nil if stored results are not used
	recorder *proof.Recorder[S]
}

func newAnalyzer[S games.State](g games.Game[S]) func(AnalyzerOptions) Analyzer {
	return func(o AnalyzerOptions) Analyzer { return &typedAnalyzer[S]{game: g, o: o} }
}

func (a *typedAnalyzer[S]) Analyze(ctx context.Context, from, moves string) (*Analysis, error) {
	s, err := stateOf(a.game, from)
	if err != nil {
		return nil, err
	}
	line, err := games.Play(a.game, s, games.SplitMoves(moves))
	if err != nil {
		return nil, err
	}
	return a.at(ctx, line[len(line)-1])
}

func (a *typedAnalyzer[S]) AnalyzeLine(ctx context.Context, input string) (*Analysis, error) {
	s, err := ReadLine(a.game, input)
	if err != nil {
		return nil, err
	}
	return a.at(ctx, s)
}

// at analyzes a state using the table or, if the table lacks the state, a search. A terminal state
// requires neither.
func (a *typedAnalyzer[S]) at(ctx context.Context, s S) (*Analysis, error) {
	children, _ := a.game.Expand(nil, nil, []S{s})
	if failed := games.Failure(a.game); failed != nil {
		return nil, failed
	}
	if len(children) == 0 {
		return finalAnalysis(a.game, s), nil
	}
	if !a.opened && !a.o.Fresh && a.o.DB != "" {
		table, err := Open(a.o.DB, a.game)
		if err == nil {
			a.table = table
		} else if !errors.Is(err, store.ErrNoTable) {
			return nil, err
		}
	}
	a.opened = true
	if info := a.game.Info(); a.table != nil && !(info.Simultaneous && (a.o.Tree || info.Stochastic)) {
		found, err := a.inTable(games.NotationOf(a.game).FormatState(s))
		if !errors.Is(err, store.ErrNotStored) {
			return found, err
		}
	}
	if a.o.Tree || a.game.Info().Stochastic {
		return a.runTree(ctx, s)
	}
	if len(a.game.Info().Roles) == 1 {
		return a.findPlay(ctx, s)
	}
	if err := a.open(s); err != nil {
		return nil, err
	}
	return a.run(ctx, s)
}

// findPlay searches for the best play of a one-player game.
func (a *typedAnalyzer[S]) findPlay(ctx context.Context, s S) (*Analysis, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if a.o.Time > 0 {
		ctx, cancel = context.WithTimeout(ctx, a.o.Time)
		defer cancel()
	}
	var states, atLeast atomic.Int64
	defer a.o.Watch(func() AnalyzerProgress {
		return AnalyzerProgress{Positions: states.Load(), Plies: atLeast.Load()}
	})()
	began := time.Now()
	p, err := puzzle.Find(ctx, a.game, s, puzzle.Options{Bytes: a.o.Cache, Progress: func(met int64, plies int) {
		states.Store(met)
		atLeast.Store(int64(plies))
		if a.o.Nodes > 0 && uint64(met) >= a.o.Nodes {
			cancel()
		}
	}})
	var u *puzzle.UnfinishedError
	if failed := games.Failure(a.game); failed != nil || err != nil && !errors.As(err, &u) {
		return nil, cmp.Or(failed, err)
	}
	if u != nil && u.Never {
		return nil, games.BadInput("analyze %s: %s; try zermelo solve %q", a.game.Info().Label(), u, a.game.Info().Spec())
	}
	return playAnalysis(a.game, s, p, u, time.Since(began)), nil
}

func (a *typedAnalyzer[S]) inTable(text string) (*Analysis, error) {
	at, err := a.table.Position(text)
	if err == nil && !at.Proven() { // an unsolved position of a general-sum game
		err = store.ErrNotStored
	}
	if err != nil {
		return nil, err
	}
	found, err := TableAnalysis(a.table, at)
	if err == nil && (a.o.AllMoves || found.Chance) {
		err = addTableMoves(found, a.table, at)
	}
	return found, err
}

// open creates a search that uses the stored results, and a recorder that stores new results.
// Subsequent calls only add the stored bounds of s to the search.
func (a *typedAnalyzer[S]) open(s S) error {
	if a.search != nil {
		if a.facts != nil {
			low, high := a.facts.Bounds(s)
			canonical, _ := games.Canonical(a.game, s)
			a.search.AddBounds(canonical, search.Bounds{Low: low, High: high, Move: -1})
		}
		return nil
	}
	memory := search.DivideMemory(a.o.Cache)
	options := deepen.Options{Threads: a.threads(), Cache: memory.Tables}
	if a.o.OnDepth != nil {
		options.OnDepth = func(found deepen.Analysis) { a.o.OnDepth(&found) }
	}
	a.search = deepen.New(a.game, options)
	if err := a.openFacts(); err != nil || a.facts == nil {
		return err
	}
	a.facts.Seed(s, a.search.AddBounds)
	a.recorder = proof.NewRecorder(a.o.DB, a.game, a.facts.Known, a.search, proof.RecorderOptions{
		Tool: a.o.Tool, Results: memory.MaxResults(games.Words[S]()), Warn: a.o.Warn,
	})
	return nil
}

func (a *typedAnalyzer[S]) threads() int { return cmp.Or(a.o.Threads, runtime.GOMAXPROCS(0)) }

// openFacts opens the stored results, if they are used.
func (a *typedAnalyzer[S]) openFacts() (err error) {
	if _, numbered := a.game.(games.Numbered[S]); numbered || a.o.Fresh || a.o.DB == "" {
		return nil
	}
	if a.facts, err = proof.OpenFacts(a.o.DB, search.Plain(a.game)); err == nil && a.facts.Damage != nil {
		a.o.Warn(fmt.Errorf("analyze: ignoring the stored results: %w", a.facts.Damage))
	}
	return err
}

// run searches a position. With AllMoves, it spends half of the time and nodes on the position,
// and the rest on its children.
func (a *typedAnalyzer[S]) run(ctx context.Context, s S) (*Analysis, error) {
	info := a.game.Info()
	defer a.o.Watch(func() AnalyzerProgress { return AnalyzerProgress{Latest: a.search.Latest()} })()
	began := time.Now()
	nodes, limit := a.o.Nodes, a.o.Time
	if a.o.AllMoves {
		nodes, limit = (nodes+1)/2, limit/2
	}
	a.search.Limit(nodes, limit)
	ctx, end := games.WithFailure(ctx, a.game)
	defer end()
	found, err := a.search.Run(ctx, s)
	if err := cmp.Or(games.Failure(a.game), err); err != nil {
		return nil, err
	}
	analysis := newAnalysis(info, games.NotationOf(a.game).FormatState(s), games.DrawingOf(a.game, s), &found)
	if !a.o.AllMoves {
		return analysis, nil
	}
	searched := found.Nodes
	err = addMoves(analysis, a.game, s, func(child S, rest int) (deepen.Analysis, error) {
		nodes, limit := a.o.Nodes, a.o.Time
		if nodes > 0 {
			nodes = max(1, (nodes-min(nodes, searched))/uint64(rest))
		}
		if limit > 0 {
			limit = max(time.Millisecond, (limit-time.Since(began))/time.Duration(rest))
		}
		a.search.Limit(nodes, limit)
		found, err := a.search.Run(ctx, child)
		searched += found.Nodes
		return found, err
	})
	return analysis, err
}

func (a *typedAnalyzer[S]) Close() (err error) {
	if a.recorder != nil {
		if err := a.recorder.Close(true); err != nil {
			a.o.Warn(fmt.Errorf("analyze: cannot store the proven results: %w", err))
		}
	}
	if a.search != nil {
		a.search.Close()
	}
	if a.tree != nil {
		a.tree.Close()
	}
	if a.table != nil {
		err = a.table.Close()
	}
	return err
}
