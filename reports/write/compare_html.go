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

// CompareHTML writes the comparison as one page. It has the tables of the other
// formats, and for each game its first position and small charts. The axes are the
// same for all games.
func CompareHTML(w io.Writer, c *compare.Comparison) error {
	return writePage(w, compareTemplate, nil, &comparisonPage{c, layOutComparison(c)})
}

// comparisonPage is the data of the template of comparisons.
type comparisonPage struct {
	*compare.Comparison
	tables *document
}

// card shows a game in pictures.
type card struct {
	*page
	Charts []chart
}

// Title is the heading of the page.
func (p *comparisonPage) Title() string { return p.tables.title }

// Sections are the tables.
func (p *comparisonPage) Sections() []section { return p.tables.sections }

// Undrawn is how many games have no card.
func (p *comparisonPage) Undrawn() int { return len(p.Games) - len(p.Drawn) }

// Cards are the games that are drawn.
func (p *comparisonPage) Cards() []card {
	axes := extentOf(p.Drawn...)
	var list []card
	for _, r := range p.Drawn {
		one := card{page: &page{Report: r}}
		for _, chart := range charts(r, axes) {
			switch chart.Name {
			case "values", "tiers", "states", "branching":
				one.Charts = append(one.Charts, chart)
			}
		}
		list = append(list, one)
	}
	return list
}

// Name is the name of the game. Lines can break after its commas.
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
