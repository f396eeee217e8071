package book

import (
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Position is one position of a solved game with its value and its moves. As
// JSON it has stable field names; payoffs and probabilities are exact
// rationals in strings, as in "100" or "1/3", one for each role in role order.
type Position struct {
	// Text is the position in the game's notation.
	Text string `json:"position"`
	// Board is its board in plain characters, line by line.
	Board []string `json:"board"`
	// Drawing is its board, ready to be drawn otherwise.
	Drawing games.Drawing `json:"-"`
	// Layer counts from 0 at the start, in the game's unit.
	Layer int `json:"layer"`
	// Terminal says that the game is over.
	Terminal bool `json:"terminal"`
	// Mover is the role to move, or -1 where the game is over or both choose
	// at once.
	Mover int `json:"mover"`
	// Payoffs are the final ones, by role; empty unless Terminal.
	Payoffs []int `json:"payoffs,omitempty"`
	// Value is what happens from here on under perfect play.
	Value Value `json:"value"`
	// Outcome is Value, for use in Go.
	Outcome value.Outcome `json:"-"`
	// Endless says that the value is that of endless play, mostly a draw: nobody
	// can force another end.
	Endless bool `json:"endless,omitempty"`
	// Moves are the legal moves, best first: those of the mover, or the joint
	// moves a+b, the likely ones first, where both choose at once.
	Moves []Move `json:"moves,omitempty"`
	// Matrix is the game of this one position where both choose at once.
	Matrix *Matrix `json:"matrix,omitempty"`
}

// Value is an outcome as it is written in answers.
type Value struct {
	// Words is the outcome in words, as in "red wins in 17 plies".
	Words string `json:"words"`
	// Payoffs are the payoffs under perfect play; missing where they are not
	// proven.
	Payoffs []string `json:"payoffs,omitempty"`
	// Estimate is a guess where the value is not proven, from -1, if role 1 seems
	// to win, to 1, if role 0 does.
	Estimate *float64 `json:"estimate,omitempty"`
	// Plies is how long perfect play lasts, or -1 where that depends on chance
	// or is not known.
	Plies int `json:"plies"`
	// Security is what each role can secure alone, with mixed strategies if
	// need be; only in general-sum games, like the next two.
	Security []string `json:"security,omitempty"`
	// PureSecurity is what each role can secure alone with pure strategies.
	PureSecurity []int `json:"pure_security,omitempty"`
	// BestJoint is the joint outcome with the greatest sum of payoffs.
	BestJoint []int `json:"best_joint,omitempty"`
}

// Move is a legal move, or a joint move, with what it leads to.
type Move struct {
	// Name is the move in the game's notation; joint moves are written a+b.
	Name string `json:"move"`
	// Child is the position after it.
	Child string `json:"child"`
	// Value is the value of the child.
	Value Value `json:"value"`
	// Outcome is Value, for use in Go.
	Outcome value.Outcome `json:"-"`
	// Keeps says whether the move keeps the value of the position: the mover
	// gets the same payoff, if perhaps later. A joint move keeps it if
	// perfect play can choose it.
	Keeps Kept `json:"keeps"`
	// Replies counts, after a move that keeps the value of endless play, the
	// opponent's moves that keep it, of all that the opponent has: the fewer,
	// the nearer the opponent is to being forced.
	Replies *Part `json:"replies,omitempty"`
	// Probability is how often perfect play chooses a joint move; empty where
	// one role moves.
	Probability string `json:"probability,omitempty"`
}

// Matrix is the one-stage game of a position where both choose at once: role 0
// chooses the row, role 1 the column.
type Matrix struct {
	Rows    []string `json:"rows"`
	Columns []string `json:"columns"`
	// Cells holds, row by row, the payoffs of the roles after that joint move
	// and perfect play.
	Cells [][]Cell `json:"cells"`
	// Pure says that the strategies choose one move for certain.
	Pure bool `json:"pure"`
	// Strategies are the strategies of perfect play, by role.
	Strategies [games.MaxRoles][]Chance `json:"strategies"`
	// Equilibria are all pure equilibria; only in general-sum games.
	Equilibria []Equilibrium `json:"equilibria,omitempty"`
}

// Cell is the payoffs of both roles in one cell of a Matrix.
type Cell [games.MaxRoles]string

// Chance is one move of a strategy.
type Chance struct {
	Move string `json:"move"`
	// Probability of the move, from "0" to "1".
	Probability string `json:"probability"`
	// Payoff is what the role gets on average with this move against the
	// other's strategy.
	Payoff string `json:"payoff"`
}

// Equilibrium is a pure equilibrium of one position.
type Equilibrium struct {
	Move    string   `json:"move"` // the joint move a+b
	Payoffs []string `json:"payoffs"`
	// Selected marks the equilibrium that the solution builds on.
	Selected bool `json:"selected"`
}

// valueOf writes an outcome for answers.
func valueOf(info *games.Info, o value.Outcome) Value {
	v := Value{Words: words.Outcome(info, o), Plies: o.Remoteness}
	if !Proven(o) {
		return v
	}
	for role := range info.Roles {
		v.Payoffs = append(v.Payoffs, o.Payoff[role].RatString())
		if info.GeneralSum {
			v.Security = append(v.Security, o.Security[role].RatString())
			v.PureSecurity = append(v.PureSecurity, int(o.Pure[role]))
			v.BestJoint = append(v.BestJoint, int(o.Joint[role]))
		}
	}
	return v
}

// Part is a count and what it is a part of.
type Part struct {
	Count int64 `json:"count"`
	Of    int64 `json:"of"`
}

// Title says what a picture of the position shows.
func (p *Position) Title() string {
	text := "Position " + p.Text
	if utf8.RuneCountInString(text) > 120 {
		text = "Position"
	}
	return text
}

// OnlyMove reports whether a player has several moves and only one of them
// keeps the value; not where that of others is not proven.
func (p *Position) OnlyMove() bool {
	keep := 0
	for _, m := range p.Moves {
		if !Proven(m.Outcome) {
			return false
		}
		if m.Keeps == KeptYes {
			keep++
		}
	}
	return p.Mover >= 0 && keep == 1 && len(p.Moves) > 1
}
