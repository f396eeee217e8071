package shards

import (
	"sync"

	"zermelo/solver/layered"
	"zermelo/solver/machine"
)

// Links stores the links that workers compute when they expand shards. Workers of the
// same process use the links to solve these shards. The zero value is empty.
type Links struct {
	mu     sync.Mutex
	byTask map[Task]*layered.Links
	bytes  int64
}

// put stores the links of an Expand task if ok is set and all stored links use
// at most a third of the free disk space. Otherwise it closes them.
func (l *Links) put(t Task, k *layered.Links, ok bool) {
	l.take(t).Close() // close links of an earlier execution
	free, err := machine.FreeDisk(k.Dir())
	l.mu.Lock()
	defer l.mu.Unlock()
	if !ok || err != nil || l.bytes+k.Bytes() > free/3 {
		k.Close()
		return
	}
	if l.byTask == nil {
		l.byTask = map[Task]*layered.Links{}
	}
	l.byTask[t] = k
	l.bytes += k.Bytes()
}

// take removes and returns the links of an Expand task, or nil.
func (l *Links) take(t Task) *layered.Links {
	l.mu.Lock()
	defer l.mu.Unlock()
	k := l.byTask[t]
	if k == nil {
		return nil
	}
	delete(l.byTask, t)
	l.bytes -= k.Bytes()
	if k.Open() != nil {
		return nil // links are optional
	}
	return k
}

// Clear closes and removes all links.
func (l *Links) Clear() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, k := range l.byTask {
		k.Close()
	}
	clear(l.byTask)
	l.bytes = 0
}
