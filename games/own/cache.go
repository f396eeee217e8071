package own

import (
	"slices"
	"sync"
	"unsafe"

	"zermelo/games"
)

// entry is the rules' answer for a state.
type entry struct {
	mover    int8
	terminal bool
	rows     int32
	layer    int32
	payoffs  games.Payoff
	from, to int32 // range of its children in batch.children
}

// batch is a list of entries with their children.
type batch[S games.State] struct {
	entries  []entry
	children []S
	weights  []uint32 // by child in games with chance, 1 unless chance moves; otherwise empty
}

func (b *batch[S]) add(e entry, children []S, weights []uint32) {
	e.from = int32(len(b.children))
	b.children, b.weights = append(b.children, children...), append(b.weights, weights...)
	e.to = int32(len(b.children))
	b.entries = append(b.entries, e)
}

func (b *batch[S]) of(e *entry) []S { return b.children[e.from:e.to] }

func (b *batch[S]) weightsOf(e *entry) []uint32 {
	if len(b.weights) == 0 {
		return nil
	}
	return b.weights[e.from:e.to]
}

func (b *batch[S]) reset() {
	b.entries, b.children, b.weights = b.entries[:0], b.children[:0], b.weights[:0]
}

// cache stores recent answers of the rules, because a solver requests a state
// several times: for its mover, its payoffs, and its children during enumeration and
// valuation. When a part of the cache is full, it evicts the older half of its
// entries.
type cache[S games.State] struct {
	parts [64]part[S]
	limit int // bytes per generation; 0 for no limit
}

type part[S games.State] struct {
	mu         sync.Mutex
	now, older generation[S]
}

// generation is the newer or the older half of a part's entries.
type generation[S games.State] struct {
	batch[S]
	at map[S]int32
}

// cacheBytes is the approximate memory limit of a cache.
const cacheBytes = 96 << 20

func newCache[S games.State](limit int) *cache[S] {
	c := &cache[S]{limit: limit / 2 / len(cache[S]{}.parts)}
	for i := range c.parts {
		c.parts[i].now.at, c.parts[i].older.at = map[S]int32{}, map[S]int32{}
	}
	return c
}

func (c *cache[S]) part(s S) *part[S] {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return &c.parts[h*0x9e3779b97f4a7c15>>58]
}

// find returns the entry of a state and its batch, or nil if the state is not cached.
func (p *part[S]) find(s S) (*entry, *batch[S]) {
	for _, g := range [...]*generation[S]{&p.now, &p.older} {
		if at, ok := g.at[s]; ok {
			return &g.entries[at], &g.batch
		}
	}
	return nil, nil
}

// get appends the entry of a state to b, with its children if children is true. It
// returns false if the state is not cached.
func (c *cache[S]) get(b *batch[S], s S, children bool) bool {
	p := c.part(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	e, from := p.find(s)
	switch {
	case e == nil:
		return false
	case children:
		b.add(*e, from.of(e), from.weightsOf(e))
	default:
		b.entries = append(b.entries, *e)
	}
	return true
}

// put stores an answer. It returns false if the cache has a different answer for the
// state.
func (c *cache[S]) put(s S, e entry, children []S, weights []uint32) bool {
	p := c.part(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, from := p.find(s); known != nil {
		old, of, weighted := *known, from.of(known), from.weightsOf(known)
		old.from, old.to, e.from, e.to = 0, 0, 0, 0
		return old == e && slices.Equal(of, children) && slices.Equal(weighted, weights)
	}
	if c.limit > 0 && p.now.bytes() > c.limit {
		p.now, p.older = p.older, p.now
		p.now.reset()
		clear(p.now.at)
	}
	p.now.at[s] = int32(len(p.now.entries))
	p.now.add(e, children, weights)
	return true
}

func (g *generation[S]) bytes() int {
	var s S
	state := int(unsafe.Sizeof(s))
	const overhead = 16 // per map key
	return len(g.entries)*(int(unsafe.Sizeof(entry{}))+state+overhead) + len(g.children)*state + 4*len(g.weights)
}
