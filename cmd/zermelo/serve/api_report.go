package serve

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"time"

	"zermelo/cmd/zermelo/serve/reply"
	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/render"
	"zermelo/reports/solved"
)

// measureTime limits the time for computing the measures of a report. It is shorter
// than typical client timeouts.
const measureTime = 20 * time.Second

// explorerFromReport is relative to the URL of a report.
const explorerFromReport = "../../"

// reportFormats maps the formats of a report to their content types.
func reportFormats() map[string]string {
	return map[string]string{
		"json": reply.TypeJSON, "html": reply.TypeHTML, "md": "text/markdown; charset=utf-8", "text": "text/plain; charset=utf-8",
		"csv": "text/csv; charset=utf-8", "svg": reply.TypeSVG, "png": "image/png",
	}
}

func (s *Server) getReport(w http.ResponseWriter, r *http.Request) error {
	given, err := parameters(r, "format", "measures", "picture")
	if err != nil {
		return err
	}
	o := render.Options{Format: cmp.Or(given[0], "json"), Picture: cmp.Or(given[2], "board"), Depth: model.DefaultDepth, Explorer: explorerFromReport}
	kind, ok := reportFormats()[o.Format]
	if !ok {
		return reply.NewFailure(http.StatusBadRequest, games.Message("unknown format %q", o.Format), "the formats are json, html, md, text, csv, svg and png")
	}
	measures := given[1] != ""
	if measures && given[1] != "true" {
		return reply.NewFailure(http.StatusBadRequest, games.Message("measures=%s: must be true", given[1]), "omit it for a report without measures")
	}
	if o.Format == "html" || o.Format == "svg" {
		w.Header().Set("Content-Security-Policy", reply.InlinePolicy)
	}
	list, err := s.tables.list()
	if err != nil {
		return err
	}
	return s.read(w, r, answer{
		// A report lists the variants that have tables.
		key: fmt.Sprintln("report", o.Format, o.Picture, given[1], slices.Sorted(maps.Keys(list.byID))), kind: kind, slow: true,
		make: func(ctx context.Context, b solved.Game) ([]byte, error) {
			report, err := model.New(b)
			if err != nil {
				return nil, err
			}
			for _, t := range list.Tables {
				report.AddVariant(t.Listing)
			}
			if measures || slices.Contains([]string{"html", "md", "text"}, o.Format) && report.Few() {
				if err := addMeasures(ctx, b, report); err != nil {
					return nil, err
				}
			}
			var body bytes.Buffer
			if err := render.Report(&body, b, report, o); err != nil {
				if input, ok := errors.AsType[*games.InputError](err); ok {
					return nil, reply.NewFailure(http.StatusBadRequest, "parameter picture: "+input.Error(), "omit it for the board")
				}
				return nil, fmt.Errorf("report %s: %w", report.Game, err)
			}
			return body.Bytes(), nil
		},
	})
}

// addMeasures adds measures with explanations to report. It returns an error if this
// takes longer than measureTime.
func addMeasures(ctx context.Context, b solved.Game, report *model.Report) error {
	limited, cancel := context.WithTimeout(ctx, measureTime)
	defer cancel()
	err := report.Measure(limited, b, true)
	if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
		return reply.NewFailure(http.StatusUnprocessableEntity, games.Message("the measures of %s take more than %s", report.Game, measureTime),
			games.Message("omit measures, or run: zermelo report %q --measures", report.Game))
	}
	return err
}
