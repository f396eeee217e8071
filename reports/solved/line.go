package solved

import (
	"math/big"
	"math/rand/v2"
	"slices"

	"zermelo/games"
)

func (b *solvedGame[S]) Follow(from string, moves []string) ([]*Position, error) {
	s, err := stateOf(b.game, from)
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

func (b *solvedGame[S]) FindMove(typed string, names []string) (at int, fits []string) {
	return games.FindMoveIn(b.game, typed, names)
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

// PerfectLine is a line of perfect play. Its JSON field names are stable.
type PerfectLine struct {
	Game      string      `json:"game"`
	Roles     []string    `json:"roles"`
	Moves     []string    `json:"moves"`
	Positions []*Position `json:"positions"` // one more than Moves; none is null
	// Repeats is the index of the position that is equal to the last position, if any.
	Repeats *int `json:"repeats,omitempty"`
	// Holding is the number of moves that keep play endless, by role. An item is null if the
	// role is not to move in an endless draw.
	Holding []*Holding `json:"holding,omitempty"`
}

// NewPerfectLine returns a line of at most limit moves from a position; see Game.Line. Random
// moves are drawn with rng or, if rng is nil, are the most probable ones.
func NewPerfectLine(b Game, from string, limit int, rng *rand.Rand) (*PerfectLine, error) {
	line, moves, err := b.Line(from, limit)
	if rng != nil && b.Info().Stochastic {
		line, moves, err = drawnLine(b, from, limit, rng)
	}
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

// drawnLine is Game.Line with random moves drawn by rng.
func drawnLine(b Game, from string, limit int, rng *rand.Rand) (line []*Position, moves []string, err error) {
	for moves = []string{}; ; {
		p, err := b.Position(from)
		if err != nil {
			return nil, nil, err
		}
		if line = append(line, p); p.Terminal || len(moves) == limit || !p.Proven() {
			return line, moves, nil
		}
		m := &p.Moves[0]
		if p.Random {
			m = p.Draw(rng)
		}
		moves, from = append(moves, m.Name), m.Child
	}
}

// Draw returns one of the moves of a position with a random move, drawn by their probabilities.
func (p *Position) Draw(rng *rand.Rand) *Move {
	x := rng.Float64()
	for i := range p.Moves {
		probability, _ := new(big.Rat).SetString(p.Moves[i].Probability)
		share, _ := probability.Float64()
		if x -= share; x < 0 {
			return &p.Moves[i]
		}
	}
	return &p.Moves[len(p.Moves)-1]
}

// Repeated returns the index of an earlier position that is equal to the last position, or -1.
func Repeated(line []*Position) int {
	last := len(line) - 1
	return slices.IndexFunc(line[:last], func(p *Position) bool { return p.Text == line[last].Text })
}

// Holding contains the minimum and maximum numbers of moves that keep an endless draw, taken over the
// positions of a line.
type Holding struct {
	Fewest int `json:"fewest"` // minimum per position
	Most   int `json:"most"`   // maximum per position
}

// HoldingOn returns the Holding of each role, taken over the endless draws where that role is to
// move. It is nil if there are no such positions. HoldingOn ignores the last position of the line.
func HoldingOn(line []*Position) (all [2]*Holding) {
	for _, p := range line[:len(line)-1] {
		if !p.Endless {
			continue
		}
		n, h := p.KeptMoves(), all[p.Mover]
		if h == nil {
			h = &Holding{n, n}
			all[p.Mover] = h
		}
		h.Fewest, h.Most = min(h.Fewest, n), max(h.Most, n)
	}
	return all
}
