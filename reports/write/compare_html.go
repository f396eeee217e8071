package write

import (
	_ "embed" // for the template
	"html/template"
	"io"
	"strings"

	"zermelo/reports/compare"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

//go:embed compare.tmpl
var compareTemplate string

// CompareHTML writes the comparison as one page that needs no network and no
// script: for each game its first position and small charts, whose axes are the
// same for all games, and the tables of the other formats.
func CompareHTML(w io.Writer, c *compare.Comparison) error {
	return writePage(w, compareTemplate, template.FuncMap{"inc": func(i int) int { return i + 1 }}, &comparisonPage{c})
}

// comparisonPage is what the template of comparisons works from.
type comparisonPage struct{ *compare.Comparison }

// card is a game in pictures.
type card struct {
	*page
	Charts []chart
}

// Title is the heading of the page.
func (p *comparisonPage) Title() string { return layOutComparison(p.Comparison).title }

// Sections are the tables.
func (p *comparisonPage) Sections() []section { return layOutComparison(p.Comparison).sections }

// Undrawn is how many games have no card.
func (p *comparisonPage) Undrawn() int { return len(p.Games) - len(p.Drawn) }

// Cards are the games in pictures.
func (p *comparisonPage) Cards() []card {
	common := commonExtent(p.Drawn)
	var list []card
	for _, r := range p.Drawn {
		one := card{page: &page{Report: r}}
		for _, chart := range charts(r, common(r)) {
			switch chart.Name {
			case "values", "tiers", "states", "branching":
				one.Charts = append(one.Charts, chart)
			}
		}
		list = append(list, one)
	}
	return list
}

// Name is the game's name, which lines can break at its commas.
func (c card) Name() template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(c.Label()), ",", ",<wbr>"))
}

// Small is the first position without labels.
func (c card) Small() template.HTML {
	return c.small(c.Start.Drawing, c.Start.Title(), c.Start.Drawing)
}

// Chip is the paint of the game's value.
func (c card) Chip() picture.Paint { return c.chip(c.Start.Value) }

// Answer is the game's value in words.
func (c card) Answer() string { return words.Sentence(c.Start.Value.Words) }
