package write

import (
	"fmt"

	"zermelo/reports/book"
	"zermelo/reports/model"
	"zermelo/reports/words"
)

// moverTable counts wins, draws and losses of the player to move.
func moverTable(r *model.Report) *table {
	t := newTable("value", ">states", ">share", "")
	row := func(name string, states int64) {
		t.add(name, words.Thousands(states), words.Percent(states, r.Mover.States), bar(states, r.Mover.States, barWidth))
	}
	row("win", r.Mover.Wins)
	row("draw", r.Mover.Draws)
	row("loss", r.Mover.Losses)
	return t
}

func tierBlocks(r *model.Report) []block {
	t := newTable("tier", ">states", ">terminals", ">raw states", ">moves/state", ">wins", ">draws", ">losses", ">longest")
	rows := r.Tiers
	if len(rows) > 1 {
		rows = append(rows[:len(rows):len(rows)], *r.Mover)
	}
	for _, tier := range rows {
		moves, longest := "-", "-"
		if open := tier.States - tier.Terminals; open > 0 {
			moves = fmt.Sprintf("%.2f", model.Mean(tier.Moves, open))
		}
		if tier.Longest >= 0 {
			longest = fmt.Sprint(tier.Longest)
		}
		t.add(tier.Tier, words.Thousands(tier.States), words.Thousands(tier.Terminals), words.Thousands(tier.RawStates), moves,
			words.Percent(tier.Wins, tier.States), words.Percent(tier.Draws, tier.States), words.Percent(tier.Losses, tier.States), longest)
	}
	return []block{t, paragraph("Every ply leads to the same tier or to one above it in this list. Wins and losses are those of the player to move; " +
		"longest is the greatest number of plies that one takes. All positions of the numbering count, whether play from the start leads to them or not.")}
}

func zugzwangBlocks(z *book.Zugzwangs) []block {
	t := newTable("", ">pairs", "")
	t.add("lost", words.Thousands(z.Lost), "whoever is to move loses")
	t.add("drawn", words.Thousands(z.Drawn), "one player to move draws, the other loses")
	blocks := []block{paragraph("Positions where neither player wants to move. A position counts together with the same one where it is the other's turn."), t}
	for _, e := range z.Examples {
		blocks = append(blocks, board(e.Board), paragraph("Position "+e.Position+": "+e.Value+". With the other player to move, "+e.Passed+": "+e.PassedValue+"."))
	}
	return blocks
}
