package write

import (
	"encoding/csv"
	"fmt"
	"io"

	"zermelo/games"
	"zermelo/reports/compare"
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

// Listing is a single table with a title and a note. A column whose name begins with '>' is
// aligned to the right.
type Listing struct {
	Title, Note string
	Columns     []string
	Rows        [][]string
}

// ListingFormats are what Write writes.
func ListingFormats() []string { return []string{"text", "md", "html", "csv"} }

// Write writes the listing in a format of ListingFormats. CSV has no title and no note.
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
