package cluster

import (
	"fmt"
	"slices"
	"testing"

	"zermelo/games"
)

// closing is a game that notes when it is closed.
type closing struct {
	games.Variant
	number int
	closed *[]int
}

func (c closing) Close() error {
	*c.closed = append(*c.closed, c.number)
	return nil
}

// TestWorkerClosesGamesThatAreNotPlayed has more jobs than it keeps open. The first is at work, the second was opened by
// somebody else, and the fourth was idle for the longest time.
func TestWorkerClosesGamesThatAreNotPlayed(t *testing.T) {
	var closed []int
	w := &worker{jobs: map[string]*opened{}}
	for i, used := range []int{1, 2, 4, 3} {
		w.jobs[fmt.Sprint(i+1)] = &opened{game: closing{nil, i + 1, &closed}, own: i != 1, used: used, dir: t.TempDir()}
	}
	w.jobs["1"].users = 1
	for range 2 {
		w.makeRoom()
	}
	if !slices.Equal(closed, []int{4}) || len(w.jobs) != mostJobs-1 {
		t.Errorf("closed %v, %d jobs are left, want 4 closed and %d left", closed, len(w.jobs), mostJobs-1)
	}
}
