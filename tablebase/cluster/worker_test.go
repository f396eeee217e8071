package cluster

import (
	"fmt"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// closing is a game that records calls of Close.
type closing struct {
	games.Variant
	number int
	closed *[]int
}

func (c closing) Close() error {
	*c.closed = append(*c.closed, c.number)
	return nil
}

// In TestWorkerEvictsLeastRecentlyUsedJob, the first job has a running task, the
// second was not opened by the worker, and the fourth is the least recently used
// of the others.
func TestWorkerEvictsLeastRecentlyUsedJob(t *testing.T) {
	var closed []int
	w := &worker{jobs: map[string]*openedJob{}}
	for i, task := range []int{1, 2, 4, 3} {
		w.jobs[fmt.Sprint(i+1)] = &openedJob{game: closing{nil, i + 1, &closed}, own: i != 1, lastTask: task, dir: t.TempDir()}
	}
	w.jobs["1"].users = 1
	for range 2 {
		w.evict()
	}
	if !slices.Equal(closed, []int{4}) || len(w.jobs) != maxOpenJobs-1 {
		t.Errorf("closed games %v and kept %d jobs, want game 4 closed and %d jobs", closed, len(w.jobs), maxOpenJobs-1)
	}
}

func TestThreadReleasesRunnerWhenJobChanges(t *testing.T) {
	before, released := new(openedJob), 0
	th := &thread{worker: newWorker(nil, nil, WorkerOptions{Threads: 1}), dir: t.TempDir(), runner: runner{job: before, taskRunner: taskRunner{release: func() { released++ }}}}
	v, err := builtin.Registry().Open("dodgem:size=3x3")
	if err != nil {
		t.Fatal(err)
	}
	next := &openedJob{game: v, dir: t.TempDir()}
	defer next.close()
	for i, j := range []*openedJob{before, next, next} {
		if err := th.switchTo(j); err != nil || th.runner.job != j || released != min(i, 1) {
			t.Errorf("step %d: %v, %d runners released, want %d", i, err, released, min(i, 1))
		}
	}
}
