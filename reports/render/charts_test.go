package render

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestCharts reads the numbers back from the shapes of the charts. TestNewByRules checks the
// reports of the same games.
func TestCharts(t *testing.T) {
	for _, spec := range []string{"tron:size=3x4", "breakthrough:size=3x4,rows=1,captures=diagonal", "skirmish:steps=4", "coordination:rounds=3"} {
		t.Run(spec, func(t *testing.T) {
			r, err := model.New(reportstest.SolvedGame(t, spec))
			if err != nil {
				t.Fatal(err)
			}
			seen := 0
			for _, c := range reportCharts(r) {
				switch c.Name {
				case "values":
					checkAreas(t, r, c.picture)
				case "remoteness":
					checkHistogram(t, r, c.picture)
				case "branching":
					checkLayerLine(t, r, c.picture, func(l *model.Layer) (int64, int64) { return l.Moves, l.States - *l.Terminals })
				case "only-moves":
					checkLayerLine(t, r, c.picture, func(l *model.Layer) (int64, int64) { return l.OnlyMoves, l.Choices })
				case "states":
					checkStates(t, r, c.picture)
				default:
					continue
				}
				seen++
			}
			want := 5
			if r.OnlyMoves.Count == 0 {
				want--
			}
			if seen != want {
				t.Errorf("%d charts, want %d", seen, want)
			}
		})
	}
}

// valued returns the number of states of a layer with a value.
func valued(l *model.Layer, payoff string) (n int64) {
	for _, v := range l.Values {
		if v.Payoff == payoff {
			n += v.States
		}
	}
	return n
}

// TestSeriesHaveAllLayers adds up the states of chart lines and checks the positions of their
// points.
func TestSeriesHaveAllLayers(t *testing.T) {
	r := &model.Report{Roles: []string{"a", "b"}, Start: &solved.Position{}, LayerName: "ply"}
	for layers := range 100 {
		for _, alternating := range []bool{false, true} {
			r.Alternating = alternating
			sum, middle, n := int64(0), 0.0, int64(0)
			for _, s := range seriesOf(r) {
				for i, l := range s.layers {
					sum, n = sum+l.States, n+int64(len(l.Values))
					middle += s.at[i] * float64(len(l.Values))
				}
				if len(s.at) > 2*maxPoints {
					t.Errorf("%d points of %d layers", len(s.at), layers)
				}
			}
			if want := int64(1)<<min(layers, 62) - 1; layers < 62 && sum != want || n != int64(layers) || middle != float64(layers*(layers-1)/2) {
				t.Errorf("%d layers, alternating %v: %d states, %d layers around %v", layers, alternating, sum, n, middle)
			}
		}
		r.Layers = append(r.Layers, model.Layer{Layer: layers, States: 1 << min(layers, 62), Values: []model.ValueCount{{Payoff: "1"}}})
	}
}

// checkAreas compares the bands of the values with the shares of the layers. The last value is
// at the bottom of each panel.
func checkAreas(t *testing.T, r *model.Report, p *picture.Picture) {
	t.Helper()
	var bands []picture.Polyline
	for _, s := range p.Shapes {
		if area, ok := s.(picture.Polyline); ok && area.Closed {
			bands = append(bands, area)
		}
	}
	all := seriesOf(r)
	if len(bands) != len(all)*len(r.Values) {
		t.Fatalf("%d bands for %d values in %d panels", len(bands), len(r.Values), len(all))
	}
	for mover, s := range all {
		bands := bands[mover*len(r.Values):][:len(r.Values)]
		n := len(bands[0].Points) / 2
		ground, roof := bands[0].Points[2*n-1].Y, bands[len(bands)-1].Points[0].Y
		for b, band := range bands {
			payoff := r.Values[len(r.Values)-1-b].Payoff
			at := 0
			for i := range s.layers {
				l := &s.layers[i]
				if l.States == 0 {
					continue
				}
				top, bottom := band.Points[at], band.Points[2*n-1-at]
				near(t, fmt.Sprintf("layer %d, x", i), (top.X-chartLeft)/(chartRight-chartLeft)*float64(len(r.Layers)-1), s.at[i])
				near(t, fmt.Sprintf("layer %d, %s", i, payoff), (bottom.Y-top.Y)/(ground-roof), float64(valued(l, payoff))/float64(l.States))
				at++
			}
			if at != n {
				t.Errorf("%d points, want %d", n, at)
			}
		}
	}
}

// checkHistogram compares relative heights of columns. Odd numbers of plies come first if
// players alternate, and terminal states are excluded.
func checkHistogram(t *testing.T, r *model.Report, p *picture.Picture) {
	t.Helper()
	var columns []picture.Rect
	for _, s := range p.Shapes {
		if c, ok := s.(picture.Rect); ok {
			columns = append(columns, c)
		}
	}
	counts := slices.DeleteFunc(slices.Clone(r.Remoteness), func(c model.RemotenessCount) bool { return c.Plies == 0 })
	if r.Alternating {
		slices.SortStableFunc(counts, func(a, b model.RemotenessCount) int { return b.Plies%2 - a.Plies%2 })
	}
	if len(columns) != len(counts) {
		t.Fatalf("%d columns for %d lengths", len(columns), len(counts))
	}
	most, highest := int64(0), 0.0
	for i, c := range columns {
		most, highest = max(most, counts[i].States), max(highest, c.H)
	}
	last := float64(r.Remoteness[len(r.Remoteness)-1].Plies + 1)
	for i, c := range columns {
		want := float64(counts[i].States) / float64(most) * highest
		near(t, fmt.Sprintf("%d plies", counts[i].Plies), c.H/highest, max(1, want)/highest)
		near(t, fmt.Sprintf("%d plies, x", counts[i].Plies), (c.X+c.W/2-chartLeft)/(chartRight-chartLeft)*last, float64(counts[i].Plies))
	}
}

// checkLayerLine compares relative heights of the points, one line per mover.
func checkLayerLine(t *testing.T, r *model.Report, p *picture.Picture, ratio func(*model.Layer) (part, whole int64)) {
	t.Helper()
	var at []picture.Point
	for _, s := range p.Shapes {
		switch s := s.(type) {
		case picture.Polyline:
			at = append(at, s.Points...)
		case picture.Circle:
			at = append(at, picture.Point{X: s.X, Y: s.Y})
		}
	}
	var want, layers []float64
	most, highest := 0.0, 0.0
	for _, s := range seriesOf(r) {
		for i := range s.layers {
			if part, whole := ratio(&s.layers[i]); whole > 0 {
				want, layers = append(want, float64(part)/float64(whole)), append(layers, s.at[i])
				most = max(most, want[len(want)-1])
			}
		}
	}
	if len(at) != len(want) {
		t.Fatalf("%d points, want %d", len(at), len(want))
	}
	for _, s := range at {
		highest = max(highest, chartBottom-s.Y)
	}
	for i, s := range at {
		near(t, fmt.Sprintf("layer %v, x", layers[i]), (s.X-chartLeft)/(chartRight-chartLeft)*float64(len(r.Layers)-1), layers[i])
		near(t, fmt.Sprintf("layer %v", layers[i]), (chartBottom-s.Y)/highest, want[i]/most)
	}
}

// checkStates compares the logarithms of the states by ply. The line of raw states comes first
// if the game has symmetries.
func checkStates(t *testing.T, r *model.Report, p *picture.Picture) {
	t.Helper()
	var lines []picture.Polyline
	for _, s := range p.Shapes {
		if line, ok := s.(picture.Polyline); ok {
			lines = append(lines, line)
		}
	}
	counts := []func(*model.Ply) int64{func(p *model.Ply) int64 { return p.RawStates }, func(p *model.Ply) int64 { return p.States }}
	if r.Symmetry == "" {
		counts = counts[:1]
	}
	if len(lines) != len(counts) {
		t.Fatalf("%d lines, want %d", len(lines), len(counts))
	}
	most, highest := 0.0, 0.0 // of raw states
	for i := range r.Plies {
		most, highest = max(most, math.Log(float64(counts[0](&r.Plies[i])))), max(highest, chartBottom-lines[0].Points[i].Y)
	}
	for n, count := range counts {
		for i := range r.Plies {
			at := lines[n].Points[i]
			near(t, fmt.Sprintf("ply %d, x", i), (at.X-chartLeft)/(chartRight-chartLeft)*float64(len(r.Plies)-1), float64(i))
			near(t, fmt.Sprintf("ply %d", i), (chartBottom-at.Y)/highest, math.Log(float64(count(&r.Plies[i])))/most)
		}
	}
}
