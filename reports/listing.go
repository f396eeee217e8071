package reports

import (
	"time"

	"zermelo/games"
	"zermelo/tablebase"
)

// Listing is one line of a list of tables: what tables prints as JSON.
type Listing struct {
	Game    string    `json:"game"`
	Bytes   int64     `json:"bytes"`
	States  int64     `json:"states"`
	Value   string    `json:"value,omitempty"` // of the start, in words
	Created time.Time `json:"created,omitzero"`
	Tool    string    `json:"tool,omitempty"` // version of the program that made it
	// Status is "solved", "proved" (there is a proof of its value), "searched"
	// (with what searches have proven so far), "interrupted" (solve goes on from
	// there), "being solved" or "unusable".
	Status string `json:"status"`
	Error  string `json:"error,omitempty"`
}

// NewListing describes a table. The variant that it is about may be nil: then
// its value is not told.
func NewListing(s tablebase.Summary, v games.Variant) Listing {
	row := Listing{Game: s.Name, Bytes: s.Bytes, States: s.States, Created: s.Created, Tool: s.Tool, Status: "solved"}
	switch {
	case s.Err != nil:
		row.Status, row.Error = "unusable", s.Err.Error()
	case s.Busy:
		row.Status = "being solved"
	case s.Partial:
		row.Status = "interrupted"
	default:
		if v != nil {
			row.Value = Words(v.Info(), s.Start)
		}
		switch _, kind := tablebase.VariantOf(s.Name); kind {
		case "proof":
			row.Status, row.Value = "proved", row.Value+" (proof)"
		case "known":
			row.Status, row.Value = "searched", "what searches have proven so far"
		}
	}
	return row
}
