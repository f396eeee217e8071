package kalah

import (
	"fmt"

	"zermelo/games"
)

// describe makes what people read about the variant.
func (r *rules) describe() games.Info {
	info := games.Info{
		Title:      "Kalah",
		Roles:      []string{"first", "second"},
		Total:      r.total,
		ExtraMoves: true,
		LayerName:  "progress",
		Rules: []string{
			fmt.Sprintf("Each player has a row of %s, numbered from 1 as their owner sees them from the left, and a store at the right end of it. At the start there are %s in each pit, %d in all, and the stores are empty.",
				plural(r.pits, "pit"), plural(r.seeds, "seed"), r.total),
			"A move takes all seeds of an own pit and sows them one by one counter-clockwise: into the own pits further right, the own store, the other player's pits, the own pits and so on, leaving out the other player's store only. A player whose last seed goes into the own store moves again; else it is the other player's turn.",
			r.capturesText(),
			r.endText(),
			fmt.Sprintf("Each player gets the number of own seeds, of %d.", r.total),
			"Sources differ in what a last seed captures when the pit facing it is empty (captures), in when the game is over (end) and in who gets the seeds that are left (rest).",
		},
	}
	for n := range r.total + 1 {
		info.Payoffs = append(info.Payoffs, n)
	}
	return info
}

func (r *rules) capturesText() string {
	text := "If the last seed goes into an own pit that was empty, it goes to the own store together with all seeds of the pit facing it on the other side"
	if r.facing {
		return text + "; if that one is empty, the last seed stays where it is."
	}
	return text + ", even if there are none."
}

func (r *rules) endText() string {
	text := "The game is over as soon as all pits of one player are empty, whoever is to move."
	if r.turnEnds {
		text = "The game is over when the player to move has no seeds in the own pits."
	}
	if r.opponent {
		return text + " Seeds left in pits go to the opponent of the player whose pits they are in."
	}
	return text + " Seeds left in pits go to the player whose pits they are in."
}

// plural writes a count and its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Draw shows the pits as the first player sees them: the second player's above,
// from right to left. A pit of ten seeds or more is a letter, a for ten.
func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	d := games.Drawing{
		Width: g.pits, Height: 2, Rows: []string{"second", "first"},
		Notes:  []string{g.status(&p), fmt.Sprintf("stores: first %d, second %d", p.store[0], p.store[1])},
		Legend: []string{"1 to 9 seeds, a for ten and so on, . none; columns are the first player's pits"},
	}
	for i := range g.pits {
		d.Columns = append(d.Columns, fmt.Sprint(i+1))
		d.Cells = append(d.Cells, pitCell(p.pit[2*g.pits-1-i], 1))
	}
	for i := range g.pits {
		d.Cells = append(d.Cells, pitCell(p.pit[i], 0))
	}
	return d
}

// pitCell draws a pit of a role.
func pitCell(seeds uint8, role int) games.Cell {
	const glyphs = ".123456789abcdefghijklmnopqrstuvwxyz"
	if seeds == 0 {
		return games.Cell{Glyph: '.'}
	}
	glyph := '*'
	if int(seeds) < len(glyphs) {
		glyph = rune(glyphs[seeds])
	}
	return games.Cell{Kind: games.Piece, Role: role, Glyph: glyph}
}

// status says whose turn it is, or who has won.
func (g *game[S]) status(p *position) string {
	if !g.over(p) {
		return g.info.Roles[p.role] + " to move"
	}
	first, second := g.payoff(p, 0), g.payoff(p, 1)
	score := fmt.Sprintf(" with %d to %d seeds", first, second)
	switch {
	case first > second:
		return "first has won" + score
	case first < second:
		return "second has won" + score
	}
	return "a draw" + score
}
