// Package einstein implements EinStein würfelt nicht!, Ingo Althöfer's game of 2004, in
// which a die selects the stone that moves.
package einstein

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

const (
	maxStones = 6  // per player
	maxCells  = 31 // a stone has 5 bits

	digits  = "123456" // stones of the first player
	letters = "abcdef" // stones of the second player
	rows    = "rows"   // default arrangement
)

// Entry returns the game einstein.
func Entry() games.Entry {
	return games.Entry{
		Name:    "einstein",
		Summary: "EinStein würfelt nicht!: a die selects the stone on its way to the opposite corner",
		Options: []games.Option{
			games.Size("size", fmt.Sprintf("columns x rows of the board, at most %d cells; each side has 6 stones if both are at least 5, else 3, or 1 with two columns or rows", maxCells), 5, 5, 2, 8),
			order("first"),
			order("second"),
		},
		New: newVariant,
	}
}

// order returns the option for the start arrangement of a player.
func order(player string) games.Option {
	help := fmt.Sprintf("numbers of the %s player's stones at the start, row by row from the player's corner; rows is 1, 2, 3 and so on", player)
	return games.Text(player, help, rows, "rows | digits", func(v string) (string, error) {
		sorted := []byte(v)
		slices.Sort(sorted)
		if v == rows || v != "" && strings.HasPrefix(digits, v) {
			return rows, nil
		} else if n := len(v); n != 3 && n != maxStones || string(sorted) != digits[:n] {
			return "", fmt.Errorf("must be rows, or the digits 1 to 6 in another order (1 to 3 on small boards), such as 316425")
		}
		return v, nil
	}).Says("stones of the " + player + " player %s")
}

func newVariant(c games.Choice) (games.Variant, error) {
	b, err := grid.Sized(c, "einstein", maxCells)
	if err != nil {
		return nil, err
	}
	b.Exact = true
	r := &rules{Board: b, side: min(3, (min(b.Width, b.Height)+1)/2)}
	r.stones = r.side * (r.side + 1) / 2
	for role, name := range []string{"first", "second"} {
		numbers := c.String(name)
		if numbers == rows {
			numbers = digits[:r.stones]
		} else if len(numbers) != r.stones {
			return nil, games.BadInput("einstein: %s=%s has %d digits, but each player has %s on a board of %dx%d",
				name, numbers, len(numbers), games.Count(r.stones, "stone"), b.Width, b.Height)
		}
		at := 0
		for y := range r.side {
			for x := range r.side - y {
				[]*stones{&r.start.own, &r.start.other}[role][numbers[at]-'1'] = uint8(1 + y*b.Width + x)
				at++
			}
		}
	}
	g := &game{Dice: turns.NewDice(r, r.describe()), rules: r}
	g.About.Symmetry += ", the numbers of a player reversed"
	if b.Width == b.Height {
		g.About.Symmetry += ", columns and rows exchanged"
	}
	return g, nil
}

func (r *rules) describe() games.Info {
	corner := "the cell in the corner"
	if r.side > 1 {
		corner = fmt.Sprintf("%d cells in the corner, in rows of %s", r.stones, []string{"2 and 1", "3, 2 and 1"}[r.side-2])
	}
	return games.Info{
		Title:     "EinStein würfelt nicht!",
		LayerName: "progress",
		Rules: []string{
			fmt.Sprintf("The board has %d columns and %d rows. Each player has %s, numbered from 1. They start on %s: the first player's at a1, the second player's at %s. The original rules let each player choose the arrangement; here, the options first and second determine it, and their default lists the numbers row by row from the player's corner.",
				r.Width, r.Height, games.Count(r.stones, "stone"), corner, r.Name(r.Cells()-1)),
			fmt.Sprintf("The players take turns. The player throws a die with the numbers 1 to %d, each equally likely, and moves the stone with that number. If it is no longer on the board, the player moves the stone with the next higher or the next lower number on the board, at choice.", r.stones),
			"A stone moves one step towards the opposite corner: horizontally, vertically or diagonally. It captures the stone on its new cell, whether own or opposing.",
			"A player wins by reaching the opposite corner with a stone, or by capturing the opponent's last stone. The winner gets 1, the loser 0.",
			"A position shows the first player's stones as digits and the second player's as letters, a for 1 and so on, followed by the number thrown, if any.",
		},
	}
}

// rules implements turns.DiceRules.
type rules struct {
	grid.Board
	side, stones int // of the triangle in each corner
	start        position
}

// stones holds the place of each stone: 0 if it has been captured, else 1 + the number
// of its cell, counted from its owner's corner.
type stones [maxStones]uint8

// position is an unpacked position. The die is 0 before it is thrown.
type position struct {
	own, other stones
	die        int
}

const (
	placeBits  = 5
	stonesBits = maxStones * placeBits
	dieBits    = 3
)

func (s stones) pack() (word uint64) {
	for _, place := range s {
		word = word<<placeBits | uint64(place)
	}
	return word
}

func unpackStones(word uint64) (s stones) {
	for i := range s {
		s[i] = uint8(word >> ((maxStones - 1 - i) * placeBits) & (1<<placeBits - 1))
	}
	return s
}

func (p position) pack() uint64 {
	return p.own.pack()<<(stonesBits+dieBits) | p.other.pack()<<dieBits | uint64(p.die)
}

func unpack(p uint64) position {
	return position{unpackStones(p >> (stonesBits + dieBits)), unpackStones(p >> dieBits), int(p & (1<<dieBits - 1))}
}

func (r *rules) Start() uint64 { return r.start.pack() }

// lost reports whether the owner of own has lost: all of own are captured or one of
// other has reached the corner.
func (r *rules) lost(own, other stones) bool {
	return own == stones{} || slices.Contains(other[:], uint8(r.Cells()))
}

func (r *rules) Ended(word uint64) (over, won bool) {
	p := unpack(word)
	lost := r.lost(p.own, p.other)
	return lost || r.lost(p.other, p.own), !lost
}

func (r *rules) Throws(p uint64) bool { return p&(1<<dieBits-1) == 0 }

// selected returns the indexes of the stones that the die allows to move. They are
// equal if there is only one.
func (s stones) selected(die int) (lower, higher int) {
	for lower = die - 1; lower >= 0 && s[lower] == 0; lower-- {
	}
	for higher = die - 1; higher < maxStones && s[higher] == 0; higher++ {
	}
	if lower < 0 {
		return higher, higher
	} else if higher == maxStones {
		return lower, lower
	}
	return lower, higher
}

// move is a move of a stone to a place.
type move struct {
	stone int
	place uint8
}

// moves appends the moves of the player whose turn it is, in ascending order of the
// stones; each moves along the row, up the column and diagonally.
func (r *rules) moves(dst []move, p position) []move {
	lower, higher := p.own.selected(p.die)
	for stone := lower; ; stone = higher {
		cell := int(p.own[stone]) - 1
		right, up := cell%r.Width < r.Width-1, cell/r.Width < r.Height-1
		for i, ok := range []bool{right, up, right && up} {
			if ok {
				dst = append(dst, move{stone, uint8(1 + cell + []int{1, r.Width, r.Width + 1}[i])})
			}
		}
		if stone == higher {
			return dst
		}
	}
}

func (r *rules) Next(dst []uint64, word uint64) []uint64 {
	p := unpack(word)
	if p.die == 0 {
		for die := range r.stones {
			dst = append(dst, word|uint64(die+1))
		}
		return dst
	}
	var buffer [6]move
	for _, m := range r.moves(buffer[:0], p) {
		own, other := p.own, p.other
		for i := range own {
			if own[i] == m.place {
				own[i] = 0
			}
			if other[i] == r.facing(m.place) {
				other[i] = 0
			}
		}
		own[m.stone] = m.place
		dst = append(dst, turns.Bit|position{own: other, other: own}.pack())
	}
	return dst
}

// facing returns the place of a cell as counted from the other corner.
func (r *rules) facing(place uint8) uint8 { return uint8(r.Cells()+1) - place }

// Names returns the numbers of the die, or moves such as "a1-b2" and "a1xb2".
func (r *rules) Names(word uint64, role int) (names []string) {
	p := unpack(word)
	if p.die == 0 {
		return grid.Numbers(1, r.stones)
	}
	for _, m := range r.moves(nil, p) {
		from, to, sign := p.own[m.stone], m.place, "-"
		if slices.Contains(p.own[:], to) || slices.Contains(p.other[:], r.facing(to)) {
			sign = "x"
		}
		if role == 1 {
			from, to = r.facing(from), r.facing(to)
		}
		names = append(names, r.Name(int(from)-1)+sign+r.Name(int(to)-1))
	}
	return names
}

// progress returns the sum of the distances of all stones from their corners. Captured
// stones count like stones in the opposite corner, so that each move makes progress.
func (r *rules) progress(p position) (sum int) {
	for _, side := range []stones{p.own, p.other} {
		for _, place := range side[:r.stones] {
			if place == 0 {
				place = uint8(r.Cells())
			}
			sum += int(place-1)%r.Width + int(place-1)/r.Width
		}
	}
	return sum
}

// game adds the layers and further symmetries. A throw is a layer, and every step
// horizontally or vertically is two layers.
type game struct {
	turns.Dice
	rules *rules
}

// Layers implements games.Layered.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		p := unpack(s &^ turns.Bit)
		return int32(2*(g.rules.progress(p)-g.rules.progress(g.rules.start)) + min(p.die, 1))
	})
}

// Span implements games.Layered. A move can be diagonal and capture a stone that has
// hardly moved.
func (g *game) Span() int { return 2 * (g.rules.Width + g.rules.Height) }

// Canonize implements games.Canonizer. Reversing the numbers of a player preserves the
// rules, as does mirroring a square board.
func (g *game) Canonize(states []uint64, swaps []bool) {
	g.Dice.Canonize(states, swaps)
	for i, s := range states {
		p := unpack(s)
		states[i] = g.rules.canonical(p)
		if b := g.rules.Board; b.Width == b.Height {
			for _, side := range []*stones{&p.own, &p.other} {
				for k, place := range side {
					if place > 0 {
						cell := int(place - 1)
						side[k] = uint8(1 + cell%b.Width*b.Width + cell/b.Width)
					}
				}
			}
			states[i] = min(states[i], g.rules.canonical(p))
		}
	}
}

// canonical returns the smallest image of a position when numbers are reversed.
func (r *rules) canonical(p position) uint64 {
	own, other := p.own, p.other
	slices.Reverse(own[:r.stones])
	slices.Reverse(other[:r.stones])
	if other.pack() < p.other.pack() {
		p.other = other
	}
	image := position{own, p.other, 0}
	if p.die > 0 {
		image.die = r.stones + 1 - p.die
	}
	return min(p.pack(), image.pack())
}

// glyphs lists the characters in the text of a position.
func (r *rules) glyphs() string { return "." + digits[:r.stones] + letters[:r.stones] }

// glyph returns the character of a cell on a role's turn.
func (r *rules) glyph(p position, role, cell int) byte {
	sides := turns.BySeat(role, p.own, p.other)
	place := uint8(cell + 1)
	if i := slices.Index(sides[0][:], place); i >= 0 {
		return digits[i]
	} else if i := slices.Index(sides[1][:], r.facing(place)); i >= 0 {
		return letters[i]
	}
	return '.'
}

// Format returns the rows from top to bottom and the number thrown, if any, as in
// "..../...b/1.../....-2".
func (r *rules) Format(word uint64, role int) string {
	p := unpack(word)
	text := r.Board.Format(func(cell int) byte { return r.glyph(p, role, cell) })
	if p.die > 0 {
		text += fmt.Sprintf("-%d", p.die)
	}
	return text
}

func (r *rules) Parse(text string, role int) (uint64, error) {
	var sides [2]stones
	var again error
	board, die, thrown := strings.Cut(text, "-")
	err := r.Board.Parse(board, r.glyphs(), func(cell int, glyph byte) {
		i := strings.IndexByte(r.glyphs(), glyph) - 1
		if i < 0 {
			return
		}
		place := uint8(cell + 1)
		if i >= r.stones {
			place = r.facing(place)
		}
		stone := &sides[i/r.stones][i%r.stones]
		if *stone != 0 {
			again = fmt.Errorf("stone %c is on the board twice", glyph)
		}
		*stone = place
	})
	if err == nil {
		err = again
	}
	seats := turns.BySeat(role, sides[0], sides[1])
	p := position{own: seats[0], other: seats[1]}
	if thrown {
		if p.die = 1 + slices.Index(grid.Numbers(1, r.stones), die); p.die == 0 {
			return 0, fmt.Errorf("%q is not a number of the die, from 1 to %d", die, r.stones)
		}
	}
	if over, _ := r.Ended(p.pack()); over && thrown && err == nil {
		err = fmt.Errorf("the game is over, so no die is thrown")
	}
	return p.pack(), err
}

func (r *rules) Draw(word uint64, role int, status string) games.Drawing {
	p := unpack(word)
	if p.die > 0 {
		status = fmt.Sprintf("%s with %d", status, p.die)
	}
	return r.Board.Draw(func(cell int) games.Cell {
		c := games.Cell{Glyph: rune(r.glyph(p, role, cell))}
		if i := strings.IndexRune(r.glyphs(), c.Glyph) - 1; i >= 0 {
			c.Kind, c.Role, c.Label = games.Piece, i/r.stones, grid.Numbers(1, r.stones)[i%r.stones]
		}
		return c
	}, nil, status, "first: 1, 2 and so on; second: a, b and so on")
}
