package write

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"

	"zermelo/reports/compare"
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
