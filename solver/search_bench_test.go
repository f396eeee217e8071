package solver

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/solver/machine"
	"zermelo/solver/search"
	"zermelo/solver/search/alphabeta"
	"zermelo/solver/search/dfpn"
	"zermelo/solver/search/searchtest"
	"zermelo/solver/search/strategy"
	"zermelo/solver/search/table"
)

// searchBenchmark describes a search of the start position, of a sample of
// positions after some random plies, or of a file of positions with known
// scores.
type searchBenchmark struct {
	name    string
	spec    string
	file    string // name of a file in ../shared/connect4
	plies   int    // number of plies before each sampled position
	count   int    // number of sampled positions
	threads int    // 0 means 1
	pns     bool   // proof-number search instead of alpha-beta
	large   bool   // takes more than a second
}

func searchBenchmarks() []searchBenchmark {
	const (
		five = "breakthrough:size=5x5,captures=diagonal"
		four = "breakthrough:size=4x6,captures=diagonal"
		six  = "breakthrough:size=6x5,captures=diagonal"
	)
	var list []searchBenchmark
	for _, file := range []string{"Test_L3_R1", "Test_L2_R1", "Test_L1_R1", "Test_L2_R2"} {
		list = append(list, searchBenchmark{name: file, spec: "connect4", file: file})
	}
	return append(list, []searchBenchmark{
		{name: "Test_L2_R2/threads=2", spec: "connect4", file: "Test_L2_R2", threads: 2, large: true},
		{name: "connect4", spec: "connect4", large: true},
		{name: "connect4/threads=2", spec: "connect4", threads: 2, large: true},
		{name: "connect4/plies=12", spec: "connect4", plies: 12, count: 50},
		{name: "connect4/plies=8", spec: "connect4", plies: 8, count: 8, large: true},
		{name: "connect4-6x6", spec: "connect4:size=6x6", plies: 8, count: 20},
		{name: "connect4-7x7", spec: "connect4:size=7x7", plies: 20, count: 50},
		{name: "breakthrough-5x5", spec: five},
		{name: "breakthrough-5x5/pns", spec: five, pns: true},
		{name: "breakthrough-4x6", spec: four, large: true},
		{name: "breakthrough-4x6/pns", spec: four, pns: true, large: true},
		{name: "breakthrough-6x5", spec: six, large: true},
		{name: "breakthrough-6x5/pns", spec: six, pns: true, large: true},
		{name: "breakthrough-holes", spec: "breakthrough-holes"},
		{name: "breakthrough-holes/pns", spec: "breakthrough-holes", pns: true},
	}...)
}

// BenchmarkSearch measures searches, each with an empty table. It reports
// processor time and nodes per position. A wrong score fails the benchmark.
func BenchmarkSearch(b *testing.B) {
	for _, s := range searchBenchmarks() {
		b.Run(s.name, func(b *testing.B) {
			if s.large && !gamestest.Large() {
				b.Skip("takes more than a second: run with -large")
			}
			v, err := builtin.Registry().Open(s.spec)
			if err != nil {
				b.Fatal(err)
			}
			games.ByState(v, searchPositions[uint64], searchPositions[[2]uint64], searchPositions[[4]uint64])(b, s)
		})
	}
}

// searchPositions returns the body of a benchmark for a game.
func searchPositions[S games.State](game games.Game[S]) func(*testing.B, searchBenchmark) {
	return func(b *testing.B, s searchBenchmark) {
		g := search.Plain(game)
		positions, cache := positionsOf(b, g, s)
		options := search.Options{Threads: max(1, s.threads)}
		var nodes uint64
		cpu := machine.CPUTime()
		for b.Loop() {
			if s.pns {
				engine := dfpn.New(g, cache, options)
				if _, err := strategy.Value(b.Context(), g, engine); err != nil {
					b.Fatal(err)
				}
				nodes += engine.Nodes()
				engine.Close()
				continue
			}
			nodes += scorePositions(b, g, positions, cache, options)
		}
		n := float64(b.N * len(positions))
		b.ReportMetric(float64((machine.CPUTime()-cpu).Nanoseconds())/n, "cpu-ns/position")
		b.ReportMetric(b.Elapsed().Seconds()*1e9/n, "ns/position")
		b.ReportMetric(float64(nodes)/n, "nodes/position")
		b.ReportMetric(0, "ns/op")
	}
}

// positionsOf returns the positions to search and the size of the transposition
// table in bytes. The table for a set of positions fits into a processor's
// cache. With 16 MiB, Test_L2_R2 takes the same number of nodes but 6 % more
// time.
func positionsOf[S games.State](b *testing.B, g games.Searcher[S], s searchBenchmark) ([]searchtest.Scored[S], int64) {
	switch {
	case s.plies > 0:
		return searchtest.Sample(g, s.plies, s.count), 256 << 20
	case s.file == "":
		return []searchtest.Scored[S]{{State: g.Start(), Open: true}}, 256 << 20
	}
	path := filepath.Join("../../shared/connect4", s.file)
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		b.Skipf("no published positions at %s", path)
	}
	if err != nil {
		b.Fatal(err)
	}
	defer f.Close()
	positions, err := searchtest.ReadScored(g, s.file, f)
	if err != nil {
		b.Fatal(err)
	}
	return positions, 1 << 20
}

// scorePositions computes the exact score of each position with alpha-beta
// search and returns the number of nodes.
func scorePositions[S games.State](b *testing.B, g games.Searcher[S], positions []searchtest.Scored[S], cache int64, options search.Options) uint64 {
	entries := table.New(g, cache)
	defer entries.Close()
	engine := alphabeta.New(g, entries, options)
	defer engine.Close()
	for i := range positions {
		entries.Clear()
		p := &positions[i]
		low, high, err := engine.Score(b.Context(), p.State)
		if err != nil {
			b.Fatal(err)
		}
		if !p.Open && (low != p.Score || high != p.Score) {
			b.Errorf("%s: got score %d to %d, want %d", p.Text, low, high, p.Score)
		}
	}
	return engine.Nodes()
}
