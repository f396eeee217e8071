package write

import (
	"fmt"
	"io"

	"zermelo/reports/model"
)

// SVG writes the picture with a name that Pictures lists as an SVG file, light
// or dark as the reader prefers.
func SVG(w io.Writer, r *model.Report, name string) error {
	p, err := pictureOf(r, name)
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, p.File())
	return err
}

// PNG writes the picture with a name that Pictures lists as an image on a light
// ground, two pixels for each unit of the SVG file. Texts are in the Go fonts.
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
