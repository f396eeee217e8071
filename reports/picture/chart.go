package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"
)

// Chart is a picture with two axes.
type Chart struct {
	*Picture
	left, top, w, h float64 // the place for the data
	low, high       Axis    // of x and y
	nameEnd         float64 // where the name of the y axis ends
}

// Axis maps numbers from First to Last onto a length, by their logarithms if Log
// says so.
type Axis struct {
	First, Last float64
	Log         bool
}

// of is where a number is on the axis, from 0 to 1.
func (a Axis) of(x float64) float64 {
	first, last := a.First, a.Last
	if a.Log {
		x, first, last = math.Log10(x), math.Log10(first), math.Log10(last)
	}
	if first == last {
		return 0.5
	}
	return (x - first) / (last - first)
}

// ticks are round numbers on the axis: at most about six, or powers of ten.
func (a Axis) ticks() []float64 {
	var list []float64
	if a.Log {
		step := math.Ceil(math.Log10(a.Last/a.First) / 6)
		for e := math.Ceil(math.Log10(a.First)); math.Pow(10, e) <= a.Last*1.001; e += max(1, step) {
			list = append(list, math.Pow(10, e))
		}
		return list
	}
	step := NiceStep((a.Last - a.First) / 6)
	for x := math.Ceil(a.First/step) * step; x <= a.Last+step/1000; x += step {
		list = append(list, x)
	}
	return list
}

// NiceStep is the least of 1, 2 and 5 times a power of ten that is not less
// than x.
func NiceStep(x float64) float64 {
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

// NewChart draws a title and the axes with their ticks and names; format writes the
// numbers of the y axis.
func NewChart(title, xName, yName string, x, y Axis, format func(float64) string) *Chart {
	return NewPanels(title, xName, yName, x, y, format, "")[0]
}

// NewPanels is NewChart for several charts with the same axes in one picture, one below
// the other, each with a name.
func NewPanels(title, xName, yName string, x, y Axis, format func(float64) string, names ...string) []*Chart {
	const width, left, right = 560, 62, 14
	p := &Picture{Width: width, Title: title}
	p.Add(Label{X: 4, Y: 13, Size: 15, Text: title, Anchor: Start, Bold: true, Fill: "ink"},
		Label{X: 4, Y: keyRow, Size: 13, Text: yName, Anchor: Start, Fill: "muted"})
	var list []*Chart
	top, high := 56.0, 214.0
	if len(names) > 1 {
		high = 110
	}
	for _, name := range names {
		if name != "" {
			p.Add(Label{X: left, Y: top + 10, Size: 13, Text: name, Anchor: Start, Fill: "ink"})
			top += 24
		}
		c := &Chart{Picture: p, left: left, top: top, w: width - left - right, h: high, low: x, high: y, nameEnd: widthOf(yName)}
		c.axes(format)
		list = append(list, c)
		top += high + 24
	}
	p.Height = top + 22
	p.Add(Label{X: left + (width-left-right)/2, Y: top + 10, Size: 13, Text: xName, Fill: "muted"})
	return list
}

func (c *Chart) axes(format func(float64) string) {
	for _, tick := range c.high.ticks() {
		at := c.at(c.low.First, tick)
		c.Add(Segments{[]Point{{c.left, at.Y}, {c.left + c.w, at.Y}}, Style{Stroke: "rule"}},
			Label{X: c.left - 6, Y: at.Y, Size: 12, Text: format(tick), Anchor: End, Fill: "muted"})
	}
	for _, tick := range c.low.ticks() {
		if tick == math.Floor(tick) {
			c.Add(Label{X: c.at(tick, 0).X, Y: c.top + c.h + 14, Size: 12, Text: fmt.Sprint(int(tick)), Fill: "muted"})
		}
	}
}

// at is the place of a pair of numbers.
func (c *Chart) at(x, y float64) Point {
	return Point{c.left + c.low.of(x)*c.w, c.top + c.h - c.high.of(y)*c.h}
}

// keyRow is where the key and the name of the y axis are.
const keyRow = 35

// widthOf is about the width of a text on an axis.
func widthOf(text string) float64 { return 7 * float64(utf8.RuneCountInString(text)) }

// Key explains the paints, in a row at the top right. If that is too narrow, it is in
// rows below the chart.
func (c *Chart) Key(names []string, paints []Paint) {
	const rowHeight = 20
	right := c.left + c.w
	var rows [][]int
	left := 0.0
	for i, name := range names {
		width := 30 + widthOf(name)
		if width > left {
			rows, left = append(rows, nil), right
		}
		last := len(rows) - 1
		rows[last], left = append(rows[last], i), left-width
	}
	y := float64(keyRow)
	if len(rows) > 1 || left < c.nameEnd {
		y = c.Height + rowHeight/2
		c.Height += rowHeight * float64(len(rows))
	}
	for _, row := range rows {
		x := right + 30
		for _, i := range slices.Backward(row) {
			x -= 30 + widthOf(names[i])
			c.Add(Label{X: x, Y: y, Size: 12, Text: names[i], Anchor: Start, Fill: "ink"},
				Rect{x - 16, y - 5.5, 11, 11, 2, Style{paints[i], "muted", 1}})
		}
		y += rowHeight
	}
}

// Line draws a line through points; where y is not a number it has a gap.
func (c *Chart) Line(xs, ys []float64, colour Paint) {
	var run []Point
	flush := func() {
		if len(run) > 1 {
			c.Add(Polyline{Points: run, Style: Style{Stroke: colour, Width: 2.5}})
		} else if len(run) == 1 {
			c.Add(Circle{run[0].X, run[0].Y, 2.5, Style{Fill: colour}})
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

// Area fills what is between two lines over the same points of the x axis.
func (c *Chart) Area(xs, low, high []float64, fill Paint) {
	var points []Point
	for i, x := range xs {
		points = append(points, c.at(x, high[i]))
	}
	for i := len(xs) - 1; i >= 0; i-- {
		points = append(points, c.at(xs[i], low[i]))
	}
	c.Add(Polyline{points, true, Style{fill, "muted", 0.6}})
}

// Column draws a bar over the x axis from first to last, with a gap on both sides,
// and from low to high on the y axis, so high at least that it can be seen.
func (c *Chart) Column(first, last, low, high float64, look Style) {
	from, to := c.at(first, low), c.at(last, high)
	wide, height := to.X-from.X, max(1, from.Y-to.Y)
	c.Add(Rect{from.X + wide*0.08, from.Y - height, wide * 0.84, height, 0, look})
}

// PercentTick writes a share on an axis, as in "50 %".
func PercentTick(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// CountTick writes a count on an axis, as in "1.5 M".
func CountTick(x float64) string {
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
