package command

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
)

// setCache is the size of the table for sets of positions, in bytes. It is as
// large as a processor's own cache, and large enough: with 16 MiB the positions
// of Test_L2_R2 take as many nodes and 6 % more time.
const setCache = 1 << 20

// benchCase is a row of the table of measurements.
type benchCase struct {
	name    string
	game    string
	method  string
	path    string // of the positions; "": the start or a sample
	plies   int    // after which positions are drawn; 0: no sample
	count   int    // of positions to draw
	threads int
	compare bool // with one thread
	cache   size // of the search's table
	long    bool // only on demand
}

// benchCases are all rows, in order; those of one name stand together.
func benchCases(o benchOptions) []benchCase {
	var cases []benchCase
	add := func(c benchCase, cache size) {
		c.cache, c.threads = cache, 1
		if o.cache != 0 {
			c.cache = o.cache
		}
		if c.compare {
			c.threads = o.threads
		}
		cases = append(cases, c)
	}
	for _, set := range []string{"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2"} {
		add(benchCase{name: set, game: "connect4", method: methodAlphaBeta, path: filepath.Join(o.positions, set)}, setCache)
	}
	add(benchCase{name: "Test_L2_R2-threads", game: "connect4", method: methodAlphaBeta, path: filepath.Join(o.positions, "Test_L2_R2"), compare: true}, setCache)
	add(benchCase{name: "connect4", game: "connect4", method: methodAlphaBeta, long: true}, defaultCache)
	for _, c := range []benchCase{
		{name: "connect4-12-plies", game: "connect4", plies: 12, count: 50},
		{name: "connect4-8-plies", game: "connect4", plies: 8, count: 8, long: true},
		{name: "connect4-6x6", game: "connect4:size=6x6", plies: 8, count: 20},
		{name: "connect4-7x7", game: "connect4:size=7x7", plies: 20, count: 50},
	} {
		c.method = methodAlphaBeta
		add(c, defaultCache)
	}
	for _, c := range []benchCase{
		{name: "breakthrough-5x5", game: "breakthrough:size=5x5,captures=diagonal"},
		{name: "breakthrough-4x6", game: "breakthrough:size=4x6,captures=diagonal", long: true},
		{name: "breakthrough-6x5", game: "breakthrough:size=6x5,captures=diagonal", long: true},
		{name: "breakthrough-holes", game: "breakthrough-holes"},
	} {
		for _, c.method = range []string{methodPNS, methodAlphaBeta} {
			add(c, defaultCache)
		}
	}
	return cases
}

// benchRow is what was measured, and its JSON form. Nodes and times are means
// over the positions.
type benchRow struct {
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

// benchWork measures a row.
type benchWork func(context.Context, *benchProgress) (benchRow, error)

// benchProgress says how far a measurement has come.
type benchProgress struct {
	nodes          atomic.Value // func() uint64: positions searched
	position, last atomic.Int64
}

func (b *benchProgress) stage(name string) stage {
	nodes, ok := b.nodes.Load().(func() uint64)
	if !ok {
		return stage{}
	}
	s := stage{phase: "searching", at: name, done: int64(nodes()), found: int64(nodes())}
	if b.last.Load() > 0 {
		s.at += fmt.Sprintf(" position %d of %d", b.position.Load(), b.last.Load())
	}
	return s
}

// bench prepares a measurement: it finds out what is wrong with its positions.
func (v variant[S]) bench(c benchCase) (benchWork, error) {
	g := search.Plain(v.game)
	row := benchRow{Name: c.name, Method: c.method, Threads: c.threads}
	if c.plies > 0 {
		return func(ctx context.Context, found *benchProgress) (benchRow, error) {
			return benchSet(ctx, g, c, row, search.Sample(g, c.plies, c.count), found)
		}, nil
	}
	if c.path == "" {
		return func(ctx context.Context, found *benchProgress) (benchRow, error) {
			return benchStart(ctx, g, c, row, found)
		}, nil
	}
	f, err := os.Open(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		row.Result = "no positions at " + filepath.Dir(c.path)
		return func(context.Context, *benchProgress) (benchRow, error) { return row, nil }, nil
	}
	if err != nil {
		return nil, fmt.Errorf("open positions: %w", err)
	}
	defer f.Close()
	positions, err := search.ReadScored(g, f)
	if err != nil {
		return nil, fmt.Errorf("read positions %s: %w", c.path, err)
	}
	return func(ctx context.Context, found *benchProgress) (benchRow, error) {
		return benchSet(ctx, g, c, row, positions, found)
	}, nil
}

// benchStart measures how the value of the start position is found.
func benchStart[S games.State](ctx context.Context, g games.Searcher[S], c benchCase, row benchRow, found *benchProgress) (benchRow, error) {
	engine, _ := newEngine(g, solveOptions{method: c.method, cache: c.cache, workers: c.threads})
	defer engine.Close()
	found.nodes.Store(engine.Nodes)
	start, _ := games.Canonical(games.Game[S](g), g.Start())
	began, cpu := time.Now(), machine.CPUTime()
	var score int
	var err error
	if a, ok := engine.(*search.AlphaBeta[S]); ok {
		score, _, err = a.Score(ctx, start)
	} else {
		score, err = search.Value(ctx, g, engine)
	}
	if err != nil {
		return row, err
	}
	row.CPU, row.Seconds = (machine.CPUTime() - cpu).Seconds(), time.Since(began).Seconds()
	row.Positions, row.Nodes = 1, float64(engine.Nodes())
	row.Result = scoreWords(g, score)
	return row, nil
}

// scoreWords says what a score at the start means.
func scoreWords[S games.State](g games.Searcher[S], score int) string {
	mover := search.MoverAt[S](g, g.Start())
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

// contestant is one of the searches that are measured by turns.
type contestant[S games.State] struct {
	table     *search.Table[S]
	search    *search.AlphaBeta[S]
	cpu, wall time.Duration
	wrong     int
	sum       int // of the scores
}

func newContestant[S games.State](g games.Searcher[S], cache size, threads int) *contestant[S] {
	table := search.NewTable(g, int64(cache))
	return &contestant[S]{table: table, search: search.NewAlphaBeta(g, table, search.Options{Threads: threads})}
}

// solve finds the scores of some positions, each from an empty table. Reading
// the clocks takes as long as an easy position, so they are read but twice.
func (c *contestant[S]) solve(ctx context.Context, positions []search.Scored[S], each func()) error {
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

// benchSet measures the searches of a set of positions.
func benchSet[S games.State](ctx context.Context, g games.Searcher[S], c benchCase, row benchRow, positions []search.Scored[S], found *benchProgress) (benchRow, error) {
	own := newContestant(g, c.cache, c.threads)
	defer own.table.Close()
	var single *contestant[S]
	turn := len(positions)
	if c.compare {
		turn = 50 // what else the machine does slows both down; in shorter turns clocks of processor time are too coarse
		single = newContestant(g, c.cache, 1)
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
