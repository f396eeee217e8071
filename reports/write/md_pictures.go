package write

import (
	"fmt"
	"io"
	"path"
	"slices"

	"zermelo/reports/model"
	"zermelo/reports/picture"
)

// PictureFile is a picture in a file of its own.
type PictureFile struct {
	Name string // as in "line-01.svg"
	SVG  string
}

// MarkdownWithPictures writes the report as Markdown that links pictures in
// the folder dir, a path with slashes as seen from the document, and returns
// these files: the first position, the boards after the first moves and after
// each move of the line of perfect play, and the charts, as the HTML page has them.
func MarkdownWithPictures(w io.Writer, r *model.Report, g *model.PictureSet, dir string) ([]PictureFile, error) {
	var files []PictureFile
	row := func(name, alt string, p *picture.Picture) images {
		files = append(files, PictureFile{name + ".svg", p.File()})
		return images{{path.Join(dir, name+".svg"), alt}}
	}
	var moves, line, charts images
	start := row("board", r.Start.Title(), picture.Board(r.Roles, r.Start.Drawing, r.Start.Title(), picture.BoardStyle{Labels: true}))
	for i, d := range g.Firsts {
		alt := fmt.Sprintf("after %s", r.Start.Moves[i].Name)
		moves = append(moves, row(fmt.Sprintf("move-%02d", i+1), alt, picture.Board(r.Roles, d, alt, picture.BoardStyle{Before: &r.Start.Drawing}))...)
	}
	for i, name := range r.Line.Moves[:min(len(r.Line.Moves), lineBoards)] {
		alt := fmt.Sprintf("after move %d, %s", i+1, name)
		p := picture.Board(r.Roles, r.Positions[i+1].Drawing, alt, picture.BoardStyle{Before: &r.Positions[i].Drawing})
		line = append(line, row(fmt.Sprintf("line-%02d", i+1), alt, p)...)
	}
	for _, c := range Charts(r) {
		charts = append(charts, row(c.Name, c.Caption, c.picture)...)
	}
	d := layOut(r)
	for i := range d.sections {
		switch s := &d.sections[i]; s.title {
		case answerTitle:
			at := slices.IndexFunc(s.blocks, func(b block) bool { _, ok := b.(board); return ok })
			s.blocks[at] = start
		case movesTitle:
			s.blocks = append(s.blocks, moves)
		case r.LineTitle():
			s.blocks = append(s.blocks, line)
		}
	}
	if len(charts) > 0 {
		at := slices.IndexFunc(d.sections, func(s section) bool { return s.title == rulesTitle })
		d.sections = slices.Insert(d.sections, at, section{"Charts", []block{charts}})
	}
	return files, writeMarkdown(w, d)
}
