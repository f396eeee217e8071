package write

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

	"zermelo/reports/measure"
	"zermelo/reports/model"
)

// CSV writes a heading and a row for each layer of the game. The columns are
//
//	game, layer, states, terminals, raw_states, raw_terminals,
//	moves, choices, only_moves, mover_wins
//
// as in model.Layer, and for each value of the game, ascending, a column value_V with
// the number of states where role 0 gets V, an exact rational as in value_100 or
// value_125/2.
//
// In a game of tiers there is a row for each tier, with the columns game, tier,
// indexes, states, raw_states, terminals, moves, wins, draws, losses, longest, as in
// model.Tier.
func CSV(w io.Writer, r *model.Report) error {
	if len(r.Tiers) > 0 {
		return tierCSV(w, r)
	}
	head := []string{
		"game", "layer", "states", "terminals", "raw_states", "raw_terminals",
		"moves", "choices", "only_moves", "mover_wins",
	}
	for _, v := range r.Values {
		head = append(head, "value_"+v.Payoff)
	}
	rows := [][]string{head}
	for i := range r.Layers {
		l := &r.Layers[i]
		row := numbers(r.Game, int64(l.Layer), l.States, l.Terminals, l.RawStates, l.RawTerminals, l.Moves, l.Choices, l.OnlyMoves, l.MoverWins)
		for _, v := range r.Values {
			row = append(row, fmt.Sprint(statesWith(l, v.Payoff)))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

func tierCSV(w io.Writer, r *model.Report) error {
	rows := [][]string{{"game", "tier", "indexes", "states", "raw_states", "terminals", "moves", "wins", "draws", "losses", "longest"}}
	for _, t := range r.Tiers {
		row := numbers(r.Game, int64(t.Indexes), t.States, t.RawStates, t.Terminals, t.Moves, t.Wins, t.Draws, t.Losses, int64(t.Longest))
		rows = append(rows, slices.Insert(row, 1, t.Tier))
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// CountsCSV writes counts of a game: a heading and a row for each ply, remoteness and tier.
// The columns are
//
//	game, by, at, states, raw_states, raw_terminals, raw_wins, raw_draws, raw_losses, wins_of
//
// as in measure.Counts. By is ply, remoteness, tier, or at-sight for a tier whose indexes
// stand for many positions each, and at its number or name.
func CountsCSV(w io.Writer, game string, c *measure.Counts) error {
	rows := [][]string{{"game", "by", "at", "states", "raw_states", "raw_terminals", "raw_wins", "raw_draws", "raw_losses", "wins_of"}}
	add := func(by, at string, n measure.Count) {
		row := append([]string{game, by, at}, numbers("", n.States, n.Raw, n.Terminals)[1:]...)
		if n.Split != nil {
			row = append(row, numbers("", n.Wins, n.Draws, n.Losses)[1:]...)
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

// numbers is a row of a name and numbers.
func numbers(name string, list ...int64) []string {
	row := []string{name}
	for _, n := range list {
		row = append(row, strconv.FormatInt(n, 10))
	}
	return row
}

// statesWith counts the states of a layer with a value.
func statesWith(l *model.Layer, payoff string) int64 {
	for _, v := range l.Values {
		if v.Payoff == payoff {
			return v.States
		}
	}
	return 0
}

// UnfinishedJSON writes the counts of a game whose table is not finished, as one indented
// JSON object with the fields game, unfinished and counts.
func UnfinishedJSON(w io.Writer, game string, c *measure.Counts) error {
	return writeJSON(w, struct {
		Game       string          `json:"game"`
		Unfinished bool            `json:"unfinished"`
		Counts     *measure.Counts `json:"counts"`
	}{game, true, c})
}

// JSON writes the report as one indented JSON object with the fields of model.Report.
func JSON(w io.Writer, r *model.Report) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
