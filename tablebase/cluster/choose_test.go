package cluster

import (
	"fmt"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/shards"
)

// In TestWorkerGetsShardsThatItExpanded, worker A has expanded the even shards
// of a layer and worker B the odd shards.
func TestWorkerGetsShardsThatItExpanded(t *testing.T) {
	solve := func(shard int) shards.Task { return shards.Task{Kind: shards.Solve, Layer: 7, Shard: shard} }
	none := run{}
	by := func(shard int, worker string) run { return run{named: solve(shard), worker: worker} }
	for i, c := range []struct {
		out    map[int]run // by shard
		worker string
		named  int
		want   []int // acceptable shards; nil if no task is left
		then   decision
	}{
		{map[int]run{0: none, 1: none, 2: none}, "A", 1, []int{0, 2}, take},
		{map[int]run{0: none, 1: none, 2: none}, "B", 0, []int{1}, take},
		{map[int]run{0: none, 1: by(0, "B")}, "C", 0, []int{1}, take},       // redelivered after a worker vanished
		{map[int]run{0: none, 1: none, 3: none}, "C", 0, []int{1, 3}, pass}, // no worker is busy
		{map[int]run{0: none, 1: none, 3: by(3, "B")}, "A", 1, []int{0}, take},
		{map[int]run{1: none, 3: by(3, "B")}, "A", 1, []int{1}, wait},
		{map[int]run{1: none, 3: by(3, "B"), 5: none}, "A", 1, []int{1, 5}, take}, // B has the most remaining shards
		{map[int]run{1: none, 2: by(3, "A")}, "A", 1, []int{1}, pass},
		{map[int]run{1: by(3, "B")}, "A", 1, nil, take},
		{nil, "A", 0, nil, take},
	} {
		graph := shards.NewGraph(shards.Sizes{}, 1)
		co := &coordinator{tasks: graphTasks{Graph: graph}, runs: map[shards.Task]*run{{Kind: shards.Expand, Layer: 9}: {}}}
		for shard, r := range c.out {
			m := &shards.Manifest{Task: shards.Task{Kind: shards.Expand, Layer: 7, Shard: shard}}
			m.Cost.Worker = string("AB"[shard%2])
			if err := graph.Add(m); err != nil {
				t.Fatal(err)
			}
			r.Task = solve(shard)
			co.runs[solve(shard)] = &r
		}
		chosen, then := co.choose(choice{order{Task: solve(c.named)}, c.worker})
		right, got := chosen == nil && c.want == nil, shards.Task{}
		for _, shard := range c.want {
			if chosen != nil {
				got = chosen.Task
				right = right || got == solve(shard)
			}
		}
		if !right || then != c.then {
			t.Errorf("case %d: chose %v with decision %d, want shard in %s with decision %d", i, got, then, fmt.Sprint(c.want), c.then)
		}
	}
}
