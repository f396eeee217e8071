package alphabeta

import (
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/solver/search/table"
)

// TestHeard tells a thread of positions that another one has finished: it goes
// back to those on its line, twice at most, and to no others.
func TestHeard(t *testing.T) {
	one, two := &worker[uint64]{}, &worker[uint64]{}
	one.others, two.others = []*worker[uint64]{two}, []*worker[uint64]{one}
	line := places(t, 3)
	for depth, at := range line {
		one.frame(depth).at = at
		if depth > 0 {
			one.show(at, depth-1)
		}
	}
	for _, c := range []struct {
		what  string
		child table.Place
		depth int // of the node that it is a child of
		want  int // the depth that is gone back to; -1: none
	}{
		{"a node on the line", line[1], 0, 1},
		{"the node itself", line[2], 1, 2},
		{"another position", places(t, 4)[3], 1, -1},
		{"a position at another depth", line[1], 1, -1},
	} {
		one.back = -1
		two.tell(c.child, c.depth)
		if got := one.told.Load() != 0 && one.heard(len(line)); got != (c.want >= 0) || one.back != c.want {
			t.Errorf("%s: back to depth %d, want %d", c.what, one.back, c.want)
		}
	}
	one.frames[1].backs = mostBacks
	two.tell(line[1], 0)
	if one.heard(len(line)) {
		t.Errorf("back to a node for the %dth time", mostBacks+1)
	}
}

// TestDefers puts off a move that another thread is searching, once: the eldest
// one only where all moves are expected to be searched.
func TestDefers(t *testing.T) {
	one, two := &worker[uint64]{}, &worker[uint64]{}
	one.others = []*worker[uint64]{two}
	f := one.frame(0)
	f.places = places(t, 2)
	for _, c := range []struct {
		kind   kind
		child  int // that the other thread is at, and that is next
		defers bool
	}{{anyNode, 0, false}, {cutNode, 0, false}, {allNode, 0, true}, {anyNode, 1, true}, {cutNode, 1, true}} {
		f.kind = c.kind
		f.order.Clear()
		f.order.Add(0, 0)
		f.order.Add(1, 0)
		two.show(f.places[c.child], 0)
		if got := one.defers(f, c.child, 0); got != c.defers {
			t.Errorf("kind %d, move %d: %t, want %t", c.kind, c.child, got, c.defers)
		}
		if f.order.At(c.child) != c.child {
			t.Errorf("move %d became %d", c.child, f.order.At(c.child))
		}
		if one.defers(f, c.child, 0) {
			t.Errorf("kind %d, move %d: put off twice, or put off once more", c.kind, c.child)
		}
	}
}

// TestKindOf holds the expectation of the root against counts of scores.
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

// places are the places of different states in a table.
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
