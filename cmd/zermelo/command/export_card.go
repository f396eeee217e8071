package command

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/tablebase/export"
)

// cardEnding is appended to the name of a file to get the name of its data card.
const cardEnding = ".md"

// columnTexts describes the columns of an export by their names without numbers of roles.
var columnTexts = map[string]string{
	"position":        "the position, in the notation of `zermelo query`",
	"cells":           "the board from the top, row by row; 0 is an empty cell, negative codes are the second role's pieces",
	"mover":           "the role to move; -1 if both move simultaneously",
	"payoff":          "the role's payoff under perfect play",
	"exact":           "the same as an exact fraction",
	"remoteness":      "plies to the end under perfect play; -1 with mixed strategies or endless play",
	"moves":           "the number of moves; 0 if the game is over",
	"keeping":         "the number of moves that keep the value",
	"keeps":           "the optimal moves, which keep the value",
	"move_names":      "all legal moves, in the order of the rules",
	"move_values":     "the role's payoff under perfect play after each move",
	"move_remoteness": "plies to the end after each move; -1 if random, endless or not known",
	"move_policy":     "the probability of each move under perfect play; uniform over the optimal moves unless both roles move simultaneously",
	"layer":           "the layer, from 0 at the start",
	"tier":            "the tier of the position",
	"weight":          "the number of positions that the row represents, up to symmetry",
	"split":           "train, validation or test; symmetric positions are in the same part",
}

// dataCard returns the Markdown text that describes the file of an export.
func dataCard(info *games.Info, r *exportJSON, o *exportOptions) string {
	var b strings.Builder
	file, flags := filepath.Base(r.File), ""
	if o.sample > 0 {
		flags += fmt.Sprintf(" --sample %d", o.sample)
	}
	if o.split != "" {
		flags += " --split " + o.split
	}
	if o.raw {
		flags += " --raw"
	}
	fmt.Fprintf(&b, "# %s\n\nPositions of %s (`%s`) with the exact value of every move.\n\n%s\n\n| fact | value |\n| --- | --- |\n", file, info.Title, info.Name, strings.Join(info.Rules, "\n\n"))
	for role, name := range info.Roles {
		fmt.Fprintf(&b, "| role %d | %s |\n", role, name)
	}
	fmt.Fprintf(&b, "| payoffs | in %s |\n| rows | %s |\n| positions read | %s |\n| digest of the table | `%s` |\n", words.Units(info), words.Thousands(r.Rows), words.Thousands(r.Positions), r.Digest)
	fmt.Fprintf(&b, "| made by | `zermelo export %q --policy%s -o %s` |\n", info.Spec(), flags, file)
	for _, part := range export.Parts() {
		if n, ok := r.Parts[part]; ok {
			fmt.Fprintf(&b, "| %s | %s |\n", part, words.Plural(n, "row"))
		}
	}
	rows := "Each row is a position"
	if !o.raw {
		rows += ", which represents all positions that are equal up to symmetry"
	}
	if o.sample > 0 {
		rows += ". The sample has the same number of rows in each layer or tier, except that small ones are complete; " +
			"multiply the weights by positions / rows of the layer to estimate sums over all positions"
	}
	fmt.Fprintf(&b, "\n## Rows\n\n%s.\n\n| layer | positions | rows |\n| --- | --- | --- |\n", rows)
	for _, l := range r.Layers {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", l.Name, words.Thousands(l.Positions), words.Thousands(l.Rows))
	}
	b.WriteString("\n## Columns\n\n| column | content |\n| --- | --- |\n")
	for _, name := range r.Columns {
		fmt.Fprintf(&b, "| `%s` | %s |\n", name, columnTexts[strings.TrimRight(name, "_01234567")])
	}
	b.WriteString("\nThe lists `move_...` of a row have one element for each legal move, in the same order.\n")
	if r.Format == "parquet" {
		load := loadText
		if !slices.Contains(r.Columns, "cells") { // a game without a board
			load, _, _ = strings.Cut(load, "\n```python\n# PyTorch")
		}
		b.WriteString(strings.ReplaceAll(load, "FILE", file))
	}
	return b.String()
}

const loadText = `
## Load

` + "```python" + `
import pandas as pd
rows = pd.read_parquet("FILE")
moves = rows.explode(["move_names", "move_policy", "move_values_0"])    # a row per move
` + "```" + `

` + "```sql" + `
-- DuckDB: the positions with a choice and a single optimal move, and the move
SELECT position, keeps[1] FROM 'FILE' WHERE keeping = 1 AND moves > 1;
` + "```" + `

` + "```python" + `
# PyTorch: the board as input, the policy over all names of moves and the value as targets
import pyarrow.parquet as pq, torch
rows = pq.read_table("FILE", filters=[("moves", ">", 0)]).to_pylist()
names = {n: i for i, n in enumerate(sorted({n for r in rows for n in r["move_names"]}))}
boards = torch.tensor([r["cells"] for r in rows], dtype=torch.float32)
values = torch.tensor([r["payoff_0"] for r in rows], dtype=torch.float32)
policy = torch.zeros(len(rows), len(names))
for i, r in enumerate(rows):
    policy[i, [names[n] for n in r["move_names"]]] = torch.tensor(r["move_policy"], dtype=torch.float32)
` + "```" + `
`
