package nim

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (g *game) describe() games.Info {
	var sizes []string
	for _, n := range g.start {
		sizes = append(sizes, strconv.Itoa(n))
	}
	things := "There is one pile of " + sizes[0] + " things"
	if n := len(sizes) - 1; n > 0 {
		things = fmt.Sprintf("There are %d piles, of %s and %s things", n+1, strings.Join(sizes[:n], ", "), sizes[n])
	}
	title, end := "Nim", "has won"
	if g.misere {
		title, end = "Nim (misère)", "has lost"
	}
	most := "at least one thing, and up to all of them"
	switch {
	case g.take == 1:
		most = "one thing"
	case g.take < g.start[len(g.start)-1]:
		most = fmt.Sprintf("1 to %d things", g.take)
	}
	return games.Info{
		Title:     title,
		Roles:     []string{"first", "second"},
		Total:     100,
		Payoffs:   []int{0, 100},
		LayerName: "taken",
		Symmetry:  "the players exchanged",
		Rules: []string{
			things + ". The players take turns and must move.",
			"A move takes " + most + ", from one pile. A player who takes the last thing of all " + end + ".",
			"The piles have no order: piles of equal size are the same pile, and two positions with the same sizes are one.",
			"The winner gets 100, the loser 0; there are no draws.",
		},
	}
}

// maxDrawn is the largest pile that is drawn.
const maxDrawn = 20

// Draw shows the piles as rows, unless they are large.
func (g *game) Draw(s uint64) games.Drawing {
	largest := g.start[len(g.start)-1]
	d := games.Drawing{Notes: []string{g.status(s)}}
	if largest > maxDrawn {
		d.Notes = append([]string{"piles: " + strings.TrimSuffix(g.FormatState(s), ":"+g.info.Roles[mover(s)])}, d.Notes...)
		return d
	}
	d.Width, d.Height = largest, len(g.start)
	d.Legend = []string{"o thing"}
	for x := range largest {
		d.Columns = append(d.Columns, strconv.Itoa(x+1))
	}
	for i := range g.start {
		n := g.size(s, i)
		d.Rows = append(d.Rows, strconv.Itoa(n))
		for x := range largest {
			c := games.Cell{Glyph: '.'}
			if x < n {
				c = games.Cell{Kind: games.Mark, Glyph: 'o'}
			}
			d.Cells = append(d.Cells, c)
		}
	}
	return d
}

// status says whose turn it is, or who has won.
func (g *game) status(s uint64) string {
	roles, role := g.info.Roles, mover(s)
	if s&^moverBit != 0 {
		return roles[role] + " to move"
	}
	return fmt.Sprintf("%s has won: %s has taken the last thing", roles[g.winner(s)], roles[1-role])
}
