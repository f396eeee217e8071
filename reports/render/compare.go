package render

import (
	"cmp"
	_ "embed" // for the template
	"encoding/csv"
	"fmt"
	"html/template"
	"io"
	"slices"
	"strings"

	"zermelo/reports/compare"
	"zermelo/reports/picture"
	"zermelo/reports/words"
)

// CompareText writes the comparison for a terminal that is 100 columns wide.
func CompareText(w io.Writer, c *compare.Comparison) error { return writeText(w, layOutComparison(c)) }

// CompareMarkdown writes the comparison as Markdown with pipe tables.
func CompareMarkdown(w io.Writer, c *compare.Comparison) error {
	return writeMarkdown(w, layOutComparison(c))
}

// CompareJSON writes the comparison as an indented JSON object.
func CompareJSON(w io.Writer, c *compare.Comparison) error { return writeJSON(w, c) }

// layOutComparison returns tables with one row per game. All tables except the first identify
// games by number.
func layOutComparison(c *compare.Comparison) *document {
	d := &document{title: words.Plural(int64(len(c.Games)), "game") + " side by side"}
	names := newTable(">", "game")
	for i := range c.Games {
		names.add(fmt.Sprint(i+1), cmp.Or(c.Games[i].Label, c.Games[i].Game))
	}
	if len(c.Games) > 0 {
		d.add("Games", paragraph(compareSummary(c)), names)
		for _, group := range compare.Groups() {
			if t := factTable(c, group.Facts); t != nil {
				d.add(group.Title, t, paragraph(group.Note))
			}
		}
	}
	if len(c.Skipped) > 0 {
		d.add("Skipped", skippedTable(c))
	}
	return d
}

func skippedTable(c *compare.Comparison) *table {
	t := newTable("game", "reason")
	for _, s := range c.Skipped {
		t.add(s.Game, s.Reason)
	}
	return t
}

// compareSummary returns a paragraph about the values, the longest perfect play and the largest
// game.
func compareSummary(c *compare.Comparison) string {
	var answers []string
	counts := map[string]int{}
	longest := &c.Games[0]
	var largest *compare.Compared // nil if no game has a table
	shortest := -1
	for i := range c.Games {
		g := &c.Games[i]
		answer, _, _ := strings.Cut(g.Value, " in ")
		if g.ExpectedPlies != nil {
			answer, _, _ = strings.Cut(answer, ", ")
		}
		if counts[answer]++; counts[answer] == 1 {
			answers = append(answers, answer)
		}
		if g.Plies >= 0 && (shortest < 0 || g.Plies < shortest) {
			shortest = g.Plies
		}
		if g.Plies > longest.Plies {
			longest = g
		}
		if g.States != nil && (largest == nil || *g.States > *largest.States) {
			largest = g
		}
	}
	slices.SortStableFunc(answers, func(a, b string) int { return counts[b] - counts[a] })
	var text strings.Builder
	for i, answer := range answers[:min(len(answers), maxAnswers)] {
		text.WriteString([...]string{"", ", "}[min(i, 1)] + fmt.Sprintf("%s (%d)", answer, counts[answer]))
	}
	if more := len(answers) - maxAnswers; more > 0 {
		fmt.Fprintf(&text, ", %s", words.Plural(int64(more), "other answer"))
	}
	text.WriteString(". ")
	switch plies := words.Plural(int64(longest.Plies), "ply"); {
	case longest.Plies < 0:
	case longest.Plies == shortest:
		fmt.Fprintf(&text, "Perfect play takes %s. ", plies)
	default:
		fmt.Fprintf(&text, "Perfect play takes %d to %s, the longest in %s. ", shortest, plies, cmp.Or(longest.Label, longest.Game))
	}
	if largest != nil {
		fmt.Fprintf(&text, "The largest is %s, with %s.", cmp.Or(largest.Label, largest.Game), words.Plural(*largest.States, "state"))
	}
	return "Answers: " + strings.TrimSpace(text.String())
}

const maxAnswers = 4 // maximum number of different values in a summary

// factTable returns a table of the facts that are known for at least one game. If there are no such
// facts, it returns nil.
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

// CompareCSV writes a header and one row per solved game. Cells of unknown facts are empty.
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

//go:embed sort.js
var sortScript string

// CompareHTML writes the comparison as a single page with a sortable table of facts. For each game,
// it shows the start position and small charts, with the same axes for all games.
func CompareHTML(w io.Writer, c *compare.Comparison) error {
	d := &document{title: words.Plural(int64(len(c.Games)), "game") + " side by side"}
	if t, notes := allFacts(c); len(t.Rows) > 0 {
		d.add("All facts", append([]block{paragraph(compareSummary(c)), t}, notes...)...)
	}
	if len(c.Skipped) > 0 {
		d.add("Skipped", skippedTable(c))
	}
	return writeTables(w, c, d)
}

// writeTables writes a page with tables and, for each game with pictures, a card.
func writeTables(w io.Writer, c *compare.Comparison, d *document) error {
	functions := template.FuncMap{"sorting": func() template.JS { return template.JS(sortScript) }}
	return writePage(w, compareTemplate, functions, &comparisonPage{c, d})
}

// allFacts returns a single table of the facts that are known for at least one game, and one note
// per group.
func allFacts(c *compare.Comparison) (all *table, notes []block) {
	all = newTable(">#", "game")
	all.Sorted, all.Groups = true, []columnGroup{{"", 2}}
	for i := range c.Games {
		all.add(fmt.Sprint(i+1), cmp.Or(c.Games[i].Label, c.Games[i].Game))
	}
	for _, group := range compare.Groups() {
		t := factTable(c, group.Facts)
		if t == nil {
			continue
		}
		all.head = append(all.head, t.head[1:]...)
		all.Groups = append(all.Groups, columnGroup{group.Title, len(t.head) - 1})
		for i, row := range t.Rows {
			all.Rows[i] = append(all.Rows[i], row[1:]...)
		}
		notes = append(notes, paragraph(group.Note))
	}
	return all, notes
}

// comparisonPage is the template data for a comparison.
type comparisonPage struct {
	*compare.Comparison
	tables *document
}

type card struct {
	*page
	Charts []chart
}

func (p *comparisonPage) Title() string { return p.tables.title }

func (p *comparisonPage) Sections() []section { return p.tables.sections }

func (p *comparisonPage) Undrawn() int { return len(p.Games) - len(p.Drawn) }

func (p *comparisonPage) Cards() []card {
	axes := extentOf(p.Drawn...)
	var list []card
	for _, r := range p.Drawn {
		entry := card{page: &page{Report: r}}
		for _, chart := range charts(r, axes) {
			switch chart.Name {
			case "values", "tiers", "states", "branching":
				entry.Charts = append(entry.Charts, chart)
			}
		}
		list = append(list, entry)
	}
	return list
}

// Name returns the name of the game, allowing line breaks after commas.
func (c card) Name() template.HTML {
	return template.HTML(strings.ReplaceAll(template.HTMLEscapeString(c.Label()), ",", ",<wbr>"))
}

func (c card) Small() template.HTML {
	return c.small(c.Start.Title(), lineTo(c.Report, 0))
}

func (c card) Chip() picture.Paint { return c.chip(c.Start.Value) }

func (c card) Answer() string { return words.Sentence(c.Start.Value.Words) }
