package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"zermelo/games"
)

// legendWidth is where a legend goes on in the next line, in columns.
const legendWidth = 78

// Text draws a position in plain characters: a frame with the cells' glyphs,
// labels on its left and below it, then the legend and the notes, as in
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
// Rows of hexagons are shifted:
//
//	  +-----+
//	1 \ . o \
//	 2 \ x . \
//	    +-----+
//	       a b
//
// A drawing without cells is its notes alone.
func Text(d games.Drawing) string {
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
	margin, cell := widest(d.Rows), max(1, widest(d.Columns))
	side := "|"
	if d.Grid == games.Hexagons {
		side = "\\"
	}
	// Rows of hexagons, and what is below them, are shifted by half a cell each.
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
	if widest(d.Columns) == 0 {
		return
	}
	line := shift(d.Height+1) + strings.Repeat(" ", margin+3)
	for x := range d.Width {
		line += fmt.Sprintf(" %*s", cell, at(d.Columns, x))
	}
	b.WriteString(strings.TrimRight(line, " ") + "\n")
}

// drawLegend writes the entries with commas between, in lines of legendWidth.
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

// widest is the width of the widest label.
func widest(labels []string) int {
	if len(labels) == 0 {
		return 0
	}
	return utf8.RuneCountInString(slices.MaxFunc(labels, func(a, b string) int {
		return utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	}))
}

// at is a label, or "" where there is none.
func at(labels []string, i int) string {
	if i < len(labels) {
		return labels[i]
	}
	return ""
}

// Glyph is the character of a cell; games that name none get one by its kind.
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
