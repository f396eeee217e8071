package own

import (
	"slices"
	"sync"
	"unsafe"

	"zermelo/games"
)

// entry is what is known of a state.
type entry struct {
	mover   int8
	over    bool
	rows    int32
	layer   int32
	payoffs games.Payoff
	from    int32 // its children lie from here
	to      int32 // to here
}

// batch is what is known of some states.
type batch[S games.State] struct {
	entries  []entry
	children []S
}

// add appends an entry with its children.
func (b *batch[S]) add(e entry, children []S) {
	e.from = int32(len(b.children))
	b.children = append(b.children, children...)
	e.to = int32(len(b.children))
	b.entries = append(b.entries, e)
}

// of are the children of an entry.
func (b *batch[S]) of(e *entry) []S { return b.children[e.from:e.to] }

// cache remembers what the rules have said, as a state is asked for several times: for its
// children when states are enumerated and again when they are valued, for who moves, and
// for its payoffs. Each part forgets the older half of what it has when it is full.
type cache[S games.State] struct {
	parts [64]part[S]
	most  int // bytes of half a part; 0 for any
}

type part[S games.State] struct {
	mu         sync.Mutex
	now, older generation[S]
}

// generation is a half of a part.
type generation[S games.State] struct {
	batch[S]
	at map[S]int32
}

// cacheBytes is about how much memory a cache takes.
const cacheBytes = 96 << 20

func newCache[S games.State](most int) *cache[S] {
	c := &cache[S]{most: most / 2 / len(cache[S]{}.parts)}
	for i := range c.parts {
		c.parts[i].now.at, c.parts[i].older.at = map[S]int32{}, map[S]int32{}
	}
	return c
}

// part is where a state belongs.
func (c *cache[S]) part(s S) *part[S] {
	h := uint64(0)
	for _, w := range games.Bits(&s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	return &c.parts[h*0x9e3779b97f4a7c15>>58]
}

// find is what is known of a state, and its children; nil if there is nothing.
func (p *part[S]) find(s S) (*entry, []S) {
	for _, g := range [...]*generation[S]{&p.now, &p.older} {
		if at, ok := g.at[s]; ok {
			e := &g.entries[at]
			return e, g.of(e)
		}
	}
	return nil, nil
}

// get adds what is known of a state to b, its children too if they are wanted. It is false
// if nothing is known.
func (c *cache[S]) get(b *batch[S], s S, children bool) bool {
	p := c.part(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	e, of := p.find(s)
	switch {
	case e == nil:
		return false
	case children:
		b.add(*e, of)
	default:
		b.entries = append(b.entries, *e)
	}
	return true
}

// put adds what the rules have said of a state. It is false if they have said something
// else before.
func (c *cache[S]) put(s S, e entry, children []S) bool {
	p := c.part(s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if known, of := p.find(s); known != nil {
		old := *known
		old.from, old.to, e.from, e.to = 0, 0, 0, 0
		return old == e && slices.Equal(of, children)
	}
	if c.most > 0 && p.now.bytes() > c.most {
		p.now, p.older = p.older, p.now
		p.now.entries, p.now.children = p.now.entries[:0], p.now.children[:0]
		clear(p.now.at)
	}
	p.now.at[s] = int32(len(p.now.entries))
	p.now.add(e, children)
	return true
}

// bytes is about how much memory a generation takes.
func (g *generation[S]) bytes() int {
	var s S
	state := int(unsafe.Sizeof(s))
	const overhead = 16 // of a map, for each key
	return len(g.entries)*(int(unsafe.Sizeof(entry{}))+state+overhead) + len(g.children)*state
}
