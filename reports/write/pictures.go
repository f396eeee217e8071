package write

import (
	"fmt"
	"io"
	"strings"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/model"
	"zermelo/reports/picture"
)

// SVG writes a picture of the report as an SVG file. Its name is "board", for the
// first position, "longest-win", "critical", or the name of a chart. For another name
// the error is a games.InputError that lists the names of this report.
func SVG(w io.Writer, r *model.Report, name string) error {
	p, err := pictureOf(r, name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.File())
	return err
}

// PNG writes the picture that SVG would write as an image on a light ground, with two
// pixels for each unit of the SVG file. Texts are in the Go fonts.
func PNG(w io.Writer, r *model.Report, name string) error {
	p, err := pictureOf(r, name)
	if err != nil {
		return err
	}
	if err := p.PNG(w); err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return nil
}

// pictureNames lists the names of the pictures of a report.
func pictureNames(r *model.Report) []string {
	names := []string{"board"}
	if r.Longest != nil {
		names = append(names, "longest-win")
	}
	if r.Critical != nil {
		names = append(names, "critical")
	}
	for _, c := range reportCharts(r) {
		names = append(names, c.Name)
	}
	return names
}

// pictureOf is the picture with a name; see SVG.
func pictureOf(r *model.Report, name string) (*picture.Picture, error) {
	for example, p := range map[string]*book.Position{"board": r.Start, "longest-win": r.Longest, "critical": r.Critical} {
		if name == example && p != nil {
			return picture.Board(r.Roles, p.Drawing, p.Title(), picture.BoardStyle{Labels: true}), nil
		}
	}
	for _, c := range reportCharts(r) {
		if c.Name == name {
			return c.picture, nil
		}
	}
	return nil, games.BadInput("the report of %s has no picture %q: it has %s", r.Game, name, strings.Join(pictureNames(r), ", "))
}
