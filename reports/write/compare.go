package write

import (
	"cmp"
	_ "embed" // for the template
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"strings"

	"zermelo/reports/compare"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

// CompareText writes the comparison for a terminal of 100 columns.
func CompareText(w io.Writer, c *compare.Comparison) error { return writeText(w, layOutComparison(c)) }

// CompareMarkdown writes the comparison as Markdown with pipe tables.
func CompareMarkdown(w io.Writer, c *compare.Comparison) error {
	return writeMarkdown(w, layOutComparison(c))
}

// CompareJSON writes the comparison as one indented JSON object.
func CompareJSON(w io.Writer, c *compare.Comparison) error { return writeJSON(w, c) }

// layOutComparison makes tables with a row for each game. The first table has the
// names of the games; the others have their numbers.
func layOutComparison(c *compare.Comparison) *document {
	d := &document{title: words.Plural(int64(len(c.Games)), "game") + " side by side"}
	names := newTable(">", "game")
	for i := range c.Games {
		names.add(fmt.Sprint(i+1), cmp.Or(c.Games[i].Label, c.Games[i].Game))
	}
	if len(c.Games) > 0 {
		d.add("Games", names)
		for _, group := range compare.Groups() {
			if t := factTable(c, group.Facts); t != nil {
				d.add(group.Title, t, paragraph(group.Note))
			}
		}
	}
	if len(c.Skipped) > 0 {
		t := newTable("game", "why there is no answer")
		for _, s := range c.Skipped {
			t.add(s.Game, s.Reason)
		}
		d.add("Skipped", t)
	}
	return d
}

// factTable is a table of the facts that some game has; nil if there are none.
func factTable(c *compare.Comparison, facts []compare.Fact) *table {
	names, rows := []string{">"}, make([][]string, len(c.Games))
	for i := range rows {
		rows[i] = []string{fmt.Sprint(i + 1)}
	}
	for _, f := range facts {
		if f.Name == "" {
			continue
		}
		cells, any := make([]string, len(rows)), false
		for i := range rows {
			cells[i] = f.Words(&c.Games[i])
			any = any || cells[i] != "-"
		}
		if !any {
			continue
		}
		names = append(names, f.Name)
		for i := range rows {
			rows[i] = append(rows[i], cells[i])
		}
	}
	if len(names) == 1 {
		return nil
	}
	t := newTable(names...)
	t.Rows = rows
	return t
}

// CompareCSV writes a heading and a row for each game that is solved. The first
// column is the game. Cells of unknown facts are empty.
func CompareCSV(w io.Writer, c *compare.Comparison) error {
	out := csv.NewWriter(w)
	head := []string{"game"}
	for _, group := range compare.Groups() {
		for _, f := range group.Facts {
			head = append(head, f.Key)
		}
	}
	rows := [][]string{append(head, "digest")}
	for i := range c.Games {
		game := &c.Games[i]
		row := []string{game.Game}
		for _, group := range compare.Groups() {
			for _, f := range group.Facts {
				row = append(row, f.Cell(game))
			}
		}
		rows = append(rows, append(row, game.Digest))
	}
	return out.WriteAll(rows)
}

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
	return c.small(c.Start.Title(), lineTo(c.Report, 0))
}

// Chip is the paint of the game's value.
func (c card) Chip() picture.Paint { return c.chip(c.Start.Value) }

// Answer is the game's value in words.
func (c card) Answer() string { return words.Sentence(c.Start.Value.Words) }
