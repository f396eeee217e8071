package shards

import (
	"math"
	"testing"
)

func TestSimulatedStagesWaitForTheirLastTaskAndForTheNetwork(t *testing.T) {
	cases := []struct {
		name    string
		stages  []Stage
		workers int
		want    Run
	}{
		{"one worker does all", []Stage{{Seconds: []float64{1, 2, 3}}, {Seconds: []float64{4}}}, 1, Run{Seconds: 10, Busy: 1}},
		{"the longest task last is a tail", []Stage{{Seconds: []float64{1, 1, 4}}}, 2, Run{Seconds: 5, Busy: 0.6}},
		{"a stage begins when the one before ends", []Stage{{Seconds: []float64{3, 1}}, {Seconds: []float64{1, 1}}}, 2, Run{Seconds: 4, Busy: 0.75}},
		{"more workers than tasks", []Stage{{Seconds: []float64{2}}}, 4, Run{Seconds: 2, Busy: 0.25}},
		{"the network is slower", []Stage{{Seconds: []float64{1}, Bytes: 400}}, 1, Run{Seconds: 4, Busy: 0.25, Network: 3}},
	}
	for _, c := range cases {
		got := Simulate(c.stages, c.workers, 100, 0)
		if math.Abs(got.Seconds-c.want.Seconds)+math.Abs(got.Busy-c.want.Busy)+math.Abs(got.Network-c.want.Network) > 1e-9 {
			t.Errorf("%s: %+v, want %+v", c.name, got, c.want)
		}
	}
	if got := Simulate([]Stage{{}, {}}, 2, 1, 0.5); got.Seconds != 1 {
		t.Errorf("two empty stages with 0.5 s between take %g s, want 1", got.Seconds)
	}
}
