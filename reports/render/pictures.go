package render

import (
	"fmt"
	"io"
	"strings"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
)

// PictureNames returns the names of all pictures. A report omits the pictures for which it lacks
// the position or the counts.
func PictureNames() []string {
	return []string{"board", "longest-win", "critical", "values", "tiers", "states", "remoteness", "branching", "only-moves"}
}

// renderSVG writes a picture from the report as an SVG file. The name of the picture is "board"
// for the start position, "longest-win", "critical", or the name of a chart. For any other name,
// the error is a games.InputError that lists the available names.
func renderSVG(w io.Writer, r *model.Report, name string) error {
	p, err := pictureOf(r, name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.File())
	return err
}

// renderPNG is like renderSVG, but writes an image on a light background, with two pixels per unit
// of the SVG file.
func renderPNG(w io.Writer, r *model.Report, name string) error {
	p, err := pictureOf(r, name)
	if err != nil {
		return err
	}
	if err := p.PNG(w); err != nil {
		return fmt.Errorf("draw %s: %w", name, err)
	}
	return nil
}

func pictureOf(r *model.Report, name string) (*picture.Picture, error) {
	var names []string
	for _, c := range pictures(r) {
		if c.Name == name {
			return c.picture, nil
		}
		names = append(names, c.Name)
	}
	return nil, games.BadInput("report for %s has no picture %q; choose from %s", r.Game, name, strings.Join(names, ", "))
}

func pictures(r *model.Report) []chart {
	list := []chart{{Name: "board", picture: labelled(r, r.Start)}}
	if r.Longest != nil {
		list = append(list, chart{Name: "longest-win", picture: labelled(r, r.Longest)})
	}
	if r.Critical != nil {
		list = append(list, chart{Name: "critical", picture: labelled(r, r.Critical)})
	}
	return append(list, reportCharts(r)...)
}

func labelled(r *model.Report, p *solved.Position) *picture.Picture {
	return picture.Board(r.Info, p.Drawing, p.Title(), picture.BoardStyle{Labels: true, Beside: true})
}

func lineTo(r *model.Report, last int) []picture.Turn {
	line := []picture.Turn{{Drawing: r.Start.Drawing, By: -1}}
	for i, p := range r.Positions[1 : last+1] {
		line = append(line, picture.Turn{Drawing: p.Drawing, By: r.Positions[i].Mover})
	}
	return line
}
