package solved

import "zermelo/games"

// Legal lists the legal moves of a position. Its JSON field names are stable.
type Legal struct {
	Position string               `json:"position,omitempty"`
	Draw     func() games.Drawing `json:"-"` // draws the board
	// Movers lists the roles that choose a move. It is empty for a terminal position and
	// for a random move.
	Movers   []string `json:"movers"`
	Chance   bool     `json:"chance,omitempty"` // the moves are the outcomes of a random move
	Terminal bool     `json:"terminal"`         // the game is over
	// Payoffs holds the payoff of each role in a terminal position.
	Payoffs []float64   `json:"payoffs,omitempty"`
	Moves   []LegalMove `json:"moves"`
}

// LegalMove holds a move and the position that it leads to. If several roles move,
// their moves are joined by plus signs, as in a+b.
type LegalMove struct {
	Move     string `json:"move"`
	Position string `json:"position"`
	// Probability is the probability of an outcome of a random move, an exact rational
	// such as "1/6".
	Probability string `json:"probability,omitempty"`
}

// LegalMoves returns a function that lists the legal moves of a position. It needs no table. The
// input is parsed by ReadLine; the empty string denotes the start position.
func LegalMoves(v games.Variant) func(input string) (*Legal, error) {
	return games.ByState(v, legalMoves[uint64], legalMoves[[2]uint64], legalMoves[[4]uint64])
}

func legalMoves[S games.State](g games.Game[S]) func(input string) (*Legal, error) {
	notation, info := games.NotationOf(g), g.Info()
	return func(input string) (*Legal, error) {
		s := g.Start()
		if input != "" {
			var err error
			if s, err = ReadLine(g, input); err != nil {
				return nil, err
			}
		}
		children, _ := g.Expand(nil, nil, []S{s})
		l := &Legal{Position: notation.FormatState(s), Movers: []string{}, Moves: []LegalMove{}, Terminal: len(children) == 0}
		l.Draw = func() games.Drawing { return games.DrawingOf(g, s) }
		if failed := games.Failure(g); failed != nil {
			return nil, failed
		}
		if l.Terminal {
			payoff := g.Payoffs(nil, []S{s})[0]
			for role := range info.Roles {
				l.Payoffs = append(l.Payoffs, info.Points(int(payoff[role])))
			}
			return l, games.Failure(g)
		}
		names := notation.Moves(s)
		for i, name := range games.JointNames(names) {
			l.Moves = append(l.Moves, LegalMove{Move: name, Position: notation.FormatState(children[i])})
		}
		if l.Chance = games.Mover(g, s) == int(games.Chance); l.Chance {
			for i, p := range games.Probabilities(g, s, len(children)) {
				l.Moves[i].Probability = p.RatString()
			}
			return l, games.Failure(g)
		}
		for _, role := range games.RolesWithMoves(names) {
			l.Movers = append(l.Movers, info.Roles[role])
		}
		return l, games.Failure(g)
	}
}
