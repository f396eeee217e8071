package render

import (
	"fmt"
	"io"
	"strings"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// Show writes a position for a terminal: the board, the player to move, the value, and the moves
// with their values, best first. If both players choose simultaneously, it writes the payoff
// matrix and both strategies instead of the moves.
func Show(w io.Writer, info *games.Info, p *solved.Position) error {
	return writeBlocks(w, append([]block{boardOf(p), paragraph("Position " + p.Text)}, standingBlocks(info, p)...))
}

// ShowMoves is like Show, but omits the board.
func ShowMoves(w io.Writer, info *games.Info, p *solved.Position) error {
	return writeBlocks(w, standingBlocks(info, p))
}

func standingBlocks(info *games.Info, p *solved.Position) []block {
	blocks := append([]block{paragraph(situation(info, p))}, generalBlocks(info, p)...)
	return append(blocks, moveBlocks(info, p)...)
}

func situation(info *games.Info, p *solved.Position) string {
	switch {
	case p.Terminal:
		return "The game is over: " + p.Value.Words + "."
	case p.Mover >= 0:
		return words.Sentence(info.Roles[p.Mover] + " to move: " + p.Value.Words)
	case p.Random:
		return "The next move is random: " + p.Value.Words + "."
	}
	if len(info.Roles) > 2 {
		return words.Sentence("several players move simultaneously: " + p.Value.Words)
	}
	return "Both players move simultaneously: " + p.Value.Words + "."
}

func boardOf(p *solved.Position) board { return board(strings.Join(p.Board, "\n")) }

// generalBlocks returns a table of security levels and the best joint outcome for a nonterminal
// position in a general-sum game.
func generalBlocks(info *games.Info, p *solved.Position) []block {
	if !info.GeneralSum || p.Terminal {
		return nil
	}
	t := newTable("", ">payoff", ">secured alone", ">by pure moves", ">best joint outcome")
	for role, name := range info.Roles {
		payoff := "not solved"
		if p.Proven() {
			payoff = words.Number(info.ExactPoints(p.Outcome.Payoff[role]))
		}
		t.add(name, payoff, words.Number(info.ExactPoints(p.Outcome.Security[role])),
			fmt.Sprint(info.Points(int(p.Outcome.Pure[role]))), fmt.Sprint(info.Points(int(p.Outcome.Joint[role]))))
	}
	return []block{t}
}

// moveBlocks returns a table of the moves in a position, best first.
func moveBlocks(info *games.Info, p *solved.Position) []block {
	switch {
	case p.Terminal:
		return nil
	case p.Matrix != nil:
		return matrixBlocks(info, p)
	}
	if p.Random {
		t := newTable("move", ">probability", "value")
		for _, m := range p.Moves {
			t.add(m.Name, words.Probability(m.Probability), m.Value.Words)
		}
		return []block{t}
	}
	t := newTable(">", "move", "value", "keeps the value")
	if p.Endless {
		t = newTable(">", "move", "value", "keeps the value", "replies that keep it")
	}
	t.head = append(t.head, column{name: "position"})
	for i, m := range p.Moves {
		cells := []string{fmt.Sprint(i + 1), m.Name, m.Value.Words, m.Keeps.String()}
		switch {
		case m.Replies != nil:
			cells = append(cells, fmt.Sprintf("%d of %d", m.Replies.Count, m.Replies.Of))
		case p.Endless:
			cells = append(cells, "")
		}
		t.add(append(cells, m.Child)...)
	}
	if t.width() > lineWidth {
		t.dropLast()
	}
	return []block{t}
}

func matrixBlocks(info *games.Info, p *solved.Position) []block {
	m := p.Matrix
	names := []string{fmt.Sprintf("%s \\ %s", info.Roles[0], info.Roles[1])}
	for _, c := range m.Columns {
		names = append(names, ">"+c)
	}
	t := newTable(names...)
	for i, cells := range m.Cells {
		row := []string{m.Rows[i]}
		for _, c := range cells {
			cell := words.Rational(c[0])
			if info.GeneralSum {
				cell += ", " + words.Rational(c[1])
			}
			row = append(row, cell)
		}
		t.add(row...)
	}
	caption := fmt.Sprintf("Payoff of %s in %s after each pair of moves:", info.Roles[0], words.Units(info))
	if info.GeneralSum {
		caption = fmt.Sprintf("Payoffs of %s and %s in %s after each pair of moves:", info.Roles[0], info.Roles[1], words.Units(info))
	}
	strategies := newTable("role", "move", ">probability", ">gets on average")
	for role, chances := range m.Strategies {
		for _, c := range chances {
			strategies.add(info.Roles[role], c.Move, words.Probability(c.Probability), words.Rational(c.Payoff))
		}
	}
	blocks := []block{paragraph(caption), t, paragraph("Perfect play, best first:"), strategies}
	if len(m.Equilibria) == 0 {
		return blocks
	}
	equilibria := newTable("equilibrium", ">"+info.Roles[0], ">"+info.Roles[1], "")
	for _, e := range m.Equilibria {
		note := ""
		if e.Selected {
			note = "selected"
		}
		equilibria.add(e.Move, words.Rational(e.Payoffs[0]), words.Rational(e.Payoffs[1]), note)
	}
	return append(blocks, paragraph("All pure equilibria of this position:"), equilibria)
}

// ShowBoard is like Show, but omits the moves.
func ShowBoard(w io.Writer, info *games.Info, p *solved.Position) error {
	return writeBlocks(w, []block{boardOf(p), paragraph(situation(info, p)), paragraph("Position " + p.Text)})
}
