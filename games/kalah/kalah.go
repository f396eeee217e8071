// Package kalah implements Kalah, which William Champion has sold since the 1950s.
// The default rules follow Geoffrey Irving, Jeroen Donkers and Jos Uiterwijk,
// Solving Kalah (ICGA Journal 23, 2000). Rules that differ between sources are
// options.
package kalah

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

const maxPits = 8 // per player

// Entry returns the game kalah.
func Entry() games.Entry {
	return games.Entry{
		Name:    "kalah",
		Summary: "sow seeds round the board; a last seed in the store earns another turn",
		Options: []games.Option{
			games.Int("pits", "pits of each player", 4, 1, maxPits),
			games.Int("seeds", "seeds in each pit at the start", 2, 1, 8),
			games.Enum("captures", "whether a last seed in an empty own pit is always stored, or only if the opposite pit has seeds", "always", "facing").Says("captures opposite any pit | captures only opposite seeds"),
			games.Enum("end", "end of the game: when the pits of either player are empty, or only when the pits of the player to move are", "side", "turn").Says("ends when either side is empty | ends when the side to move is empty"),
			games.Enum("rest", "owner of the seeds left in pits at the end: the owner of the pits, or the opponent", "owner", "opponent").Says("seeds left to their owner | seeds left to the opponent"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	r := &rules{
		pits: c.Int("pits"), seeds: c.Int("seeds"),
		facing:   c.String("captures") == "facing",
		turnEnds: c.String("end") == "turn",
		opponent: c.String("rest") == "opponent",
	}
	r.total = 2 * r.pits * r.seeds
	r.field = bits.Len(uint(r.total))
	switch low, high := r.lowBits(), r.highBits(); {
	case low+high <= 64:
		return newGame[uint64](r), nil
	case max(low, high) <= 64:
		return newGame[[2]uint64](r), nil
	}
	return nil, games.BadInput("kalah: pits=%d,seeds=%d has %d seeds in %d pits and needs more than 128 bits; use fewer, as in pits=6,seeds=6", r.pits, r.seeds, r.total, 2*r.pits)
}

func (r *rules) describe() games.Info {
	info := games.Info{
		Title:      "Kalah",
		Roles:      []string{"first", "second"},
		Total:      r.total,
		Unit:       "seed",
		ExtraMoves: true,
		LayerName:  "progress",
		Rules: []string{
			fmt.Sprintf("Each player has a row of %s, numbered from 1 from the owner's left, and a store at its right end. At the start each pit contains %s, %d in all, and the stores are empty.",
				games.Count(r.pits, "pit"), games.Count(r.seeds, "seed"), r.total),
			"A position lists each player's pits in the order of their numbers, then the player's store. On the board, the players face each other, so the second player's pits are numbered in the opposite direction to the columns.",
			"A move takes all seeds of one of the player's pits and sows them one by one counter-clockwise: into the player's pits further right, the player's store, the opponent's pits, the player's pits and so on, skipping only the opponent's store. A player whose last seed falls into the player's store moves again; otherwise the turn passes to the opponent.",
			r.capturesText(),
			r.endText(),
			fmt.Sprintf("Each player gets the number of seeds captured, of %d.", r.total),
			"Sources differ on the capture of a last seed facing an empty pit (captures), the end of the game (end), and the owner of the remaining seeds (rest).",
		},
	}
	for n := range r.total + 1 {
		info.Payoffs = append(info.Payoffs, n)
	}
	return info
}

func (r *rules) capturesText() string {
	text := "If the last seed falls into an empty pit of the player, the player stores it together with all seeds of the opposite pit"
	if r.facing {
		return text + "; if the opposite pit is empty, the last seed stays in its pit."
	}
	return text + ", even if that pit is empty."
}

func (r *rules) endText() string {
	text := "The game is over when all pits of either player are empty."
	if r.turnEnds {
		text = "The game is over when all pits of the player to move are empty."
	}
	if r.opponent {
		return text + " Each player gets the seeds left in the opponent's pits."
	}
	return text + " Each player gets the seeds left in the player's own pits."
}

// Draw implements games.Drawer. It shows the board as seen by the first player.
// Letters denote ten or more seeds.
func (g *game[S]) Draw(s S) games.Drawing {
	p := g.unpack(s)
	d := games.Drawing{
		Width: g.pits, Height: 2, Columns: grid.Numbers(1, g.pits), Rows: []string{"second", "first"},
		Notes: []string{g.status(&p), fmt.Sprintf("stores: first %d, second %d", p.store[0], p.store[1])},
		Legend: []string{
			"1 to 9 seeds, a for ten and so on, . none; columns are the first player's pits",
			"the second player's pits are numbered in the opposite direction",
		},
	}
	for role, stored := range p.store {
		d.Tracks = append(d.Tracks, games.Track{Name: g.About.Roles[role], Role: role, Value: int(stored), Max: g.total})
	}
	for i := range g.pits {
		d.Cells = append(d.Cells, pitCell(p.pit[2*g.pits-1-i], 1))
	}
	for i := range g.pits {
		d.Cells = append(d.Cells, pitCell(p.pit[i], 0))
	}
	return d
}

func pitCell(seeds uint8, role int) games.Cell {
	const glyphs = ".123456789abcdefghijklmnopqrstuvwxyz"
	glyph := '*'
	if int(seeds) < len(glyphs) {
		glyph = rune(glyphs[seeds])
	}
	return games.Cell{Kind: games.Piece, Role: role, Glyph: glyph, Figure: games.Pit, Count: int(seeds)}
}

func (g *game[S]) status(p *position) string {
	if !g.over(p) {
		return g.About.Roles[p.role] + " to move"
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

// FormatState returns the pits and the store of each player, and the role to move,
// as in "2.2.2-0/2.2.2-0:first".
func (g *game[S]) FormatState(s S) string {
	p := g.unpack(s)
	var t strings.Builder
	for role := range 2 {
		for i := range g.pits {
			if i > 0 {
				t.WriteByte('.')
			}
			t.WriteString(strconv.Itoa(int(p.pit[role*g.pits+i])))
		}
		fmt.Fprintf(&t, "-%d", p.store[role])
		t.WriteByte("/:"[role])
	}
	t.WriteString(g.About.Roles[p.role])
	return t.String()
}

func (g *game[S]) ParseState(text string) (S, error) {
	p, err := g.parse(text)
	return turns.Parsed(g, text, g.pack(&p), err)
}

func (g *game[S]) parse(text string) (position, error) {
	var p position
	board, role, err := turns.Cut(text, "player", g.About.Roles...)
	if err != nil {
		return p, err
	}
	p.role = role
	sides := strings.Split(board, "/")
	if len(sides) != 2 {
		return p, fmt.Errorf("%d sides separated by '/', expected 2, the first player's and the second player's", len(sides))
	}
	sum := 0
	for role, side := range sides {
		pits, store, _ := strings.Cut(side, "-")
		counts := strings.Split(pits, ".")
		if len(counts) != g.pits {
			return p, fmt.Errorf("%s has %d pits separated by '.', expected %d", g.About.Roles[role], len(counts), g.pits)
		}
		for i, count := range append(counts, store) {
			n, err := strconv.Atoi(count)
			if err != nil || n < 0 || n > g.total || strconv.Itoa(n) != count {
				return p, fmt.Errorf("%q is not a number of seeds from 0 to %d; write each side as pit.pit-store", count, g.total)
			}
			if sum += n; i < g.pits {
				p.pit[role*g.pits+i] = uint8(n)
			} else {
				p.store[role] = n
			}
		}
	}
	if sum != g.total {
		return p, fmt.Errorf("%d seeds in total, expected %d", sum, g.total)
	}
	if g.layer(&p) < 0 {
		return p, fmt.Errorf("the seeds are further back than at the start, so the position is unreachable")
	}
	return p, nil
}

// Moves returns the numbers of the player's non-empty pits, counted from 1.
func (g *game[S]) Moves(s S) [games.MaxRoles][]string {
	p := g.unpack(s)
	var names []string
	for i := range g.pits {
		if p.pit[p.role*g.pits+i] > 0 && !g.over(&p) {
			names = append(names, strconv.Itoa(i+1))
		}
	}
	return turns.Moves(p.role, names)
}
