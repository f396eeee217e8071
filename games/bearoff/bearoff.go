// Package bearoff implements the end of backgammon, in which both players bear off
// their men with two dice and no longer meet.
package bearoff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/games/grid"
	"zermelo/games/turns"
)

// Entry returns the game bearoff.
func Entry() games.Entry {
	return games.Entry{
		Name:    "bearoff",
		Summary: "the end of backgammon: bear off all men with two dice",
		Options: []games.Option{
			games.Int("men", "men of each player, which start on the six point", 2, 1, 15).Says("%s a side"),
		},
		New: func(c games.Choice) (games.Variant, error) {
			r := rules{men: c.Int("men")}
			return &game{Dice: turns.NewDice(r, r.describe()), rules: r}, nil
		},
	}
}

func (r rules) describe() games.Info {
	each := "one man, which starts"
	if r.men > 1 {
		each = fmt.Sprintf("%d men, which start", r.men)
	}
	return games.Info{
		Title:     "Bear-off",
		LayerName: "progress",
		Rules: []string{
			fmt.Sprintf("Each player has a home board of six points, numbered 1 to 6, and %s on the player's six point. The players' men never meet. The players take turns; the first player who has borne off all men wins.", each),
			"In a turn, the player throws two dice and plays both numbers in any order, or a double four times. A number moves a man that many points down, or bears off a man from the point with that number. If no man stands on a higher point, a number also bears off a man from the highest point. The numbers can always be played until all men are borne off.",
			"A throw is written with the higher number first, as in 6-5. A move lists the point and the destination of every step, highest points first, as in 6/off,5/3. Moves with the same result are listed once.",
			"A position lists the numbers of men on points 1 to 6 of the first player and of the second player, followed by the throw if the dice have been thrown.",
			"The winner gets 1, the loser 0.",
		},
	}
}

// game adds the weights of throws and the layers. A throw is a layer, and every pip is
// two layers.
type game struct {
	turns.Dice
	rules rules
}

// Odds implements games.Weighted.
func (g *game) Odds(dst []uint32, src []uint64) []uint32 {
	for range src {
		for _, t := range throws {
			dst = append(dst, uint32(1+min(1, t[0]-t[1])))
		}
	}
	return dst
}

// Layers implements games.Layered.
func (g *game) Layers(dst []int32, src []uint64) []int32 {
	return turns.Each(dst, src, func(s uint64) int32 {
		own, other, throw := unpack(s &^ turns.Bit)
		_, a := own.totals()
		_, b := other.totals()
		return int32(2*(2*points*g.rules.men-a-b) + min(throw, 1))
	})
}

// Span implements games.Layered. A double of sixes plays 24 pips.
func (g *game) Span() int { return 2*4*points - 1 }

// rules implements turns.DiceRules. A position consists of the player's men, the
// opponent's men, and the number of the throw, or 0 before it.
type rules struct{ men int }

const throwBits = 5

func pack(own, other men, throw int) uint64 {
	return uint64(own)<<(menBits+throwBits) | uint64(other)<<throwBits | uint64(throw)
}

func unpack(p uint64) (own, other men, throw int) {
	return men(p >> (menBits + throwBits)), men(p >> throwBits & (1<<menBits - 1)), int(p & (1<<throwBits - 1))
}

func (r rules) Start() uint64 {
	m := men(r.men) << (4 * (points - 1))
	return pack(m, m, 0)
}

func (r rules) Ended(p uint64) (over, won bool) {
	_, other, _ := unpack(p)
	return other == 0, false
}

func (r rules) Throws(p uint64) bool {
	_, _, throw := unpack(p)
	return throw == 0
}

func (r rules) Next(dst []uint64, p uint64) []uint64 {
	own, other, throw := unpack(p)
	if throw == 0 {
		for i := range throws {
			dst = append(dst, p|uint64(i+1))
		}
		return dst
	}
	var buffer [64]play
	for _, play := range allPlays(buffer[:0], own, throw) {
		dst = append(dst, turns.Bit|pack(other, play.men(), 0))
	}
	return dst
}

func (r rules) Names(p uint64, _ int) (names []string) {
	own, _, throw := unpack(p)
	if throw == 0 {
		return slices.Clone(throwNames)
	}
	for _, play := range allPlays(nil, own, throw) {
		names = append(names, play.name())
	}
	return names
}

// Format returns the men of each player on points 1 to 6 and the throw, if any, as in
// "0.0.0.0.1.1/0.2.0.0.0.0/6-5".
func (r rules) Format(p uint64, role int) string {
	own, other, throw := unpack(p)
	var parts []string
	for _, m := range turns.BySeat(role, own, other) {
		var counts []string
		for p := 1; p <= points; p++ {
			counts = append(counts, strconv.Itoa(m.on(p)))
		}
		parts = append(parts, strings.Join(counts, "."))
	}
	if throw > 0 {
		parts = append(parts, throwNames[throw-1])
	}
	return strings.Join(parts, "/")
}

func (r rules) Parse(text string, role int) (uint64, error) {
	parts := strings.Split(text, "/")
	if len(parts) < 2 || len(parts) > 3 {
		return 0, fmt.Errorf("expected the men of both players and the throw, if any, separated by '/'")
	}
	var sides [2]men
	for i := range sides {
		counts, err := turns.Numbers(parts[i], points, r.men)
		if err != nil {
			return 0, err
		}
		for at, n := range counts {
			sides[i] |= men(n) << (4 * at)
		}
		if n, _ := sides[i].totals(); n > r.men {
			return 0, fmt.Errorf("%q has %d men; the maximum is %d", parts[i], n, r.men)
		}
	}
	seats := turns.BySeat(role, sides[0], sides[1])
	if seats[0] == 0 {
		return 0, fmt.Errorf("the player whose turn it is has no men, so the game was over before")
	}
	throw := 0
	if len(parts) == 3 {
		if throw = 1 + slices.Index(throwNames, parts[2]); throw == 0 || seats[1] == 0 {
			return 0, fmt.Errorf("%q is not a throw such as 6-5, or the game is over", parts[2])
		}
	}
	return pack(seats[0], seats[1], throw), nil
}

// Draw draws the number of men on each point.
func (r rules) Draw(p uint64, role int, status string) games.Drawing {
	own, other, throw := unpack(p)
	if throw > 0 {
		status += " with " + throwNames[throw-1]
	}
	d := games.Drawing{
		Width: points, Height: 2, Columns: grid.Numbers(1, points), Rows: []string{"second", "first"}, Notes: []string{status},
		Legend: []string{"1 to 9 men, a for ten and so on, . none"},
	}
	sides := turns.BySeat(role, own, other)
	first, _ := sides[0].totals()
	second, _ := sides[1].totals()
	turns.AddScores(&d, "men off", [2]int{r.men - first, r.men - second}, r.men)
	for _, seat := range []int{1, 0} {
		for p := 1; p <= points; p++ {
			n := sides[seat].on(p)
			d.Cells = append(d.Cells, games.Cell{Kind: games.Piece, Role: seat, Glyph: rune(".123456789abcdef"[n]), Figure: games.Pit, Count: n})
		}
	}
	return d
}
