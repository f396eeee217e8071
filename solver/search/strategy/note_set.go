package strategy

import (
	"slices"
	"sync"

	"zermelo/games"
)

// noteSet is a set of positions with a note on each, shared by threads: a hash
// table in parts with a lock each. It takes 18 bytes a slot for states of two
// words and fills 3/4 of them at most; a map of the language took three times
// as much.
type noteSet[S games.State] struct{ shards [noteShards]noteShard[S] }

const (
	noteShardBits = 8
	noteShards    = 1 << noteShardBits
)

type noteShard[S games.State] struct {
	mu     sync.Mutex
	states []S
	notes  []uint16 // 0 in free slots
	count  int
}

// shard is the part where a state belongs, and its hash.
func (l *noteSet[S]) shard(s *S) (*noteShard[S], uint64) {
	h := uint64(0)
	for _, w := range games.Bits(s) {
		h = (h ^ w) * 0x9e3779b97f4a7c15
		h ^= h >> 29
	}
	h *= 0xd6e8feb86659fd93
	return &l.shards[h>>(64-noteShardBits)], h ^ h>>32
}

// add puts a state in, with a note greater than 0, and reports whether it is new.
func (l *noteSet[S]) add(s S, note uint16) bool {
	p, h := l.shard(&s)
	p.mu.Lock()
	defer p.mu.Unlock()
	if 4*(p.count+1) > 3*len(p.states) {
		p.grow(l)
	}
	i := p.slot(&s, h)
	if p.notes[i] != 0 {
		return false
	}
	p.states[i], p.notes[i] = s, note
	p.count++
	return true
}

// set changes the note of a state that is in.
func (l *noteSet[S]) set(s S, note uint16) {
	p, h := l.shard(&s)
	p.mu.Lock()
	p.notes[p.slot(&s, h)] = note
	p.mu.Unlock()
}

// has reports whether a state is in.
func (l *noteSet[S]) has(s S) bool {
	p, h := l.shard(&s)
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.states) > 0 && p.notes[p.slot(&s, h)] != 0
}

// slot is where a state is or would be put.
func (p *noteShard[S]) slot(s *S, h uint64) uint64 {
	mask := uint64(len(p.states) - 1)
	i := h & mask
	for p.notes[i] != 0 && p.states[i] != *s {
		i = (i + 1) & mask
	}
	return i
}

// grow doubles the slots.
func (p *noteShard[S]) grow(l *noteSet[S]) {
	states, notes := p.states, p.notes
	n := max(16, 2*len(states))
	p.states, p.notes = make([]S, n), make([]uint16, n)
	for i, note := range notes {
		if note != 0 {
			_, h := l.shard(&states[i])
			at := p.slot(&states[i], h)
			p.states[at], p.notes[at] = states[i], note
		}
	}
}

// sorted returns the states, ascending, with their notes.
func (l *noteSet[S]) sorted() (states []S, notes []uint16) {
	count := 0
	for i := range l.shards {
		count += l.shards[i].count
	}
	states, notes = make([]S, 0, count), make([]uint16, count)
	for i := range l.shards {
		p := &l.shards[i]
		for j, note := range p.notes {
			if note != 0 {
				states = append(states, p.states[j])
			}
		}
	}
	slices.SortFunc(states, games.Compare)
	for i := range states {
		p, h := l.shard(&states[i])
		notes[i] = p.notes[p.slot(&states[i], h)]
	}
	return states, notes
}
