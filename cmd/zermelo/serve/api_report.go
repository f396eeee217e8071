package serve

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/http"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/write"
)

// reportPolicy is the Content-Security-Policy of reports in HTML: inline styles, no
// scripts.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

func (s *Server) getReport(w http.ResponseWriter, r *http.Request) error {
	given, err := parameters(r, "format")
	if err != nil {
		return err
	}
	format := cmp.Or(given[0], "json")
	kind, ok := reportKinds()[format]
	if !ok {
		return newFailure(http.StatusBadRequest, games.Message("unknown format %q", format), "the formats are json, html, md and svg")
	}
	if format == "html" {
		w.Header().Set("Content-Security-Policy", reportPolicy)
	}
	return s.read(w, r, answer{
		key: "report " + format, kind: kind, slow: true,
		make: func(b solved.Game) ([]byte, error) {
			report, err := model.New(b)
			if err != nil {
				return nil, err
			}
			var body bytes.Buffer
			if err := writeReport(&body, b, report, format); err != nil {
				return nil, fmt.Errorf("report %s: %w", report.Game, err)
			}
			return body.Bytes(), nil
		},
	})
}

func reportKinds() map[string]string {
	return map[string]string{
		"json": "application/json; charset=utf-8", "md": "text/markdown; charset=utf-8",
		"svg": "image/svg+xml", "html": "text/html; charset=utf-8",
	}
}

func writeReport(w io.Writer, b solved.Game, r *model.Report, format string) error {
	switch format {
	case "md":
		return write.Markdown(w, r)
	case "svg":
		return write.SVG(w, r, "board")
	case "html":
		pictures, err := model.NewPictureSet(b, r, model.DefaultDepth)
		if err != nil {
			return err
		}
		return write.HTML(w, r, pictures)
	}
	return write.JSON(w, r)
}
