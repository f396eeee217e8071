package write

import (
	_ "embed"
	"fmt"
	"html/template"
	"math"
	"math/big"
	"strings"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/model"
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
func Charts(r *model.Report) []Chart { return charts(r, extentOf(r)) }

// charts draws them with axes as long as an extent says.
func charts(r *model.Report, e extent) []Chart {
	var list []Chart
	add := func(name, caption string, p *picture.Picture) {
		if p != nil {
			list = append(list, Chart{name, caption, p})
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

// group is a set of values drawn in one paint.
type group struct {
	name  string
	paint picture.Paint
}

// groups says how the values of role 0 are put together, and the group of each
// value: as they are, if they are few, or else by fifths of their range.
func groups(r *model.Report) (list []group, of map[string]int) {
	of = map[string]int{}
	paints := []picture.Paint{"low", "lower", "even", "higher", "high"}
	if len(r.Values) <= maxValueColumns {
		for i, v := range r.Values {
			g := group{v.Words, valuePaint(r.Info, v.Payoff)}
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
func valuesChart(r *model.Report, e extent) *picture.Picture {
	if len(r.Layers) < 2 || r.LayerName == "" {
		return nil
	}
	groups, of := groups(r)
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
			shares[of[v.Payoff]][len(xs)-1] += model.Mean(v.States, l.States)
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

// positive is a count on a logarithmic scale, where 0 has no place.
func positive(n int64) float64 {
	if n == 0 {
		return math.NaN()
	}
	return float64(n)
}

// remotenessChart is a histogram of the plies to the end.
func remotenessChart(r *model.Report) *picture.Picture {
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
func branching(l *model.Layer) (part, whole int64) { return l.Moves, l.States - l.Terminals }
func onlyMoves(l *model.Layer) (part, whole int64) { return l.OnlyMoves, l.Choices }

func branchingChart(r *model.Report, e extent) *picture.Picture {
	return layerLine(r, e.layers, e.branching, "Branching factor by "+r.LayerName, "moves", picture.CountTick, branching)
}

func onlyMovesChart(r *model.Report, e extent) *picture.Picture {
	return layerLine(r, e.layers, e.onlyMoves, "Only moves by "+r.LayerName, "share of the states", picture.PercentTick, onlyMoves)
}

// layerLine draws a ratio by layer, on axes that reach to the last layer and the
// most that it can be; layers where it is one of nothing are left out. There is
// none if that are all but one.
func layerLine(r *model.Report, last int, most float64, title, yName string, format func(float64) string, ratio func(*model.Layer) (part, whole int64)) *picture.Picture {
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
				c.Column(float64(i)+0.5, float64(i)+1.5, base, base+share, picture.Look{Fill: part.paint, Stroke: "muted", Width: 0.6})
			}
			base += share
		}
	}
	c.Key([]string{"win", "draw", "loss"}, []picture.Paint{"high", "even", "low"})
	return c.Picture
}

// tierNames says which tiers are numbered 1 and so on.
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

// Pictures lists the names of the pictures of a report: "board", the first
// position, "longest-win" and "critical", where there are such positions, and
// those of its charts.
func Pictures(r *model.Report) []string {
	names := []string{"board"}
	if r.Longest != nil {
		names = append(names, "longest-win")
	}
	if r.Critical != nil {
		names = append(names, "critical")
	}
	for _, c := range Charts(r) {
		names = append(names, c.Name)
	}
	return names
}

// pictureOf is the picture with a name that Pictures lists. Other names are the
// user's mistake.
func pictureOf(r *model.Report, name string) (*picture.Picture, error) {
	for example, p := range map[string]*book.Position{"board": r.Start, "longest-win": r.Longest, "critical": r.Critical} {
		if name == example && p != nil {
			return picture.Board(r.Roles, p.Drawing, p.Title(), picture.BoardStyle{Labels: true}), nil
		}
	}
	for _, c := range Charts(r) {
		if c.Name == name {
			return c.picture, nil
		}
	}
	return nil, games.BadInput("the report of %s has no picture %q: it has %s", r.Game, name, strings.Join(Pictures(r), ", "))
}

// svgOf is a picture for the page; all its texts are escaped.
func svgOf(p *picture.Picture) template.HTML { return template.HTML(p.SVG()) }

// valuePaint is the paint of a payoff of the first role.
func valuePaint(info *games.Info, payoff string) picture.Paint {
	x, ok := new(big.Rat).SetString(payoff)
	switch total := big.NewRat(int64(info.Total), 1); {
	case !ok || info.GeneralSum || len(info.Roles) == 1 || total.Sign() == 0:
		return "accent"
	case x.Sign() == 0:
		return picture.RolePaint(info.Roles, 1)
	case x.Cmp(total) == 0:
		return picture.RolePaint(info.Roles, 0)
	default:
		switch half := total.Quo(total, big.NewRat(2, 1)); x.Cmp(half) {
		case 0:
			return "even"
		case 1:
			return "high"
		}
		return "low"
	}
}

const (
	// barWidth is the length of the longest bar, in characters.
	barWidth = 30
	// maxBars is how many rows a histogram has at most; more are put together.
	maxBars = 40
	// maxValueColumns is how many values get a column each.
	maxValueColumns = 6
)

// remotenessBins counts the states by plies to the end, a step of plies
// together so that there are maxBars counts at most.
func remotenessBins(r *model.Report) (counts []int64, step int) {
	most := r.Remoteness[len(r.Remoteness)-1].Plies
	step = most/maxBars + 1
	counts = make([]int64, most/step+1)
	for _, c := range r.Remoteness {
		counts[c.Plies/step] += c.States
	}
	return counts, step
}
