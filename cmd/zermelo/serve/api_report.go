package serve

import (
	"bytes"
	"fmt"
	"io"
	"net/http"

	"zermelo/games"
	"zermelo/reports/book"
	"zermelo/reports/model"
	"zermelo/reports/write"
)

// reportPolicy is the Content-Security-Policy of reports in HTML: inline styles, no
// scripts.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// getReport answers with the report on a game.
func (s *Server) getReport(w http.ResponseWriter, r *http.Request) error {
	format, err := parameter(r, "format")
	if err != nil {
		return err
	}
	if format == "" {
		format = "json"
	}
	kind, write := reportWriter(format)
	if write == nil {
		return newFailure(http.StatusBadRequest, games.Message("unknown format %q", format), "the formats are json, html, md and svg")
	}
	if format == "html" {
		w.Header().Set("Content-Security-Policy", reportPolicy)
	}
	return s.read(w, r, answer{
		key: "report " + format, kind: kind, semaphore: func(*table) *semaphore { return s.slow },
		make: func(b book.Book) ([]byte, error) {
			report, err := model.New(b)
			if err != nil {
				return nil, err
			}
			var body bytes.Buffer
			if err := write(&body, b, report); err != nil {
				return nil, fmt.Errorf("report %s: %w", report.Game, err)
			}
			return body.Bytes(), nil
		},
	})
}

// reportWriter returns the content type and the writer of a format, nil if there is
// none.
func reportWriter(format string) (string, func(io.Writer, book.Book, *model.Report) error) {
	switch format {
	case "json":
		return "application/json; charset=utf-8", func(w io.Writer, _ book.Book, r *model.Report) error { return write.JSON(w, r) }
	case "md":
		return "text/markdown; charset=utf-8", func(w io.Writer, _ book.Book, r *model.Report) error { return write.Markdown(w, r) }
	case "svg":
		return "image/svg+xml", func(w io.Writer, _ book.Book, r *model.Report) error { return write.SVG(w, r, "board") }
	case "html":
		return "text/html; charset=utf-8", func(w io.Writer, b book.Book, r *model.Report) error {
			pictures, err := model.NewPictureSet(b, r, model.DefaultDepth)
			if err != nil {
				return err
			}
			return write.HTML(w, r, pictures)
		}
	}
	return "", nil
}
