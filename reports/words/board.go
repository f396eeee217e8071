package words

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

const legendWidth = 78 // maximum width of a legend line, in columns

// Board returns a position as plain text: a framed board with labels, followed by the legend and the
// notes:
//
//	   +-------+
//	 1 | o . . |
//	 2 | # # . |
//	 3 | . . x |
//	   +-------+
//	     a b c
//	o red, x blue, # wall
//	red to move
//
// Each row of hexagons is shifted by half a cell:
//
//	  +-----+
//	1 \ . o \
//	 2 \ x . \
//	    +-----+
//	       a b
//
// If the drawing has no cells, the text contains only the notes.
func Board(d games.Drawing) string {
	var b strings.Builder
	if d.Width > 0 && d.Height > 0 {
		drawCells(&b, d)
	}
	drawLegend(&b, d.Legend)
	for _, note := range d.Notes {
		b.WriteString(note + "\n")
	}
	return b.String()
}

func drawCells(b *strings.Builder, d games.Drawing) {
	margin, cell := Widest(d.Rows), max(1, Widest(d.Columns))
	side := "|"
	if d.Grid == games.Hexagons {
		side = "\\"
	}
	// Each row of hexagons is shifted by half a cell.
	shift := func(y int) string {
		if d.Grid != games.Hexagons {
			return ""
		}
		return strings.Repeat(" ", y*(cell+1)/2)
	}
	frame := strings.Repeat(" ", margin+2) + "+" + strings.Repeat("-", d.Width*(cell+1)+1) + "+\n"
	b.WriteString(frame)
	pad := strings.Repeat(" ", cell)
	for y := range d.Height {
		fmt.Fprintf(b, "%s %*s %s", shift(y), margin, at(d.Rows, y), side)
		for x := range d.Width {
			b.WriteString(pad)
			b.WriteRune(Glyph(d.Cells[y*d.Width+x]))
		}
		b.WriteString(" " + side + "\n")
	}
	b.WriteString(shift(d.Height) + frame)
	if Widest(d.Columns) == 0 {
		return
	}
	line := shift(d.Height+1) + strings.Repeat(" ", margin+3)
	for x := range d.Width {
		line += fmt.Sprintf(" %*s", cell, at(d.Columns, x))
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

func drawLegend(b *strings.Builder, legend []string) {
	column := 0
	for i, entry := range legend {
		if i < len(legend)-1 {
			entry += ","
		}
		n := utf8.RuneCountInString(entry)
		switch {
		case i > 0 && column+1+n > legendWidth:
			b.WriteByte('\n')
			column = 0
		case i > 0:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(entry)
		column += n
	}
	if len(legend) > 0 {
		b.WriteByte('\n')
	}
}

// Widest returns the number of characters of the longest label, or 0.
func Widest(labels []string) int {
	if len(labels) == 0 {
		return 0
	}
	return utf8.RuneCountInString(slices.MaxFunc(labels, func(a, b string) int {
		return utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	}))
}

// at returns label i, or "" if it does not exist.
func at(labels []string, i int) string {
	if i < len(labels) {
		return labels[i]
	}
	return ""
}

// Label returns the text that represents a cell in graphics.
func Label(c games.Cell) string { return cmp.Or(c.Label, string(Glyph(c))) }

// Glyph returns the character that represents a cell: the cell's glyph or, if there is none, the
// default character for the cell's kind.
func Glyph(c games.Cell) rune {
	switch {
	case c.Glyph != 0:
		return c.Glyph
	case c.Kind == games.Piece && c.Role == 0:
		return 'o'
	case c.Kind == games.Piece:
		return 'x'
	case c.Kind == games.Wall:
		return '#'
	case c.Kind == games.Blocked:
		return '*'
	case c.Kind == games.Mark:
		return '_'
	}
	return '.'
}
