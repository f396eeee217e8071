package forecast

import (
	"math"
	"math/bits"

	"zermelo/games"
)

// counts is a set of weighted states. It is a hash table that doubles in size when it
// is two-thirds full.
type counts[S games.State] struct {
	states  []S
	weights []float32 // total weight of each state; 0 for an unused entry
	lines   []int32   // line of descent that first reached the state
	used    int
	shift   int
}

const initialSize = 1 << 10

// add adds a positive weight to the weight of a state. It returns the previous
// weight, or 0 if the state is new. The result related reports whether the state was
// first added by an earlier call with the same line of descent.
func (c *counts[S]) add(s S, weight float32, line int32) (previous float32, related bool) {
	if 3*(c.used+1) > 2*len(c.states) {
		c.grow()
	}
	i := int(hash(s) >> c.shift)
	for c.weights[i] != 0 {
		if c.states[i] == s {
			previous := c.weights[i]
			c.weights[i] += weight
			return previous, c.lines[i] == line
		}
		if i++; i == len(c.states) {
			i = 0
		}
	}
	c.states[i], c.weights[i], c.lines[i] = s, weight, line
	c.used++
	return 0, false
}

func (c *counts[S]) grow() {
	old := *c
	size := max(initialSize, 2*len(old.states))
	c.states, c.weights, c.used = make([]S, size), make([]float32, size), 0
	c.lines = make([]int32, size)
	c.shift = 65 - bits.Len(uint(size))
	for i, w := range old.weights {
		if w != 0 {
			c.add(old.states[i], w, old.lines[i])
		}
	}
}

// sample returns about n states and their lines of descent, or all of the states if
// there are fewer. The choice depends only on the states, not on their weights.
func (c *counts[S]) sample(n int) (list []S, lines []int32) {
	limit := choiceLimit(n, c.used)
	list = make([]S, 0, min(c.used, n+n/8))
	lines = make([]int32, 0, cap(list))
	for i, w := range c.weights {
		if w != 0 && choice(c.states[i]) <= limit {
			list, lines = append(list, c.states[i]), append(lines, c.lines[i])
		}
	}
	return list, lines
}

// choiceLimit returns the limit for sampling about n of the given number of states.
// A state is sampled if its choice does not exceed the limit.
func choiceLimit(n, among int) uint64 {
	if n >= among {
		return math.MaxUint64
	}
	return uint64(float64(n) / float64(among) * math.MaxUint64)
}

// hash returns the hash that determines a state's entry in a table.
func hash[S games.State](s S) uint64 {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 32
	}
	return h * 0xd6e8feb86659fd93
}

// choice returns a hash that determines whether a state is sampled. It is
// independent of the state's entry in a table.
func choice[S games.State](s S) uint64 {
	h := hash(s)
	h = (h ^ h>>31) * 0x94d049bb133111eb
	return h ^ h>>30
}
