package reports

import (
	"fmt"

	"zermelo/games"
)

// Catalogue is what there is to choose from: what games prints as JSON.
type Catalogue struct {
	Games   []CatalogueGame   `json:"games"`
	Presets []CataloguePreset `json:"presets"`
}

// CatalogueGame is a game with its options.
type CatalogueGame struct {
	Name    string            `json:"name"`
	Title   string            `json:"title"`
	Summary string            `json:"summary"`
	Options []CatalogueOption `json:"options"`
}

// CatalogueOption is an option of a game.
type CatalogueOption struct {
	Name    string `json:"name"`
	Default string `json:"default"`
	Domain  string `json:"domain"` // the values, as in "none | diagonal"
	Help    string `json:"help"`
}

// CataloguePreset is a name for a game with certain options.
type CataloguePreset struct {
	Name    string `json:"name"`
	Game    string `json:"game"`
	Summary string `json:"summary"`
}

// NewCatalogue lists the games of a registry. It fails where a game has no
// valid defaults.
func NewCatalogue(r *games.Registry) (*Catalogue, error) {
	c := &Catalogue{Games: []CatalogueGame{}, Presets: []CataloguePreset{}}
	for _, e := range r.Entries {
		v, err := r.Open(e.Name)
		if err != nil {
			return nil, fmt.Errorf("list %s: %w", e.Name, err)
		}
		g := CatalogueGame{Name: e.Name, Title: v.Info().Title, Summary: e.Summary, Options: []CatalogueOption{}}
		for _, o := range e.Options {
			g.Options = append(g.Options, CatalogueOption{o.Name, o.Default, o.Domain, o.Help})
		}
		c.Games = append(c.Games, g)
	}
	for _, p := range r.Presets {
		c.Presets = append(c.Presets, CataloguePreset{p.Name, p.Spec, p.Summary})
	}
	return c, nil
}
