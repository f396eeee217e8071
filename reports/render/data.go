package render

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"strconv"

	"zermelo/reports/measure"
	"zermelo/reports/model"
)

// renderCSV writes a header and one row per layer, with the counts of model.Layer. A column value_V
// contains the number of states where role 0 gets V, which is an exact rational such as "100" or
// "125/2". These columns are in ascending order of V. In a game with
// chance, columns contain the lowest and the highest value of role 0 instead. Cells of unknown counts are empty. For a game
// with tiers, renderCSV writes one row per tier instead, with the counts of model.Tier.
func renderCSV(w io.Writer, r *model.Report) error {
	if len(r.Tiers) > 0 {
		return tierCSV(w, r)
	}
	head := []string{
		"game", "layer", "states", "terminals", "raw_states", "raw_terminals",
		"moves", "choices", "only_moves", "mover_wins",
	}
	values := r.Values
	if r.Info.Stochastic { // too many values
		head, values = append(head, "lowest_value", "highest_value"), nil
	}
	for _, v := range values {
		head = append(head, "value_"+v.Payoff)
	}
	rows := [][]string{head}
	for i := range r.Layers {
		l := &r.Layers[i]
		row := append([]string{r.Game, strconv.Itoa(l.Layer)},
			cells(&l.States, l.Terminals, &l.RawStates, l.RawTerminals, &l.Moves, &l.Choices, &l.OnlyMoves, l.MoverWins)...)
		if n := len(l.Values); r.Info.Stochastic && n > 0 {
			row = append(row, l.Values[0].Payoff, l.Values[n-1].Payoff)
		}
		for _, v := range values {
			row = append(row, fmt.Sprint(statesWith(l, v.Payoff)))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func tierCSV(w io.Writer, r *model.Report) error {
	rows := [][]string{{"game", "tier", "indexes", "states", "raw_states", "terminals", "moves", "wins", "draws", "losses", "longest"}}
	for _, t := range r.Tiers {
		row := append([]string{r.Game, t.Tier, strconv.FormatUint(t.Indexes, 10)},
			cells(&t.States, &t.RawStates, &t.Terminals, &t.Moves, &t.Wins, &t.Draws, &t.Losses)...)
		rows = append(rows, append(row, strconv.Itoa(t.Longest)))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// CountsCSV writes a header and one row for each ply, remoteness and tier, with the counts of
// measure.Counts. The "by" column contains "ply", "remoteness" or "tier", or "at-sight" for a tier
// whose AtSight is set. The "at" column contains the number of plies or the name of the tier.
func CountsCSV(w io.Writer, game string, c *measure.Counts) error {
	rows := [][]string{{"game", "by", "at", "states", "raw_states", "raw_terminals", "raw_wins", "raw_draws", "raw_losses", "wins_of"}}
	add := func(by, at string, n measure.Count) {
		row := append([]string{game, by, at}, cells(&n.States, &n.Raw, &n.Terminals)...)
		if n.Split != nil {
			row = append(row, cells(&n.Wins, &n.Draws, &n.Losses)...)
		} else {
			row = append(row, "", "", "")
		}
		rows = append(rows, append(row, c.Wins))
	}
	for _, n := range c.Plies {
		add("ply", strconv.Itoa(n.Ply), n.Count)
	}
	for _, n := range c.Remoteness {
		add("remoteness", strconv.Itoa(n.Remoteness), n.Count)
	}
	for _, n := range c.Tiers {
		by := "tier"
		if n.AtSight {
			by = "at-sight"
		}
		add(by, n.Tier, n.Count)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// cells formats numbers. A nil number becomes an empty cell.
func cells(list ...*int64) []string {
	row := make([]string, len(list))
	for i, n := range list {
		if n != nil {
			row[i] = strconv.FormatInt(*n, 10)
		}
	}
	return row
}

func statesWith(l *model.Layer, payoff string) int64 {
	for _, v := range l.Values {
		if v.Payoff == payoff {
			return v.States
		}
	}
	return 0
}

type unfinishedReport struct {
	Game       string          `json:"game"`
	Unfinished bool            `json:"unfinished"` // always true
	Counts     *measure.Counts `json:"counts"`     // counts of the solved tiers
}

// UnfinishedJSON writes the counts of an unfinished table as an indented JSON object.
func UnfinishedJSON(w io.Writer, game string, c *measure.Counts) error {
	return writeJSON(w, unfinishedReport{game, true, c})
}

func renderJSON(w io.Writer, r *model.Report) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
