// Package hog implements Hog, in which a player chooses a number of dice, throws them
// together, and scores their sum, or 1 if any of them shows a 1. Todd Neller and
// Clifton Presser describe it with Pig (UMAP Journal 25, 2004).
package hog

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry returns the game hog.
func Entry() games.Entry {
	return games.Entry{
		Name:    "hog",
		Summary: "choose the number of dice; a 1 spoils the throw",
		Options: []games.Option{
			games.Int("target", "points that win the game", 100, 1, 1000).Says("target %s"),
			games.Int("dice", "maximum number of dice in a throw", 10, 1, 31).Says("dice: up to %s"),
			games.Int("die", "sides of each die", 6, 2, 100).Says("dice with %s sides"),
		},
		New: newVariant,
	}
}

func newVariant(c games.Choice) (games.Variant, error) {
	r := &rules{target: c.Int("target"), die: c.Int("die")}
	dice, throws := c.Int("dice"), 1
	for n := 1; n <= dice; n++ {
		if throws *= r.die; throws > math.MaxUint32 {
			return nil, games.BadInput("hog: dice=%d,die=%d has too many different throws; the maximum is %d, as in dice=%d,die=%d", dice, r.die, math.MaxUint32, n-1, r.die)
		}
	}
	r.addThrows(dice)
	return &game{Dice: turns.NewDice(r, r.describe()), rules: r}, nil
}

// game adds the weights of throws and the layers. Choosing the dice and throwing them
// are one layer each, and every point is two layers.
type game struct {
	turns.Dice
	rules *rules
}

// Odds implements games.Weighted.
func (g *game) Odds(dst []uint32, src []uint64) []uint32 {
	for _, s := range src {
		dst = append(dst, g.rules.throws[chosen(s)].weights...)
	}
	return dst
}

// Layers implements games.Layered.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		own, other := points(s &^ turns.Bit)
		return int32(2*(own+other) + min(chosen(s), 1))
	})
}

// Span implements games.Layered. The throw of the largest total raises the layer most.
func (g *game) Span() int { return 2*(len(g.rules.throws)-1)*g.rules.die - 1 }

// rules implements turns.DiceRules. A position consists of the player's points, the
// opponent's points, and the number of chosen dice, or 0.
type rules struct {
	target, die int
	throws      []throw // by number of dice; the first element names the choices
}

// throw holds the possible totals of a throw, their names, and their numbers of
// throws.
type throw struct {
	totals  []int
	names   []string
	weights []uint32
}

// addThrows adds the throws of n = 1, 2, ..., most dice.
func (r *rules) addThrows(most int) {
	r.throws = make([]throw, 1+most)
	ways, all := []uint32{1}, uint32(1) // throws without a 1 by total, and all throws
	for n := 1; n <= most; n++ {
		next := make([]uint32, n*r.die+1)
		for total, count := range ways {
			for side := 2; side <= r.die; side++ {
				next[total+side] += count
			}
		}
		all *= uint32(r.die)
		ways, next[1] = slices.Clone(next), all
		for _, count := range ways {
			next[1] -= count
		}
		t := &r.throws[n]
		for total, count := range next {
			if count > 0 {
				t.totals, t.names, t.weights = append(t.totals, total), append(t.names, strconv.Itoa(total)), append(t.weights, count)
			}
		}
		r.throws[0].names = append(r.throws[0].names, fmt.Sprintf("%dd%d", n, r.die))
	}
}

const (
	field      = 20 // bits per number of points
	chosenBits = 5
)

func pack(own, other int) uint64 {
	return uint64(own)<<(field+chosenBits) | uint64(other)<<chosenBits
}

func points(p uint64) (own, other int) {
	return int(p >> (field + chosenBits)), int(p >> chosenBits & (1<<field - 1))
}

func chosen(p uint64) int { return int(p & (1<<chosenBits - 1)) }

func (r *rules) Start() uint64 { return 0 }

func (r *rules) Ended(p uint64) (over, won bool) {
	_, other := points(p)
	return other >= r.target, false
}

func (r *rules) Throws(p uint64) bool { return chosen(p) > 0 }

func (r *rules) Next(dst []uint64, p uint64) []uint64 {
	own, other := points(p)
	for _, total := range r.throws[chosen(p)].totals {
		dst = append(dst, turns.Bit|pack(other, min(own+total, r.target)))
	}
	for n := 1; chosen(p) == 0 && n < len(r.throws); n++ {
		dst = append(dst, p|uint64(n))
	}
	return dst
}

func (r *rules) Names(p uint64, _ int) []string { return slices.Clone(r.throws[chosen(p)].names) }

func (r *rules) describe() games.Info {
	return games.Info{
		Title:     "Hog",
		LayerName: "progress",
		Rules: []string{
			fmt.Sprintf("Both players start with 0 points. The players take turns. In a turn, the player chooses a number of dice, 1 to %d, and throws them once. The dice have the numbers 1 to %d, each equally likely. The player scores the sum of the dice, or 1 point if any of them shows a 1.", len(r.throws)-1, r.die),
			fmt.Sprintf("The first player with at least %d points wins. In a position, the points are limited to %d. The winner gets 1, the loser 0.", r.target, r.target),
			fmt.Sprintf("A position lists the points of the first and the second player, followed by the dice if they have been chosen. Moves and dice are written as %s for one die and so on; throws are written as the points that they score.", r.throws[0].names[0]),
		},
	}
}

// Format returns the players' points and the chosen dice, if any, as in "20.31.3d6".
func (r *rules) Format(p uint64, role int) string {
	own, other := points(p)
	list := turns.BySeat(role, own, other)
	text := fmt.Sprintf("%d.%d", list[0], list[1])
	if n := chosen(p); n > 0 {
		text += "." + r.throws[0].names[n-1]
	}
	return text
}

func (r *rules) Parse(text string, role int) (uint64, error) {
	parts, dice := strings.SplitN(text, ".", 3), 0
	if len(parts) == 3 {
		names := r.throws[0].names
		if dice = 1 + slices.Index(names, parts[2]); dice == 0 {
			return 0, fmt.Errorf("%q is not a number of dice from %s to %s", parts[2], names[0], names[len(names)-1])
		}
		text = parts[0] + "." + parts[1]
	}
	n, err := turns.Numbers(text, 2, r.target)
	if err != nil {
		return 0, err
	}
	list := turns.BySeat(role, n[0], n[1])
	switch {
	case list[0] == r.target:
		return 0, fmt.Errorf("the player whose turn it is has %d points, so the game was over before", r.target)
	case list[1] == r.target && dice > 0:
		return 0, fmt.Errorf("the game is over, so no dice are thrown")
	}
	return pack(list[0], list[1]) | uint64(dice), nil
}

func (r *rules) Draw(p uint64, role int, status string) games.Drawing {
	own, other := points(p)
	if n := chosen(p); n > 0 {
		status += " " + r.throws[0].names[n-1]
	}
	d := games.Drawing{Notes: []string{status}}
	turns.AddScores(&d, "points", turns.BySeat(role, own, other), r.target)
	return d
}
