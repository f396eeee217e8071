package draw

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"zermelo/games/gdl/statemachine"
)

// The first coordinate counts columns from the left and the second counts rows
// from the bottom, as in chess, unless the moves show otherwise: in random
// plays, moves called up, north, down or south lead pieces up and down. If such
// moves change the first coordinate, it counts rows. The variable names "row"
// and "column" are not evidence, as sheets use them in both orders.

// turnPlays is the number of random plays that are examined, and turnPlies
// their maximum length.
const turnPlays, turnPlies = 50, 20

// headings returns the direction that the name of each move suggests: 1 for up,
// -1 for down, 0 for neither or both. A capital letter begins a word, as in
// moveUp.
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

// turn sets the orientation of the board from the moves of the machine.
func (b *board) turn(m *statemachine.Machine) {
	ways := make([][]int, len(m.Moves))
	told := false
	for r, moves := range m.Moves {
		ways[r] = headings(moves)
		told = told || slices.ContainsFunc(ways[r], func(way int) bool { return way != 0 })
	}
	if !told {
		return
	}
	// climbs sums the distances along each coordinate, positive for moves up
	// and negative for moves down.
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

// step returns the total distance that pieces moved between two states, along
// both coordinates. Among the pieces that left one cell for another it follows
// the least frequent: the floor that they leave and enter moves, too.
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

// places returns the cells of each piece in a state.
func (b *board) places(fluents []int32) map[string][]int {
	places := map[string][]int{}
	for _, f := range fluents {
		if b.cell[f] >= 0 {
			places[b.piece[f]] = append(places[b.piece[f]], b.cell[f])
		}
	}
	return places
}

// without returns the cells of list that are not in other.
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

// transpose makes the first coordinate count rows.
func (b *board) transpose() {
	for f, at := range b.cell {
		if at >= 0 {
			b.cell[f] = at%len(b.columns)*len(b.rows) + at/len(b.columns)
		}
	}
	b.columns, b.rows = b.rows, b.columns
}
