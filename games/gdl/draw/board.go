package draw

import (
	"slices"
	"strconv"
	"strings"

	"zermelo/games/gdl/ground"
)

// maxSide is the maximum number of columns and rows of a board.
const maxSide = 40

// board is a grid that shows the fluents of one relation. Each fluent has two
// arguments that look like coordinates (single letters, or numbers with an optional
// common prefix) and optionally a third argument, the piece. Examples are (cell 1 1
// b), (at white a c4) and (chocolate 3 5).
type board struct {
	relation string
	columns  []string // values of the first coordinate, in natural order
	rows     []string // values of the second coordinate, in natural order
	// cell holds the cell of each fluent: row*len(columns)+column, where row 0 has
	// the lowest value, or -1 if the fluent is not on the board.
	cell  []int
	piece []string // by fluent: third argument, or the name of the relation
	down  bool     // row 0 is drawn at the top
}

// line converts the number of a row to that of a line, or vice versa. Lines are
// counted from the top.
func (b *board) line(row int) int {
	if b.down {
		return row
	}
	return len(b.rows) - 1 - row
}

// findBoard returns the largest board formed by fluents that can be true, or nil if
// there is no board. Among boards of the same size, it prefers the first.
func findBoard(fluents []string, can []bool) *board {
	relations := map[string][]int{} // fluents by name and number of arguments
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

// flatArgs returns the name and arguments of a fluent, or nil if it contains
// functions.
func flatArgs(fluent string) []string {
	if strings.Count(fluent, "(") != 1 {
		return nil
	}
	return strings.Fields(strings.Trim(fluent, "()"))
}

// boardOf returns the board formed by fluents of one relation, or nil.
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
		// Without pieces, letters are more likely names of objects.
		if n == 3 && (isLetter(columns[0]) || isLetter(rows[0])) {
			continue
		}
		b := &board{relation: args[list[0]][0], columns: columns, rows: rows}
		b.place(list, args, pair)
		covered := map[int]bool{-1: false} // cells with at least one fluent
		for _, c := range b.cell {
			covered[c] = true
		}
		if 2*(len(covered)-1) >= len(columns)*len(rows) {
			return b
		}
	}
	return nil
}

func values(list []int, args [][]string, at int) []string {
	var all []string
	for _, f := range list {
		all = append(all, args[f][at])
	}
	slices.SortFunc(all, ground.CompareNatural)
	return slices.Compact(all)
}

// areCoordinates reports whether values in natural order look like columns or rows.
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
