package render

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"zermelo/reports/model"
	"zermelo/reports/picture"
)

func renderMarkdown(w io.Writer, r *model.Report) error { return writeMarkdown(w, layOut(r)) }

func writeMarkdown(w io.Writer, d *document) error {
	out := bufio.NewWriter(w)
	out.WriteString("# " + mdEscape(d.title) + "\n")
	for _, s := range d.sections {
		out.WriteString("\n## " + mdEscape(s.Title) + "\n")
		for _, b := range s.Blocks {
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
		image := "![" + mdEscape(m.alt) + "](<" + m.file + ">)"
		if m.link != "" {
			image = "[" + image + "](<" + m.link + ">)"
		}
		out.WriteString(image)
	}
	out.WriteByte('\n')
}

func mdTable(out *bufio.Writer, t *table) {
	grid := append([][]string{t.names()}, t.Rows...)
	widths := make([]int, len(t.head))
	for n, row := range grid {
		grid[n] = make([]string, len(t.head))
		for i, cell := range row {
			grid[n][i] = mdEscape(cell)
			widths[i] = max(widths[i], width(grid[n][i]), 3)
		}
	}
	rule := make([]string, len(t.head))
	for i, c := range t.head {
		rule[i] = strings.Repeat("-", widths[i])
		if c.right {
			rule[i] = rule[i][1:] + ":"
		}
	}
	for _, row := range slices.Insert(grid, 1, rule) {
		for i, cell := range row {
			out.WriteString("| " + align(cell, widths[i], t.head[i].right) + " ")
		}
		out.WriteString("|\n")
	}
}

func mdEscape(text string) string {
	return strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`).Replace(text)
}

// PictureFile is a picture and its file name.
type PictureFile struct {
	Name string // for example, "line-01.svg"
	SVG  string
}

// MarkdownWithPictures writes the report as Markdown with links to pictures in the folder dir, a
// slash-separated path relative to the document. It returns the picture files: the start position,
// the first moves, the board after each move in the line of perfect play, and the charts.
// Boards link to the explorer as in an HTML report.
func MarkdownWithPictures(w io.Writer, r *model.Report, g *model.PictureSet, dir, explorer string) ([]PictureFile, error) {
	var files []PictureFile
	row := func(name, alt, link string, p *picture.Picture) images {
		files = append(files, PictureFile{name + ".svg", p.File()})
		return images{{path.Join(dir, name+".svg"), alt, link}}
	}
	to := &page{Report: r, Pictures: g, explorer: explorer}
	var moves, line, charts images
	start := row("board", r.Start.Title(), to.Link(r.Start.Text), labelled(r, r.Start))
	if c := to.FirstMap(); c != nil {
		moves = row(c.Name, c.Caption, to.Link(r.Start.Text), c.picture)
	}
	for i, name := range r.Line.Moves[:min(len(r.Line.Moves), lineBoards)] {
		alt := fmt.Sprintf("after move %d, %s", i+1, name)
		p := picture.Board(r.Info, r.Positions[i+1].Drawing, alt, picture.BoardStyle{Line: lineTo(r, i+1), Beside: true})
		line = append(line, row(fmt.Sprintf("line-%02d", i+1), alt, to.Link(r.Positions[i+1].Text), p)...)
	}
	for _, c := range reportCharts(r) {
		charts = append(charts, row(c.Name, c.Caption, "", c.picture)...)
	}
	d := layOut(r)
	for i := range d.sections {
		switch s := &d.sections[i]; s.Title {
		case answerTitle:
			at := slices.IndexFunc(s.Blocks, func(b block) bool { _, ok := b.(board); return ok })
			s.Blocks[at] = start
		case r.MovesTitle():
			s.Blocks = append(s.Blocks, moves)
		case r.LineTitle():
			s.Blocks = append(s.Blocks, line)
		}
	}
	if len(charts) > 0 {
		at := slices.IndexFunc(d.sections, func(s section) bool { return s.Title == rulesTitle })
		d.sections = slices.Insert(d.sections, at, section{"Charts", []block{charts}})
	}
	return files, writeMarkdown(w, d)
}
