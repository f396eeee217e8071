package cluster

import (
	"slices"
	"testing"

	"zermelo/solver/shards"
)

func TestOrdersAreRunsOfConsecutiveShards(t *testing.T) {
	merge := func(layer, shard int) shards.Task {
		return shards.Task{Kind: shards.Merge, Layer: layer, Shard: shard}
	}
	tasks := []shards.Task{merge(3, 0), merge(3, 1), merge(3, 2), merge(3, 3), merge(3, 5), merge(3, 6), merge(4, 7)}
	for _, c := range []struct {
		length int
		want   []order
	}{
		{3, []order{{"job", merge(3, 0), 3}, {"job", merge(3, 3), 0}, {"job", merge(3, 5), 2}, {"job", merge(4, 7), 0}}},
		{8, []order{{"job", merge(3, 0), 4}, {"job", merge(3, 5), 2}, {"job", merge(4, 7), 0}}},
	} {
		if got := orders("job", tasks, c.length); !slices.Equal(got, c.want) {
			t.Errorf("runs of %d: %v, want %v", c.length, got, c.want)
		}
	}
	if got := orders("job", tasks, 1); len(got) != len(tasks) {
		t.Errorf("runs of 1: %v", got)
	}
}

func TestManifestsOfDistantLayersAreEvicted(t *testing.T) {
	s := emptyJob(t)
	const layers = 100
	for n := range maxManifests + 1 {
		s.put(&shards.Manifest{Task: shards.Task{Kind: shards.Merge, Layer: n * layers / (maxManifests + 1), Shard: n}})
	}
	for task := range s.made {
		if task.Layer < layers-1-nearLayers {
			t.Fatalf("%s was not evicted", task)
		}
	}
	if len(s.made) < maxManifests*nearLayers/layers {
		t.Errorf("%d manifests are left", len(s.made))
	}
}
