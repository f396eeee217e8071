package solved

import (
	"slices"

	"zermelo/games"
)

func (b *solvedGame[S]) Follow(from string, moves []string) ([]*Position, error) {
	s, err := b.state(from)
	if err != nil {
		return nil, err
	}
	states, err := games.Play(b.game, s, moves)
	if err != nil {
		return nil, err
	}
	_, searches := b.table.(estimator[S])
	line := make([]*Position, len(states))
	for i, s := range states {
		look := b.position
		if searches && i < len(states)-1 {
			look = b.withoutValues
		}
		if line[i], err = look(s); err != nil {
			return nil, err
		}
	}
	return line, nil
}

func (b *solvedGame[S]) Line(from string, limit int) ([]*Position, []string, error) {
	p, err := b.Position(from)
	if err != nil {
		return nil, nil, err
	}
	line, moves := []*Position{p}, []string{}
	seen := map[string]bool{}
	for !p.Terminal && len(moves) < limit && !seen[p.Text] && (p.Proven() || !b.info.GeneralSum) {
		seen[p.Text] = true
		best := p.Moves[0]
		if p, err = b.Position(best.Child); err != nil {
			return nil, nil, err
		}
		line, moves = append(line, p), append(moves, best.Name)
	}
	return line, moves, nil
}

// PerfectLine is a line of perfect play. As JSON it has stable field names.
type PerfectLine struct {
	Game      string      `json:"game"`
	Roles     []string    `json:"roles"` // in the order of payoffs and strategies
	Moves     []string    `json:"moves"`
	Positions []*Position `json:"positions"` // one more than moves
	// Repeats is the number of moves to the first occurrence of the last position, if
	// it occurred before.
	Repeats *int `json:"repeats,omitempty"`
	// Holding is the number of moves of each role that keep play endless.
	Holding []*Holding `json:"holding,omitempty"`
}

// NewPerfectLine is a line from a position, at most limit moves long; see Game.Line.
func NewPerfectLine(b Game, from string, limit int) (*PerfectLine, error) {
	line, moves, err := b.Line(from, limit)
	if err != nil {
		return nil, err
	}
	found := &PerfectLine{Game: b.Info().Name, Roles: b.Info().Roles, Moves: moves, Positions: line}
	if again := Repeated(line); again >= 0 {
		found.Repeats = &again
	}
	if line[0].Endless {
		holding := HoldingOn(line)
		found.Holding = holding[:]
	}
	return found, nil
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
func HoldingOn(line []*Position) (all [2]*Holding) {
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
