package write

import (
	"io"

	"zermelo/reports/model"
	"zermelo/reports/solved"
)

// Options say how a report is written.
type Options struct {
	Format  string // text, md, html, svg, png, json or csv
	Picture string // its name, for svg and png; see SVG
	Depth   int    // of the opening tree, in plies, for html
	// Explorer is the address that boards of html lead to; empty for none.
	Explorer string
}

// Report writes a report on a game in a format. Unknown formats are written as text.
func Report(w io.Writer, b solved.Game, r *model.Report, o Options) error {
	switch o.Format {
	case "md":
		return Markdown(w, r)
	case "json":
		return JSON(w, r)
	case "csv":
		return CSV(w, r)
	case "svg":
		return SVG(w, r, o.Picture)
	case "png":
		return PNG(w, r, o.Picture)
	case "html":
		pictures, err := model.NewPictureSet(b, r, o.Depth)
		if err != nil {
			return err
		}
		return HTML(w, r, pictures, o.Explorer)
	}
	return Text(w, r)
}
