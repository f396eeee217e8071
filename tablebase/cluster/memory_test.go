package cluster_test

import (
	"strings"
	"testing"

	"zermelo/tablebase/cluster"
)

func TestTasksThatNeedMoreMemoryAreRefused(t *testing.T) {
	v, err := open(t.Context(), "connect4:size=4x4")
	if err != nil {
		t.Fatal(err)
	}
	o := cluster.Options{Access: nats(t), Store: folder(t), Threads: 1, Memory: 1 << 30, TaskMemory: 1 << 30}
	if _, err := cluster.Solve(t.Context(), t.TempDir(), v, o); err == nil || !strings.Contains(err.Error(), "need 1023 MiB of memory") {
		t.Errorf("tasks of 1 GiB in 1 GiB: error %v", err)
	}
	o.TaskMemory = 512 << 20
	if _, err := cluster.Solve(t.Context(), t.TempDir(), v, o); err != nil {
		t.Errorf("tasks of 512 MiB in 1 GiB: error %v", err)
	}
}
