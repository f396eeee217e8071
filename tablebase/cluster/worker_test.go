package cluster

import (
	"fmt"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
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

// TestThreadEndsItsRunnerWhenItTurnsToAnotherJob counts the ends: none while it stays with a job.
func TestThreadEndsItsRunnerWhenItTurnsToAnotherJob(t *testing.T) {
	before, ends := new(opened), 0
	th := &thread{worker: newWorker(nil, nil, WorkerOptions{Threads: 1}), dir: t.TempDir(), runner: runner{of: before, doer: doer{end: func() { ends++ }}}}
	v, err := builtin.Registry().Open("dodgem:size=3x3")
	if err != nil {
		t.Fatal(err)
	}
	next := &opened{game: v, dir: t.TempDir()}
	defer next.close()
	for i, j := range []*opened{before, next, next} {
		if err := th.turnTo(j); err != nil || th.runner.of != j || ends != min(i, 1) {
			t.Errorf("step %d: %v, %d runners ended, want %d", i, err, ends, min(i, 1))
		}
	}
}
