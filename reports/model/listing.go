package model

import (
	"time"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// Listing is one line of a list of tables: what tables prints as JSON.
type Listing struct {
	Game    string    `json:"game"`
	Presets []string  `json:"presets,omitempty"` // that are names of the game, where the caller knows them
	Bytes   int64     `json:"bytes"`
	States  int64     `json:"states"`
	Value   string    `json:"value,omitempty"` // of the start, in words
	Created time.Time `json:"created,omitzero"`
	// CPUSeconds is the processor time that it took to solve, where that was
	// measured.
	CPUSeconds float64 `json:"cpu_seconds,omitempty"`
	Tool       string  `json:"tool,omitempty"` // version of the program that made it
	// Status is "solved", "proved" (there is a proof of its value), "searched"
	// (with what searches have proven so far), "interrupted" (solve goes on from
	// there), "being solved" or "unusable".
	Status string `json:"status"`
	Error  string `json:"error,omitempty"`
}

// NewListing describes a table.
func NewListing(s store.Summary) Listing {
	row := Listing{Game: s.Name, Bytes: s.Bytes, States: s.States, Created: s.Created, CPUSeconds: s.CPU.Seconds(), Tool: s.Tool, Status: "solved"}
	switch {
	case s.Err != nil:
		row.Status, row.Error = "unusable", s.Err.Error()
	case s.Busy:
		row.Status = "being solved"
	case s.Partial:
		row.Status = "interrupted"
	default:
		row.Value = words.Outcome(&games.Info{
			Roles: s.Roles, Total: s.Total, GeneralSum: s.Kind == value.General, Simultaneous: s.Kind == value.Simultaneous,
		}, s.Start)
		switch _, kind := store.VariantOf(s.Name); kind {
		case "proof":
			row.Status, row.Value = "proved", row.Value+" (proof)"
		case "known":
			row.Status, row.Value = "searched", "what searches have proven so far"
		case "open":
			row.Status, row.Value = "searched", "how far a search has come"
		}
	}
	return row
}
