package solver

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// TestChompThreeRows compares all bars of three rows with a second solver that
// tries every bite.
func TestChompThreeRows(t *testing.T) {
	const width = 15
	g := solveVariant[uint64](t, fmt.Sprintf("chomp:size=%dx3", width))
	slow := slowChomp{}
	for p := 1; p <= width; p++ {
		for q := range p + 1 {
			for r := range q + 1 {
				want := 100
				if slow.lost([]int{p, q, r}) {
					want = 0
				}
				s, err := games.NotationOf(g.game).ParseState(fmt.Sprintf("%d.%d.%d:first", p, q, r))
				if err != nil {
					t.Fatal(err)
				}
				if payoff, _ := g.value(t, s); payoff != want {
					t.Errorf("%d.%d.%d: the first player gets %d, want %d", p, q, r, payoff, want)
				}
			}
		}
	}
}

// TestChompOpenings compares the moves that win at once with those that a second
// solver finds, and with what is known: the first player wins every bar of more
// than one square (J. F. Nash's argument), on a square one by biting b2, on two
// rows by biting the last square of the upper one. The last bar has two winning
// moves.
func TestChompOpenings(t *testing.T) {
	known := map[string]string{
		"2x2": "b2", "4x4": "b2", "7x7": "b2", "2x1": "b1", "9x1": "b1", "1x9": "a2", "3x2": "c2", "9x2": "i2", "2x9": "b9",
	}
	for _, size := range [][2]int{
		{1, 1}, {2, 2}, {4, 4}, {7, 7}, {2, 1}, {9, 1}, {1, 9}, {3, 2}, {9, 2}, {2, 9}, {5, 4}, {8, 3}, {9, 5}, {8, 7}, {10, 8},
	} {
		name := fmt.Sprintf("%dx%d", size[0], size[1])
		if !gamestest.Large() && name == "10x8" {
			continue
		}
		got, want := chompOpenings(t, name), slowChomp{}.openings(size[0], size[1])
		if !cmp.Equal(want, got) {
			t.Errorf("%s: the moves %v win, want %v", name, got, want)
		}
		if known[name] != "" && !cmp.Equal([]string{known[name]}, got) {
			t.Errorf("%s: the moves %v win, want %s", name, got, known[name])
		}
	}
}

// chompOpenings lists the moves that win a whole bar.
func chompOpenings(t *testing.T, size string) []string {
	g := solveVariant[uint64](t, "chomp:size="+size)
	start := g.game.Start()
	children, _ := g.game.Expand(nil, nil, []uint64{start})
	won := []string{}
	for i, name := range games.NotationOf(g.game).Moves(start)[0] {
		if payoff, _ := g.value(t, children[i]); payoff == 100 {
			won = append(won, name)
		}
	}
	slices.Sort(won)
	return won
}

// slowChomp remembers which bars are lost for the player to move, by the lengths
// of their rows from the poisoned one up.
type slowChomp map[string]bool

// lost tries every bite. Nothing left means that the other player took the poison.
func (c slowChomp) lost(rows []int) bool {
	key := fmt.Sprint(rows)
	if lost, known := c[key]; known {
		return lost
	}
	lost := rows[0] > 0
	for y, length := range rows {
		for x := 0; x < length && lost; x++ {
			lost = !c.lost(bitten(rows, x, y))
		}
	}
	c[key] = lost
	return lost
}

// openings lists the bites that win a whole bar.
func (c slowChomp) openings(width, height int) []string {
	rows, won := slices.Repeat([]int{width}, height), []string{}
	for y := range height {
		for x := range width {
			if c.lost(bitten(rows, x, y)) {
				won = append(won, fmt.Sprintf("%c%d", 'a'+x, y+1))
			}
		}
	}
	slices.Sort(won)
	return won
}

// bitten is what a bite at column x of row y leaves.
func bitten(rows []int, x, y int) []int {
	rest := slices.Clone(rows)
	for ; y < len(rest); y++ {
		rest[y] = min(rest[y], x)
	}
	return rest
}
