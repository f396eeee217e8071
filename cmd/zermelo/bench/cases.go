// Package bench measures the searches of the solver on problems of the literature, and the
// server.
package bench

import (
	"cmp"
	"path/filepath"
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

// Options say what Cases measure.
type Options struct {
	Positions string // folder of the sets of positions
	Cache     int64  // bytes of a search's table; 0: as much as suits the case
	Threads   int    // that one thread is compared with; 1 or more
}

// Case is a row of the table of measurements.
type Case struct {
	Name string
	Game string // variant
	Long bool   // takes minutes

	method  string // "": alphaBeta
	path    string // of the positions; "": the start or a sample
	plies   int    // after which positions are drawn; 0: no sample
	count   int    // of positions to draw
	threads int
	compare bool  // with one thread
	cache   int64 // bytes of the search's table
}

// Cases are all rows, in order; those of one name stand together.
func Cases(o Options) []Case {
	set := func(name string) string { return filepath.Join(o.Positions, name) }
	cases := []Case{
		{Name: "Test_L3_R1", Game: "connect4", path: set("Test_L3_R1")},
		{Name: "Test_L2_R1", Game: "connect4", path: set("Test_L2_R1")},
		{Name: "Test_L1_R1", Game: "connect4", path: set("Test_L1_R1")},
		{Name: "Test_L2_R2", Game: "connect4", path: set("Test_L2_R2")},
		{Name: "Test_L2_R2-threads", Game: "connect4", path: set("Test_L2_R2"), compare: true},
		{Name: "connect4", Game: "connect4", Long: true},
		{Name: "connect4-12-plies", Game: "connect4", plies: 12, count: 50},
		{Name: "connect4-8-plies", Game: "connect4", plies: 8, count: 8, Long: true},
		{Name: "connect4-6x6", Game: "connect4:size=6x6", plies: 8, count: 20},
		{Name: "connect4-7x7", Game: "connect4:size=7x7", plies: 20, count: 50},
		{Name: "breakthrough-5x5", Game: "breakthrough:size=5x5,captures=diagonal", method: pns},
		{Name: "breakthrough-5x5", Game: "breakthrough:size=5x5,captures=diagonal"},
		{Name: "breakthrough-4x6", Game: "breakthrough:size=4x6,captures=diagonal", method: pns, Long: true},
		{Name: "breakthrough-4x6", Game: "breakthrough:size=4x6,captures=diagonal", Long: true},
		{Name: "breakthrough-6x5", Game: "breakthrough:size=6x5,captures=diagonal", method: pns, Long: true},
		{Name: "breakthrough-6x5", Game: "breakthrough:size=6x5,captures=diagonal", Long: true},
		{Name: "breakthrough-holes", Game: "breakthrough-holes", method: pns},
		{Name: "breakthrough-holes", Game: "breakthrough-holes"},
	}
	for i := range cases {
		c := &cases[i]
		c.method, c.threads, c.cache = cmp.Or(c.method, alphaBeta), 1, searchCache
		if c.path != "" {
			c.cache = setCache
		}
		if c.compare {
			c.threads = o.Threads
		}
		c.cache = cmp.Or(o.Cache, c.cache)
	}
	return cases
}
