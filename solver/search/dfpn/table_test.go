package dfpn

import (
	"testing"

	"pgregory.net/rapid"

	"zermelo/solver/search/table"
)

// TestProofTable stores questions in tables with a few clusters. A lookup must
// return the last numbers stored, and answers must not be overwritten.
func TestProofTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type question struct {
			state     [2]uint64
			threshold int8
		}
		table := proofTable[[2]uint64]{table.NewClusters[[2]uint64](rapid.Int64Range(0, 1000).Draw(t, "bytes"), rapid.Bool().Draw(t, "shared"))}
		stored := map[question]numbers{}
		for range rapid.IntRange(1, 100).Draw(t, "steps") {
			// Use few distinct words, so that states collide.
			word := rapid.Uint64Range(0, 5)
			q := question{[2]uint64{word.Draw(t, "w0"), word.Draw(t, "w1")}, int8(rapid.IntRange(-3, 2).Draw(t, "threshold"))}
			if rapid.Bool().Draw(t, "store") {
				n := numbers{rapid.Uint32Range(0, infinite).Draw(t, "proof"), rapid.Uint32Range(1, infinite).Draw(t, "disproof")}
				known, _, ok := table.probe(table.find(&q.state), &q.state, q.threshold)
				table.store(table.find(&q.state), &q.state, q.threshold, n, rapid.Uint64Range(1, 1<<40).Draw(t, "work"))
				if ok && known.done() {
					n = known
				}
				stored[q] = n
				if got, _, ok := table.probe(table.find(&q.state), &q.state, q.threshold); !ok || got != n {
					t.Fatalf("just stored %v, found %v, %v", n, got, ok)
				}
			} else if got, _, ok := table.probe(table.find(&q.state), &q.state, q.threshold); ok && got != stored[q] {
				t.Fatalf("%v: %v, stored %v", q, got, stored[q])
			}
		}
	})
}

// TestProofTableKeepsWork fills a cluster with cheap entries and checks that an
// expensive entry is kept.
func TestProofTableKeepsWork(t *testing.T) {
	table := proofTable[uint64]{table.NewClusters[uint64](0, false)}
	costly := uint64(1)
	table.store(table.find(&costly), &costly, 0, numbers{7, 9}, 1000)
	for s := uint64(2); s < 100; s++ {
		table.store(table.find(&s), &s, 0, numbers{1, 1}, s%50+1)
	}
	if n, _, ok := table.probe(table.find(&costly), &costly, 0); !ok || n != (numbers{7, 9}) {
		t.Errorf("%v, %v", n, ok)
	}
}
