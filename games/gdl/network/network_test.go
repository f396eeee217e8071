package network

import (
	"math/rand/v2"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
)

// random is a random network with the values of all its literals for one random
// input.
type random struct {
	*Network
	lits   []Lit
	values []bool
	inputs int
}

// newRandom returns a network with choices, free inputs, and conjunctions and
// disjunctions of up to five literals each.
func newRandom(rng *rand.Rand, gates int) *random {
	r := &random{Network: New(), lits: []Lit{False}, values: []bool{false}}
	for range 5 {
		r.add(r.Input(), rng.IntN(2) == 0)
	}
	for _, size := range []int{1, 2, 3, 4, 7} {
		chosen := rng.IntN(size)
		for i, l := range r.Choice(size) {
			r.add(l, i == chosen)
		}
	}
	r.inputs = len(r.lits)
	for range gates {
		var fanins []Lit
		all, any := true, false
		for range 1 + rng.IntN(5) {
			i, flip := rng.IntN(len(r.lits)), rng.IntN(2)
			fanins = append(fanins, r.lits[i]^Lit(flip))
			value := r.values[i] != (flip == 1)
			all, any = all && value, any || value
		}
		if rng.IntN(2) == 0 {
			r.add(r.And(fanins...), all)
		} else {
			r.add(r.Or(fanins...), any)
		}
	}
	return r
}

func (r *random) add(l Lit, value bool) {
	r.lits = append(r.lits, l)
	r.values = append(r.values, value)
}

func TestProgram(t *testing.T) {
	for seed := range uint64(300) {
		r := newRandom(rand.New(rand.NewPCG(seed, 1)), 60)
		p := r.Compile(r.lits)
		for _, states := range []int{1, 64, 65, Lanes} {
			word, bit := (states-1)/64, (states-1)%64
			slots := make([]Block, p.Slots)
			for i, l := range r.lits[:r.inputs] {
				if at := p.Input(l); at > 0 && r.values[i] != l.Complemented() {
					slots[at][word] = 1 << bit
				}
			}
			for range 2 { // running twice must have the same result
				p.Run(slots, states)
			}
			for i := range r.lits {
				if got := p.Output(i).Word(slots, word)>>bit&1 == 1; got != r.values[i] {
					t.Fatalf("seed %d, %d states: literal %d is %v, want %v", seed, states, i, got, r.values[i])
				}
			}
		}
	}
}

func TestTracker(t *testing.T) {
	for seed := range uint64(600) {
		a := newRandom(rand.New(rand.NewPCG(seed/2, 2)), 60)
		tracking := a.Tracking(a.lits)
		tracking.Ordered = seed%2 == 1
		tracker := tracking.NewTracker()
		for round := range 6 {
			// Set the inputs to random values first, and then to the expected
			// ones.
			for i, l := range a.lits[:a.inputs] {
				holds := a.values[i]
				if round < 5 {
					holds = (seed>>round+uint64(i*i))%3 == 0
				}
				if holds {
					tracker.Set(l)
				} else {
					tracker.Set(l.Not())
				}
				if i%3 == 0 {
					tracker.Settle()
				}
			}
		}
		tracker.Settle()
		other := tracking.NewTracker()
		other.Copy(tracker)
		tracker = other
		for i, want := range a.values {
			if got := tracker.Holds(i); got != want {
				t.Fatalf("seed %d: literal %d is %v, want %v", seed, i, got, want)
			}
		}
	}
}

// TestOrderedNodesChangeOnce changes an input that affects a chain of nodes
// through two paths of different lengths. In an unordered tracker, the nodes
// change twice.
func TestOrderedNodesChangeOnce(t *testing.T) {
	n := New()
	in := n.Input()
	long := in
	for range 5 {
		long = n.And(long, n.Input())
	}
	last := n.And(in, long.Not())
	for range 5 {
		last = n.And(last, n.Input())
	}
	tracking := n.Tracking([]Lit{last})
	for ordered, want := range map[bool]int{false: 2*18 + 17, true: 2*6 + 7} {
		tracking.Ordered = ordered
		tracker := tracking.NewTracker()
		for _, v := range n.Cone([]Lit{last}) {
			if n.IsInput(Lit(2*v)) && v != in.Node() {
				tracker.Set(Lit(2 * v))
			}
		}
		tracker.Settle()
		tracker.Steps = 0
		if tracker.Set(in); tracker.Holds(0) {
			t.Error("the output holds before the nodes follow")
		}
		if tracker.Settle(); tracker.Holds(0) || tracker.Steps != want {
			t.Errorf("ordered %v: output %v, %d steps, want false and %d", ordered, tracker.Holds(0), tracker.Steps, want)
		}
	}
}

func TestCopyTo(t *testing.T) {
	for seed := range uint64(100) {
		r := newRandom(rand.New(rand.NewPCG(seed, 3)), 60)
		inputs := map[int]Lit{}
		for i, l := range r.lits[:r.inputs] {
			value := False
			if r.values[i] != l.Complemented() {
				value = True
			}
			inputs[l.Node()] = value
		}
		for i, l := range r.CopyTo(New(), inputs, r.lits) {
			if want := r.values[i]; l != False && l != True || (l == True) != want {
				t.Fatalf("seed %d: literal %d became %v, want %v", seed, i, l, want)
			}
		}
	}
}

func TestAnyOf(t *testing.T) {
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		r := newRandom(rng, 0)
		var cubes [][]Lit
		want := false
		for range rng.IntN(12) {
			var cube []Lit
			all := true
			for range rng.IntN(4) {
				i, flip := rng.IntN(len(r.lits)), rng.IntN(2)
				cube = append(cube, r.lits[i]^Lit(flip))
				all = all && r.values[i] != (flip == 1)
			}
			cubes = append(cubes, cube)
			want = want || all
		}
		r.add(r.AnyOf(cubes), want)
		tracker := r.Tracking(r.lits).NewTracker()
		for i, l := range r.lits[:r.inputs] {
			if r.values[i] {
				tracker.Set(l)
			}
		}
		tracker.Settle()
		if got := tracker.Holds(len(r.lits) - 1); got != want {
			t.Fatalf("seed %d: %v is %v, want %v", seed, cubes, got, want)
		}
	}
}

func TestTranspose(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 5))
	var m, want [64]uint64
	for i := range m {
		m[i] = rng.Uint64()
	}
	for i := range m {
		for j := range m {
			want[j] |= m[i] >> j & 1 << i
		}
	}
	if transpose(&m); m != want {
		t.Errorf("transposed %x, want %x", m, want)
	}
}

func TestTransposeFew(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 6))
	var m [64]uint64
	for i := range 8 {
		m[i] = rng.Uint64()
	}
	few, want := m, m
	transpose(&want)
	if TransposeRows(&few, 8); few != want {
		t.Errorf("transposed %x, want %x", few, want)
	}
	for i := range few {
		few[i] |= rng.Uint64() << 8 // columns that must be ignored
	}
	if transposeColumns(&few, 8); [8]uint64(few[:8]) != [8]uint64(m[:8]) {
		t.Errorf("transposed back %x, want %x", few[:8], m[:8])
	}
}

func BenchmarkTranspose(b *testing.B) {
	var m [64]uint64
	for b.Loop() {
		transpose(&m)
	}
}
