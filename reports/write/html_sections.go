package write

import (
	"fmt"
	"html/template"

	"zermelo/reports/book"
	"zermelo/reports/picture"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// example is a position with the reason why it is shown.
type example struct {
	*book.Position
	Title, Words string
	Moves        []block
}

// Examples are the critical positions, those with high stakes, and the longest win.
func (p *page) Examples() []example {
	var list []example
	where := func(at *book.Position) string { return string(exampleBlocks(p.Report, at)[0].(paragraph)) }
	for _, at := range p.pictures.Critical {
		list = append(list, example{at, fmt.Sprintf("One good move of %d", len(at.Moves)), "Only one of the moves keeps the value. " + where(at), moveBlocks(p.Info, at)})
	}
	for _, at := range p.pictures.HighStakes {
		one := example{Position: at, Title: "Where to be unpredictable"}
		lost := words.Number(book.Stakes(p.kind(), at.Outcome))
		if p.Info.GeneralSum {
			one.Title = "Where playing alone costs most"
			one.Words = "The best joint outcome has " + lost + " more than the equilibrium. " + where(at)
			one.Moves = generalBlocks(p.Info, at)
		} else {
			one.Words = "Players whose moves are known beforehand get " + lost + " less than by mixing them, both together. " + where(at)
		}
		if at.Matrix == nil {
			one.Moves = append(one.Moves, moveBlocks(p.Info, at)...)
		}
		list = append(list, one)
	}
	if at := p.Longest; at != nil {
		list = append(list, example{at, "The longest win", "No win takes longer. " + where(at), nil})
	}
	return list
}

// kind is the kind of the game.
func (p *page) kind() value.Kind { return value.KindOf(p.Info) }

// ZugzwangBoard draws the position of a mutual zugzwang.
func (p *page) ZugzwangBoard(z book.Zugzwang) template.HTML {
	return svgOf(picture.Board(p.Roles, z.Drawing, "Position "+z.Position, picture.BoardStyle{Labels: true}))
}

// Facts are the counts of states and moves.
func (p *page) Facts() []block { return factBlocks(p.Report) }

// Measured are the measures; nil if they were not asked for.
func (p *page) Measured() []block { return measureBlocks(p.Report) }

// Tables are the counts by ply, layer or tier.
func (p *page) Tables() []section {
	d := &document{}
	if len(p.Tiers) > 0 {
		d.add("Values for the player to move", moverBlocks(p.Report)...)
		d.add("States by tier", tierBlocks(p.Report)...)
	} else {
		addLayers(d, p.Report)
	}
	if n := len(p.Remoteness); n > 0 && p.Remoteness[n-1].Plies > 0 {
		d.add("Plies to the end under perfect play", remotenessTable(p.Report))
	}
	return d.sections
}

// RulesInForce are the rules and options.
func (p *page) RulesInForce() []block { return ruleBlocks(p.Report) }

// HowSolved is the table of method, time, digest and check.
func (p *page) HowSolved() []block { return []block{solvedTable(p.Report)} }

// Pays says that the cells of a matrix show the payoffs of both roles, as in general-sum
// games.
func (p *page) Pays() bool { return p.Info.GeneralSum }

// Shade is the paint of a payoff of the first role.
func (p *page) Shade(payoff string) picture.Paint { return valuePaint(p.Info, payoff) }

// Chance is how often perfect play chooses a move of a role, in words.
func (p *page) Chance(m *book.Matrix, role int, move string) string {
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
func (p *page) Played(m *book.Matrix, row, column string) bool {
	return p.Chance(m, 0, row) != "never" && p.Chance(m, 1, column) != "never"
}
