package write

import (
	"encoding/json"
	"io"

	"zermelo/reports/model"
)

// JSON writes the report as one indented JSON object; the fields are those of
// Report.
func JSON(w io.Writer, r *model.Report) error { return writeJSON(w, r) }

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
