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

// Row is what was measured, and its JSON form. Nodes and times are means
// over the positions.
type Row struct {
	Name      string  `json:"name"`
	Method    string  `json:"method"`
	Threads   int     `json:"threads"`
	Positions int     `json:"positions"` // 0 if there are none to measure
	Wrong     int     `json:"wrong"`     // scores found that are not those of the set
	Nodes     float64 `json:"nodes"`
	CPU       float64 `json:"cpu_seconds"` // of all threads
	Seconds   float64 `json:"seconds"`
	Speedup   float64 `json:"speedup,omitempty"` // over one thread
	Result    string  `json:"result"`
}

// Work measures a row. It tells Progress how far it is.
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
	return func(c Case) (Work, error) { return prepare(game, c) }
}

func prepare[S games.State](game games.Game[S], c Case) (Work, error) {
	g := search.Plain(game)
	row := Row{Name: c.Name, Method: c.method, Threads: c.threads}
	if c.plies > 0 {
		return func(ctx context.Context, found *Progress) (Row, error) {
			return measureSet(ctx, g, c, row, search.Sample(g, c.plies, c.count), found)
		}, nil
	}
	if c.path == "" {
		return func(ctx context.Context, found *Progress) (Row, error) {
			return measureStart(ctx, g, c, row, found)
		}, nil
	}
	f, err := os.Open(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		row.Result = "no positions at " + filepath.Dir(c.path)
		return func(context.Context, *Progress) (Row, error) { return row, nil }, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open positions: %w", err)
	}
	defer f.Close()
	positions, err := search.ReadScored(g, f)
	if err != nil {
		return nil, fmt.Errorf("read positions %s: %w", c.path, err)
	}
	return func(ctx context.Context, found *Progress) (Row, error) {
		return measureSet(ctx, g, c, row, positions, found)
	}, nil
}

// measureStart measures how the value of the start position is found.
func measureStart[S games.State](ctx context.Context, g games.Searcher[S], c Case, row Row, found *Progress) (Row, error) {
	engine := newEngine(g, c)
	defer engine.Close()
	found.nodes.Store(engine.Nodes)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	began, cpu := time.Now(), machine.CPUTime()
	var score int
	var err error
	if a, ok := engine.(*alphabeta.Search[S]); ok {
		score, _, err = a.Score(ctx, start)
	} else {
		score, err = strategy.Value(ctx, g, engine)
	}
	if err != nil {
		return row, err
	}
	row.CPU, row.Seconds = (machine.CPUTime() - cpu).Seconds(), time.Since(began).Seconds()
	row.Positions, row.Nodes = 1, float64(engine.Nodes())
	row.Result = scoreWords(g, score)
	return row, nil
}

// newEngine makes the search of a case.
func newEngine[S games.State](g games.Searcher[S], c Case) search.Engine[S] {
	options := search.Options{Threads: c.threads}
	if c.method == pns {
		return dfpn.New(g, c.cache, options)
	}
	return alphabeta.New(g, table.New(g, c.cache), options)
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

// timed is a search with what it took so far.
type timed[S games.State] struct {
	table     *table.Table[S]
	search    *alphabeta.Search[S]
	cpu, wall time.Duration
	wrong     int
	sum       int // of the scores
}

func newTimed[S games.State](g games.Searcher[S], cache int64, threads int) *timed[S] {
	table := table.New(g, cache)
	return &timed[S]{table: table, search: alphabeta.New(g, table, search.Options{Threads: threads})}
}

// solve finds the scores of some positions, each from an empty table. Reading
// the clocks takes as long as an easy position, so they are read but twice.
func (c *timed[S]) solve(ctx context.Context, positions []search.Scored[S], each func()) error {
	began, cpu := time.Now(), machine.CPUTime()
	for i := range positions {
		each()
		c.table.Clear()
		low, high, err := c.search.Score(ctx, positions[i].State)
		if err != nil {
			return err
		}
		if !positions[i].Open && (low != positions[i].Score || high != positions[i].Score) {
			c.wrong++
		}
		c.sum += low
	}
	c.wall += time.Since(began)
	c.cpu += machine.CPUTime() - cpu
	return nil
}

// measureSet measures the searches of a set of positions.
func measureSet[S games.State](ctx context.Context, g games.Searcher[S], c Case, row Row, positions []search.Scored[S], found *Progress) (Row, error) {
	own := newTimed(g, c.cache, c.threads)
	defer own.table.Close()
	var single *timed[S]
	turn := len(positions)
	if c.compare {
		turn = 50 // what else the machine does slows both down; in shorter turns clocks of processor time are too coarse
		single = newTimed(g, c.cache, 1)
		defer single.table.Close()
	}
	found.last.Store(int64(len(positions)))
	found.nodes.Store(own.search.Nodes)
	each := func() { found.position.Add(1) }
	for rest := range slices.Chunk(positions, turn) {
		if err := own.solve(ctx, rest, each); err != nil {
			return row, err
		}
		if single == nil {
			continue
		}
		if err := single.solve(ctx, rest, func() {}); err != nil {
			return row, err
		}
	}
	n := float64(len(positions))
	row.Positions, row.Wrong = len(positions), own.wrong
	if single != nil {
		row.Wrong += single.wrong
	}
	row.Nodes, row.CPU, row.Seconds = float64(own.search.Nodes())/n, own.cpu.Seconds()/n, own.wall.Seconds()/n
	row.Result = "all exact"
	switch {
	case c.plies > 0:
		row.Result = fmt.Sprintf("scores add up to %d", own.sum)
	case row.Wrong > 0:
		row.Result = fmt.Sprintf("not all exact: %d wrong", row.Wrong)
	}
	if single != nil {
		row.Speedup = single.wall.Seconds() / own.wall.Seconds()
		row.Result += fmt.Sprintf(", %.2f times as fast as one thread", row.Speedup)
	}
	return row, nil
}
