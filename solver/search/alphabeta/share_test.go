package alphabeta

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search/table"
)

// TestTakeFinished notifies a thread of positions that another thread has
// finished. The thread must restart positions on its line at most maxRestarts
// times.
func TestTakeFinished(t *testing.T) {
	one, two := &worker[uint64]{}, &worker[uint64]{}
	one.others, two.others = []*worker[uint64]{two}, []*worker[uint64]{one}
	line := places(t, 3)
	for depth, at := range line {
		one.frame(depth).at = at
		if depth > 0 {
			one.publish(at, depth-1)
		}
	}
	for _, c := range []struct {
		what  string
		child table.Place
		depth int // depth of the parent
		want  int // restart depth; -1 if none
	}{
		{"a node on the line", line[1], 0, 1},
		{"the node itself", line[2], 1, 2},
		{"another position", places(t, 4)[3], 1, -1},
		{"a position at another depth", line[1], 1, -1},
	} {
		one.restart = -1
		two.notify(c.child, c.depth)
		if got := one.finished.Load() != 0 && one.takeFinished(len(line)); got != (c.want >= 0) || one.restart != c.want {
			t.Errorf("%s: back to depth %d, want %d", c.what, one.restart, c.want)
		}
	}
	one.frames[1].restarts = maxRestarts
	two.notify(line[1], 0)
	if one.takeFinished(len(line)) {
		t.Errorf("back to a node for the %dth time", maxRestarts+1)
	}
}

// TestDeferMove tests moves that another thread is searching. The first move
// may be deferred only in all nodes.
func TestDeferMove(t *testing.T) {
	one, two := &worker[uint64]{}, &worker[uint64]{}
	one.others = []*worker[uint64]{two}
	f := one.frame(0)
	f.places = places(t, 2)
	for _, c := range []struct {
		kind   kind
		child  int // next child, which the other thread is searching
		defers bool
	}{{anyNode, 0, false}, {cutNode, 0, false}, {allNode, 0, true}, {anyNode, 1, true}, {cutNode, 1, true}} {
		f.kind = c.kind
		f.order.Clear()
		f.order.Add(0, 0)
		f.order.Add(1, 0)
		two.publish(f.places[c.child], 0)
		if got := one.deferMove(f, c.child, 0); got != c.defers {
			t.Errorf("kind %d, move %d: %t, want %t", c.kind, c.child, got, c.defers)
		}
		if f.order.At(c.child) != c.child {
			t.Errorf("move %d became %d", c.child, f.order.At(c.child))
		}
		if one.deferMove(f, c.child, 0) {
			t.Errorf("kind %d, move %d: put off twice, or put off once more", c.kind, c.child)
		}
	}
}

func TestKindOf(t *testing.T) {
	for low := -9; low < 9; low++ {
		for high := low + 1; high <= 9; high++ {
			for alpha := low; alpha < high; alpha++ {
				greater, all := 0, 0
				for score := low; score <= high; score++ {
					all++
					if score > alpha {
						greater++
					}
				}
				share, want := float64(greater)/float64(all), anyNode
				if share >= 0.75 {
					want = cutNode
				} else if share <= 0.25 {
					want = allNode
				}
				if got := kindOf(alpha, low, high); got != want {
					t.Errorf("%d..%d, greater than %d: %d, want %d", low, high, alpha, got, want)
				}
			}
		}
	}
}

// places returns the table places of n different states.
func places(t *testing.T, n uint64) (list []table.Place) {
	v, err := builtin.Registry().Open("connect4")
	if err != nil {
		t.Fatal(err)
	}
	table := table.New(v.(games.Searcher[uint64]), 1)
	defer table.Close()
	for s := range n {
		list = append(list, table.Find(&s))
	}
	return list
}
