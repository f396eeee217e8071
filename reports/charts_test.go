package reports

import (
	"fmt"
	"math"
	"testing"
)

// The place of the data in charts, measured from the picture: the axes have
// their ends here.
const (
	testLeft, testRight = 62.0, 546.0
	testTop, testBottom = 40.0, 254.0
)

// TestCharts reads the numbers back from the shapes of the charts. That those
// of the report are right is TestNewByRules' to say, which has the same games.
func TestCharts(t *testing.T) {
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "skirmish:steps=4", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			r, err := New(solvedBook(t, spec))
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			for _, c := range r.Charts() {
				switch c.Name {
				case "values":
					checkAreas(t, r, c.picture)
				case "remoteness":
					checkHistogram(t, r, c.picture)
				case "branching":
					checkBranching(t, r, c.picture)
				default:
					continue
				}
				seen++
			}
			if seen != 3 {
				t.Errorf("%d charts of values, remoteness and branching", seen)
			}
		})
	}
}

// checkAreas compares the bands of the values, the last value's at the bottom,
// with the shares of the layers.
func checkAreas(t *testing.T, r *Report, p *picture) {
	t.Helper()
	var bands []polyline
	for _, s := range p.shapes {
		if area, ok := s.(polyline); ok && area.closed {
			bands = append(bands, area)
		}
	}
	if len(bands) != len(r.Values) {
		t.Fatalf("%d bands for %d values", len(bands), len(r.Values))
	}
	for b, band := range bands {
		payoff := r.Values[len(r.Values)-1-b].Payoff
		n, at := len(band.points)/2, 0
		for i := range r.Layers {
			l := &r.Layers[i]
			if l.States == 0 {
				continue
			}
			top, bottom := band.points[at], band.points[2*n-1-at]
			near(t, fmt.Sprintf("layer %d, x", i), (top.x-testLeft)/(testRight-testLeft)*float64(len(r.Layers)-1), float64(i))
			near(t, fmt.Sprintf("layer %d, %s", i, payoff), (bottom.y-top.y)/(testBottom-testTop), float64(statesWith(l, payoff))/float64(l.States))
			at++
		}
		if at != n {
			t.Errorf("%d points, want %d", n, at)
		}
	}
}

// checkHistogram compares heights with the highest column's.
func checkHistogram(t *testing.T, r *Report, p *picture) {
	t.Helper()
	var columns []rect
	for _, s := range p.shapes {
		if c, ok := s.(rect); ok {
			columns = append(columns, c)
		}
	}
	if len(columns) != len(r.Remoteness) {
		t.Fatalf("%d columns for %d lengths", len(columns), len(r.Remoteness))
	}
	most, highest := int64(0), 0.0
	for i, c := range columns {
		most, highest = max(most, r.Remoteness[i].States), max(highest, c.h)
	}
	for i, c := range columns {
		want := float64(r.Remoteness[i].States) / float64(most) * highest
		near(t, fmt.Sprintf("%d plies", r.Remoteness[i].Plies), c.h/highest, max(1, want)/highest)
	}
}

// checkBranching compares the points of the line with each other: the ratio of
// heights is that of the means.
func checkBranching(t *testing.T, r *Report, p *picture) {
	t.Helper()
	var ys []float64
	for _, s := range p.shapes {
		switch s := s.(type) {
		case polyline:
			for _, at := range s.points {
				ys = append(ys, testBottom-at.y)
			}
		case circle:
			ys = append(ys, testBottom-s.y)
		}
	}
	at := 0
	for i := range r.Layers {
		if l := &r.Layers[i]; l.States > l.Terminals {
			near(t, fmt.Sprintf("layer %d", i), ys[at]/ys[0], l.Branching()/r.Layers[0].Branching())
			at++
		}
	}
	if at != len(ys) {
		t.Errorf("%d points, want %d", len(ys), at)
	}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-9 {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}
