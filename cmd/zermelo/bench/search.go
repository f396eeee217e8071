package bench

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"time"

	"zermelo/games"
	"zermelo/solver/machine"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
)

// Work measures a row. It keeps Progress up to date.
type Work func(context.Context, *Progress) (Row, error)

// Progress says how far a measurement is. The zero value is that of one which has
// not begun.
type Progress struct {
	nodes          atomic.Value // func() uint64: positions searched
	position, last atomic.Int64
}

// Nodes is the number of positions searched so far, false before the first search.
func (p *Progress) Nodes() (int64, bool) {
	nodes, ok := p.nodes.Load().(func() uint64)
	if !ok {
		return 0, false
	}
	return int64(nodes()), true
}

// Position is the number of the position that is searched now, from 1 to last; last
// is 0 where there is a single one.
func (p *Progress) Position() (position, last int64) { return p.position.Load(), p.last.Load() }

// Prepare makes a measurement ready: it reads the positions and returns an error if
// there is something wrong with them. A set that is not there is a row without
// positions.
func Prepare(v games.Variant, c Case) (Work, error) {
	return games.ByState(v, preparer[uint64], preparer[[2]uint64], preparer[[4]uint64])(c)
}

// preparer is Prepare for a game.
func preparer[S games.State](game games.Game[S]) func(Case) (Work, error) {
	return func(c Case) (Work, error) {
		g := search.Plain(game)
		positions, err := positionsOf(g, c)
		if err != nil {
			return nil, err
		}
		return func(ctx context.Context, progress *Progress) (Row, error) {
			if c.plies > 0 { // not before, as it takes long
				positions = search.Sample(g, c.plies, c.count)
			}
			return measure(ctx, g, c, positions, progress)
		}, nil
	}
}

// positionsOf are the positions of a set, none if its file is not there; or else the
// start. Errors name the file and the line.
func positionsOf[S games.State](g games.Searcher[S], c Case) ([]search.Scored[S], error) {
	if c.path == "" {
		return []search.Scored[S]{{State: g.Start(), Open: true}}, nil
	}
	f, err := os.Open(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open positions: %w", err)
	}
	defer f.Close()
	return search.ReadScored(g, c.path, f)
}

// timed is a search with what it took so far.
type timed[S games.State] struct {
	engine    search.Engine[S]
	score     func(context.Context, S) (low, high int, err error)
	cpu, wall time.Duration
	wrong     int
	sum       int // of the scores
}

// newTimed makes the search of a case.
func newTimed[S games.State](g games.Searcher[S], c Case, threads int) *timed[S] {
	options := search.Options{Threads: threads}
	if c.method == pns {
		engine := dfpn.New(g, c.cache, options)
		return &timed[S]{engine: engine, score: func(ctx context.Context, _ S) (low, high int, err error) { // of the start
			low, err = strategy.Value(ctx, g, engine)
			return low, low, err
		}}
	}
	positions := table.New(g, c.cache)
	engine := alphabeta.New(g, positions, options)
	return &timed[S]{engine: engine, score: func(ctx context.Context, s S) (low, high int, err error) {
		positions.Clear()
		return engine.Score(ctx, s)
	}}
}

// solve finds the scores of some positions, each from an empty table. Reading
// the clocks takes as long as an easy position, so they are read but twice.
func (t *timed[S]) solve(ctx context.Context, positions []search.Scored[S], each func()) error {
	began, cpu := time.Now(), machine.CPUTime()
	for i := range positions {
		each()
		low, high, err := t.score(ctx, positions[i].State)
		if err != nil {
			return err
		}
		if !positions[i].Open && (low != positions[i].Score || high != positions[i].Score) {
			t.wrong++
		}
		t.sum += low
	}
	t.wall += time.Since(began)
	t.cpu += machine.CPUTime() - cpu
	return nil
}

// measure measures the search of positions.
func measure[S games.State](ctx context.Context, g games.Searcher[S], c Case, positions []search.Scored[S], progress *Progress) (Row, error) {
	row := Row{Part: Search, Name: c.Name, Game: c.Game, Method: c.method, Threads: c.threads, Positions: len(positions)}
	if len(positions) == 0 {
		row.Result = "no positions at " + filepath.Dir(c.path)
		return row, nil
	}
	own := newTimed(g, c, c.threads)
	defer own.engine.Close()
	single, turn := own, len(positions)
	if c.compare {
		turn = 50 // what else the machine does slows both down; in shorter turns clocks of processor time are too coarse
		single = newTimed(g, c, 1)
		defer single.engine.Close()
	}
	if len(positions) > 1 {
		progress.last.Store(int64(len(positions)))
	}
	progress.nodes.Store(own.engine.Nodes)
	for rest := range slices.Chunk(positions, turn) {
		if err := own.solve(ctx, rest, func() { progress.position.Add(1) }); err != nil {
			return row, err
		}
		if c.compare {
			if err := single.solve(ctx, rest, func() {}); err != nil {
				return row, err
			}
		}
	}
	n := float64(len(positions))
	row.Nodes, row.CPU, row.Seconds = float64(own.engine.Nodes())/n, own.cpu.Seconds()/n, own.wall.Seconds()/n
	row.Wrong = own.wrong
	if c.compare {
		row.Wrong += single.wrong
	}
	switch {
	case c.plies > 0:
		row.Result = fmt.Sprintf("scores add up to %d", own.sum)
	case c.path == "":
		row.Result = scoreWords(g, own.sum)
	case row.Wrong > 0:
		row.Result = fmt.Sprintf("not all exact: %d wrong", row.Wrong)
	default:
		row.Result = "all exact"
	}
	if c.compare {
		row.Speedup = single.wall.Seconds() / own.wall.Seconds()
		row.Result += fmt.Sprintf(", %.2f times as fast as one thread", row.Speedup)
	}
	return row, nil
}

// scoreWords says what a score at the start means.
func scoreWords[S games.State](g games.Searcher[S], score int) string {
	mover := games.Mover[S](g, g.Start())
	words := "draw"
	switch {
	case score > 0:
		words = g.Info().Roles[mover] + " wins"
	case score < 0:
		words = g.Info().Roles[1-mover] + " wins"
	}
	if len(g.Info().Payoffs) == 2 { // a win is a win
		return words
	}
	return fmt.Sprintf("%s, score %d", words, score)
}
