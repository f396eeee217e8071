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
	left, top, w, h float64 // area for data
	low, high       Axis    // x axis and y axis
	nameEnd         float64 // right end of the y axis name
}

// Axis maps numbers in [First, Last] to positions on an axis, logarithmically if Log is set.
type Axis struct {
	First, Last float64
	Log         bool
}

// of returns the position of x on the axis, from 0 to 1.
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

// ticks returns about six round numbers on the axis, or powers of ten if it is logarithmic.
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

// NiceStep rounds x up to 1, 2 or 5 times a power of ten.
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

// NewChart returns a chart with a title and named axes. format formats the numbers on the y axis.
func NewChart(title, xName, yName string, x, y Axis, format func(float64) string) *Chart {
	return NewPanels(title, xName, yName, x, y, format, "")[0]
}

// NewPanels returns several named charts with the same axes in one picture, from top to bottom.
func NewPanels(title, xName, yName string, x, y Axis, format func(float64) string, names ...string) []*Chart {
	const width, left, right = 560, 62, 14
	p := &Picture{Width: width, Title: title}
	p.Add(label{X: 4, Y: 13, Size: 15, Text: title, Anchor: anchorStart, Bold: true, Fill: "ink"},
		label{X: 4, Y: keyRow, Size: 13, Text: yName, Anchor: anchorStart, Fill: "muted"})
	var list []*Chart
	top, high := 56.0, 214.0
	if len(names) > 1 {
		high = 110
	}
	for _, name := range names {
		if name != "" {
			p.Add(label{X: left, Y: top + 10, Size: 13, Text: name, Anchor: anchorStart, Fill: "ink"})
			top += 24
		}
		c := &Chart{Picture: p, left: left, top: top, w: width - left - right, h: high, low: x, high: y, nameEnd: widthOf(yName)}
		c.axes(format)
		list = append(list, c)
		top += high + 24
	}
	p.Height = top + 22
	p.Add(label{X: left + (width-left-right)/2, Y: top + 10, Size: 13, Text: xName, Fill: "muted"})
	return list
}

func (c *Chart) axes(format func(float64) string) {
	for _, tick := range c.high.ticks() {
		at := c.at(c.low.First, tick)
		c.Add(segments{[]Point{{c.left, at.Y}, {c.left + c.w, at.Y}}, Style{Stroke: "rule"}},
			label{X: c.left - 6, Y: at.Y, Size: 12, Text: format(tick), Anchor: anchorEnd, Fill: "muted"})
	}
	for _, tick := range c.low.ticks() {
		if tick == math.Floor(tick) {
			c.Add(label{X: c.at(tick, 0).X, Y: c.top + c.h + 14, Size: 12, Text: fmt.Sprint(int(tick)), Fill: "muted"})
		}
	}
}

func (c *Chart) at(x, y float64) Point {
	return Point{c.left + c.low.of(x)*c.w, c.top + c.h - c.high.of(y)*c.h}
}

const keyRow = 35 // vertical position of the key and of the y-axis name

func widthOf(text string) float64 { return 7 * float64(utf8.RuneCountInString(text)) }

// Key adds a legend for the paints. The legend is a single row at the top right or, if this row
// would be too long, one or more rows below the chart.
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
			c.Add(label{X: x, Y: y, Size: 12, Text: names[i], Anchor: anchorStart, Fill: "ink"},
				Rect{x - 16, y - 5.5, 11, 11, 2, Style{paints[i], "muted", 1}})
		}
		y += rowHeight
	}
}

// Line draws a line through the given points, with a gap wherever y is NaN.
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

// Area fills the area between the lines low and high.
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

// Column draws a bar that extends from first to last on the x axis, less a margin, and from low to
// high on the y axis. The bar is at least one unit high.
func (c *Chart) Column(first, last, low, high float64, look Style) {
	from, to := c.at(first, low), c.at(last, high)
	wide, height := to.X-from.X, max(1, from.Y-to.Y)
	c.Add(Rect{from.X + wide*0.08, from.Y - height, wide * 0.84, height, 0, look})
}

// PercentTick formats a fraction as a percentage, as in "50 %".
func PercentTick(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }

// CountTick formats a count, as in "1.5 M".
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
