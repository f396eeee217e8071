// Package nim is the game of piles from which things are taken: who takes the
// last thing wins, or loses in the misère version. Rules and winning strategy:
// C. L. Bouton, "Nim, a game with a complete mathematical theory", Annals of
// Mathematics 3 (1901). With one pile and a most that a move may take it is the
// subtraction game that C. G. Bachet described in 1612.
package nim

import (
	"cmp"
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// Limits of the options. All sizes together must fit into stateBits.
const (
	maxPiles  = 20
	maxSize   = 255
	stateBits = 63
)

// Entry is the game nim with all its options.
func Entry() games.Entry {
	return games.Entry{
		Name:    "nim",
		Summary: "take from one of several piles; who takes the last thing wins",
		Options: []games.Option{
			games.Numbers("piles", "sizes of the piles at the start", "1+3+5+7", maxPiles, 1, maxSize),
			games.Int("take", "how many things a move may take at most, 0 for any number", 0, 0, maxSize),
			games.Enum("misere", "whether the player who takes the last thing loses instead of winning", "no", "yes"),
		},
		New: newVariant,
	}
}

// Presets are the names for nim with certain options.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "marienbad", Spec: "nim:misere=yes", Summary: "nim with piles of 1, 3, 5 and 7; who takes the last thing loses"},
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	start := c.Numbers("piles")
	largest := start[len(start)-1]
	p := piles{start: start, take: min(cmp.Or(c.Int("take"), largest), largest), misere: c.String("misere") == "yes", width: bits.Len(uint(largest))}
	if p.width*len(start) > stateBits {
		return nil, games.BadInput("nim: %d piles of up to %d things need %d bits: at most %d are possible, which is %d piles of that size",
			len(start), largest, p.width*len(start), stateBits, stateBits/p.width)
	}
	return turns.NewGame(p, p.describe(), "has taken the last thing", p.misere), nil
}

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
				c = games.Cell{Kind: games.Mark, Glyph: 'o', Figure: games.Disc}
			}
			d.Cells = append(d.Cells, c)
		}
	}
	return d
}
