package draw

import (
	"slices"
	"strconv"
	"strings"

	"zermelo/games/gdl/ground"
)

// A board is found in a sheet's fluents: a relation with two arguments that
// look like coordinates and at most one more, the piece, as in (cell 1 1 b),
// (at white a c4) or (chocolate 3 5). Coordinates are numbers, perhaps behind a
// prefix that all share, or single letters.

// The largest board that is drawn has maxSide columns and rows.
const maxSide = 40

// board is a grid on which the fluents of one relation are drawn.
type board struct {
	relation string
	columns  []string // values of the first coordinate, in natural order
	rows     []string // values of the second one
	// cell is where each fluent is drawn, as row*len(columns)+column with rows
	// counted from the lowest value, -1 for fluents that are not.
	cell []int
	// piece is what each fluent puts there: the remaining argument, or the
	// relation's name if there is none.
	piece []string
	// down says that rows are counted from the top; see turn.
	down bool
}

// line is the line, counted from the top, in which a row is drawn, and the other
// way round.
func (b *board) line(row int) int {
	if b.down {
		return row
	}
	return len(b.rows) - 1 - row
}

// findBoard finds the largest board in those fluents that can be true, nil if
// there is none. Of equal ones it takes the first.
func findBoard(fluents []string, can []bool) *board {
	relations := map[string][]int{} // fluents of each name and number of arguments
	var order []string
	args := make([][]string, len(fluents))
	for i, f := range fluents {
		args[i] = flatArgs(f)
		if n := len(args[i]); !can[i] || n != 3 && n != 4 {
			continue
		}
		key := args[i][0] + "/" + strconv.Itoa(len(args[i]))
		if relations[key] == nil {
			order = append(order, key)
		}
		relations[key] = append(relations[key], i)
	}
	var best *board
	for _, key := range order {
		b := boardOf(relations[key], args)
		if b != nil && (best == nil || len(b.columns)*len(b.rows) > len(best.columns)*len(best.rows)) {
			best = b
		}
	}
	return best
}

// flatArgs are the name and arguments of a fluent without functions; nil if
// there are functions.
func flatArgs(fluent string) []string {
	if strings.Count(fluent, "(") != 1 {
		return nil
	}
	return strings.Fields(strings.Trim(fluent, "()"))
}

// boardOf makes a board of the fluents of one relation, if they look like one.
func boardOf(list []int, args [][]string) *board {
	n := len(args[list[0]])
	for _, pair := range [][2]int{{1, 2}, {2, 3}, {1, 3}} {
		if pair[1] >= n {
			continue
		}
		columns, rows := values(list, args, pair[0]), values(list, args, pair[1])
		if !areCoordinates(columns) || !areCoordinates(rows) {
			continue
		}
		// Without a piece, letters are names of things rather than places.
		if n == 3 && (isLetter(columns[0]) || isLetter(rows[0])) {
			continue
		}
		b := &board{relation: args[list[0]][0], columns: columns, rows: rows}
		b.place(list, args, pair)
		covered := map[int]bool{-1: false} // the cells on which something can be
		for _, c := range b.cell {
			covered[c] = true
		}
		if 2*(len(covered)-1) >= len(columns)*len(rows) {
			return b
		}
	}
	return nil
}

// values are those that an argument takes, in natural order.
func values(list []int, args [][]string, at int) []string {
	var all []string
	for _, f := range list {
		all = append(all, args[f][at])
	}
	slices.SortFunc(all, ground.CompareNatural)
	return slices.Compact(all)
}

// areCoordinates says that values, in natural order, look like the columns or
// rows of a board.
func areCoordinates(values []string) bool {
	if len(values) < 2 || len(values) > maxSide {
		return false
	}
	prefix := strings.TrimRight(values[0], "0123456789")
	for _, v := range values {
		if isLetter(v) && isLetter(values[0]) {
			continue
		}
		number, ok := strings.CutPrefix(v, prefix)
		if _, err := strconv.ParseUint(number, 10, 32); !ok || err != nil {
			return false
		}
	}
	return true
}

func isLetter(v string) bool {
	return len(v) == 1 && (v[0] >= 'a' && v[0] <= 'z' || v[0] >= 'A' && v[0] <= 'Z')
}

// place says for each fluent where and what it is.
func (b *board) place(list []int, args [][]string, pair [2]int) {
	b.cell, b.piece = slices.Repeat([]int{-1}, len(args)), make([]string, len(args))
	for _, f := range list {
		column, _ := slices.BinarySearchFunc(b.columns, args[f][pair[0]], ground.CompareNatural)
		row, _ := slices.BinarySearchFunc(b.rows, args[f][pair[1]], ground.CompareNatural)
		b.cell[f] = row*len(b.columns) + column
		b.piece[f] = b.relation
		for at := 1; at < len(args[f]); at++ {
			if at != pair[0] && at != pair[1] {
				b.piece[f] = args[f][at]
			}
		}
	}
}
