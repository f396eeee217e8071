package write

import (
	"encoding/csv"
	"fmt"
	"io"

	"zermelo/games"
	"zermelo/reports/compare"
)

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
		t.sorted = true
		return writeTables(w, &compare.Comparison{}, d)
	case "csv":
		head := make([]string, len(t.head))
		for i, c := range t.head {
			head[i] = c.name
		}
		return csv.NewWriter(w).WriteAll(append([][]string{head}, l.Rows...))
	}
	return fmt.Errorf("unknown format %s", games.Echo(format))
}
