// Package pig implements Pig, in which a player throws a die as often as desired, but
// loses the points of the turn if it shows a 1. The game was described by John Scarne
// (Scarne on Dice, 1945). Todd Neller and Clifton Presser computed optimal play
// (UMAP Journal 25, 2004).
package pig

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the game pig.
func Entry() games.Entry {
	return games.Entry{
		Name:    "pig",
		Summary: "throw a die again or hold; a 1 loses the points of the turn",
		Options: []games.Option{
			games.Int("target", "points that win the game", 100, 2, 1000).Says("target %s"),
			games.Int("die", "sides of the die", 6, 2, 100).Says("a die with %s sides"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			r := rules{target: c.Int("target"), die: c.Int("die")}
			d := turns.NewDice(r, r.describe())
			d.About.UseHalfPoints() // half a point each for endless play
			return &d, nil
		},
	}
}

func (r rules) describe() games.Info {
	return games.Info{
		Title:      "Pig",
		ExtraMoves: true,
		Rules: []string{
			fmt.Sprintf("Both players start with 0 points. The players take turns. A turn begins with a throw of a die with the numbers 1 to %d, each equally likely. A 1 ends the turn and scores nothing. Any other number is added to the total of the turn, and the player chooses: roll throws the die again, and hold adds the total to the player's points and ends the turn.", r.die),
			fmt.Sprintf("The first player whose points and total of the turn are at least %d has won immediately, without holding. In a position, the total is limited to the number of points that the player lacked at the start of the turn.", r.target),
			"A position lists the points of the first and the second player and the total of the turn, followed by roll if the die is thrown next.",
			"The winner gets 1, the loser 0. Endless play has probability 0; it would pay half a point each.",
		},
	}
}

// rules implements turns.DiceRules. A position consists of the player's points, the
// opponent's points, the total of the turn, and a bit that is set if the die is
// thrown next.
type rules struct{ target, die int }

const field = 20 // bits per number

func pack(own, other, total int, throws uint64) uint64 {
	return uint64(own)<<(2*field+1) | uint64(other)<<(field+1) | uint64(total)<<1 | throws
}

func unpack(p uint64) (own, other, total int, throws bool) {
	const mask = 1<<field - 1
	return int(p >> (2*field + 1)), int(p >> (field + 1) & mask), int(p >> 1 & mask), p&1 != 0
}

func (r rules) Start() uint64 { return pack(0, 0, 0, 1) }

func (r rules) Ended(p uint64) (over, won bool) {
	own, _, total, _ := unpack(p)
	return own+total >= r.target, true
}

func (r rules) Throws(p uint64) bool { return p&1 != 0 }

func (r rules) Next(dst []uint64, p uint64) []uint64 {
	own, other, total, throws := unpack(p)
	if !throws {
		return append(dst, p|1, turns.Bit|pack(other, own+total, 0, 1))
	}
	dst = append(dst, turns.Bit|pack(other, own, 0, 1))
	for n := 2; n <= r.die; n++ {
		dst = append(dst, pack(own, other, min(total+n, r.target-own), 0))
	}
	return dst
}

func (r rules) Names(p uint64, _ int) []string {
	if r.Throws(p) {
		return grid.Numbers(1, r.die)
	}
	return []string{"roll", "hold"}
}

// Format returns the players' points, the total of the turn and "roll" if the die is
// thrown next, as in "20.31.8.roll".
func (r rules) Format(p uint64, role int) string {
	own, other, total, throws := unpack(p)
	points := turns.BySeat(role, own, other)
	text := fmt.Sprintf("%d.%d.%d", points[0], points[1], total)
	if throws {
		text += ".roll"
	}
	return text
}

func (r rules) Parse(text string, role int) (uint64, error) {
	text, throws := strings.CutSuffix(text, ".roll")
	n, err := turns.Numbers(text, 3, r.target)
	if err != nil {
		return 0, err
	}
	points, total := turns.BySeat(role, n[0], n[1]), n[2]
	switch left := r.target - points[0]; {
	case points[1] == r.target:
		return 0, fmt.Errorf("the opponent has %d points, so the game was over before", r.target)
	case total > left || throws && total == left:
		return 0, fmt.Errorf("the player has %d points, so the total of the turn is at most %d, and no throw follows it", points[0], left)
	case throws:
		return pack(points[0], points[1], total, 1), nil
	case total == 0:
		return 0, fmt.Errorf("the total of the turn is 0, so the die must be thrown; add .roll")
	}
	return pack(points[0], points[1], total, 0), nil
}

func (r rules) Draw(p uint64, role int, status string) games.Drawing {
	own, other, total, _ := unpack(p)
	d := games.Drawing{Notes: []string{status, fmt.Sprintf("total of the turn: %d", total)}}
	turns.AddScores(&d, "points", turns.BySeat(role, own, other), r.target)
	return d
}
