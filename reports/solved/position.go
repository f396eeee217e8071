package solved

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Position is a position of a solved game with its value and its moves. As JSON it
// has stable field names; payoffs and probabilities are strings with exact
// rationals, as in "100" or "1/3". Payoffs are listed by role.
type Position struct {
	// Text is the position in the game's notation.
	Text string `json:"position"`
	// Board is the board in plain characters, line by line.
	Board []string `json:"board"`
	// Drawing is the board for package picture.
	Drawing games.Drawing `json:"-"`
	// Layer counts from 0 at the start, in the game's unit.
	Layer int `json:"layer"`
	// Terminal says that the game is over.
	Terminal bool `json:"terminal"`
	// Mover is the role to move, or -1 where the game is over or several choose
	// at once.
	Mover int `json:"mover"`
	// Payoffs are the final ones, by role; empty unless Terminal.
	Payoffs []int `json:"payoffs,omitempty"`
	// Value is the result of perfect play from here on.
	Value Value `json:"value"`
	// Outcome is Value, for use in Go.
	Outcome value.Outcome `json:"-"`
	// Endless says that nobody can force the game to end: a draw without end.
	Endless bool `json:"endless,omitempty"`
	// Moves are the legal moves of the mover, best first. Where several choose at
	// once they are the joint moves a+b, the likely ones first.
	Moves []Move `json:"moves,omitempty"`
	// Matrix is the one-stage game where both of two roles choose at once, else nil.
	Matrix *Matrix `json:"matrix,omitempty"`
}

// Value is an outcome in words and exact numbers.
type Value struct {
	// Words is the outcome in words, as in "red wins in 17 plies".
	Words string `json:"words"`
	// Payoffs are those of perfect play; empty where they are not proven or not solved.
	Payoffs []string `json:"payoffs,omitempty"`
	// Estimate stands in for a value that is not proven: from -1, if role 1 seems
	// to win, to 1, if role 0 does.
	Estimate *float64 `json:"estimate,omitempty"`
	// Plies is the length of perfect play, or -1 where that depends on chance or is
	// not known.
	Plies int `json:"plies"`
	// LeastPlies and MostPlies bound the length of a win where it is not proven; 0 where
	// nothing is known.
	LeastPlies int `json:"least_plies,omitempty"`
	MostPlies  int `json:"most_plies,omitempty"`
	// Security is what each role can secure alone with mixed strategies. Like the
	// next two it is given only in general-sum games.
	Security []string `json:"security,omitempty"`
	// PureSecurity is what each role can secure alone with pure strategies.
	PureSecurity []int `json:"pure_security,omitempty"`
	// BestJoint is the joint outcome with the greatest sum of payoffs.
	BestJoint []int `json:"best_joint,omitempty"`
}

// Move is a move, or a joint move, and the position that it leads to.
type Move struct {
	// Name is the move in the game's notation; joint moves are written a+b.
	Name string `json:"move"`
	// Child is the position after it.
	Child string `json:"child"`
	// Value is the value of the child.
	Value Value `json:"value"`
	// Outcome is Value, for use in Go.
	Outcome value.Outcome `json:"-"`
	// Keeps says whether the mover gets the payoff of the position after this move,
	// sooner or later. A joint move keeps the value if perfect play can choose it.
	Keeps Kept `json:"keeps"`
	// Replies counts the opponent's moves that keep a draw without end, after a move
	// that keeps it, of all moves that the opponent has then.
	Replies *Part `json:"replies,omitempty"`
	// Probability is that of a joint move under perfect play; else empty.
	Probability string `json:"probability,omitempty"`

	at int // number of the move in the order of Game.Expand
}

// whole is an outcome with whole payoffs.
type whole struct {
	payoffs    [2]int64
	remoteness int
}

// keptValues is how many values a game keeps. Most games have fewer.
const keptValues = 1 << 12

// valueOf is the Value of an outcome. It keeps those of whole payoffs: a position has
// dozens of moves with few different values.
func (b *solvedGame[S]) valueOf(o value.Outcome) Value {
	if b.info.GeneralSum || !proven(o) || !o.Payoff[0].IsInt() || !o.Payoff[1].IsInt() {
		return valueOf(b.info, o)
	}
	key := whole{[...]int64{o.Payoff[0].Num().Int64(), o.Payoff[1].Num().Int64()}, o.Remoteness}
	b.mu.RLock()
	v, ok := b.values[key]
	b.mu.RUnlock()
	if ok {
		return v
	}
	v = valueOf(b.info, o)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.values) < keptValues {
		b.values[key] = v
	}
	return v
}

func valueOf(info *games.Info, o value.Outcome) Value {
	v := Value{Words: words.Outcome(info, o), Plies: o.Remoteness}
	for role := range info.Roles {
		if proven(o) {
			v.Payoffs = append(v.Payoffs, o.Payoff[role].RatString())
		}
		if info.GeneralSum && o.Security[role] != nil {
			v.Security = append(v.Security, o.Security[role].RatString())
			v.PureSecurity = append(v.PureSecurity, int(o.Pure[role]))
			v.BestJoint = append(v.BestJoint, int(o.Joint[role]))
		}
	}
	return v
}

// Part is a count out of a total.
type Part struct {
	Count int64 `json:"count"`
	Of    int64 `json:"of"`
}

// Title is the title of a picture of the position.
func (p *Position) Title() string {
	text := "Position " + p.Text
	if utf8.RuneCountInString(text) > 120 {
		text = "Position"
	}
	return text
}

// OnlyMove reports whether one player has several moves of which exactly one keeps
// the value. All of them must be proven.
func (p *Position) OnlyMove() bool {
	keep := 0
	for _, m := range p.Moves {
		if !proven(m.Outcome) {
			return false
		}
		if m.Keeps == KeptYes {
			keep++
		}
	}
	return p.Mover >= 0 && keep == 1 && len(p.Moves) > 1
}

// Kept says whether a move keeps the value of its position. It is unknown where a
// proof covers only some of the positions. As JSON it is true, false or null.
type Kept int8

// The zero value blames no move.
const (
	KeptUnknown Kept = iota
	KeptYes
	KeptNo
)

func keptIf(keeps bool) Kept {
	if keeps {
		return KeptYes
	}
	return KeptNo
}

// keptBetween compares the values before and after one of several moves of a role.
// An only move keeps the value, known or not.
func keptBetween(role, moves int, before, after value.Outcome) Kept {
	switch {
	case moves == 1:
		return KeptYes
	case !proven(before) || !proven(after):
		return KeptUnknown
	}
	return keptIf(before.Payoff[role].Cmp(after.Payoff[role]) == 0)
}

// String is "yes", "no" or "not known".
func (k Kept) String() string { return [...]string{"not known", "yes", "no"}[k] }

func keptJSON() []string { return []string{"null", "true", "false"} }

// MarshalJSON implements json.Marshaler.
func (k Kept) MarshalJSON() ([]byte, error) { return []byte(keptJSON()[k]), nil }

// UnmarshalJSON implements json.Unmarshaler.
func (k *Kept) UnmarshalJSON(data []byte) error {
	i := slices.Index(keptJSON(), string(data))
	if i < 0 {
		return fmt.Errorf("whether a move keeps the value: want true, false or null, got %s", data)
	}
	*k = Kept(i)
	return nil
}
