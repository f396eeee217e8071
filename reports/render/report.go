package render

import (
	"encoding/csv"
	"fmt"
	"io"

	"zermelo/games"
	"zermelo/reports/compare"
	"zermelo/reports/model"
	"zermelo/reports/solved"
)

// Options selects the format of a report.
type Options struct {
	Format   string // "text", "md", "html", "svg", "png", "json" or "csv"
	Picture  string // for "svg" and "png"; see renderSVG
	Depth    int    // depth of the opening tree in plies, for "html"
	Explorer string // URL that boards link to in "html"; may be empty
}

// Report writes a report in the format o.Format. If the format is unknown, it writes text.
func Report(w io.Writer, b solved.Game, r *model.Report, o Options) error {
	switch o.Format {
	case "md":
		return renderMarkdown(w, r)
	case "json":
		return renderJSON(w, r)
	case "csv":
		return renderCSV(w, r)
	case "svg":
		return renderSVG(w, r, o.Picture)
	case "png":
		return renderPNG(w, r, o.Picture)
	case "html":
		pictures, err := model.NewPictureSet(b, r, o.Depth)
		if err != nil {
			return err
		}
		return renderHTML(w, r, pictures, o.Explorer)
	}
	return renderText(w, r)
}

// Listing is a single table with a title and a note. A column is right-aligned if its name begins
// with '>'.
type Listing struct {
	Title, Note string
	Columns     []string
	Rows        [][]string
}

// Write writes the listing in the format "text", "md", "html" or "csv". CSV output omits the title
// and the note.
func (l *Listing) Write(w io.Writer, format string) error {
	t := newTable(l.Columns...)
	t.Rows = l.Rows
	d := &document{title: l.Title}
	d.add("Sheets", paragraph(l.Note), t)
	switch format {
	case "text":
		return writeText(w, d)
	case "md":
		return writeMarkdown(w, d)
	case "html":
		t.Sorted = true
		return writeTables(w, &compare.Comparison{}, d)
	case "csv":
		return csv.NewWriter(w).WriteAll(append([][]string{t.names()}, l.Rows...))
	}
	return fmt.Errorf("unknown format %s", games.Echo(format))
}
