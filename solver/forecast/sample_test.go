package forecast

import (
	"math"
	"testing"
)

// growth is a synthetic game: each state of layer l has branching children, and degree(l)
// plies lead to each state.
type growth struct {
	name      string
	branching float64
	degree    func(layer int) float64
}

var growths = []growth{
	{"constant", 3, func(int) float64 { return 2 }},
	{"linear, as in games in which pieces are placed", 7, func(l int) float64 { return 1 + 0.13*float64(l) }},
	{"square root", 5, func(l int) float64 { return math.Sqrt(float64(l)) }},
	{"alternating", 4, func(l int) float64 { return 1 + 0.08*float64(l) + 0.5*float64(l%2) }},
}

// sizes returns the numbers of states of the layers up to last.
func (g *growth) sizes(last int) []float64 {
	list := []float64{1}
	for l := 1; l <= last; l++ {
		list = append(list, list[l-1]*g.branching/g.degree(l))
	}
	return list
}

func TestGrowthIsExtrapolated(t *testing.T) {
	const known, last = 12, 30
	for _, g := range growths {
		sizes := g.sizes(last)
		f := &forecaster[uint64]{}
		for l := range known {
			f.enumerated = append(f.enumerated, enumerated[uint64]{states: int(1e6 * sizes[l]), into: 1e6 * sizes[l] * g.degree(l)})
		}
		trend := f.trend(known - 1)
		total, low, high, want := 0.0, 0.0, 0.0, 0.0
		previous := 1e6 * sizes[known-1]
		for l := known; l <= last; l++ {
			// A sample of one state has no usable spread, and no plies meet.
			e := trend.estimate(l, &plyCounts{states: 1, into: previous * g.branching}, 1, 0)
			previous = e.states
			total, low, high, want = total+e.states, low+e.states/e.factor, high+e.states*e.factor, want+1e6*sizes[l]
		}
		t.Logf("%s: %.3g states (%.3g to %.3g) of %.3g", g.name, total, low, high, want)
		if ratio := total / want; ratio < 1./3 || ratio > 3 || low > want || high < want || high > 1000*low {
			t.Errorf("%s: %.3g states (%.3g to %.3g), want %.3g", g.name, total, low, high, want)
		}
	}
}

func TestPliesThatMeetCorrectTheGrowth(t *testing.T) {
	const known, last = 12, 30
	g := growths[2]
	sizes := g.sizes(last)
	f := &forecaster[uint64]{}
	for l := range known { // the degree does not grow
		f.enumerated = append(f.enumerated, enumerated[uint64]{states: int(1e6 * sizes[l]), into: 1e6 * sizes[l] * g.degree(known)})
	}
	trend := f.trend(known - 1)
	var e estimated
	for l := known; l <= last; l++ {
		into := 1e6 * sizes[l] * g.degree(l)
		pairs := into * (g.degree(l) - 1) / 2 // each state is reached by degree(l) plies
		e = trend.estimate(l, &plyCounts{states: 1000, into: into, cross: into * into / 2, pairs: pairs, allPairs: pairs, repeats: 1000}, 1, 0)
	}
	if ratio := e.states / (1e6 * sizes[last]); ratio < 0.8 || ratio > 1.25 {
		t.Errorf("last layer: %.3g states, want %.3g", e.states, 1e6*sizes[last])
	}
}
