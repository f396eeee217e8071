// Package render writes reports, comparisons and positions as text, Markdown, HTML, JSON and CSV.
// It also writes pictures as SVG and PNG.
//
// Packages model and compare prepare reports, comparisons and picture sets. HTML pages are
// self-contained, use scripts only for sorting tables, and follow the browser's light or dark
// preference. Text fits terminals with 100 columns.
package render

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"zermelo/reports/model"
	"zermelo/reports/words"
)

const lineWidth = 100 // maximum width of text in columns

func renderText(w io.Writer, r *model.Report) error { return writeText(w, layOut(r)) }

func writeText(w io.Writer, d *document) error {
	out := bufio.NewWriter(w)
	textHeading(out, d.title, '=')
	for _, s := range d.sections {
		out.WriteByte('\n')
		textHeading(out, s.Title, '-')
		textBlocks(out, s.Blocks)
	}
	return out.Flush()
}

// writeBlocks writes blocks for a terminal.
func writeBlocks(w io.Writer, blocks []block) error {
	out := bufio.NewWriter(w)
	textBlocks(out, blocks)
	return out.Flush()
}

func textBlocks(out *bufio.Writer, blocks []block) {
	for i, b := range blocks {
		if i > 0 {
			out.WriteByte('\n')
		}
		switch b := b.(type) {
		case paragraph:
			for _, line := range words.Wrap(string(b), lineWidth) {
				out.WriteString(line + "\n")
			}
		case board:
			for line := range strings.Lines(string(b)) {
				out.WriteString(strings.TrimRight("    "+line, " \n") + "\n")
			}
		case *table:
			textTable(out, b)
		}
	}
}

func textHeading(out *bufio.Writer, title string, underline rune) {
	out.WriteString(title + "\n" + strings.Repeat(string(underline), width(title)) + "\n")
}

// textTable writes a table. If the table is too wide, it wraps the last column.
func textTable(out *bufio.Writer, t *table) {
	widths := t.widths()
	last := len(widths) - 1
	before := 2
	for _, w := range widths[:last] {
		before += w + 2
	}
	room := max(lineWidth-before, lineWidth/4)
	line := func(cells []string) {
		var text strings.Builder
		for i, cell := range cells[:last] {
			text.WriteString("  " + align(cell, widths[i], t.head[i].right))
		}
		if t.head[last].right {
			text.WriteString("  " + align(cells[last], widths[last], true))
			out.WriteString(text.String() + "\n")
			return
		}
		for n, part := range words.Wrap(cells[last], room) {
			if n > 0 {
				text.Reset()
				text.WriteString(strings.Repeat(" ", before-2))
			}
			out.WriteString(strings.TrimRight(text.String()+"  "+part, " ") + "\n")
		}
	}
	if names := t.Head(); names != nil {
		line(names)
	}
	for _, row := range t.Rows {
		line(row)
	}
}

func align(cell string, to int, right bool) string {
	fill := strings.Repeat(" ", max(0, to-width(cell)))
	if right {
		return fill + cell
	}
	return cell + fill
}

func width(text string) int { return utf8.RuneCountInString(text) }

// bar returns a bar of part*limit/whole characters, rounded.
func bar(part, whole int64, limit int) string {
	if part == 0 || whole == 0 {
		return ""
	}
	n := int((2*part*int64(limit) + whole) / (2 * whole))
	return strings.Repeat("#", max(1, n))
}
