package nim

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (p piles) describe() games.Info {
	var sizes []string
	for _, n := range p.start {
		sizes = append(sizes, strconv.Itoa(n))
	}
	things := "There is one pile of " + sizes[0] + " things"
	if n := len(sizes) - 1; n > 0 {
		things = fmt.Sprintf("There are %d piles, of %s and %s things", n+1, strings.Join(sizes[:n], ", "), sizes[n])
	}
	title, end := "Nim", "has won"
	if p.misere {
		title, end = "Nim (misère)", "has lost"
	}
	most := "at least one thing, and up to all of them"
	switch {
	case p.take == 1:
		most = "one thing"
	case p.take < p.start[len(p.start)-1]:
		most = fmt.Sprintf("1 to %d things", p.take)
	}
	return games.Info{
		Title:     title,
		LayerName: "taken",
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
func (p piles) Draw(s uint64, status string) games.Drawing {
	largest := p.start[len(p.start)-1]
	if largest > maxDrawn {
		return games.Drawing{Notes: []string{"piles: " + p.Format(s), status}}
	}
	d := games.Drawing{Width: largest, Height: len(p.start), Legend: []string{"o thing"}, Notes: []string{status}}
	for x := range largest {
		d.Columns = append(d.Columns, strconv.Itoa(x+1))
	}
	for i := range p.start {
		n := p.size(s, i)
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
