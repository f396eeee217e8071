package cluster

import (
	"fmt"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/solver/shards"
)

// TestShardsAreValuedWhereTheyWereExpanded asks for shards of a layer. Those of even number were expanded by A, the
// others by B.
func TestShardsAreValuedWhereTheyWereExpanded(t *testing.T) {
	solve := func(shard int) shards.Task { return shards.Task{Kind: shards.Solve, Layer: 7, Shard: shard} }
	none := chosen{}
	by := func(shard int, worker string) chosen { return chosen{solve(shard), worker} }
	for i, c := range []struct {
		out    map[int]chosen // by shard
		worker string
		named  int
		want   []int // one of these; none: nothing is to be done
		then   verdict
	}{
		{map[int]chosen{0: none, 1: none, 2: none}, "A", 1, []int{0, 2}, take},
		{map[int]chosen{0: none, 1: none, 2: none}, "B", 0, []int{1}, take},
		{map[int]chosen{0: none, 1: by(0, "B")}, "C", 0, []int{1}, take},       // the message of one who has ended
		{map[int]chosen{0: none, 1: none, 3: none}, "C", 0, []int{1, 3}, pass}, // nobody is at work
		{map[int]chosen{0: none, 1: none, 3: by(3, "B")}, "A", 1, []int{0}, take},
		{map[int]chosen{1: none, 3: by(3, "B")}, "A", 1, []int{1}, wait},
		{map[int]chosen{1: none, 3: by(3, "B"), 5: none}, "A", 1, []int{1, 5}, take}, // of B, who has most to do
		{map[int]chosen{1: none, 2: by(3, "A")}, "A", 1, []int{1}, pass},
		{map[int]chosen{1: by(3, "B")}, "A", 1, nil, take},
		{nil, "A", 0, nil, take},
	} {
		graph := shards.NewGraph(shards.Sizes{}, 1)
		co := &coordinator{tasks: graphTasks{Graph: graph}, out: map[shards.Task]chosen{{Kind: shards.Expand, Layer: 9}: none}}
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
			t.Errorf("case %d: %v, verdict %d, want one of %s, verdict %d", i, got, then, fmt.Sprint(c.want), c.then)
		}
	}
}
