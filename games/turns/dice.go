package turns

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// DiceRules describes the rules of a game with dice that one of two players wins. A
// position is a word in which Bit is not set. It describes the game from the view of
// the player whose turn it is, also while the dice are thrown.
type DiceRules interface {
	Start() uint64
	// Ended reports whether the game is over and, if so, whether the player whose
	// turn it is has won.
	Ended(position uint64) (over, won bool)
	// Throws reports whether the dice are thrown before the player moves.
	Throws(position uint64) bool
	// Next appends the positions after each throw or move. Bit is set if the turn
	// passes to the opponent. The game must not be over.
	Next(dst []uint64, position uint64) []uint64
	// Names returns the names of the throws or moves of a role in the order of Next.
	Names(position uint64, role int) []string
	// Format returns the text of a position on a role's turn, which Parse accepts.
	Format(position uint64, role int) string
	Parse(text string, role int) (uint64, error)
	// Draw draws a position on a role's turn. The status names the role or the
	// winner.
	Draw(position uint64, role int, status string) games.Drawing
}

// Dice is a game with DiceRules. A state is a position combined with Bit.
type Dice struct {
	Base[uint64]
	NoOrbits[uint64]
	rules DiceRules
}

// NewDice returns the game with the given rules. The argument info must contain Title
// and Rules, and LayerName and ExtraMoves if necessary.
func NewDice(rules DiceRules, info games.Info) Dice {
	info.Roles, info.Total, info.Payoffs, info.Stochastic = []string{"first", "second"}, 1, []int{0, 1}, true
	info.Symmetry = "the players exchanged"
	return Dice{Base: Base[uint64]{About: info, First: rules.Start()}, rules: rules}
}

// Expand implements games.Game.
func (d *Dice) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		from := len(dst)
		if over, _ := d.rules.Ended(s &^ Bit); !over {
			dst = d.rules.Next(dst, s&^Bit)
		}
		for i := range dst[from:] {
			dst[from+i] ^= s & Bit
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// throws reports whether the game is not over and the dice are thrown in s.
func (d *Dice) throws(s uint64) bool {
	over, _ := d.rules.Ended(s &^ Bit)
	return !over && d.rules.Throws(s&^Bit)
}

// Movers implements games.Game.
func (d *Dice) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		mover := int8(Mover(s))
		if d.throws(s) {
			mover = games.Chance
		}
		dst = append(dst, mover)
	}
	return dst
}

func (d *Dice) winner(s uint64) int {
	if _, won := d.rules.Ended(s &^ Bit); won {
		return Mover(s)
	}
	return 1 - Mover(s)
}

// Payoffs implements games.Game. The winner gets Info.Total, which is 1 point.
func (d *Dice) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		p := games.Payoff{}
		p[d.winner(s)] = int16(d.About.Total)
		dst = append(dst, p)
	}
	return dst
}

// Canonize exchanges the roles if it is the turn of role 1.
func (d *Dice) Canonize(states []uint64, swaps []bool) {
	for i, s := range states {
		states[i], swaps[i] = s&^Bit, s&Bit != 0
	}
}

// FormatState returns the position and the role whose turn it is.
func (d *Dice) FormatState(s uint64) string {
	return d.rules.Format(s&^Bit, Mover(s)) + ":" + d.About.Roles[Mover(s)]
}

// ParseState implements games.Notation.
func (d *Dice) ParseState(text string) (uint64, error) {
	position, role, err := Cut(text, "player", d.About.Roles...)
	if err != nil {
		return Parsed(d, text, 0, err)
	}
	s, err := d.rules.Parse(position, role)
	return Parsed(d, text, s|uint64(role)<<63, err)
}

// Moves implements games.Notation.
func (d *Dice) Moves(s uint64) [games.MaxRoles][]string {
	role := Mover(s)
	switch over, _ := d.rules.Ended(s &^ Bit); {
	case over:
		return [games.MaxRoles][]string{}
	case d.throws(s):
		return Moves(0, d.rules.Names(s&^Bit, role))
	}
	return Moves(role, d.rules.Names(s&^Bit, role))
}

// Draw implements games.Drawer.
func (d *Dice) Draw(s uint64) games.Drawing {
	status := d.About.Roles[Mover(s)] + " to move"
	if over, _ := d.rules.Ended(s &^ Bit); over {
		status = d.About.Roles[d.winner(s)] + " has won"
	} else if d.throws(s) {
		status = d.About.Roles[Mover(s)] + " to throw"
	}
	return d.rules.Draw(s&^Bit, Mover(s), status)
}

// BySeat returns values given from the view of a role, the role's own first, in the
// order of the roles. It is its own inverse.
func BySeat[T any](role int, own, other T) [2]T {
	values := [2]T{own, other}
	if role == 1 {
		slices.Reverse(values[:])
	}
	return values
}

// AddScores adds what both roles have scored, with the maximum most, to a drawing.
func AddScores(d *games.Drawing, what string, points [2]int, most int) {
	d.Notes = append(d.Notes, fmt.Sprintf("%s: first %d, second %d", what, points[0], points[1]))
	d.Tracks = []games.Track{{Name: "first", Role: 0, Value: points[0], Max: most}, {Name: "second", Role: 1, Value: points[1], Max: most}}
}

// Numbers parses n whole numbers from 0 to most, separated by dots.
func Numbers(text string, n, most int) ([]int, error) {
	parts := strings.Split(text, ".")
	if len(parts) != n {
		return nil, fmt.Errorf("%q has %s separated by '.', expected %d", text, games.Count(len(parts), "part"), n)
	}
	numbers := make([]int, n)
	for i, part := range parts {
		var err error
		if numbers[i], err = strconv.Atoi(part); err != nil || numbers[i] < 0 || numbers[i] > most || strconv.Itoa(numbers[i]) != part {
			return nil, fmt.Errorf("%q is not a whole number from 0 to %d", part, most)
		}
	}
	return numbers, nil
}
