package write

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"zermelo/reports/model"
	"zermelo/reports/picture"
)

// chart is a chart of a report.
type chart struct {
	// Name is short, as in "values"; Caption says what the chart shows.
	Name, Caption string
	picture       *picture.Picture
}

// Picture is the chart as inline SVG.
func (c chart) Picture() template.HTML { return svgOf(c.picture) }

// reportCharts are the charts of a report: values, branching and only moves by layer,
// values by tier, states by ply, and plies to the end. It leaves out charts of what
// the report does not count.
func reportCharts(r *model.Report) []chart { return charts(r, extentOf(r)) }

// charts are the charts of a report with the axes of an extent.
func charts(r *model.Report, e extent) []chart {
	var list []chart
	add := func(name, caption string, p *picture.Picture) {
		if p != nil {
			list = append(list, chart{name, caption, p})
		}
	}
	add("values", "Share of the states with each value, by "+r.LayerName+", under perfect play from there on.", valuesChart(r, e))
	add("tiers", "Wins, draws and losses of the player to move, tier by tier in the order of the table below.", tiersChart(r))
	add("states", "States that can be met after so many plies; the scale is logarithmic. Raw states count symmetric ones each.", statesChart(r, e))
	add("remoteness", "States by the number of plies to the end under perfect play.", remotenessChart(r))
	add("branching", "Moves of a state that is not terminal, on average, by "+r.LayerName+".", branchingChart(r, e))
	add("only-moves", "Share of the states with a single value-keeping move, of those where one player has a choice, by "+r.LayerName+".", onlyMovesChart(r, e))
	return list
}

// statesChart draws the canonical and the raw states by ply.
func statesChart(r *model.Report, e extent) *picture.Picture {
	if len(r.Plies) < 2 {
		return nil
	}
	var xs, canonical, raw []float64
	for _, p := range r.Plies {
		xs = append(xs, float64(p.Ply))
		canonical = append(canonical, positive(p.States))
		raw = append(raw, positive(p.RawStates))
	}
	c := picture.NewChart("States by ply", "ply", "states", picture.Axis{First: 0, Last: float64(e.plies)},
		picture.Axis{First: 1, Last: math.Pow(10, math.Ceil(math.Log10(max(e.states, 10)))), Log: true}, picture.CountTick)
	if r.Symmetry != "" {
		c.Line(xs, raw, "first")
		c.Line(xs, canonical, "accent")
		c.Key([]string{"raw", "up to symmetry"}, []picture.Paint{"first", "accent"})
	} else {
		c.Line(xs, raw, "accent")
	}
	return c.Picture
}

// positive is a count for a logarithmic scale, which has no 0.
func positive(n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

func remotenessChart(r *model.Report) *picture.Picture {
	if n := len(r.Remoteness); n == 0 || r.Remoteness[n-1].Plies == 0 {
		return nil
	}
	counts, bin := remotenessBins(r)
	most := slices.Max(counts)
	step := picture.NiceStep(float64(most) / 6)
	c := picture.NewChart("States by plies to the end", "plies to the end", "states",
		picture.Axis{First: -0.5, Last: float64(len(counts)*bin) - 0.5}, picture.Axis{First: 0, Last: step * math.Ceil(float64(most)/step)}, picture.CountTick)
	for i, n := range counts {
		if n > 0 {
			c.Column(float64(i*bin)-0.5, float64((i+1)*bin)-0.5, 0, float64(n), picture.Style{Fill: "accent"})
		}
	}
	return c.Picture
}

// maxTierColumns is the greatest number of tiers in a chart.
const maxTierColumns = 60

// tiersChart stacks wins, draws and losses in a column for each tier.
func tiersChart(r *model.Report) *picture.Picture {
	if len(r.Tiers) == 0 || len(r.Tiers) > maxTierColumns {
		return nil
	}
	c := picture.NewChart("Values for the player to move, by tier", "tier: "+tierNames(r), "share of the states",
		picture.Axis{First: 0.5, Last: float64(len(r.Tiers)) + 0.5}, picture.Axis{First: 0, Last: 1}, picture.PercentTick)
	for i, t := range r.Tiers {
		base := 0.0
		for _, part := range []struct {
			states int64
			paint  picture.Paint
		}{{t.Wins, "high"}, {t.Draws, "even"}, {t.Losses, "low"}} {
			share := model.Mean(part.states, t.States)
			if share > 0 {
				c.Column(float64(i)+0.5, float64(i)+1.5, base, base+share, picture.Style{Fill: part.paint, Stroke: "muted", Width: 0.6})
			}
			base += share
		}
	}
	c.Key([]string{"win", "draw", "loss"}, []picture.Paint{"high", "even", "low"})
	return c.Picture
}

// tierNames names the tiers 1, 2 and so on; of many, the first and the last.
func tierNames(r *model.Report) string {
	if len(r.Tiers) > 4 {
		return fmt.Sprintf("1 is %s, %d is %s", r.Tiers[0].Tier, len(r.Tiers), r.Tiers[len(r.Tiers)-1].Tier)
	}
	var names []string
	for _, t := range r.Tiers {
		names = append(names, t.Tier)
	}
	return strings.Join(names, ", ")
}

// svgOf is a picture as inline SVG. All its texts are escaped.
func svgOf(p *picture.Picture) template.HTML { return template.HTML(p.SVG()) }

const (
	// barWidth is the length of the longest bar, in characters.
	barWidth = 30
	// maxBars is the greatest number of rows of a histogram.
	maxBars = 40
	// maxValueColumns is the greatest number of values with a column of their own.
	maxValueColumns = 6
)

// remotenessBins counts the states by plies to the end in bins of step plies, as many
// as make at most maxBars counts.
func remotenessBins(r *model.Report) (counts []int64, step int) {
	most := r.Remoteness[len(r.Remoteness)-1].Plies
	step = most/maxBars + 1
	counts = make([]int64, most/step+1)
	for _, c := range r.Remoteness {
		counts[c.Plies/step] += c.States
	}
	return counts, step
}

// extent holds the ends of the axes of charts. With the same ends, the charts of several
// reports can be compared by eye.
type extent struct {
	layers               map[string]int // the last ones, by their unit
	plies                int            // the last one
	states               float64        // the most at one ply
	branching, onlyMoves float64        // the most in one layer
}

func extentOf(reports ...*model.Report) extent {
	e := extent{layers: map[string]int{}, states: 1}
	for _, r := range reports {
		e.layers[r.LayerName] = max(e.layers[r.LayerName], len(r.Layers)-1)
		e.plies = max(e.plies, len(r.Plies)-1)
		for _, p := range r.Plies {
			e.states = max(e.states, float64(p.RawStates), float64(p.States))
		}
		for i := range r.Layers {
			e.branching = max(e.branching, model.Mean(branching(&r.Layers[i])))
			e.onlyMoves = max(e.onlyMoves, model.Mean(onlyMoves(&r.Layers[i])))
		}
	}
	return e
}
