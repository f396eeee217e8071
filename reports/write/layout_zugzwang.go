package write

import (
	"zermelo/reports/book"
	"zermelo/reports/words"
)

// zugzwangBlocks say how many there are and show some.
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
