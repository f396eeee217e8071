package draw

import (
	"slices"
	"strconv"
	"strings"

	"zermelo/games/gdl/ground"
	"zermelo/games/gdl/statemachine"
)

const (
	maxSide   = 40 // maximum number of columns and rows of a board
	maxPile   = 20 // maximum number of objects in a pile; larger piles are drawn as tracks
	maxKinds  = 12 // maximum number of pieces on a row of cells
	maxTracks = 8  // maximum number of tracks for a relation
	decade    = 10 // width of the chart of a long row of numbers
)

// board is a grid of cells that shows fluents. finder lists the kinds of boards.
type board struct {
	columns, rows []string // labels; row 0 is drawn at the bottom unless down is set
	// puts lists the pieces that each fluent puts on the board. It is nil for fluents
	// that the board does not show.
	puts     [][]put
	down     bool // row 0 is drawn at the top
	grid     bool // the cells have two coordinates
	objects  bool // each piece occurs once, and no piece represents a blank cell
	sized    bool // pieces are drawn as slabs whose widths grow with their numbers
	edges    []edge
	columnOf map[string]int // column of a stack, by its base or its lowest piece
}

// put is a piece in the cell row*len(columns)+column.
type put struct {
	cell  int
	piece string
	label string // replaces the label of the piece if it is not empty
}

// edge is a fluent that states that a piece is on another piece or on a base.
type edge struct{ upper, lower string }

// line converts the number of a row to that of a line, or vice versa. Lines are
// counted from the top.
func (b *board) line(row int) int {
	if b.down {
		return row
	}
	return len(b.rows) - 1 - row
}

// contents returns the pieces on the board in a state. For stacks, it follows the
// edges upward from the bases.
func (b *board) contents(fluents []int32) (list []put) {
	above := map[string]string{}
	for _, f := range fluents {
		list = append(list, b.puts[f]...)
		if b.edges != nil && b.edges[f].upper != "" {
			above[b.edges[f].lower] = b.edges[f].upper
		}
	}
	for _, f := range fluents {
		if b.edges == nil || b.edges[f].upper == "" || b.isPiece(b.edges[f].lower) {
			continue
		}
		piece := b.edges[f].upper
		column, ok := b.columnOf[b.edges[f].lower]
		if !ok {
			column = b.columnOf[piece]
		}
		for row := 0; row < len(b.rows) && piece != ""; row++ {
			list = append(list, put{cell: row*len(b.columns) + column, piece: piece})
			piece = above[piece]
		}
	}
	return list
}

func (b *board) isPiece(name string) bool {
	return slices.ContainsFunc(b.edges, func(e edge) bool { return e.upper == name })
}

// finder recognizes boards by the structure of the fluents, not by their names.
type finder struct {
	roles     []string
	args      [][]string // by fluent: name and arguments, or nil if an argument is a function
	initial   []bool     // by fluent
	settled   []bool     // by fluent
	relations [][]int    // fluents that can be true, by name and number of arguments
}

func newFinder(m *statemachine.Machine, settled []bool) *finder {
	s := &finder{roles: m.Roles, initial: make([]bool, len(m.Fluents)), settled: settled}
	for _, f := range m.Initial {
		s.initial[f] = true
	}
	at := map[string]int{}
	for f, name := range m.Fluents {
		s.args = append(s.args, flatArgs(name))
		if len(s.args[f]) < 2 || settled[f] && !s.initial[f] {
			continue
		}
		key := s.args[f][0] + "/" + strconv.Itoa(len(s.args[f]))
		if _, ok := at[key]; !ok {
			at[key] = len(s.relations)
			s.relations = append(s.relations, nil)
		}
		s.relations[at[key]] = append(s.relations[at[key]], f)
	}
	return s
}

// flatArgs returns the name and arguments of a fluent, or nil if it contains
// functions.
func flatArgs(fluent string) []string {
	if strings.Count(fluent, "(") != 1 {
		return nil
	}
	return strings.Fields(strings.Trim(fluent, "()"))
}

// board returns the first kind of board that a relation forms, or nil if there is
// none. Among boards of the same kind, it prefers the largest, then the first.
func (s *finder) board() *board {
	for _, find := range []func([]int) *board{s.order, s.piles, s.squares, s.stacks, s.row} {
		var best *board
		for _, list := range append([][]int{s.sets()}, s.relations...) {
			b := find(list)
			if b != nil && (best == nil || len(b.columns)*len(b.rows) > len(best.columns)*len(best.rows)) {
				best = b
			}
		}
		if best != nil {
			return best
		}
	}
	return nil
}

func (s *finder) newBoard(columns, rows []string) *board {
	return &board{columns: columns, rows: rows, puts: make([][]put, len(s.args))}
}

// values returns the values of an argument of fluents in natural order.
func (s *finder) values(list []int, at int) []string {
	var all []string
	for _, f := range list {
		all = append(all, s.args[f][at])
	}
	slices.SortFunc(all, ground.CompareNatural)
	return slices.Compact(all)
}

// count returns the number of fluents in the list that are initially true and whose
// argument has the given value.
func (s *finder) count(list []int, at int, value string) (n int) {
	for _, f := range list {
		if s.initial[f] && s.args[f][at] == value {
			n++
		}
	}
	return n
}

func (s *finder) arity(list []int) int {
	if len(list) == 0 {
		return 0
	}
	return len(s.args[list[0]]) - 1
}

// squares returns the board formed by a relation such as (cell 1 1 b), (at white a
// c4) or (chocolate 3 5): two arguments look like coordinates, and the third
// argument, if any, is the piece. The coordinates are those of the roles' pieces and of
// varying fluents, so a border of constant fluents is not part of the board.
func (s *finder) squares(list []int) *board {
	n := s.arity(list)
	varying := slices.DeleteFunc(slices.Clone(list), func(f int) bool { return s.settled[f] && !slices.ContainsFunc(s.args[f], s.isRole) })
	for _, pair := range [][2]int{{1, 2}, {2, 3}, {1, 3}} {
		if n > 3 || pair[1] > n {
			continue
		}
		columns, rows := s.values(varying, pair[0]), s.values(varying, pair[1])
		if !areCoordinates(columns) || !areCoordinates(rows) {
			continue
		}
		// Without pieces, letters are more likely names of objects.
		if n == 2 && (isLetter(columns[0]) || isLetter(rows[0])) {
			continue
		}
		b := s.newBoard(columns, rows)
		b.grid = true
		covered := map[int]bool{}
		for f, args := range s.args {
			if len(args) != n+1 || args[0] != s.args[list[0]][0] {
				continue
			}
			x, inside := slices.BinarySearchFunc(columns, args[pair[0]], ground.CompareNatural)
			y, ok := slices.BinarySearchFunc(rows, args[pair[1]], ground.CompareNatural)
			if inside && ok {
				piece := args[0]
				if n == 3 {
					piece = args[6-pair[0]-pair[1]]
				}
				b.puts[f] = []put{{cell: y*len(columns) + x, piece: piece}}
				if !s.settled[f] || s.initial[f] {
					covered[y*len(columns)+x] = true
				}
			}
		}
		if 2*len(covered) >= len(columns)*len(rows) {
			return b
		}
	}
	return nil
}

// areCoordinates reports whether values in natural order look like columns or rows.
func areCoordinates(values []string) bool {
	if len(values) < 2 || len(values) > maxSide {
		return false
	}
	return isLetter(values[0]) && !slices.ContainsFunc(values, func(v string) bool { return !isLetter(v) }) || areNumbers(values)
}

// areNumbers reports whether values are numbers with an optional common prefix.
func areNumbers(values []string) bool {
	for _, v := range values {
		if _, ok := number(v); !ok || prefix(v) != prefix(values[0]) {
			return false
		}
	}
	return len(values) > 1
}

func prefix(v string) string { return strings.TrimRight(v, "0123456789") }

// number returns the number at the end of a value.
func number(v string) (n int, ok bool) {
	n, err := strconv.Atoi(v[len(prefix(v)):])
	return n, err == nil && n < 1<<30
}

func isLetter(v string) bool {
	return len(v) == 1 && (v[0] >= 'a' && v[0] <= 'z' || v[0] >= 'A' && v[0] <= 'Z')
}

// order returns a column of pieces described by a relation such as (order c a b),
// whose fluents are permutations of the same values.
func (s *finder) order(list []int) *board {
	n := s.arity(list)
	if n < 3 || len(list) < 3 {
		return nil
	}
	pieces := s.values(list, 1)
	b := s.newBoard([]string{""}, make([]string, n))
	b.down, b.objects, b.sized = true, true, areNumbers(pieces)
	for _, f := range list {
		sorted := slices.Clone(s.args[f][1:])
		slices.SortFunc(sorted, ground.CompareNatural)
		if !slices.Equal(sorted, pieces) {
			return nil
		}
		for i, piece := range s.args[f][1:] {
			b.puts[f] = append(b.puts[f], put{cell: i, piece: piece})
		}
	}
	return b
}

// isCounter reports whether the last argument of a relation with one or two
// arguments is a number, and each value of the first of two arguments initially has
// one number. If the counted objects have numbers for names, the counters must be
// able to reach 0, because the relation may otherwise list coordinates.
func (s *finder) isCounter(list []int) bool {
	n := s.arity(list)
	if n != 1 && n != 2 || !areNumbers(s.values(list, n)) || s.areRoles(s.values(list, n)) {
		return false
	}
	keys, numbers := s.values(list, n-1), s.values(list, n)
	if least, _ := number(numbers[0]); n == 2 && areNumbers(keys) && (least > 0 || keys[0] == numbers[0]) {
		return false
	}
	for _, key := range keys {
		if s.count(list, n-1, key) != 1 {
			return false
		}
	}
	return true
}

// piles returns a board with one row per counter, such as (heap a 5).
func (s *finder) piles(list []int) *board {
	if s.arity(list) != 2 || !s.isCounter(list) || s.areRoles(s.values(list, 1)) {
		return nil
	}
	keys, numbers := s.values(list, 1), s.values(list, 2)
	most, _ := number(numbers[len(numbers)-1])
	if len(keys) < 2 || len(keys) > maxSide || most > maxPile {
		return nil
	}
	b := s.newBoard(nil, keys)
	b.down = true
	for i := range most {
		b.columns = append(b.columns, strconv.Itoa(i+1))
	}
	for _, f := range list {
		row := slices.Index(keys, s.args[f][1])
		n, _ := number(s.args[f][2])
		b.puts[f] = []put{}
		for i := range n {
			b.puts[f] = append(b.puts[f], put{cell: row*most + i, piece: s.args[f][0]})
		}
	}
	return b
}

func (s *finder) areRoles(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !s.isRole(v) })
}

func (s *finder) isRole(name string) bool { return slices.Contains(s.roles, name) }

// stacks returns the board formed by a relation such as (on b table) or (on table
// b). The pieces are the values that occur in both arguments, and the bases occur in
// only one, which is the lower one.
func (s *finder) stacks(list []int) *board {
	if s.arity(list) != 2 {
		return nil
	}
	upper, lower := 1, 2
	pieces, others := s.values(list, 1), s.values(list, 2)
	if len(pieces) > len(others) {
		upper, lower, pieces, others = 2, 1, others, pieces
	}
	bases := slices.DeleteFunc(slices.Clone(others), func(v string) bool { return slices.Contains(pieces, v) })
	if len(bases) == 0 || len(others)-len(bases) < 2 || len(pieces) < 3 || len(others) > maxSide {
		return nil
	}
	b := s.newBoard(bases, make([]string, len(pieces)))
	if slices.ContainsFunc(bases, func(v string) bool { return s.count(list, lower, v) > 1 }) {
		b.columns, bases = make([]string, len(pieces)), pieces // a table is as wide as all pieces
	}
	b.objects, b.sized, b.columnOf, b.edges = true, areNumbers(pieces), map[string]int{}, make([]edge, len(s.args))
	for i, v := range bases {
		b.columnOf[v] = i
	}
	for _, f := range list {
		b.puts[f], b.edges[f] = []put{}, edge{s.args[f][upper], s.args[f][lower]}
		if s.count(list, upper, s.args[f][upper]) > 1 {
			return nil
		}
	}
	return b
}

// sets returns the fluents of relations with one argument that share values, such as
// (on p) and (off p), for the function row. Counters and roles are not included.
func (s *finder) sets() (all []int) {
	for _, list := range s.relations {
		if s.arity(list) == 1 && !s.isCounter(list) && !s.areRoles(s.values(list, 1)) {
			if len(all) == 0 || len(s.common(all, list)) >= 2 {
				all = append(slices.Clone(all), list...)
			} else if len(list) > len(all) {
				all = list
			}
		}
	}
	return all
}

func (s *finder) common(a, b []int) []string {
	of := s.values(b, 1)
	return slices.DeleteFunc(s.values(a, 1), func(v string) bool { return !slices.Contains(of, v) })
}

// row returns a row of cells that are named by the first argument, as in (num 5
// white) or (possible 5). A second argument or the name of the relation is the piece.
// Names that do not fit below cells make the row a column. A long row of numbers is
// broken into lines.
func (s *finder) row(list []int) *board {
	n := s.arity(list)
	if n != 1 && n != 2 {
		return nil
	}
	at := n / 2 * 2 // the argument that names the piece
	keys, pieces := s.values(list, 1), s.values(list, at)
	if n == 2 && slices.ContainsFunc(keys, func(key string) bool { return s.count(list, 1, key) != 1 || slices.Contains(pieces, key) }) {
		return nil
	}
	if len(keys) < 3 && len(pieces) < n+1 || len(keys) < 2 || len(pieces) > maxKinds || s.areRoles(keys) || s.isCounter(list) {
		return nil
	}
	cell := func(key string) int { return slices.Index(keys, key) }
	b := s.newBoard(keys, []string{""})
	switch {
	case len(keys) > maxSide && areNumbers(keys):
		first, _ := number(keys[0])
		last, _ := number(keys[len(keys)-1])
		b.columns, b.rows = nil, nil
		for i := range decade {
			b.columns = append(b.columns, "+"+strconv.Itoa(i))
		}
		for n := first; n <= last; n += decade {
			b.rows = append(b.rows, strconv.Itoa(n))
		}
		cell = func(key string) int { n, _ := number(key); return n - first }
		b.down = true
	case !areNumbers(keys) && slices.ContainsFunc(keys, func(v string) bool { return len(v) > 4 }):
		b.columns, b.rows, b.down = []string{""}, keys, true
	}
	if len(b.columns) > maxSide || len(b.rows) > maxSide {
		return nil
	}
	for _, f := range list {
		b.puts[f] = []put{{cell: cell(s.args[f][1]), piece: s.args[f][at]}}
		if len(b.rows) > 1 && n == 1 && b.columns[0] != "" {
			b.puts[f][0].label = s.args[f][1] // a chart of numbers
		}
	}
	return b
}
