package reports

import (
	"io"
	"strings"

	"zermelo/games"
)

// Pictures lists the names of the pictures of a report: "board", the first
// position, and those of its charts.
func (r *Report) Pictures() []string {
	names := []string{"board"}
	for _, c := range r.Charts() {
		names = append(names, c.Name)
	}
	return names
}

// pictureOf is the picture with a name that Pictures lists. Other names are the
// user's mistake.
func (r *Report) pictureOf(name string) (*picture, error) {
	if name == "board" {
		return boardPicture(r.Roles, r.Start.Drawing, boardTitle(r.Start), boardStyle{labels: true}), nil
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
	_, err = io.WriteString(w, p.file())
	return err
}
