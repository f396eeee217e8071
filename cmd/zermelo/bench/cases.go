// Package bench measures solves, searches on problems of the literature, and the server.
package bench

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"zermelo/games"
)

// searchCache is the size of the table for searches of a start position, in bytes.
const searchCache = 256 << 20

// setCache is the size of the table for sets of positions, in bytes. It is as
// large as a processor's own cache, and large enough: with 16 MiB the positions
// of Test_L2_R2 take as many nodes and 6 % more time.
const setCache = 1 << 20

// The searches that are measured.
const (
	alphaBeta = "alphabeta"
	pns       = "pns" // proof-number search
)

// The parts of the program that are measured.
const (
	Solve  = "solve"
	Search = "search"
	Serve  = "serve"
)

// Options say what Cases measure.
type Options struct {
	Positions string // file of positions, or folder of such files
	Sets      bool   // measure the positions there only
	Game      string // of the positions; "": connect4
	Cache     int64  // bytes of a search's table; 0: as much as suits the case
	Threads   int    // that one thread is compared with; 1 or more
}

// Case is what is measured in a row of the table.
type Case struct {
	Name    string
	Game    string  // variant
	Long    bool    // takes minutes
	Seconds float64 // about what it takes of processor time

	method  string // "": alphaBeta
	path    string // of the positions; "": the start or a sample
	plies   int    // after which positions are drawn; 0: no sample
	count   int    // of positions to draw
	threads int    // 0: one
	compare bool   // with one thread
	cache   int64  // bytes of the search's table
}

// Cases are all rows of searches, in order; those of one name stand together.
func Cases(o Options) ([]Case, error) {
	cases, folder, err := sets(o)
	if err != nil {
		return nil, err
	}
	if !o.Sets {
		const five, four, six = "breakthrough:size=5x5,captures=diagonal", "breakthrough:size=4x6,captures=diagonal", "breakthrough:size=6x5,captures=diagonal"
		cases = append(cases, []Case{
			{Name: "Test_L2_R2-threads", Game: "connect4", path: filepath.Join(folder, "Test_L2_R2"), compare: true, Seconds: 4},
			{Name: "connect4", Game: "connect4", Long: true, Seconds: 14},
			{Name: "connect4-threads", Game: "connect4", Long: true, threads: 2, Seconds: 15},
			{Name: "connect4-threads", Game: "connect4", Long: true, threads: 4, Seconds: 16},
			{Name: "connect4-12-plies", Game: "connect4", plies: 12, count: 50, Seconds: 1.2},
			{Name: "connect4-8-plies", Game: "connect4", plies: 8, count: 8, Long: true, Seconds: 2},
			{Name: "connect4-6x6", Game: "connect4:size=6x6", plies: 8, count: 20, Seconds: 0.5},
			{Name: "connect4-7x7", Game: "connect4:size=7x7", plies: 20, count: 50, Seconds: 0.5},
			{Name: "breakthrough-5x5", Game: five, method: pns, Seconds: 0.4},
			{Name: "breakthrough-5x5", Game: five, Seconds: 0.4},
			{Name: "breakthrough-4x6", Game: four, method: pns, Long: true, Seconds: 6},
			{Name: "breakthrough-4x6", Game: four, Long: true, Seconds: 2},
			{Name: "breakthrough-6x5", Game: six, method: pns, Long: true, Seconds: 4},
			{Name: "breakthrough-6x5", Game: six, Long: true, Seconds: 9},
			{Name: "breakthrough-holes", Game: "breakthrough-holes", method: pns, Seconds: 2},
			{Name: "breakthrough-holes", Game: "breakthrough-holes", Seconds: 0.3},
		}...)
	}
	for i := range cases {
		c := &cases[i]
		c.method, c.threads, c.cache = cmp.Or(c.method, alphaBeta), max(1, c.threads), searchCache
		if c.path != "" {
			c.cache = setCache
		}
		if c.compare {
			c.threads = o.Threads
		}
		c.cache = cmp.Or(o.Cache, c.cache)
	}
	return cases, nil
}

// sets are the rows of files of positions: of one file, or of all files of a folder, and
// of the published ones whether they are there or not. It returns the folder, too.
func sets(o Options) (cases []Case, folder string, err error) {
	names, folder := []string{"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2"}, o.Positions // those of P. Pons
	info, err := os.Stat(o.Positions)
	switch {
	case err == nil && !info.IsDir():
		names, folder = []string{filepath.Base(o.Positions)}, filepath.Dir(o.Positions)
	case err == nil:
		entries, err := os.ReadDir(o.Positions)
		if err != nil {
			return nil, "", fmt.Errorf("list sets of positions: %w", err)
		}
		if o.Sets {
			names = nil
		}
		for _, e := range entries {
			if !e.IsDir() && e.Name()[0] != '.' && !slices.Contains(names, e.Name()) {
				names = append(names, e.Name())
			}
		}
	case o.Sets:
		return nil, "", games.BadInput("--positions %s: there is no such file or folder", games.Echo(o.Positions))
	}
	if len(names) == 0 {
		return nil, "", games.BadInput("--positions %s: there are no files in it", games.Echo(o.Positions))
	}
	for _, name := range names {
		cases = append(cases, Case{Name: name, Game: cmp.Or(o.Game, "connect4"), path: filepath.Join(folder, name), Seconds: 1})
	}
	return cases, folder, nil
}
