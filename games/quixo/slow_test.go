package quixo

import (
	"fmt"
	"strings"
)

// slow is a simple implementation of the rules that shares only the notation with the
// package. Rows are strings.
type slow struct {
	rows  []string // from the top
	mover byte
}

func readSlow(text string) slow {
	cells, mover, _ := strings.Cut(text, ":")
	return slow{strings.Split(cells, "/"), mover[0]}
}

func (b slow) String() string { return strings.Join(b.rows, "/") + ":" + string(rune(b.mover)) }

func opponent(side byte) byte {
	if side == 'x' {
		return 'o'
	}
	return 'x'
}

// turned exchanges rows and columns.
func turned(rows []string) []string {
	var columns []string
	for i := range rows {
		column := ""
		for _, row := range rows {
			column += string(rune(row[i]))
		}
		columns = append(columns, column)
	}
	return columns
}

// full reports whether a side has a full line.
func (b slow) full(side byte) bool {
	line := strings.Repeat(string(rune(side)), len(b.rows))
	down, up := "", ""
	for i, row := range b.rows {
		down += string(rune(row[i]))
		up += string(rune(row[len(row)-1-i]))
	}
	for _, l := range append(append([]string{down, up}, b.rows...), turned(b.rows)...) {
		if l == line {
			return true
		}
	}
	return false
}

// winner returns the winner, or 0.
func (b slow) winner() byte {
	switch {
	case b.full(b.mover): // completed by the opponent's move, which loses
		return b.mover
	case b.full(opponent(b.mover)):
		return opponent(b.mover)
	}
	return 0
}

func (b slow) moves() map[string]string {
	result := map[string]string{}
	if b.winner() != 0 {
		return result
	}
	last := len(b.rows) - 1
	name := func(row, column int) string { return fmt.Sprintf("%c%d", 'a'+column, last-row+1) }
	for i := range b.rows {
		for j := range b.rows {
			edge := i == 0 || j == 0 || i == last || j == last
			if !edge || b.rows[i][j] == opponent(b.mover) {
				continue
			}
			for line, at := range map[bool]int{true: j, false: i} { // along the row, along the column
				for _, end := range []int{0, last} {
					if end == at {
						continue
					}
					rows, which := append([]string{}, b.rows...), i
					if !line {
						rows, which = turned(rows), j
					}
					rest := rows[which][:at] + rows[which][at+1:]
					to := name(i, end)
					if end == 0 {
						rows[which] = string(rune(b.mover)) + rest
					} else {
						rows[which] = rest + string(rune(b.mover))
					}
					if !line {
						rows = turned(rows)
						to = name(end, j)
					}
					result[name(i, j)+"-"+to] = slow{rows, opponent(b.mover)}.String()
				}
			}
		}
	}
	return result
}
