package table

import (
	"math"
	"math/bits"
	"math/rand/v2"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestKeyIsTheXorOfTheWordsOfItsBits compares keys from the byte tables with
// the XOR of the words of the set bits.
func TestKeyIsTheXorOfTheWordsOfItsBits(t *testing.T) {
	words := randomWords(0, 64)
	keys := newWordKeys(words)
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		state, want := rng.Uint64(), uint64(0)
		for rest := state; rest != 0; rest &= rest - 1 {
			want ^= words[bits.TrailingZeros64(rest)]
		}
		if got := keys.of(state); got != want {
			t.Fatalf("state %x has key %x, want %x", state, got, want)
		}
	}
}

// TestKeysOfNarrowStatesAreABijection checks the rank of the words for each
// state size that fits into an entry, and all keys for small sizes.
func TestKeysOfNarrowStatesAreABijection(t *testing.T) {
	for n := 1; n <= maxWordBits; n++ {
		words := independentWords(n)
		if len(words) != n || rank(words) != n {
			t.Errorf("%d bits: %d words of rank %d", n, len(words), rank(words))
		}
		for _, w := range words {
			if bits.Len64(w) > n {
				t.Errorf("%d bits: a word has %d", n, bits.Len64(w))
			}
		}
	}
	for _, n := range []int{1, 7, 8, 9, 16} {
		keys, seen := newWordKeys(independentWords(n)), make([]bool, 1<<n)
		for s := range uint64(1 << n) {
			key := keys.of(s)
			if seen[key] {
				t.Fatalf("%d bits: two states have key %x", n, key)
			}
			seen[key] = true
		}
	}
}

// rank returns the rank of the words over the field with two elements.
func rank(words []uint64) int {
	rows, rank := append([]uint64(nil), words...), 0
	for bit := range 64 {
		for i := rank; i < len(rows); i++ {
			if rows[i]>>bit&1 == 0 {
				continue
			}
			rows[rank], rows[i] = rows[i], rows[rank]
			for k := range rows {
				if k != rank && rows[k]>>bit&1 == 1 {
					rows[k] ^= rows[rank]
				}
			}
			rank++
			break
		}
	}
	return rank
}

// TestKeysSpreadStates compares the distribution of the positions of random
// plays over the clusters of small tables with a uniform distribution.
func TestKeysSpreadStates(t *testing.T) {
	t.Run("narrow", func(t *testing.T) { testSpread[uint64](t, "connect4") })
	t.Run("wide", func(t *testing.T) { testSpread[[2]uint64](t, "breakthrough-holes") })
}

func testSpread[S games.State](t *testing.T, spec string) {
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Searcher[S])
	table := New(g, 1<<16)
	defer table.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	seen := map[S]bool{}
	loads := map[uint64]float64{}
	for len(seen) < 20_000 {
		s := g.Start()
		for {
			children, _ := g.Expand(nil, nil, []S{s})
			if len(children) == 0 {
				break
			}
			s = children[rng.IntN(len(children))]
			canonical, _ := games.Canonical[S](g, s)
			if !seen[canonical] {
				seen[canonical] = true
				place := table.Find(&canonical)
				if table.wide != nil {
					place.cluster = table.wide.index(place.tag)
				}
				loads[place.cluster]++
			}
		}
	}
	clusters := float64(len(table.Words) / clusterEntries)
	if table.wide != nil {
		clusters = float64(table.wide.count.Load())
	}
	mean := float64(len(seen)) / clusters
	chi := (clusters - float64(len(loads))) * mean
	for _, n := range loads {
		chi += (n - mean) * (n - mean) / mean
	}
	// For random numbers, chi has the mean clusters and the standard deviation
	// sqrt(2*clusters).
	if most := clusters + 6*math.Sqrt(2*clusters); chi > most {
		t.Errorf("%s: chi-square %.0f over %.0f clusters with %.1f states each, want at most %.0f", spec, chi, clusters, mean, most)
	}
	t.Logf("%s: chi-square %.0f over %.0f clusters with %.1f states each", spec, chi, clusters, mean)
}

// BenchmarkKey measures the keys of canonical children in a wide game. It
// computes them from scratch, and by updating the key of the parent.
func BenchmarkKey(b *testing.B) {
	v, err := builtin.Registry().Open("breakthrough-holes")
	if err != nil {
		b.Fatal(err)
	}
	g := v.(games.Searcher[[2]uint64])
	clusters := NewClusters[[2]uint64](1<<16, false)
	rng := rand.New(rand.NewPCG(1, 2))
	var pairs [][2][2]uint64
	for s := g.Start(); len(pairs) < 1<<12; {
		children, _ := g.Expand(nil, nil, [][2]uint64{s})
		if len(children) == 0 {
			s = g.Start()
			continue
		}
		parent, _ := games.Canonical[[2]uint64](g, s)
		for _, child := range children {
			c, _ := games.Canonical[[2]uint64](g, child)
			pairs = append(pairs, [2][2]uint64{parent, c})
		}
		s = children[rng.IntN(len(children))]
	}
	sum := uint64(0)
	perKey := func(b *testing.B) {
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(pairs)), "ns/key")
	}
	b.Run("scratch", func(b *testing.B) {
		for range b.N {
			for i := range pairs {
				sum += clusters.Key(&pairs[i][1])
			}
		}
		perKey(b)
	})
	b.Run("update", func(b *testing.B) {
		for range b.N {
			for i := range pairs {
				key := sum
				for w := range 2 {
					for d := pairs[i][0][w] ^ pairs[i][1][w]; d != 0; {
						at := bits.TrailingZeros64(d) / 8
						key ^= clusters.keys[w][at][uint8(d>>(8*at))]
						d &^= 0xff << (8 * at)
					}
				}
				sum += key
			}
		}
		perKey(b)
	})
	if sum == 0 {
		b.Log("no keys")
	}
}
