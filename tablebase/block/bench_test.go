package block

import (
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/tron"
	"zermelo/solver/job"
	"zermelo/solver/layered"
	"zermelo/solver/solvertest"
	"zermelo/tablebase/store"
)

// full returns a block from the middle of tron on 5x6 cells.
func full(b *testing.B) (key []byte, blk Block[uint64]) {
	b.Helper()
	r := games.Registry{Entries: []games.Entry{tron.Entry()}}
	v, err := r.Open("tron:size=5x6")
	if err != nil {
		b.Fatal(err)
	}
	var all solvertest.MemoryStore[uint64]
	if _, err := layered.Solve(b.Context(), v.(games.Game[uint64]), b.TempDir(), &all, job.Options{}); err != nil {
		b.Fatal(err)
	}
	for layer := all.LastLayer() / 2; ; layer++ {
		states, values := all.Layer(layer)
		if from, to := job.BlockStates, 2*job.BlockStates; to < len(states) {
			return store.BlockKey(nil, layer, states[from]), Block[uint64]{States: states[from:to], Values: values[from:to]}
		}
	}
}

func BenchmarkEncode(b *testing.B) {
	key, blk := full(b)
	var c Codec[uint64]
	var data []byte
	for b.Loop() {
		data = c.Encode(data[:0], key, blk.States, blk.Values)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(blk.States)), "ns/state")
	b.ReportMetric(float64(len(data))/float64(len(blk.States)), "B/state")
}

func BenchmarkDecode(b *testing.B) {
	key, blk := full(b)
	var c Codec[uint64]
	data := c.Encode(nil, key, blk.States, blk.Values)
	for b.Loop() {
		if err := c.decode(&blk, key, data); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(blk.States)), "ns/state")
}
