package shards

import (
	"sync"

	"zermelo/solver/layered"
	"zermelo/solver/machine"
)

// Links are the links that workers of this process have left on its disk when they expanded shards, for whoever of them
// values these. Other processes expand the shard again. The zero value has none.
type Links struct {
	mu    sync.Mutex
	of    map[Task]*layered.Links
	bytes int64
}

// put keeps the links of an expand that has ended well, where they take no more than a third of the disk that is free.
func (l *Links) put(t Task, k *layered.Links, well bool) {
	l.take(t).Close() // it was done before
	free, err := machine.FreeDisk(k.Dir())
	l.mu.Lock()
	defer l.mu.Unlock()
	if !well || err != nil || l.bytes+k.Bytes() > free/3 {
		k.Close()
		return
	}
	if l.of == nil {
		l.of = map[Task]*layered.Links{}
	}
	l.of[t] = k
	l.bytes += k.Bytes()
}

// take gives the links of an expand away; nil if there are none.
func (l *Links) take(t Task) *layered.Links {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.of[t]
	if k == nil {
		return nil
	}
	delete(l.of, t)
	l.bytes -= k.Bytes()
	if k.Open() != nil {
		return nil // they can be done without
	}
	return k
}

// Drop removes all links.
func (l *Links) Drop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.of {
		k.Close()
	}
	clear(l.of)
	l.bytes = 0
}
