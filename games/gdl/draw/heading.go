package draw

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"zermelo/games/gdl/machine"
)

// A board's first coordinate counts columns from the left and its second one
// rows from the bottom, as in chess, unless the game's own words say otherwise:
// moves called up, north, down or south lead pieces up and down, which random
// plays show. Where such moves change the first coordinate, that is the row.
// ("row" and "column" as names of variables say less: sheets that use them write
// the row first or second.)

// turnPlays is how many random plays are watched, and turnPlies for how long at
// most.
const turnPlays, turnPlies = 50, 20

// headings are what the names of moves say: 1 for up, -1 for down, 0 for neither or
// both. A capital letter begins a word, as in moveUp.
func headings(moves []string) []int {
	words := regexp.MustCompile(`\p{Lu}*[^\P{L}\p{Lu}]+|\p{Lu}+`)
	list := make([]int, len(moves))
	for i, move := range moves {
		for _, word := range words.FindAllString(move, -1) {
			switch strings.ToLower(word) {
			case "up", "north", "upward", "upwards":
				list[i]++
			case "down", "south", "downward", "downwards":
				list[i]--
			}
		}
	}
	return list
}

// turn puts a board the way that the moves of the machine tell.
func (b *board) turn(m *machine.Machine) {
	ways := make([][]int, len(m.Moves))
	told := false
	for r, moves := range m.Moves {
		ways[r] = headings(moves)
		told = told || slices.ContainsFunc(ways[r], func(way int) bool { return way != 0 })
	}
	if !told {
		return
	}
	// climbs adds up how far pieces went along each coordinate while roles
	// meant to go up, less how far while they meant to go down.
	var climbs [2]int
	moved := 0
	rng := rand.New(rand.NewPCG(1, 1))
	p := m.NewPlay()
	joint := make([]int32, len(m.Roles))
	for ply := range turnPlays * turnPlies {
		if ply%turnPlies == 0 {
			p.Reset()
		}
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			continue
		}
		before := p.State(nil)
		p.Do(joint)
		way := 0
		for r, move := range joint {
			way += ways[r][move]
		}
		if step, ok := b.step(before, p.State(nil)); ok && way != 0 {
			climbs[0] += way * step[0]
			climbs[1] += way * step[1]
			moved++
		}
	}
	along, across := 1, 0
	if abs(climbs[0]) > abs(climbs[1]) {
		along, across = 0, 1
	}
	if 2*abs(climbs[along]) < moved || abs(climbs[along]) <= 2*abs(climbs[across]) {
		return // they mean something else
	}
	b.down = climbs[along] < 0
	if along == 0 {
		b.transpose()
	}
}

func abs(x int) int { return max(x, -x) }

// step is how far pieces went from one state to the next, in both coordinates,
// added up. Of the pieces that left one cell for another it follows those of
// which there are the fewest: what they leave and enter, the floor, moves too.
func (b *board) step(before, after []int32) (step [2]int, ok bool) {
	then := b.places(after)
	fewest := 0
	for piece, from := range b.places(before) {
		left, entered := without(from, then[piece]), without(then[piece], from)
		if len(left) != 1 || len(entered) != 1 || ok && len(from) > fewest {
			continue
		}
		if !ok || len(from) < fewest {
			step = [2]int{}
		}
		fewest, ok = len(from), true
		step[0] += entered[0]%len(b.columns) - left[0]%len(b.columns)
		step[1] += entered[0]/len(b.columns) - left[0]/len(b.columns)
	}
	return step, ok
}

// places lists the cells of each piece in a state.
func (b *board) places(fluents []int32) map[string][]int {
	places := map[string][]int{}
	for _, f := range fluents {
		if b.cell[f] >= 0 {
			places[b.piece[f]] = append(places[b.piece[f]], b.cell[f])
		}
	}
	return places
}

// without are the cells of a list that are not in another.
func without(list, other []int) []int {
	in := map[int]bool{}
	for _, c := range other {
		in[c] = true
	}
	var rest []int
	for _, c := range list {
		if !in[c] {
			rest = append(rest, c)
		}
	}
	return rest
}

// transpose makes the first coordinate that of the rows.
func (b *board) transpose() {
	for f, at := range b.cell {
		if at >= 0 {
			b.cell[f] = at%len(b.columns)*len(b.rows) + at/len(b.columns)
		}
	}
	b.columns, b.rows = b.rows, b.columns
}
