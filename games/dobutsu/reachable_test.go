package dobutsu

import (
	"math/bits"
	"sync"
	"sync/atomic"
	"testing"

	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

// TestReachable counts the reachable positions, relative to the player to move and up
// to reflection, if play ends when a lion can be caught. Tanaka's number is
// 246,803,167, including 99,485,568 open positions.
//
// It covers all squares of the lions, not only those of open states.
func TestReachable(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	g := newGame()
	c := &census{game: g, seen: make([]uint64, squares*squares*g.size/64+1)}
	c.done = make([]uint64, len(c.seen))
	c.mark(g.Start())
	for c.sweep() {
	}
	total := c.ended + c.open
	t.Logf("%d with a lion caught next or safe, %d that go on", c.ended, c.open)
	if total != 246803167 || c.open != 99485568 {
		t.Errorf("%d positions, %d of them go on, want 246803167 and 99485568", total, c.open)
	}
}

// census is the set of visited positions, with one bit per placement of the lions and
// arrangement of the other pieces.
type census struct {
	*game
	seen, done  []uint64
	open, ended int64
}

// mark adds a position.
func (c *census) mark(s uint64) {
	s = min(s, mirrored(s)) &^ turns.Bit
	m := read(s)
	pair := &c.at[s>>lionShift&(1<<8-1)]
	index := uint64(m.lion*squares+m.theirLion)*c.size + c.places.rank(s, &m, pair)
	if bit := uint64(1) << (index % 64); atomic.LoadUint64(&c.seen[index/64])&bit == 0 {
		atomic.OrUint64(&c.seen[index/64], bit)
	}
}

// position inverts the numbering.
func (c *census) position(index uint64) uint64 {
	lions := index / c.size
	key, section := c.find(index % c.size)
	return c.places.unrank(lionsOnly(lions/squares, lions%squares), index%c.size-section.first, key, section)
}

// sweep expands the positions added since the previous sweep and reports whether
// there were any.
func (c *census) sweep() bool {
	const workers, grain = 2, 1 << 12
	var next, alive, ended atomic.Int64
	var all sync.WaitGroup
	for range workers {
		all.Go(func() {
			var children []uint64
			for from := next.Add(grain) - grain; from < int64(len(c.seen)); from = next.Add(grain) - grain {
				for word := from; word < min(from+grain, int64(len(c.seen))); word++ {
					for left := atomic.LoadUint64(&c.seen[word]) &^ c.done[word]; left != 0; left &= left - 1 {
						c.done[word] |= left & -left
						s := c.position(uint64(word)*64 + uint64(bits.TrailingZeros64(left)))
						m := read(s)
						if v := c.judge(s, &m); v != open && v != home {
							ended.Add(1)
							continue
						}
						alive.Add(1)
						children = c.children(children[:0], s, &m)
						for _, child := range children {
							c.mark(child)
						}
					}
				}
			}
		})
	}
	all.Wait()
	c.open += alive.Load()
	c.ended += ended.Load()
	return alive.Load()+ended.Load() > 0
}
