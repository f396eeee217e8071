package reports

import (
	"fmt"
	"math"
	"strings"
)

// chart is a picture with two axes.
type chart struct {
	*picture
	left, top, w, h float64 // the place for the data
	low, high       axis    // of x and y
}

// axis maps numbers from first to last onto a length.
type axis struct {
	first, last float64
	log         bool
}

// of is where a number is on the axis, from 0 to 1.
func (a axis) of(x float64) float64 {
	first, last := a.first, a.last
	if a.log {
		x, first, last = math.Log10(x), math.Log10(first), math.Log10(last)
	}
	if first == last {
		return 0.5
	}
	return (x - first) / (last - first)
}

// ticks are round numbers on the axis: at most about six, or powers of ten.
func (a axis) ticks() []float64 {
	var list []float64
	if a.log {
		step := math.Ceil(math.Log10(a.last/a.first) / 6)
		for e := math.Ceil(math.Log10(a.first)); math.Pow(10, e) <= a.last*1.001; e += max(1, step) {
			list = append(list, math.Pow(10, e))
		}
		return list
	}
	step := niceStep((a.last - a.first) / 6)
	for x := math.Ceil(a.first/step) * step; x <= a.last+step/1000; x += step {
		list = append(list, x)
	}
	return list
}

// niceStep is the least of 1, 2 and 5 times a power of ten that is not less
// than x.
func niceStep(x float64) float64 {
	if x <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, m := range []float64{1, 2, 5} {
		if m*power >= x*0.999 {
			return m * power
		}
	}
	return 10 * power
}

// newChart draws the axes with their ticks and names.
func newChart(title, xName, yName string, x, y axis, format func(float64) string) *chart {
	const width, height = 560, 300
	c := &chart{
		picture: &picture{width: width, height: height, title: title},
		left:    62, top: 40, w: width - 62 - 14, h: height - 40 - 46, low: x, high: y,
	}
	for _, tick := range y.ticks() {
		at := c.at(x.first, tick)
		c.add(segments{[]point{{c.left, at.y}, {c.left + c.w, at.y}}, look{stroke: "rule"}},
			label{x: c.left - 6, y: at.y, size: 12, text: format(tick), anchor: end, fill: "muted"})
	}
	for _, tick := range x.ticks() {
		if tick != math.Floor(tick) {
			continue
		}
		at := c.at(tick, y.first)
		c.add(label{x: at.x, y: c.top + c.h + 14, size: 12, text: fmt.Sprint(int(tick)), fill: "muted"})
	}
	c.add(label{x: c.left + c.w/2, y: height - 12, size: 13, text: xName, fill: "ink"},
		label{x: 4, y: 12, size: 13, text: yName, anchor: start, fill: "ink"})
	return c
}

// at is the place of a pair of numbers.
func (c *chart) at(x, y float64) point {
	return point{c.left + c.low.of(x)*c.w, c.top + c.h - c.high.of(y)*c.h}
}

// key explains the paints, in a row at the top right.
func (c *chart) key(names []string, paints []paint) {
	x := c.left + c.w
	for i := len(names) - 1; i >= 0; i-- {
		x -= 7 * float64(width(names[i]))
		c.add(label{x: x, y: 29, size: 12, text: names[i], anchor: start, fill: "ink"},
			rect{x - 16, 23.5, 11, 11, 2, look{paints[i], "muted", 1}})
		x -= 30
	}
}

// line draws a line through points; where y is not a number it has a gap.
func (c *chart) line(xs, ys []float64, colour paint) {
	var run []point
	flush := func() {
		if len(run) > 1 {
			c.add(polyline{points: run, look: look{stroke: colour, width: 2.5}})
		} else if len(run) == 1 {
			c.add(circle{run[0].x, run[0].y, 2.5, look{fill: colour}})
		}
		run = nil
	}
	for i, y := range ys {
		if math.IsNaN(y) {
			flush()
			continue
		}
		run = append(run, c.at(xs[i], y))
	}
	flush()
}

// percentTick and countTick write the numbers of an axis.
func percentTick(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

func countTick(x float64) string {
	for _, unit := range []struct {
		size float64
		name string
	}{{1e9, "G"}, {1e6, "M"}, {1e3, "k"}} {
		if x >= unit.size {
			return strings.TrimSuffix(fmt.Sprintf("%.1f", x/unit.size), ".0") + " " + unit.name
		}
	}
	return strings.TrimSuffix(fmt.Sprintf("%.1f", x), ".0")
}
