package write

import (
	"fmt"
	"html/template"

	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// example is a position with the reason why it is shown.
type example struct {
	*solved.Position
	Title, Words string
	Moves        []block
}

// Examples are the critical positions, those with high stakes, and the longest win.
func (p *page) Examples() []example {
	var list []example
	where := func(at *solved.Position) string { return string(exampleBlocks(p.Report, at)[0].(paragraph)) }
	for _, at := range p.Pictures.Critical {
		list = append(list, example{at, fmt.Sprintf("One good move of %d", len(at.Moves)), "Only one of the moves keeps the value. " + where(at), movesWithoutPositions(p.Info, at)})
	}
	for _, at := range p.Pictures.HighStakes {
		one := example{Position: at, Title: "Where to be unpredictable"}
		lost := words.Number(solved.Stakes(value.KindOf(p.Info), at.Outcome))
		if p.Info.GeneralSum {
			one.Title = "Where playing alone costs most"
			one.Words = "The best joint outcome has " + lost + " more than the equilibrium. " + where(at)
			one.Moves = generalBlocks(p.Info, at)
		} else {
			one.Words = "Players whose moves are known beforehand get " + lost + " less than by mixing them, both together. " + where(at)
		}
		if at.Matrix == nil {
			one.Moves = append(one.Moves, movesWithoutPositions(p.Info, at)...)
		}
		list = append(list, one)
	}
	if at := p.Longest; at != nil {
		list = append(list, example{at, "The longest win", "No win takes longer. " + where(at), nil})
	}
	return list
}

// movesWithoutPositions are the moves of an example, where there is no room for positions.
func movesWithoutPositions(info *games.Info, at *solved.Position) []block {
	blocks := foldedMoves(info, at)
	if t, ok := blocks[0].(*table); ok && t.head[len(t.head)-1].name == "position" {
		t.dropLast()
	}
	return blocks
}

// ZugzwangBoard draws the position of a mutual zugzwang.
func (p *page) ZugzwangBoard(z solved.Zugzwang) template.HTML {
	return svgOf(picture.Board(p.Info, z.Drawing, "Position "+z.Position, picture.BoardStyle{Labels: true, Beside: true}))
}

// Tables are the counts by ply, layer or tier.
func (p *page) Tables() []section {
	d := &document{}
	addCounts(d, p.Report)
	return d.sections
}

// Shade is the paint of a payoff of the first role.
func (p *page) Shade(payoff string) picture.Paint { return valuePaint(p.Info, payoff) }

// Chance is how often perfect play chooses a move of a role, in words.
func (p *page) Chance(m *solved.Matrix, role int, move string) string {
	for _, c := range m.Strategies[role] {
		if c.Move == move {
			switch c.Probability {
			case "0":
				return "never"
			case "1":
				return "always"
			}
			return words.Probability(c.Probability)
		}
	}
	return ""
}

// Played reports whether perfect play can choose both moves.
func (p *page) Played(m *solved.Matrix, row, column string) bool {
	return p.Chance(m, 0, row) != "never" && p.Chance(m, 1, column) != "never"
}
