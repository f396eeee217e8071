package reports

import (
	"encoding/json"
	"io"
)

// JSON writes the report as one indented JSON object; the fields are those of
// Report.
func JSON(w io.Writer, r *Report) error { return writeJSON(w, r) }

// writeJSON writes a value as indented JSON.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
