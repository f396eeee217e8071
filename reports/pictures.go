package reports

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/picture"
)

// Pictures lists the names of the pictures of a report: "board", the first
// position, "longest-win" and "critical", where there are such positions, and
// those of its charts.
func (r *Report) Pictures() []string {
	names := []string{"board"}
	if r.Longest != nil {
		names = append(names, "longest-win")
	}
	if r.Critical != nil {
		names = append(names, "critical")
	}
	for _, c := range r.Charts() {
		names = append(names, c.Name)
	}
	return names
}

// pictureOf is the picture with a name that Pictures lists. Other names are the
// user's mistake.
func (r *Report) pictureOf(name string) (*picture.Picture, error) {
	for example, p := range map[string]*Position{"board": r.Start, "longest-win": r.Longest, "critical": r.Critical} {
		if name == example && p != nil {
			return picture.Board(r.Roles, p.Drawing, boardTitle(p), picture.BoardStyle{Labels: true}), nil
		}
	}
	for _, c := range r.Charts() {
		if c.Name == name {
			return c.picture, nil
		}
	}
	return nil, games.BadInput("the report of %s has no picture %q: it has %s", r.Game, name, strings.Join(r.Pictures(), ", "))
}

// SVG writes the picture with a name that Pictures lists as an SVG file, light
// or dark as the reader prefers.
func SVG(w io.Writer, r *Report, name string) error {
	p, err := r.pictureOf(name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.File())
	return err
}

// PNG writes the picture with a name that Pictures lists as an image on a light
// ground, two pixels for each unit of the SVG file. Texts are in the Go fonts.
func PNG(w io.Writer, r *Report, name string) error {
	p, err := r.pictureOf(name)
	if err != nil {
		return err
	}
	if err := p.PNG(w); err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return nil
}

// boardTitle says what a position's picture shows.
func boardTitle(p *Position) string {
	text := "Position " + p.Text
	if utf8.RuneCountInString(text) > 120 {
		text = "Position"
	}
	return text
}
