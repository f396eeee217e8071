package solved

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
	"zermelo/reports/words"
)

func (b *solvedGame[S]) Follow(from string, moves []string) ([]*Position, error) {
	_, searches := b.table.(estimator[S])
	var line []*Position
	for i := 0; ; i++ {
		look := b.position
		if searches && i < len(moves) {
			look = b.withoutValues
		}
		p, err := b.at(from, look)
		if err != nil {
			return nil, err
		}
		line = append(line, p)
		if i == len(moves) {
			return line, nil
		}
		if p.Terminal {
			return nil, games.BadInput("move %d, %q: the game is over at %s after %s", i+1, moves[i], p.Text, words.Plural(int64(i), "move"))
		}
		at := slices.IndexFunc(p.Moves, func(m Move) bool { return m.Name == moves[i] })
		if at < 0 {
			return nil, games.BadInput("move %d, %q, is not legal at %s: the legal moves are %s", i+1, moves[i], p.Text, legal(b.info, p))
		}
		from = p.Moves[at].Child
	}
}

// legal lists the legal moves, by role where both choose at once.
func legal(info *games.Info, p *Position) string {
	if m := p.Matrix; m != nil {
		return fmt.Sprintf("%s for %s and %s for %s; both choose at once, so write the two together, as in %s+%s",
			strings.Join(m.Rows, ", "), info.Roles[0], strings.Join(m.Columns, ", "), info.Roles[1], m.Rows[0], m.Columns[0])
	}
	names := make([]string, len(p.Moves))
	for i, m := range p.Moves {
		names[i] = m.Name
	}
	return strings.Join(names, ", ")
}

func (b *solvedGame[S]) Line(from string, limit int) ([]*Position, []string, error) {
	p, err := b.Position(from)
	if err != nil {
		return nil, nil, err
	}
	line, moves := []*Position{p}, []string{}
	seen := map[string]bool{}
	for !p.Terminal && len(moves) < limit && !seen[p.Text] {
		seen[p.Text] = true
		best := p.Moves[0]
		if p, err = b.Position(best.Child); err != nil {
			return nil, nil, err
		}
		line, moves = append(line, p), append(moves, best.Name)
	}
	return line, moves, nil
}

// Repeated is the index of the position that the last one of a line repeats, or -1.
func Repeated(line []*Position) int {
	last := len(line) - 1
	return slices.IndexFunc(line[:last], func(p *Position) bool { return p.Text == line[last].Text })
}

// Holding counts the moves that keep a draw without end, at the position of a line
// where a player has the fewest and at the one where it has the most.
type Holding struct {
	Fewest int `json:"fewest"`
	Most   int `json:"most"`
}

// HoldingOn is the Holding of each role on a line, over the drawn positions where it
// is to move; nil for a role without any. The last position does not count.
func HoldingOn(line []*Position) (all [games.MaxRoles]*Holding) {
	for _, p := range line[:len(line)-1] {
		if !p.Endless {
			continue
		}
		n := 0
		for _, m := range p.Moves {
			if m.Keeps == KeptYes {
				n++
			}
		}
		h := all[p.Mover]
		if h == nil {
			h = &Holding{n, n}
			all[p.Mover] = h
		}
		h.Fewest, h.Most = min(h.Fewest, n), max(h.Most, n)
	}
	return all
}
