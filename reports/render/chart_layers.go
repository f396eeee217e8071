package render

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

// group is a range of values that are drawn in the same paint.
type group struct {
	name  string
	paint picture.Paint
}

// groups divides the values of role 0 into groups. It returns the groups and maps each value to the
// index of its group. If there are more than maxValueColumns values, each group covers one fifth of
// the range of values.
func groups(r *model.Report) (list []group, of map[string]int) {
	of = map[string]int{}
	paints := []picture.Paint{"low", "lower", "even", "higher", "high"}
	if len(r.Values) <= maxValueColumns {
		for i, v := range r.Values {
			g := group{v.Words, valuePaint(r.Info, v.Payoff)}
			if g.paint == "accent" || g.paint == "low" || g.paint == "high" || r.Info.Total == 0 {
				g.paint = paints[i*(len(paints)-1)/max(1, len(r.Values)-1)]
			}
			of[v.Payoff] = i
			list = append(list, g)
		}
		return list, of
	}
	low, high := rational(r.Values[0].Payoff), rational(r.Values[len(r.Values)-1].Payoff)
	number := words.Rational
	if r.Info.Stochastic {
		number = func(exact string) string { return fmt.Sprintf("%.2f", rational(exact)) }
	}
	step, started := (high-low)/float64(len(paints)), -1
	for _, v := range r.Values {
		fifth := min(int((rational(v.Payoff)-low)/step), len(paints)-1)
		if fifth == started {
			g := &list[len(list)-1]
			first, _, _ := strings.Cut(g.name, " to ")
			g.name = first + " to " + number(v.Payoff)
		} else {
			started, list = fifth, append(list, group{r.Roles[0] + " " + number(v.Payoff), paints[fifth]})
		}
		of[v.Payoff] = len(list) - 1
	}
	return list, of
}

func rational(exact string) float64 {
	x, ok := new(big.Rat).SetString(exact)
	if !ok {
		return math.NaN()
	}
	f, _ := x.Float64()
	return f
}

// valuesChart draws the share of each value by layer as stacked areas, in one panel per mover. The
// best values for role 0 are at the bottom.
func valuesChart(r *model.Report, e extent) *picture.Picture {
	if len(r.Layers) < 2 || r.LayerName == "" {
		return nil
	}
	groups, of := groups(r)
	all := seriesOf(r)
	var names []string
	for _, s := range all {
		names = append(names, s.name)
	}
	title := "Who wins, by " + r.LayerName
	if r.Info.GeneralSum || len(r.Roles) == 1 || r.Info.Stochastic {
		title = fmt.Sprintf("Payoff of %s, by %s", r.Roles[0], r.LayerName)
	}
	panels := picture.NewPanels(title, r.LayerName, "share of the states",
		picture.Axis{First: 0, Last: float64(e.layers[r.LayerName])}, picture.Axis{First: 0, Last: 1}, picture.PercentTick, names...)
	for n, c := range panels {
		var xs []float64 // layers without states are omitted
		shares := make([][]float64, len(groups))
		for i := range all[n].layers {
			l := &all[n].layers[i]
			if l.States == 0 {
				continue
			}
			xs = append(xs, all[n].at[i])
			for g := range shares {
				shares[g] = append(shares[g], 0)
			}
			for _, v := range l.Values {
				shares[of[v.Payoff]][len(xs)-1] += model.Mean(v.States, l.States)
			}
		}
		low := make([]float64, len(xs))
		for g := len(groups) - 1; g >= 0; g-- {
			high := make([]float64, len(xs))
			for i := range xs {
				high[i] = min(1, low[i]+shares[g][i])
			}
			c.Area(xs, low, high, groups[g].paint)
			low = high
		}
	}
	var values []string
	var paints []picture.Paint
	for g := len(groups) - 1; g >= 0; g-- {
		values, paints = append(values, groups[g].name), append(paints, groups[g].paint)
	}
	panels[0].Key(values, paints)
	return panels[0].Picture
}

// branching returns the number of moves and the number of nonterminal states. Their ratio is the
// mean number of moves per state.
func branching(l *model.Layer) (part, whole int64) { return l.Moves, l.Open() }

func onlyMoves(l *model.Layer) (part, whole int64) { return l.OnlyMoves, l.Choices }

// layerLine draws a line chart of a ratio by layer, with one line per mover. most is the limit of
// the y axis. Layers without a ratio are omitted. If fewer than two layers remain, layerLine
// returns nil.
func layerLine(r *model.Report, e extent, most float64, title, yName string, format func(float64) string, ratio func(*model.Layer) (part, whole int64)) *picture.Picture {
	all, known := seriesOf(r), 0
	ys := make([][]float64, len(all))
	for n, s := range all {
		for i := range s.layers {
			y := math.NaN()
			if part, whole := ratio(&s.layers[i]); whole > 0 {
				y = float64(part) / float64(whole)
				known++
			}
			ys[n] = append(ys[n], y)
		}
	}
	if known < 2 || r.LayerName == "" || most == 0 {
		return nil
	}
	step := picture.NiceStep(most / 5)
	c := picture.NewChart(title+", by "+r.LayerName, r.LayerName, yName, picture.Axis{First: 0, Last: float64(e.layers[r.LayerName])}, picture.Axis{First: 0, Last: step * math.Ceil(most/step-0.001)}, format)
	paints := []picture.Paint{"first", "second"}
	var names []string
	for n, s := range all {
		c.Line(s.at, ys[n], paints[n])
		names = append(names, s.name)
	}
	if len(names) > 1 {
		c.Key(names, paints)
	}
	return c.Picture
}

// valuePaint returns the paint for a payoff of role 0, given as an exact rational in points.
func valuePaint(info *games.Info, payoff string) picture.Paint {
	x, ok := new(big.Rat).SetString(payoff)
	switch total := info.ExactPoints(big.NewRat(int64(info.Total), 1)); {
	case !ok || info.GeneralSum || len(info.Roles) == 1:
		return "muted"
	case total.Sign() == 0 && x.Sign() == 0:
		return "even"
	case total.Sign() == 0:
		return picture.RolePaint(info, (1-x.Sign())/2)
	case x.Sign() == 0:
		return picture.RolePaint(info, 1)
	case x.Cmp(total) == 0:
		return picture.RolePaint(info, 0)
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
