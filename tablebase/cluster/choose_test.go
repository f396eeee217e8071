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
	none := assignment{}
	by := func(shard int, worker string) assignment { return assignment{solve(shard), worker} }
	for i, c := range []struct {
		out    map[int]assignment // by shard
		worker string
		named  int
		want   []int // acceptable shards; nil if no task is left
		then   decision
	}{
		{map[int]assignment{0: none, 1: none, 2: none}, "A", 1, []int{0, 2}, take},
		{map[int]assignment{0: none, 1: none, 2: none}, "B", 0, []int{1}, take},
		{map[int]assignment{0: none, 1: by(0, "B")}, "C", 0, []int{1}, take},       // redelivered after a worker vanished
		{map[int]assignment{0: none, 1: none, 3: none}, "C", 0, []int{1, 3}, pass}, // no worker is busy
		{map[int]assignment{0: none, 1: none, 3: by(3, "B")}, "A", 1, []int{0}, take},
		{map[int]assignment{1: none, 3: by(3, "B")}, "A", 1, []int{1}, wait},
		{map[int]assignment{1: none, 3: by(3, "B"), 5: none}, "A", 1, []int{1, 5}, take}, // B has the most remaining shards
		{map[int]assignment{1: none, 2: by(3, "A")}, "A", 1, []int{1}, pass},
		{map[int]assignment{1: by(3, "B")}, "A", 1, nil, take},
		{nil, "A", 0, nil, take},
	} {
		graph := shards.NewGraph(shards.Sizes{}, 1)
		co := &coordinator{tasks: graphTasks{Graph: graph}, out: map[shards.Task]assignment{{Kind: shards.Expand, Layer: 9}: none}}
		for shard, by := range c.out {
			m := &shards.Manifest{Task: shards.Task{Kind: shards.Expand, Layer: 7, Shard: shard}}
			m.Cost.Worker = string("AB"[shard%2])
			if err := graph.Add(m); err != nil {
				t.Fatal(err)
			}
			co.out[solve(shard)] = by
		}
		got, then := co.choose(choice{solve(c.named), c.worker})
		right := got == shards.Task{} && c.want == nil
		for _, shard := range c.want {
			right = right || got == solve(shard)
		}
		if !right || then != c.then {
			t.Errorf("case %d: chose %v with decision %d, want shard in %s with decision %d", i, got, then, fmt.Sprint(c.want), c.then)
		}
	}
}
