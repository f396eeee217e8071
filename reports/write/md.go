package write

import (
	"bufio"
	"io"
	"strings"

	"zermelo/reports/model"
)

// Markdown writes the report as Markdown with pipe tables.
func Markdown(w io.Writer, r *model.Report) error { return writeMarkdown(w, layOut(r)) }

// writeMarkdown writes a document as Markdown.
func writeMarkdown(w io.Writer, d *document) error {
	out := bufio.NewWriter(w)
	out.WriteString("# " + mdEscape(d.title) + "\n")
	for _, s := range d.sections {
		out.WriteString("\n## " + mdEscape(s.title) + "\n")
		for _, b := range s.blocks {
			out.WriteByte('\n')
			switch b := b.(type) {
			case paragraph:
				out.WriteString(mdEscape(string(b)) + "\n")
			case board:
				out.WriteString("```text\n" + strings.TrimRight(string(b), "\n") + "\n```\n")
			case images:
				mdImages(out, b)
			case *table:
				mdTable(out, b)
			}
		}
	}
	return out.Flush()
}

func mdImages(out *bufio.Writer, row images) {
	for i, m := range row {
		if i > 0 {
			out.WriteByte('\n')
		}
		out.WriteString("![" + mdEscape(m.alt) + "](<" + m.file + ">)")
	}
	out.WriteByte('\n')
}

func mdTable(out *bufio.Writer, t *table) {
	widths := make([]int, len(t.head))
	grid := make([][]string, 0, len(t.rows)+1)
	head := make([]string, len(t.head))
	for i, c := range t.head {
		head[i] = mdEscape(c.name)
	}
	grid = append(grid, head)
	for _, row := range t.rows {
		cells := make([]string, len(t.head))
		for i, cell := range row {
			cells[i] = mdEscape(cell)
		}
		grid = append(grid, cells)
	}
	for _, row := range grid {
		for i, cell := range row {
			widths[i] = max(widths[i], width(cell), 3)
		}
	}
	for n, row := range grid {
		for i, cell := range row {
			out.WriteString("| " + align(cell, widths[i], t.head[i].right) + " ")
		}
		out.WriteString("|\n")
		if n > 0 {
			continue
		}
		for i, c := range t.head {
			rule := strings.Repeat("-", widths[i])
			if c.right {
				rule = rule[1:] + ":"
			}
			out.WriteString("| " + rule + " ")
		}
		out.WriteString("|\n")
	}
}

// mdEscape keeps characters of plain text from being read as markup.
func mdEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`).Replace(text)
}
