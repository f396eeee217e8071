package render

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

type chart struct {
	Name, Caption string // Name is an identifier, such as "values"
	picture       *picture.Picture
}

func (c chart) Picture() template.HTML { return svgOf(c.picture) }

// reportCharts returns the charts for the counts that a report contains.
func reportCharts(r *model.Report) []chart { return charts(r, extentOf(r)) }

// charts is like reportCharts, but uses the axis limits e.
func charts(r *model.Report, e extent) []chart {
	var list []chart
	add := func(name, caption string, p *picture.Picture) {
		if p != nil {
			list = append(list, chart{name, caption, p})
		}
	}
	add("values", "Share of the states with each value under perfect play.", valuesChart(r, e))
	add("tiers", "Wins, draws and losses of the player to move, by tier in the order of the table below.", tiersChart(r))
	add("states", "Positions that can occur at each ply, on a logarithmic scale. Raw states include symmetric positions.", statesChart(r, e))
	add("remoteness", "Plies to the end under perfect play. If the number is odd, the player to move makes the last move. "+
		"Terminal states are omitted.", remotenessChart(r))
	add("branching", "Mean number of moves per nonterminal state.",
		layerLine(r, e, e.branching, "Moves per state", "moves per state", picture.CountTick, branching))
	add("only-moves", "Share of states where exactly one of several moves keeps the value.",
		layerLine(r, e, e.onlyMoves, "Only moves", "share of the states", picture.PercentTick, onlyMoves))
	return list
}

const (
	maxPoints = 30 // approximate maximum number of points on a line; if there are more layers, adjacent ones are merged
	// fewLayers is the maximum number of layers that are drawn separately if the player to move
	// does not alternate by layer.
	fewLayers = 8
)

// series holds the layers where a given role moves. If the player to move does not alternate by
// layer, it holds all layers.
type series struct {
	name   string // mover, or empty for all layers
	layers []model.Layer
	at     []float64 // positions on the axis
}

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
		step = max(2, step) // merge pairs of layers where different roles move more often
	}
	for i, l := range r.Layers {
		s, number := &list[i%len(list)], i/len(list)
		if number%step == 0 {
			s.layers, s.at = append(s.layers, l), append(s.at, float64(i))
			continue
		}
		last := len(s.layers) - 1
		sum := &s.layers[last]
		sum.States, sum.Moves = sum.States+l.States, sum.Moves+l.Moves
		if l.Terminals != nil {
			sum.Terminals = new(*sum.Terminals + *l.Terminals)
		}
		sum.Choices, sum.OnlyMoves = sum.Choices+l.Choices, sum.OnlyMoves+l.OnlyMoves
		sum.Values = slices.Concat(sum.Values, l.Values)
		s.at[last] += float64(len(list)) / 2 // center of the merged layers
	}
	return list
}

func plural(name string) string {
	_, many, _ := strings.Cut(words.Plural(2, name), " ")
	return many
}

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

// positive converts a count to a float64 for a logarithmic axis. It converts 0 to NaN.
func positive(n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

// remotenessChart draws the number of nonterminal states for each number of plies to the end. If
// players alternate, odd and even numbers of plies are drawn in separate panels, because different
// players make the last move.
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
	each := len(names) // number of panels
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

const maxTierColumns = 60 // maximum number of tiers in a chart

func tiersChart(r *model.Report) *picture.Picture {
	if len(r.Tiers) == 0 || len(r.Tiers) > maxTierColumns {
		return nil
	}
	c := picture.NewChart("Results for the player to move, by tier", "tier: "+tierNames(r), "share of the states",
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

// tierNames lists the names of all tiers, or only the first and last if there are many.
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

// svgOf returns a picture as inline SVG, which is safe because package picture escapes all text.
func svgOf(p *picture.Picture) template.HTML { return template.HTML(p.SVG()) }

const (
	barWidth        = 30 // length of the longest bar, in characters
	maxBars         = 40 // maximum number of rows in a histogram
	maxValueColumns = 6  // maximum number of values that have their own columns
)

// remotenessBins counts the states by number of plies to the end. It returns at most maxBars bins,
// each of which covers step plies.
func remotenessBins(r *model.Report) (counts []int64, step int) {
	most := r.Remoteness[len(r.Remoteness)-1].Plies
	step = most/maxBars + 1
	counts = make([]int64, most/step+1)
	for _, c := range r.Remoteness {
		counts[c.Plies/step] += c.States
	}
	return counts, step
}

// extent holds the axis limits of charts, so that charts of several games can be compared.
type extent struct {
	layers               map[string]int // last layer, by layer name
	plies                int            // last ply
	states               float64        // maximum per ply
	branching, onlyMoves float64        // maximum per layer
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
