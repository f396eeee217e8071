package render

import (
	"fmt"
	"html/template"

	"zermelo/games"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

type example struct {
	*solved.Position
	Title, Words string
	Moves        []block
}

// Examples returns the critical positions, the positions with high stakes, and the longest win.
func (p *page) Examples() []example {
	var list []example
	where := func(at *solved.Position) string { return string(exampleBlocks(p.Report, at)[0].(paragraph)) }
	for _, at := range p.Pictures.Critical {
		list = append(list, example{at, fmt.Sprintf("One good move out of %d", len(at.Moves)), "Only one of the moves keeps the value. " + where(at), movesWithoutPositions(p.Info, at)})
	}
	for _, at := range p.Pictures.HighStakes {
		ex := example{Position: at, Title: "Where predictability costs most"}
		lost := words.ExactAmount(p.Info, solved.Stakes(value.KindOf(p.Info), at.Outcome))
		if p.Info.GeneralSum {
			ex.Title = "Where lack of cooperation costs most"
			ex.Words = "The best joint outcome exceeds the equilibrium by " + lost + ". " + where(at)
			ex.Moves = generalBlocks(p.Info, at)
		} else {
			ex.Words = "Pure strategies secure " + lost + " less than mixed strategies, summed over both players. " + where(at)
		}
		if at.Matrix == nil {
			ex.Moves = append(ex.Moves, movesWithoutPositions(p.Info, at)...)
		}
		list = append(list, ex)
	}
	if at := p.Longest; at != nil {
		list = append(list, example{at, "The longest win", "No win takes longer. " + where(at), nil})
	}
	return list
}

func movesWithoutPositions(info *games.Info, at *solved.Position) []block {
	blocks := foldedMoves(info, at)
	if t, ok := blocks[0].(*table); ok && t.head[len(t.head)-1].name == "position" {
		t.dropLast()
	}
	return blocks
}

func (p *page) ZugzwangBoard(z solved.Zugzwang) template.HTML {
	return svgOf(picture.Board(p.Info, z.Drawing, "Position "+z.Position, picture.BoardStyle{Labels: true, Beside: true}))
}

// Tables returns the sections with measures, with counts by ply, layer or tier, and about the solve.
func (p *page) Tables() []section {
	d := &document{}
	if !p.Searched() {
		d.add("Measures", measureBlocks(p.Report)...)
		addCounts(d, p.Report)
	}
	d.add("How it was solved", solvedTable(p.Report))
	return d.sections
}

func (p *page) Shade(payoff string) picture.Paint { return valuePaint(p.Info, payoff) }

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

// Played reports whether the row and the column both have positive probability in perfect play.
func (p *page) Played(m *solved.Matrix, row, column string) bool {
	return p.Chance(m, 0, row) != "never" && p.Chance(m, 1, column) != "never"
}
