package write

import (
	"fmt"
	"math"
	"testing"

	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/reportstest"
)

// TestCharts reads the numbers back from the shapes of the charts. That those
// of the report are right is TestNewByRules' to say, which has the same games.
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
					checkLayerLine(t, r, c.picture, func(l *model.Layer) (int64, int64) { return l.Moves, l.States - l.Terminals })
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

// checkAreas compares the bands of the values, the last value's at the bottom,
// with the shares of the layers.
func checkAreas(t *testing.T, r *model.Report, p *picture.Picture) {
	t.Helper()
	var bands []picture.Polyline
	for _, s := range p.Shapes {
		if area, ok := s.(picture.Polyline); ok && area.Closed {
			bands = append(bands, area)
		}
	}
	if len(bands) != len(r.Values) {
		t.Fatalf("%d bands for %d values", len(bands), len(r.Values))
	}
	for b, band := range bands {
		payoff := r.Values[len(r.Values)-1-b].Payoff
		n, at := len(band.Points)/2, 0
		for i := range r.Layers {
			l := &r.Layers[i]
			if l.States == 0 {
				continue
			}
			top, bottom := band.Points[at], band.Points[2*n-1-at]
			reportstest.Near(t, fmt.Sprintf("layer %d, x", i), (top.X-reportstest.ChartLeft)/(reportstest.ChartRight-reportstest.ChartLeft)*float64(len(r.Layers)-1), float64(i))
			reportstest.Near(t, fmt.Sprintf("layer %d, %s", i, payoff), (bottom.Y-top.Y)/(reportstest.ChartBottom-reportstest.ChartTop), float64(statesWith(l, payoff))/float64(l.States))
			at++
		}
		if at != n {
			t.Errorf("%d points, want %d", n, at)
		}
	}
}

// checkHistogram compares heights with the highest column's.
func checkHistogram(t *testing.T, r *model.Report, p *picture.Picture) {
	t.Helper()
	var columns []picture.Rect
	for _, s := range p.Shapes {
		if c, ok := s.(picture.Rect); ok {
			columns = append(columns, c)
		}
	}
	if len(columns) != len(r.Remoteness) {
		t.Fatalf("%d columns for %d lengths", len(columns), len(r.Remoteness))
	}
	most, highest := int64(0), 0.0
	for i, c := range columns {
		most, highest = max(most, r.Remoteness[i].States), max(highest, c.H)
	}
	for i, c := range columns {
		want := float64(r.Remoteness[i].States) / float64(most) * highest
		reportstest.Near(t, fmt.Sprintf("%d plies", r.Remoteness[i].Plies), c.H/highest, max(1, want)/highest)
	}
}

// checkLayerLine compares the heights of a line's points with the greatest.
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
	for i := range r.Layers {
		if part, whole := ratio(&r.Layers[i]); whole > 0 {
			want, layers = append(want, float64(part)/float64(whole)), append(layers, float64(i))
			most = max(most, want[len(want)-1])
		}
	}
	if len(at) != len(want) {
		t.Fatalf("%d points, want %d", len(at), len(want))
	}
	for _, one := range at {
		highest = max(highest, reportstest.ChartBottom-one.Y)
	}
	for i, one := range at {
		reportstest.Near(t, fmt.Sprintf("layer %v, x", layers[i]), (one.X-reportstest.ChartLeft)/(reportstest.ChartRight-reportstest.ChartLeft)*float64(len(r.Layers)-1), layers[i])
		reportstest.Near(t, fmt.Sprintf("layer %v", layers[i]), (reportstest.ChartBottom-one.Y)/highest, want[i]/most)
	}
}

// checkStates compares the logarithms of the states by ply: those of raw states
// first, where there are symmetries.
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
		most, highest = max(most, math.Log(float64(counts[0](&r.Plies[i])))), max(highest, reportstest.ChartBottom-lines[0].Points[i].Y)
	}
	for n, count := range counts {
		for i := range r.Plies {
			at := lines[n].Points[i]
			reportstest.Near(t, fmt.Sprintf("ply %d, x", i), (at.X-reportstest.ChartLeft)/(reportstest.ChartRight-reportstest.ChartLeft)*float64(len(r.Plies)-1), float64(i))
			reportstest.Near(t, fmt.Sprintf("ply %d", i), (reportstest.ChartBottom-at.Y)/highest, math.Log(float64(count(&r.Plies[i])))/most)
		}
	}
}
