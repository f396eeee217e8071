package draw

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"zermelo/games/gdl/statemachine"
)

// By default, the first coordinate counts columns from the left and the second
// counts rows from the bottom, as in chess. If moves named up, north, down or south
// show otherwise in random plays, the board is turned. Variables named "row" or
// "column" are no evidence because sheets use them in either order.

// Number of random plays to examine, and their maximum length.
const turnPlays, turnPlies = 50, 20

// headings returns the direction suggested by the name of each move: positive for
// up, negative for down, 0 for neither or both. A capital letter starts a new word,
// as in moveUp.
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

// turn determines the orientation of the board from random plays.
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
	// climbs sums the distances along each coordinate, negated for downward moves.
	var climbs [2]int
	moved := 0
	rng := rand.New(rand.NewPCG(1, 1))
	p := m.NewPlay()
	joint := make([]int32, len(m.Moves))
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
		return // the moves do not correlate with a coordinate
	}
	b.down = climbs[along] < 0
	if along == 0 {
		b.transpose()
	}
}

func abs(x int) int { return max(x, -x) }

// step returns the total distance that pieces moved along each coordinate between
// two states. It considers only pieces that left exactly one cell and entered
// exactly one cell. Of these, it selects the pieces that occupy the fewest cells,
// because a moving piece may change places with a blank that is itself a piece.
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

func (b *board) places(fluents []int32) map[string][]int {
	places := map[string][]int{}
	for _, p := range b.contents(fluents) {
		places[p.piece] = append(places[p.piece], p.cell)
	}
	return places
}

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

// transpose exchanges the columns and rows of the board.
func (b *board) transpose() {
	for _, puts := range b.puts {
		for i, p := range puts {
			puts[i].cell = p.cell%len(b.columns)*len(b.rows) + p.cell/len(b.columns)
		}
	}
	b.columns, b.rows = b.rows, b.columns
}
