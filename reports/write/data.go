package write

import (
	"encoding/csv"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"

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

// JSON writes the report as one indented JSON object with the fields of model.Report.
func JSON(w io.Writer, r *model.Report) error { return writeJSON(w, r) }

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}
