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
	maxPieces = 12 // maximum number of kinds of pieces in a row of cells
	maxTracks = 8  // maximum number of tracks for a relation
)

// board is a grid of cells that shows fluents.
type board struct {
	columns, rows []string // labels; row 0 is drawn at the bottom unless down is set
	// puts lists the pieces that each fluent puts on the board. It is nil for fluents
	// that the board does not show.
	puts    [][]put
	down    bool // row 0 is drawn at the top
	grid    bool // the cells have two coordinates
	objects bool // each piece occurs once, and no piece represents a blank cell
	sized   bool // pieces are drawn as slabs whose widths grow with their numbers
	// For a board of stacks, below holds the piece or base on which each fluent puts its
	// piece, and stacks the base or, on a wide base, the lowest piece of each column. A
	// piece that is on nothing is drawn on a wide base, because games omit fluents that
	// influence nothing.
	below  []string
	stacks []string
	wide   bool
}

// put is a piece in the cell row*len(columns)+column.
type put struct {
	cell  int
	piece string
}

// line converts the number of a row to that of a line, or vice versa. Lines are
// counted from the top.
func (b *board) line(row int) int {
	if b.down {
		return row
	}
	return len(b.rows) - 1 - row
}

// contents returns the pieces on the board in a state.
func (b *board) contents(fluents []int32) (list []put) {
	if b.below == nil {
		for _, f := range fluents {
			list = append(list, b.puts[f]...)
		}
		return list
	}
	above, placed := map[string]string{}, map[string]bool{}
	for _, f := range fluents {
		if b.puts[f] != nil && b.below[f] != "" {
			above[b.below[f]], placed[b.puts[f][0].piece] = b.puts[f][0].piece, true
		}
	}
	for column, piece := range b.stacks {
		if !b.wide {
			piece = above[piece]
		} else if placed[piece] {
			continue
		}
		for row := 0; row < len(b.rows) && piece != ""; row++ {
			list = append(list, put{row*len(b.columns) + column, piece})
			piece = above[piece]
		}
	}
	return list
}

// relation is a set of fluents with the same name and number of arguments that can be
// true.
type relation struct {
	name    string
	fluents []int
	args    [][]string // arguments of each fluent
	values  [][]string // values of each argument in natural order
}

// finder recognizes boards by the structure of the fluents. Names of relations do not
// matter.
type finder struct {
	roles     []string
	initial   []bool // by fluent
	settled   []bool // by fluent
	relations []*relation
}

func newFinder(m *statemachine.Machine, settled []bool) *finder {
	s := &finder{roles: m.Roles, initial: make([]bool, len(m.Fluents)), settled: settled}
	for _, f := range m.Initial {
		s.initial[f] = true
	}
	byName := map[string]*relation{}
	for f, fluent := range m.Fluents {
		words := strings.Fields(strings.Trim(fluent, "()"))
		if strings.Count(fluent, "(") != 1 || len(words) < 2 || settled[f] && !s.initial[f] {
			continue // no arguments, functions as arguments, or never true
		}
		key := words[0] + "/" + strconv.Itoa(len(words))
		if byName[key] == nil {
			byName[key] = &relation{name: words[0]}
			s.relations = append(s.relations, byName[key])
		}
		byName[key].fluents, byName[key].args = append(byName[key].fluents, f), append(byName[key].args, words[1:])
	}
	for _, r := range s.relations {
		r.sort()
	}
	return s
}

// sort sets the values of the arguments.
func (r *relation) sort() {
	for at := range r.args[0] {
		r.values = append(r.values, sorted(r.args, at))
	}
}

// sorted returns the values of an argument in natural order.
func sorted(args [][]string, at int) (values []string) {
	for _, a := range args {
		values = append(values, a[at])
	}
	slices.SortFunc(values, ground.CompareNatural)
	return slices.Compact(values)
}

// count returns the number of fluents that are initially true and whose argument has
// the given value.
func (s *finder) count(r *relation, at int, value string) (n int) {
	for i, f := range r.fluents {
		if s.initial[f] && r.args[i][at] == value {
			n++
		}
	}
	return n
}

func (s *finder) areRoles(values []string) bool {
	return !slices.ContainsFunc(values, func(v string) bool { return !slices.Contains(s.roles, v) })
}

// board returns the first kind of board that a relation forms, or nil if there is
// none. Among boards of the same kind, it prefers the largest, then the first.
func (s *finder) board() *board {
	for _, find := range []func(*relation) *board{s.order, s.piles, s.squares, s.stacks, s.row} {
		var best *board
		for _, r := range append(s.union(), s.relations...) {
			b := find(r)
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
	return &board{columns: columns, rows: rows, puts: make([][]put, len(s.initial))}
}

// squares returns the board formed by a relation such as (cell 1 1 b), (at white a
// c4) or (chocolate 3 5): two arguments look like coordinates, and the third
// argument, if any, is the piece. The coordinates are those of the roles' pieces and of
// varying fluents, so a border of constant fluents is not part of the board.
func (s *finder) squares(r *relation) *board {
	var varying [][]string
	for i, f := range r.fluents {
		if !s.settled[f] || slices.ContainsFunc(r.args[i], func(v string) bool { return slices.Contains(s.roles, v) }) {
			varying = append(varying, r.args[i])
		}
	}
	if len(varying) == 0 {
		varying = r.args
	}
	n := len(r.values)
	for _, pair := range [][2]int{{0, 1}, {1, 2}, {0, 2}} {
		if r.name == "" || n > 3 || pair[1] >= n {
			continue
		}
		columns, rows := sorted(varying, pair[0]), sorted(varying, pair[1])
		// Without pieces, letters are more likely names of objects.
		if !areCoordinates(columns) || !areCoordinates(rows) || n == 2 && (isLetter(columns[0]) || isLetter(rows[0])) {
			continue
		}
		b := s.newBoard(columns, rows)
		b.grid = true
		covered := map[int]bool{}
		for i, f := range r.fluents {
			x, inside := slices.BinarySearchFunc(columns, r.args[i][pair[0]], ground.CompareNatural)
			y, ok := slices.BinarySearchFunc(rows, r.args[i][pair[1]], ground.CompareNatural)
			if !inside || !ok {
				continue
			}
			piece := r.name
			if n == 3 {
				piece = r.args[i][3-pair[0]-pair[1]]
			}
			b.puts[f] = []put{{y*len(columns) + x, piece}}
			covered[y*len(columns)+x] = true
		}
		if 2*len(covered) >= len(columns)*len(rows) {
			return b
		}
	}
	return nil
}

// areCoordinates reports whether values in natural order look like columns or rows.
func areCoordinates(values []string) bool {
	letters := !slices.ContainsFunc(values, func(v string) bool { return !isLetter(v) })
	return len(values) > 1 && len(values) <= maxSide && (letters || areNumbers(values))
}

// areNumbers reports whether values are several numbers with an optional common
// prefix.
func areNumbers(values []string) bool {
	return len(values) > 1 && !slices.ContainsFunc(values, func(v string) bool {
		prefix, n := number(v)
		first, _ := number(values[0])
		return n < 0 || prefix != first
	})
}

// number splits a value into a prefix and a number. The number is -1 if there is none
// or it is negative.
func number(v string) (prefix string, n int) {
	prefix = strings.TrimRight(v, "0123456789")
	n, err := strconv.Atoi(v[len(prefix):])
	if err != nil || n >= 1<<30 || prefix == "-" {
		return v, -1
	}
	return prefix, n
}

func isLetter(v string) bool {
	return len(v) == 1 && (v[0] >= 'a' && v[0] <= 'z' || v[0] >= 'A' && v[0] <= 'Z')
}

// order returns a column of pieces described by a relation such as (order c a b),
// whose fluents are permutations of the same values.
func (s *finder) order(r *relation) *board {
	n := len(r.values)
	b := s.newBoard([]string{""}, make([]string, n))
	b.down, b.objects, b.sized = true, true, areNumbers(r.values[0])
	for i, args := range r.args {
		if n < 3 || len(r.args) < 3 || !slices.Equal(slices.SortedFunc(slices.Values(args), ground.CompareNatural), r.values[0]) {
			return nil
		}
		for row, piece := range args {
			b.puts[r.fluents[i]] = append(b.puts[r.fluents[i]], put{row, piece})
		}
	}
	return b
}

// counter returns the largest number that a counter can have if a relation consists
// of counters, or -1: the last of one or two arguments is a number, and each value of
// the first of two arguments initially has one number. If the counted objects have
// numbers for names, the counters must be able to reach 0, because the relation may
// otherwise list coordinates.
func (s *finder) counter(r *relation) int {
	n := len(r.values)
	numbers := r.values[n-1]
	_, least := number(numbers[0])
	_, most := number(numbers[len(numbers)-1])
	if r.name == "" || n > 2 || !areNumbers(numbers) || s.areRoles(numbers) || !s.isFunction(r, n-1) ||
		n == 2 && areNumbers(r.values[0]) && (least > 0 || r.values[0][0] == numbers[0]) {
		return -1
	}
	return most
}

// isFunction reports whether one fluent is initially true for each combination of the
// first n arguments.
func (s *finder) isFunction(r *relation, n int) bool {
	initial := map[string]int{}
	for i, f := range r.fluents {
		key := strings.Join(r.args[i][:n], " ")
		initial[key] += 0
		if s.initial[f] {
			initial[key]++
		}
	}
	for _, n := range initial {
		if n != 1 {
			return false
		}
	}
	return true
}

// piles returns a board with one row per counter, such as (heap a 5).
func (s *finder) piles(r *relation) *board {
	most := s.counter(r)
	if len(r.values) != 2 || most < 1 || most > maxPile || s.areRoles(r.values[0]) || len(r.values[0]) < 2 || len(r.values[0]) > maxSide {
		return nil
	}
	b := s.newBoard(nil, r.values[0])
	b.down = true
	for i := range most {
		b.columns = append(b.columns, strconv.Itoa(i+1))
	}
	for i, f := range r.fluents {
		_, n := number(r.args[i][1])
		b.puts[f] = []put{}
		for x := range n {
			b.puts[f] = append(b.puts[f], put{slices.Index(b.rows, r.args[i][0])*most + x, r.name})
		}
	}
	return b
}

// stacks returns the board formed by a relation such as (on b table) or (on table
// b). The pieces are the values that occur in both arguments, and the bases occur in
// only one, which is the lower one. A single base, or one with several pieces, is as
// wide as all pieces.
func (s *finder) stacks(r *relation) *board {
	if len(r.values) != 2 {
		return nil
	}
	upper, lower := 0, 1
	if len(r.values[0]) > len(r.values[1]) {
		upper, lower = 1, 0
	}
	pieces := r.values[upper]
	bases := slices.DeleteFunc(slices.Clone(r.values[lower]), func(v string) bool { return slices.Contains(pieces, v) })
	if len(bases) == 0 || len(r.values[lower])-len(bases) < 2 || len(pieces) < 3 || len(pieces)+len(bases) > maxSide ||
		slices.ContainsFunc(pieces, func(v string) bool { return s.count(r, upper, v) > 1 || s.count(r, lower, v) > 1 }) {
		return nil
	}
	b := s.newBoard(bases, make([]string, len(pieces)))
	b.objects, b.sized, b.below, b.stacks = true, areNumbers(pieces), make([]string, len(s.initial)), bases
	if len(bases) == 1 || slices.ContainsFunc(bases, func(v string) bool { return s.count(r, lower, v) > 1 }) {
		b.wide, b.columns, b.stacks = true, make([]string, len(pieces)), pieces
	}
	for i, f := range r.fluents {
		b.puts[f] = []put{{piece: r.args[i][upper]}}
		if below := r.args[i][lower]; !b.wide || slices.Contains(pieces, below) {
			b.below[f] = below
		}
	}
	return b
}

// union returns a relation of the arguments and names of relations with one argument
// that share values, such as (on p) and (off p), or nothing. It has no name, and forms
// stacks or a row only.
func (s *finder) union() []*relation {
	u := &relation{}
	for _, r := range s.relations {
		if len(r.values) > 1 || s.counter(r) >= 0 || s.areRoles(r.values[0]) {
			continue
		}
		shared := slices.DeleteFunc(slices.Clone(r.values[0]), func(v string) bool {
			return !slices.ContainsFunc(u.args, func(args []string) bool { return args[0] == v })
		})
		if len(shared) < 2 && len(r.fluents) <= len(u.fluents) {
			continue
		}
		if len(shared) < 2 {
			u = &relation{}
		}
		for i, f := range r.fluents {
			u.fluents, u.args = append(u.fluents, f), append(u.args, []string{r.args[i][0], r.name})
		}
	}
	if len(u.args) == 0 {
		return nil
	}
	u.sort()
	return []*relation{u}
}

// row returns a row of cells that are named by the first argument. The second argument
// is the piece, as in (num 5 white). Names that do not fit below cells make the row a
// column.
func (s *finder) row(r *relation) *board {
	if len(r.values) != 2 || len(r.values[0]) > maxSide || len(r.values[1]) > maxPieces {
		return nil
	}
	keys, pieces := r.values[0], r.values[1]
	isShared := func(key string) bool { return slices.Contains(pieces, key) }
	if len(keys) < 3 && (r.name != "" || len(pieces) < 2) || s.areRoles(keys) ||
		r.name != "" && (!s.isFunction(r, 1) || s.counter(r) >= 0 || slices.ContainsFunc(keys, isShared)) {
		return nil
	}
	b := s.newBoard(keys, []string{""})
	if !areNumbers(keys) && slices.ContainsFunc(keys, func(v string) bool { return len(v) > 4 }) {
		b.columns, b.rows, b.down = []string{""}, keys, true
	}
	for i, f := range r.fluents {
		b.puts[f] = []put{{slices.Index(keys, r.args[i][0]), r.args[i][1]}}
	}
	return b
}
