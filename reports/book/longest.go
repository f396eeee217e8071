package book

import (
	"fmt"

	"zermelo/games"
	"zermelo/solver/value"
)

// tierTable is what a table of tiers answers besides.
type tierTable[S games.State] interface {
	FindCell(tier int, cell value.Cell) (s S, found bool, err error)
}

// LongestWin is the first position with the longest win of all tiers; nil if
// there is none.
func (b *book[S]) LongestWin() (*Position, error) {
	table, ok := b.table.(tierTable[S])
	if !ok {
		return nil, nil
	}
	at, plies := -1, -1
	for i, t := range b.solution.Tiers {
		if most := len(t.WinsIn) - 1; most > plies {
			at, plies = i, most
		}
	}
	if at < 0 {
		return nil, nil
	}
	s, found, err := table.FindCell(at, value.Win(plies))
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fmt.Errorf("tier %s has no win in %d plies, as its counts say", b.solution.Tiers[at].Name, plies)
	}
	return b.position(s)
}
