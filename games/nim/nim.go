// Package nim implements Nim, in which a move takes things from one pile. The rules
// and the winning strategy are in C. L. Bouton, "Nim, a game with a complete
// mathematical theory", Annals of Mathematics 3 (1901). With one pile and a limit
// per move, it is the subtraction game that C. G. Bachet described in 1612.
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

// Limits of the options. The sizes of all piles have at most stateBits bits.
const (
	maxPiles  = 20
	maxSize   = 255
	stateBits = 63
)

// Entry returns the game nim.
func Entry() games.Entry {
	return games.Entry{
		Name:    "nim",
		Summary: "take from one of several piles; taking the last thing wins",
		Options: []games.Option{
			games.Numbers("piles", "sizes of the piles at the start", "1+3+5+7", maxPiles, 1, maxSize).Says("piles %s"),
			games.Int("take", "maximum number of things per move, 0 for any number", 0, 0, maxSize).Says("any number per move | at most %s per move"),
			games.Enum("misere", "whether taking the last thing loses instead of winning", "no", "yes").Says("taking the last thing wins | taking the last thing loses"),
		},
		New: newVariant,
	}
}

// Presets returns the presets of nim.
func Presets() []games.Preset {
	return []games.Preset{
		{Name: "marienbad", Spec: "nim:misere=yes", Summary: "nim with piles of 1, 3, 5 and 7; taking the last thing loses"},
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	start := c.Numbers("piles")
	largest := start[len(start)-1]
	p := piles{start: start, take: min(cmp.Or(c.Int("take"), largest), largest), misere: c.String("misere") == "yes", width: bits.Len(uint(largest))}
	if p.width*len(start) > stateBits {
		return nil, games.BadInput("nim: %d piles of up to %d things need %d bits; the maximum is %d bits (%d such piles)",
			len(start), largest, p.width*len(start), stateBits, stateBits/p.width)
	}
	return turns.NewGame(p, p.describe(), "has taken the last thing", p.misere), nil
}

func (p piles) describe() games.Info {
	var sizes []string
	for _, n := range p.start {
		sizes = append(sizes, strconv.Itoa(n))
	}
	things := "The game starts with one pile of " + sizes[0] + " things"
	if n := len(sizes) - 1; n > 0 {
		things = fmt.Sprintf("The game starts with %d piles, of %s and %s things", n+1, strings.Join(sizes[:n], ", "), sizes[n])
	}
	title, end := "Nim", "wins"
	if p.misere {
		title, end = "Nim (misère)", "loses"
	}
	most := "any number of things"
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
			"A move takes " + most + ", from one pile. The player who takes the very last thing " + end + ".",
			"The order of the piles does not matter: positions with the same pile sizes are equal.",
			"The winner gets 100, the loser 0; draws are impossible.",
		},
	}
}

const maxDrawn = 20 // maximum size of a pile for which piles are drawn

// Draw implements turns.Impartial. Each pile is drawn as a row, unless one of the
// piles is too large.
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
