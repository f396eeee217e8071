package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/deepen"
	"zermelo/solver/search/puzzle"
	"zermelo/tablebase/proof"
	"zermelo/tablebase/store"
)

// analyzer analyzes positions of a game, using its table or a search. Its methods
// return a games.InputError for an invalid position. It is not safe for concurrent
// use.
type analyzer interface {
	// analyze analyzes the position that results from playing moves from the
	// position from. If from is empty, moves are played from the start position.
	analyze(ctx context.Context, from, moves string) (*solved.Analysis, error)
	// analyzeLine analyzes the position given by an input line.
	analyzeLine(ctx context.Context, input string) (*solved.Analysis, error)
	close() error
}

// typedAnalyzer is an analyzer for games with states of type S.
type typedAnalyzer[S games.State] struct {
	p    *program
	game games.Game[S]
	o    analyzeOptions

	opened   bool
	table    solved.Game       // nil if the game has no table
	search   *deepen.Search[S] // created for the first position that needs it
	facts    *proof.Facts[S]   // nil if stored results are not used
	recorder *proof.Recorder[S]
}

func newAnalyzer[S games.State](g games.Game[S]) func(*program, analyzeOptions) analyzer {
	return func(p *program, o analyzeOptions) analyzer { return &typedAnalyzer[S]{p: p, game: g, o: o} }
}

func (a *typedAnalyzer[S]) analyze(ctx context.Context, from, moves string) (*solved.Analysis, error) {
	s := a.game.Start()
	if from != "" {
		var err error
		if s, err = games.NotationOf(a.game).ParseState(from); err != nil {
			return nil, err
		}
	}
	line, err := games.Play(a.game, s, games.SplitMoves(moves))
	if err != nil {
		return nil, err
	}
	return a.at(ctx, line[len(line)-1])
}

func (a *typedAnalyzer[S]) analyzeLine(ctx context.Context, input string) (*solved.Analysis, error) {
	s, err := solved.ReadLine(a.game, input)
	if err != nil {
		return nil, err
	}
	return a.at(ctx, s)
}

// at analyzes a state with the table. If the table does not contain the state, it
// searches.
func (a *typedAnalyzer[S]) at(ctx context.Context, s S) (*solved.Analysis, error) {
	if !a.opened && !a.o.fresh && a.p.db != "" {
		table, err := solved.Open(a.p.db, a.game)
		if err == nil {
			a.table = table
		} else if !errors.Is(err, store.ErrNoTable) {
			return nil, err
		}
	}
	a.opened = true
	if a.table != nil {
		found, err := a.inTable(games.NotationOf(a.game).FormatState(s))
		if !errors.Is(err, store.ErrNotStored) {
			return found, err
		}
	}
	if len(a.game.Info().Roles) == 1 {
		return a.findPlay(ctx, s)
	}
	if err := a.open(s); err != nil {
		return nil, err
	}
	return a.run(ctx, s)
}

// findPlay searches for the best play of a one-player game, within the limits on time
// and positions.
func (a *typedAnalyzer[S]) findPlay(ctx context.Context, s S) (*solved.Analysis, error) {
	if children, _ := a.game.Expand(nil, nil, []S{s}); len(children) == 0 {
		return nil, games.BadInput("the game is over at %s; choose a position with legal moves", games.NotationOf(a.game).FormatState(s))
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if a.o.time > 0 {
		ctx, cancel = context.WithTimeout(ctx, a.o.time)
		defer cancel()
	}
	var states, atLeast atomic.Int64
	defer a.p.showLive(a.o.quiet, 0, func(time.Time) (string, float64) {
		return fmt.Sprintf("%s positions, a play takes at least %s", words.Thousands(states.Load()), words.Plural(atLeast.Load(), "ply")), unknown
	})()
	began := time.Now()
	p, err := puzzle.Find(ctx, a.game, s, puzzle.Options{Bytes: int64(a.o.cache), Progress: func(met int64, plies int) {
		states.Store(met)
		atLeast.Store(int64(plies))
		if a.o.nodes > 0 && uint64(met) >= a.o.nodes {
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
	return solved.PlayAnalysis(a.game, s, p, u, time.Since(began)), nil
}

func (a *typedAnalyzer[S]) inTable(text string) (*solved.Analysis, error) {
	at, err := a.table.Position(text)
	if err != nil {
		return nil, err
	}
	if at.Terminal {
		return nil, games.BadInput("the game is over at %s; choose a position with legal moves", at.Text)
	}
	found, err := solved.TableAnalysis(a.table, at)
	if err == nil && a.o.every {
		err = solved.AddTableMoves(found, a.table, at)
	}
	return found, err
}

// open creates the search, which starts with the stored results, and a recorder that
// stores new results. Subsequent calls only add the stored bounds of s.
func (a *typedAnalyzer[S]) open(s S) error {
	if a.search != nil {
		if a.facts != nil {
			low, high := a.facts.Bounds(s)
			canonical, _ := games.Canonical(a.game, s)
			a.search.AddBounds(canonical, search.Bounds{Low: low, High: high, Move: -1})
		}
		return nil
	}
	memory := search.DivideMemory(int64(a.o.cache))
	options := deepen.Options{Threads: cmp.Or(a.o.threads, runtime.GOMAXPROCS(0)), Cache: memory.Tables}
	if !a.o.quiet && !onTerminal(a.p.err) && !isInput(a.o.from) && !a.o.every {
		options.OnDepth = func(found deepen.Analysis) { a.p.say(false, describeAnalysis(a.game.Info(), &found)) }
	}
	a.search = deepen.New(a.game, options)
	if _, numbered := a.game.(games.Numbered[S]); numbered || a.o.fresh || a.p.db == "" {
		return nil
	}
	var err error
	if a.facts, err = proof.OpenFacts(a.p.db, search.Plain(a.game)); err != nil {
		return err
	}
	if a.facts.Damage != nil {
		a.p.warn(fmt.Errorf("analyze: ignoring the stored results: %w", a.facts.Damage))
	}
	a.facts.Seed(s, a.search.AddBounds)
	a.recorder = proof.NewRecorder(a.p.db, a.game, a.facts.Known, a.search, proof.RecorderOptions{
		Tool: buildInfo().Version, Results: memory.MaxResults(games.Words[S]()), Warn: a.p.warn,
	})
	return nil
}

// run searches a position. With --all-moves, it uses half of the time and nodes, and
// then searches the children with the rest.
func (a *typedAnalyzer[S]) run(ctx context.Context, s S) (*solved.Analysis, error) {
	info := a.game.Info()
	stop := a.p.showLive(a.o.quiet, 0, func(time.Time) (string, float64) {
		if found := a.search.Latest(); found != nil {
			return describeAnalysis(info, found), unknown
		}
		return "", unknown
	})
	defer stop()
	began := time.Now()
	nodes, limit := a.o.nodes, a.o.time
	if a.o.every {
		nodes, limit = (nodes+1)/2, limit/2
	}
	a.search.Limit(nodes, limit)
	ctx, end := games.WithFailure(ctx, a.game)
	defer end()
	found, err := a.search.Run(ctx, s)
	if err := cmp.Or(games.Failure(a.game), err); err != nil {
		return nil, err
	}
	analysis := solved.NewAnalysis(info, games.NotationOf(a.game).FormatState(s), games.DrawingOf(a.game, s), &found)
	if !a.o.every {
		return analysis, nil
	}
	searched := found.Nodes
	err = solved.AddMoves(analysis, a.game, s, func(child S, rest int) (deepen.Analysis, error) {
		nodes, limit := a.o.nodes, a.o.time
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

// close stops the search and stores the results that it has proven.
func (a *typedAnalyzer[S]) close() (err error) {
	if a.recorder != nil {
		if err := a.recorder.Close(true); err != nil {
			a.p.warn(fmt.Errorf("analyze: cannot store the proven results: %w", err))
		}
	}
	if a.search != nil {
		a.search.Close()
	}
	if a.table != nil {
		err = a.table.Close()
	}
	return err
}
