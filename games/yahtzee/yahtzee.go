// Package yahtzee implements Yahtzee for one player. Tom Verhoeff (1999) and James Glenn
// (An Optimal Strategy for Yahtzee, 2006) computed optimal play, which scores 254.5896
// points on average by the default rules.
package yahtzee

import (
	"fmt"
	"math/bits"
	"strings"

	"zermelo/games"
	"zermelo/games/turns"
)

// Entry returns the game yahtzee.
func Entry() games.Entry {
	return games.Entry{
		Name:    "yahtzee",
		Summary: "Yahtzee for one player: throw dice up to three times and choose a category",
		Options: []games.Option{
			games.Int("categories", "categories on the score card, counted from its end: 1 is only chance, 2 adds yahtzee, 3 large-straight, and so on", len(names), 1, len(names)).Says("categories: %s"),
			games.Int("dice", "dice in a throw", 5, 2, 5).Says("%s dice"),
			games.Int("rolls", "maximum number of throws in a turn", 3, 1, 8).Says("throws in a turn: %s"),
			games.Enum("bonus", "whether each yahtzee after one that scored 50 points scores 100 extra points", "on", "off").Says("a bonus for further yahtzees | no bonus for further yahtzees"),
			games.Enum("jokers", "whether a further yahtzee scores as full house or straight; forced: it must use the upper section first", "free", "forced", "off").Says("free jokers | forced jokers | no jokers"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			return newGame(rules{dice: c.Int("dice"), rolls: c.Int("rolls"), bonus: c.String("bonus") == "on", jokers: c.String("jokers")}, c.Int("categories")), nil
		},
	}
}

// game is a game whose chance positions add one die at a time to the dice that the
// player has kept, with six equally likely numbers. A position with k of 5 dice has 6
// outcomes instead of the up to 252 multisets of the remaining dice, and the positions
// with fewer dice are also those after a choice of dice to keep.
type game struct {
	turns.Base[uint64]
	rules
}

func newGame(r rules, categories int) *game {
	r.absent = 1<<(len(names)-categories) - 1
	g := &game{Base: turns.Base[uint64]{First: r.turn(position{used: r.absent}).pack()}, rules: r}
	most := r.most(all)
	if r.hopes(unpack(g.First)) {
		most += upperBonus
	}
	g.About = games.Info{
		Title: "Yahtzee", Roles: []string{"player"}, Total: most, Stochastic: true, LayerName: "step",
		Rules: r.text(names[len(names)-categories:]),
	}
	for n := range most + 1 {
		g.About.Payoffs = append(g.About.Payoffs, n)
	}
	return g
}

// text returns the rules for the given categories.
func (r *rules) text(card []string) []string {
	again := ""
	if r.rolls > 1 {
		again = fmt.Sprintf(" The player can throw any of them again, up to %s.", games.Count(r.rolls-1, "time"))
	}
	text := []string{
		fmt.Sprintf("The score card lists these categories: %s. A turn starts with a throw of %d dice.%s Then the player chooses an unused category and scores its points. The game is over when all categories are used. The payoff is the number of points.", strings.Join(card, ", "), r.dice, again),
		"The categories ones to sixes, the upper section, score the sum of the dice with that number. Chance scores the sum of all dice, as do three-of-a-kind and four-of-a-kind with at least three or four equal numbers. A full-house of three and two equal numbers scores 25, a small-straight of four consecutive numbers 30, a large-straight of five 40, and a yahtzee, with all numbers equal, 50. Other dice score 0. An upper section with at least 63 points scores 35 extra points.",
	}
	if r.bonus && len(card) > 1 {
		text = append(text, "If the category yahtzee has scored 50, every further yahtzee scores 100 extra points in any category.")
	}
	if r.jokers != "off" && len(card) > 1 {
		text = append(text, "If the category yahtzee and the category in the upper section with the number of the dice are used or not on the card, a yahtzee also scores as full-house, small-straight and large-straight.")
	}
	if r.jokers == "forced" && len(card) > 1 {
		text = append(text, "If the category yahtzee is used, a yahtzee must use the category in the upper section with the number of the dice. If that is used, it must use a category below the upper section. If there is none, it can use any category.")
	}
	return append(text,
		"Random moves show one die after another. A move of the player is a category, or lists the numbers of the dice that the player keeps, as in keep-3-3-5, or keep-none or keep-all.",
		"A position lists the points; the points of the upper section, or 0 if they no longer matter; the used categories as x or, for a yahtzee that has scored 50 and still matters, as y; and, until the game is over, the numbers of the dice and the number of throws that are left after this one.",
	)
}

// Expand implements games.Game.
func (g *game) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		p := unpack(s)
		switch {
		case p.used == all:
		case p.dice.size() < g.dice:
			for face := range faces {
				dst = append(dst, s+uint64(die(face)))
			}
		case p.left > 0:
			p.dice, p.left = 0, p.left-1
			dst = unpack(s).dice.parts(dst, p.pack())
		default:
			for open := g.open(p); open != 0; open &= open - 1 {
				dst = append(dst, g.fill(p, bits.TrailingZeros64(open)).pack())
			}
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Movers implements games.Game.
func (g *game) Movers(dst []int8, src []uint64) []int8 {
	return turns.Each(dst, src, func(s uint64) int8 {
		if p := unpack(s); p.used != all && p.dice.size() < g.dice {
			return games.Chance
		}
		return 0
	})
}

// Payoffs implements games.Game. As in every game with one role, the payoffs sum to
// Info.Total.
func (g *game) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	return turns.Each(dst, src, func(s uint64) games.Payoff {
		score := unpack(s).score
		return games.Payoff{int16(score), int16(g.About.Total - score)}
	})
}

// Layers implements games.Layered. Each throw has a layer for every number of dice.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		p := unpack(s)
		throws := bits.OnesCount64(p.used&^g.absent)*g.rolls + g.rolls - 1 - p.left
		return int32(throws*(g.dice+1) + p.dice.size())
	})
}

// Span implements games.Layered. Keeping all dice skips the layers of the other dice.
func (g *game) Span() int {
	if g.rolls == 1 {
		return 1
	}
	return g.dice + 1
}
