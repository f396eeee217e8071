package model

import (
	"fmt"

	"zermelo/games"
)

// GameList is what there is to choose from: what games prints as JSON.
type GameList struct {
	Games   []ListedGame   `json:"games"`
	Presets []ListedPreset `json:"presets"`
}

// ListedGame is a game with its options.
type ListedGame struct {
	Name    string         `json:"name"`
	Title   string         `json:"title"`
	Summary string         `json:"summary"`
	Options []ListedOption `json:"options"`
}

// ListedOption is an option of a game.
type ListedOption struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Domain  string `json:"domain"` // the values, as in "none | diagonal"
	Help    string `json:"help"`
}

// ListedPreset is a name for a game with certain options.
type ListedPreset struct {
	Name    string `json:"name"`
	Game    string `json:"game"`
	Summary string `json:"summary"`
}

// NewGameList lists the games of a registry. It fails where a game has no
// valid defaults.
func NewGameList(r *games.Registry) (*GameList, error) {
	c := &GameList{Games: []ListedGame{}, Presets: []ListedPreset{}}
	for _, e := range r.Entries {
		v, err := r.Open(e.Name)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", e.Name, err)
		}
		g := ListedGame{Name: e.Name, Title: v.Info().Title, Summary: e.Summary, Options: []ListedOption{}}
		for _, o := range e.Options {
			g.Options = append(g.Options, ListedOption{o.Name, o.Default, o.Domain, o.Help})
		}
		c.Games = append(c.Games, g)
	}
	for _, p := range r.Presets {
		c.Presets = append(c.Presets, ListedPreset{p.Name, p.Spec, p.Summary})
	}
	return c, nil
}
