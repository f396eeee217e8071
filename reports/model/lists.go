package model

import (
	"fmt"
	"strings"
	"time"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
	"zermelo/tablebase/store"
)

// GameList lists the games in a registry. Its JSON field names are stable.
type GameList struct {
	Games   []ListedGame   `json:"games"`   // the built-in games
	Presets []ListedPreset `json:"presets"` // names of games with options
}

// ListedGame describes a game and its options.
type ListedGame struct {
	Name    string         `json:"name"` // argument that opens the game
	Title   string         `json:"title"`
	Summary string         `json:"summary"` // one sentence
	Options []ListedOption `json:"options"`
}

// ListedOption describes an option of a game.
type ListedOption struct {
	Name    string `json:"name"`    // name of the option
	Default string `json:"default"` // value if the option is omitted
	Domain  string `json:"domain"`  // accepted values, as in "none | diagonal"
	Help    string `json:"help"`    // one sentence
	// Choices lists the values in words, such as "diagonal captures", if the domain is a
	// list of values.
	Choices []string `json:"choices,omitempty"`
}

// NewListedOption returns the list entry for an option.
func NewListedOption(s games.Setting) ListedOption {
	return ListedOption{s.Name, s.Default, s.Domain, s.Help, s.Choices()}
}

// ListedPreset is an alias for a game with options.
type ListedPreset struct {
	Name    string `json:"name"`    // argument that opens the game
	Game    string `json:"game"`    // the game with its options
	Summary string `json:"summary"` // one sentence
}

// NewGameList returns the list of the games in a registry. It returns an error if the default
// options of a game are invalid.
func NewGameList(r *games.Registry) (*GameList, error) {
	c := &GameList{Games: []ListedGame{}, Presets: []ListedPreset{}}
	for _, e := range r.Entries {
		v, err := r.Open(e.Name)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", e.Name, err)
		}
		g := ListedGame{Name: e.Name, Title: v.Info().Title, Summary: e.Summary, Options: []ListedOption{}}
		for _, o := range v.Info().Options {
			g.Options = append(g.Options, NewListedOption(o))
		}
		c.Games = append(c.Games, g)
	}
	for _, p := range r.Presets {
		c.Presets = append(c.Presets, ListedPreset{p.Name, p.Spec, p.Summary})
	}
	return c, nil
}

// Listing is an entry in a list of stored tables. Its JSON field names are stable.
type Listing struct {
	Game    string    `json:"game"`
	Presets []string  `json:"presets,omitempty"` // presets with the same options
	Bytes   int64     `json:"bytes"`             // size on disk in bytes
	States  *int64    `json:"states"`            // nil if the table is unusable
	Value   string    `json:"value,omitempty"`   // value of the start position, in words
	Created time.Time `json:"created,omitzero"`  // time of completion
	// CPUSeconds is the processor time of the solve, or 0 if it is unknown.
	CPUSeconds float64 `json:"cpu_seconds,omitempty"`
	Tool       string  `json:"tool,omitempty"` // version of the program that built the table
	// Status is "solved", "proved" (there is a proof of the start value), "searched" (there are
	// only search results), "interrupted" (the solve can be resumed), "being solved" or
	// "unusable".
	Status string `json:"status"`
	Error  string `json:"error,omitempty"`
}

// NewListing returns the list entry for a stored table.
func NewListing(s store.Summary) Listing {
	row := Listing{Game: s.Name, Bytes: s.Bytes, States: &s.States, Created: s.Created, CPUSeconds: s.CPU.Seconds(), Tool: s.Tool, Status: "solved"}
	switch {
	case s.Err != nil:
		row.Status, row.Error, row.States = "unusable", s.Err.Error(), nil
	case s.Busy:
		row.Status = "being solved"
	case s.Partial:
		row.Status = "interrupted"
	default:
		// The table does not contain the reason why a value is not solved.
		row.Value, _, _ = strings.Cut(words.Outcome(&games.Info{
			Roles: s.Roles, Total: s.Total, HalfPoints: s.Halves, Unit: s.Unit, GeneralSum: s.Kind == value.General, Simultaneous: s.Kind == value.Simultaneous,
			Stochastic: s.Start.Plies != 0,
		}, s.Start), ":")
		switch _, kind := store.VariantOf(s.Name); kind {
		case "proof":
			row.Status, row.Value = "proved", row.Value+" (proof)"
		case "known":
			row.Status, row.Value = "searched", "results of searches"
		case "open":
			row.Status, row.Value = "searched", "state of an interrupted search"
		}
	}
	return row
}
