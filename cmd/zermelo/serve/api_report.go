package serve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"zermelo/reports"
)

// reportPolicy is that of reports in HTML: their style is part of the page, and
// they need no script, so that none is let in.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// getReport answers with the report on a game.
func (s *Server) getReport(w http.ResponseWriter, r *http.Request) error {
	query := r.URL.Query()
	if err := onlyKnown(query, "format"); err != nil {
		return err
	}
	format := query.Get("format")
	if format == "" {
		format = "json"
	}
	kind, write := reportWriter(format)
	if write == nil {
		return &failure{http.StatusBadRequest, fmt.Sprintf("unknown format %q", format), "the formats are json, html, md and svg"}
	}
	return s.read(r, func(*table) *gate { return s.works }, func(v *volume) error {
		if format == "html" {
			w.Header().Set("Content-Security-Policy", reportPolicy)
		}
		mark := tag(s.options.Version, v.tag, "report", format)
		if unchanged(w, r, mark) {
			return nil
		}
		report, err := reports.New(v.book)
		if err != nil {
			return err
		}
		var body bytes.Buffer
		if err := write(&body, v.book, report); err != nil {
			return fmt.Errorf("report %s: %w", report.Game, err)
		}
		return send(w, r, kind, mark, body.Bytes())
	})
}

// reportWriter is the content type and the writer of a format; nil if there is
// none.
func reportWriter(format string) (string, func(io.Writer, reports.Book, *reports.Report) error) {
	switch format {
	case "json":
		return "application/json; charset=utf-8", func(w io.Writer, _ reports.Book, r *reports.Report) error { return reports.JSON(w, r) }
	case "md":
		return "text/markdown; charset=utf-8", func(w io.Writer, _ reports.Book, r *reports.Report) error { return reports.Markdown(w, r) }
	case "svg":
		return "image/svg+xml", func(w io.Writer, _ reports.Book, r *reports.Report) error { return reports.SVG(w, r, "board") }
	case "html":
		return "text/html; charset=utf-8", func(w io.Writer, b reports.Book, r *reports.Report) error {
			gallery, err := reports.NewGallery(b, r, reports.DefaultDepth)
			if err != nil {
				return err
			}
			return reports.HTML(w, r, gallery)
		}
	}
	return "", nil
}
