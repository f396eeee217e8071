package write

import (
	"fmt"
	"html/template"
	"math"
	"slices"
	"strings"

	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/words"
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
	add("values", "The share of the states with each value under perfect play from there on.", valuesChart(r, e))
	add("tiers", "Wins, draws and losses of the player to move, tier by tier in the order of the table below.", tiersChart(r))
	add("states", "States that can be met after so many plies; the scale is logarithmic. Raw states count symmetric ones each.", statesChart(r, e))
	add("remoteness", "How long perfect play still takes. After an odd number of plies the player to move makes the last move. "+
		"States where the game is over are left out.", remotenessChart(r))
	add("branching", "The moves of a state where the game is not over, on average.", branchingChart(r, e))
	add("only-moves", "How often a mistake is likely: the share of the states with a single value-keeping move, of those where one player has a choice.", onlyMovesChart(r, e))
	return list
}

const (
	// maxPoints is about how many points a line of layers has; where there are more, several
	// layers are one.
	maxPoints = 30
	// fewLayers is how many layers are drawn each at the most where both players move.
	fewLayers = 8
)

// series are the layers of one mover, or all in a game where layers have none.
type series struct {
	name   string // of who moves; empty for all
	layers []model.Layer
	at     []float64 // where they are on the axis
}

// seriesOf divides the layers by who moves there.
func seriesOf(r *model.Report) []series {
	list := []series{{}}
	if r.Alternating {
		list = nil
		for i, layers := range []string{"even", "odd"} {
			list = append(list, series{name: fmt.Sprintf("%s to move (%s %s)", r.Roles[(r.Start.Mover+i)%2], layers, plural(r.LayerName))})
		}
	}
	step := 1 + len(r.Layers)/len(list)/maxPoints
	if !r.Alternating && r.Start.Mover >= 0 && len(r.Roles) == 2 && len(r.Layers) > fewLayers {
		step = max(2, step) // layers of mostly one mover take turns with those of the other
	}
	for i, l := range r.Layers {
		one, number := &list[i%len(list)], i/len(list)
		if number%step == 0 {
			one.layers, one.at = append(one.layers, l), append(one.at, float64(i))
			continue
		}
		last := len(one.layers) - 1
		sum := &one.layers[last]
		sum.States, sum.Terminals, sum.Moves = sum.States+l.States, sum.Terminals+l.Terminals, sum.Moves+l.Moves
		sum.Choices, sum.OnlyMoves = sum.Choices+l.Choices, sum.OnlyMoves+l.OnlyMoves
		sum.Values = slices.Concat(sum.Values, l.Values)
		one.at[last] += float64(len(list)) / 2 // to the middle
	}
	return list
}

// plural is the plural of a layer's name.
func plural(name string) string {
	_, many, _ := strings.Cut(words.Plural(2, name), " ")
	return many
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
		c.Line(xs, raw, "muted")
		c.Line(xs, canonical, "accent")
		c.Key([]string{"raw", "up to symmetry"}, []picture.Paint{"muted", "accent"})
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

// remotenessChart draws columns of the states by plies to the end, but for those that are
// over. Odd and even numbers have panels of their own where players alternate, as one
// player wins after odd ones and the other after even ones.
func remotenessChart(r *model.Report) *picture.Picture {
	names := []string{""}
	if r.Alternating || len(r.Tiers) > 0 {
		names = []string{"odd numbers of plies", "even numbers of plies"}
	}
	last := 0
	for _, c := range r.Remoteness {
		last = max(last, c.Plies)
	}
	if last == 0 {
		return nil
	}
	each := len(names) // every so manyeth number is in a panel
	wide := each * (1 + last/(each*maxBars))
	counts := make([][]int64, each)
	for i := range counts {
		counts[i] = make([]int64, last/wide+1)
	}
	for _, c := range r.Remoteness {
		if c.Plies > 0 {
			counts[(c.Plies+1)%each][(c.Plies-1)/wide] += c.States
		}
	}
	most := slices.Max(slices.Concat(counts...))
	step := picture.NiceStep(float64(most) / 4)
	panels := picture.NewPanels("States by plies to the end", "plies to the end under perfect play", "states",
		picture.Axis{First: 0, Last: float64(last + 1)}, picture.Axis{First: 0, Last: step * math.Ceil(float64(most)/step)}, picture.CountTick, names...)
	for i, c := range panels {
		for k, n := range counts[i] {
			if n > 0 {
				from := float64(k*wide+1+i) - float64(each)/2
				c.Column(from, from+float64(wide), 0, float64(n), picture.Style{Fill: "accent"})
			}
		}
	}
	return panels[0].Picture
}

// maxTierColumns is the greatest number of tiers in a chart.
const maxTierColumns = 60

// tiersChart stacks wins, draws and losses in a column for each tier.
func tiersChart(r *model.Report) *picture.Picture {
	if len(r.Tiers) == 0 || len(r.Tiers) > maxTierColumns {
		return nil
	}
	c := picture.NewChart("Who wins: the player to move or the other, by tier", "tier: "+tierNames(r), "share of the states",
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
