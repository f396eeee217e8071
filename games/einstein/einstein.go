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
	r.base = r.progress(r.start)
	g := &game{Dice: turns.NewDice(r, r.describe()), Mirror: func(s uint64) uint64 { return s }, rules: r}
	if b.Width == b.Height && r.mirror(r.start) == r.start {
		g.Mirror = func(s uint64) uint64 { return r.mirror(unpack(s)).pack() }
		g.About.Symmetry += "; columns and rows exchanged and the numbers reversed"
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
