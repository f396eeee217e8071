package reports

import (
	"fmt"
	"html/template"
	"math"
	"math/big"
	"strings"

	"zermelo/reports/picture"
)

// Chart is a chart of a report.
type Chart struct {
	// Name is short, as in "values"; Caption says what the chart shows.
	Name, Caption string
	picture       *picture.Picture
}

// Picture is the chart as inline SVG.
func (c Chart) Picture() template.HTML { return svgOf(c.picture) }

// Charts draws what the report counts: the distribution of values, states by
// ply, plies to the end, branching and only moves by layer; of a game that is
// numbered tier by tier the values by tier. What a report does not count is left
// out.
func (r *Report) Charts() []Chart { return r.charts(r.extent()) }

// charts draws them with axes as long as an extent says.
func (r *Report) charts(e extent) []Chart {
	var list []Chart
	add := func(name, caption string, p *picture.Picture) {
		if p != nil {
			list = append(list, Chart{name, caption, p})
		}
	}
	add("values", "Share of the states with each value, by "+r.LayerName+", under perfect play from there on.", r.valuesChart(e))
	add("tiers", "Wins, draws and losses of the player to move, tier by tier in the order of the table below.", r.tiersChart())
	add("states", "States that can be met after so many plies; the scale is logarithmic. Raw states count symmetric ones each.", r.statesChart(e))
	add("remoteness", "States by the number of plies to the end under perfect play.", r.remotenessChart())
	add("branching", "Moves of a state that is not terminal, on average, by "+r.LayerName+".", r.branchingChart(e))
	add("only-moves", "Share of the states with a single value-keeping move, of those where one player has a choice, by "+r.LayerName+".", r.onlyMovesChart(e))
	return list
}

// group is a set of values drawn in one paint.
type group struct {
	name  string
	paint picture.Paint
}

// groups says how the values of role 0 are put together, and the group of each
// value: as they are, if they are few, or else by fifths of their range.
func (r *Report) groups() (list []group, of map[string]int) {
	of = map[string]int{}
	paints := []picture.Paint{"low", "lower", "even", "higher", "high"}
	if len(r.Values) <= maxValueColumns {
		for i, v := range r.Values {
			g := group{v.Words, valuePaint(r.info, v.Payoff)}
			if g.paint == "accent" || g.paint == "low" || g.paint == "high" {
				g.paint = paints[i*(len(paints)-1)/max(1, len(r.Values)-1)]
			}
			of[v.Payoff] = i
			list = append(list, g)
		}
		return list, of
	}
	low, high := rational(r.Values[0].Payoff), rational(r.Values[len(r.Values)-1].Payoff)
	step := (high - low) / float64(len(paints))
	for i, p := range paints {
		list = append(list, group{fmt.Sprintf("%s to %.4g", r.Roles[0], low+float64(i+1)*step), p})
	}
	for _, v := range r.Values {
		of[v.Payoff] = min(int((rational(v.Payoff)-low)/step), len(paints)-1)
	}
	return list, of
}

// rational is the number that an exact rational is nearest to.
func rational(exact string) float64 {
	x, ok := new(big.Rat).SetString(exact)
	if !ok {
		return math.NaN()
	}
	f, _ := x.Float64()
	return f
}

// valuesChart stacks the shares of the values, those best for role 0 at the
// bottom.
func (r *Report) valuesChart(e extent) *picture.Picture {
	if len(r.Layers) < 2 || r.LayerName == "" {
		return nil
	}
	groups, of := r.groups()
	var xs []float64 // layers without states are left out
	shares := make([][]float64, len(groups))
	for i := range r.Layers {
		l := &r.Layers[i]
		if l.States == 0 {
			continue
		}
		xs = append(xs, float64(i))
		for g := range shares {
			shares[g] = append(shares[g], 0)
		}
		for _, v := range l.Values {
			shares[of[v.Payoff]][len(xs)-1] += mean(v.States, l.States)
		}
	}
	c := picture.NewChart("Share of the states with each value, by "+r.LayerName, r.LayerName, "share of the states",
		picture.Axis{First: 0, Last: float64(e.layers)}, picture.Axis{First: 0, Last: 1}, picture.PercentTick)
	low := make([]float64, len(xs))
	var names []string
	var paints []picture.Paint
	for g := len(groups) - 1; g >= 0; g-- {
		high := make([]float64, len(xs))
		for i := range xs {
			high[i] = min(1, low[i]+shares[g][i])
		}
		c.Area(xs, low, high, groups[g].paint)
		low = high
		names, paints = append(names, groups[g].name), append(paints, groups[g].paint)
	}
	c.Key(names, paints)
	return c.Picture
}

// statesChart draws states by ply, canonical and raw.
func (r *Report) statesChart(e extent) *picture.Picture {
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

// positive is a count on a logarithmic scale, where 0 has no place.
func positive(n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

// remotenessChart is a histogram of the plies to the end.
func (r *Report) remotenessChart() *picture.Picture {
	if n := len(r.Remoteness); n == 0 || r.Remoteness[n-1].Plies == 0 {
		return nil
	}
	counts, bin := remotenessBins(r)
	most := int64(0)
	for _, n := range counts {
		most = max(most, n)
	}
	step := picture.NiceStep(float64(most) / 6)
	c := picture.NewChart("States by plies to the end", "plies to the end", "states",
		picture.Axis{First: -0.5, Last: float64(len(counts)*bin) - 0.5}, picture.Axis{First: 0, Last: step * math.Ceil(float64(most)/step)}, picture.CountTick)
	for i, n := range counts {
		if n > 0 {
			c.Column(float64(i*bin)-0.5, float64((i+1)*bin)-0.5, 0, float64(n), picture.Look{Fill: "accent"})
		}
	}
	return c.Picture
}

// branching and onlyMoves are the ratios of a layer that have charts.
func branching(l *Layer) (part, whole int64) { return l.Moves, l.States - l.Terminals }
func onlyMoves(l *Layer) (part, whole int64) { return l.OnlyMoves, l.Choices }

func (r *Report) branchingChart(e extent) *picture.Picture {
	return r.layerLine(e.layers, e.branching, "Branching factor by "+r.LayerName, "moves", picture.CountTick, branching)
}

func (r *Report) onlyMovesChart(e extent) *picture.Picture {
	return r.layerLine(e.layers, e.onlyMoves, "Only moves by "+r.LayerName, "share of the states", picture.PercentTick, onlyMoves)
}

// layerLine draws a ratio by layer, on axes that reach to the last layer and the
// most that it can be; layers where it is one of nothing are left out. There is
// none if that are all but one.
func (r *Report) layerLine(last int, most float64, title, yName string, format func(float64) string, ratio func(*Layer) (part, whole int64)) *picture.Picture {
	var xs, ys []float64
	known := 0
	for i := range r.Layers {
		y := math.NaN()
		if part, whole := ratio(&r.Layers[i]); whole > 0 {
			y = float64(part) / float64(whole)
			known++
		}
		xs, ys = append(xs, float64(i)), append(ys, y)
	}
	if known < 2 || r.LayerName == "" || most == 0 {
		return nil
	}
	step := picture.NiceStep(most / 5)
	c := picture.NewChart(title, r.LayerName, yName, picture.Axis{First: 0, Last: float64(last)}, picture.Axis{First: 0, Last: step * math.Ceil(most/step-0.001)}, format)
	c.Line(xs, ys, "accent")
	return c.Picture
}

// maxTierColumns is how many tiers a chart can show.
const maxTierColumns = 60

// tiersChart stacks wins, draws and losses in a column for each tier.
func (r *Report) tiersChart() *picture.Picture {
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
			share := mean(part.states, t.States)
			if share > 0 {
				c.Column(float64(i)+0.5, float64(i)+1.5, base, base+share, picture.Look{Fill: part.paint, Stroke: "muted", Width: 0.6})
			}
			base += share
		}
	}
	c.Key([]string{"win", "draw", "loss"}, []picture.Paint{"high", "even", "low"})
	return c.Picture
}

// tierNames says which tiers are numbered 1 and so on.
func tierNames(r *Report) string {
	if len(r.Tiers) > 4 {
		return fmt.Sprintf("1 is %s, %d is %s", r.Tiers[0].Tier, len(r.Tiers), r.Tiers[len(r.Tiers)-1].Tier)
	}
	var names []string
	for _, t := range r.Tiers {
		names = append(names, t.Tier)
	}
	return strings.Join(names, ", ")
}
