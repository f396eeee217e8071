package solved

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Position is a position of a solved game, with its value and its moves. Its JSON field names are
// stable. Payoffs are indexed by role and given in points; see [games.Info]. Strings that contain
// payoffs or probabilities are exact rationals, such as "1/3".
type Position struct {
	Text    string        `json:"position"`
	Board   []string      `json:"board"`
	Drawing games.Drawing `json:"-"`
	// Layer is the layer of the position. The start position is in layer 0.
	Layer    int  `json:"layer"`
	Terminal bool `json:"terminal"` // the game is over
	// Mover is the number of the role to move, from 0. It is -1 if the position is terminal or
	// several roles choose simultaneously, or if the next move is random.
	Mover  int  `json:"mover"`
	Random bool `json:"chance,omitempty"` // the next move is drawn at random
	// Names holds the moves of each role, as in games.Notation.
	Names [games.MaxRoles][]string `json:"-"`
	// Payoffs holds the payoffs of a terminal position.
	Payoffs []float64 `json:"payoffs,omitempty"`
	// Value is the result of perfect play from the position.
	Value Value `json:"value"`
	// Outcome is Value in the unit of the game.
	Outcome value.Outcome `json:"-"`
	Endless bool          `json:"endless,omitempty"` // the position is an endless draw
	// Moves lists the legal moves, best first. If several roles choose simultaneously, it lists
	// the joint moves, written a+b, most probable first. If the next move is random, it lists the
	// possible moves, most probable first.
	Moves []Move `json:"moves,omitempty"`
	// Matrix is set if the position is solved and two roles choose simultaneously.
	Matrix *Matrix `json:"matrix,omitempty"`
}

// Value represents an outcome as text and as exact numbers.
type Value struct {
	// Words is the outcome as text, for example "red wins in 17 plies".
	Words string `json:"words"`
	// Payoffs holds the payoffs of perfect play. It is empty if they are unknown.
	Payoffs []string `json:"payoffs,omitempty"`
	// Error is set if the payoffs are not exact, and are therefore decimal numbers. It is the
	// maximum difference from the exact payoffs.
	Error string `json:"error,omitempty"`
	// ExpectedPlies is the expected length of perfect play in a game with chance.
	ExpectedPlies *float64 `json:"expected_plies,omitempty"`
	// Estimate is set if the value is not proven. It is between -1 (role 1 wins) and 1 (role 0
	// wins).
	Estimate *float64 `json:"estimate,omitempty"`
	// Plies is the length of perfect play, or -1 if the length is random or unknown.
	Plies int `json:"remoteness"`
	// LeastPlies is a lower bound on the length of a win whose length is not proven.
	LeastPlies int `json:"min_remoteness,omitempty"`
	// MostPlies is an upper bound on that length.
	MostPlies int `json:"max_remoteness,omitempty"`
	// Security is the payoff that each role can secure with mixed strategies. It and the
	// following fields are set only in general-sum games.
	Security []string `json:"security,omitempty"`
	// PureSecurity is the payoff that each role can secure with pure strategies.
	PureSecurity []float64 `json:"pure_security,omitempty"`
	// BestJoint is the joint outcome with the greatest sum of payoffs.
	BestJoint []float64 `json:"best_joint,omitempty"`
}

// Move is a move or a joint move.
type Move struct {
	Name    string        `json:"move"`  // in the game's notation; joint moves are written a+b
	Child   string        `json:"child"` // position after the move
	Value   Value         `json:"value"` // value of the child
	Outcome value.Outcome `json:"-"`     // of the child
	// Keeps reports whether the move keeps the mover's payoff under perfect play. For a joint
	// move, it reports whether perfect play can choose the move.
	Keeps Kept `json:"keeps"`
	// Replies counts the replies that keep an endless draw, if the move itself keeps it.
	Replies *Part `json:"replies,omitempty"`
	// Probability is the probability of a random move, or of a joint move under perfect play.
	Probability string `json:"probability,omitempty"`

	at int // index of the child among the results of Game.Expand
}

// integerOutcome is an outcome with integer payoffs.
type integerOutcome struct {
	payoffs    [2]int64
	remoteness int
	info       *games.Info
}

// maxCachedValues is the maximum number of cached values. Most games have fewer values.
const maxCachedValues = 1 << 12

// valueOf returns the Value of an outcome in a game with the given info. It caches outcomes with integer payoffs, because a
// position has dozens of moves but only a few distinct values.
func (b *solvedGame[S]) valueOf(info *games.Info, o value.Outcome) Value {
	if info.GeneralSum || info.Stochastic || !proven(o) || !o.Payoff[0].IsInt() || !o.Payoff[1].IsInt() {
		return valueOf(info, o)
	}
	key := integerOutcome{[...]int64{o.Payoff[0].Num().Int64(), o.Payoff[1].Num().Int64()}, o.Remoteness, info}
	b.mu.RLock()
	v, ok := b.values[key]
	b.mu.RUnlock()
	if ok {
		return v
	}
	v = valueOf(info, o)
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.values) < maxCachedValues {
		b.values[key] = v
	}
	return v
}

func valueOf(info *games.Info, o value.Outcome) Value {
	v := Value{Words: words.Outcome(info, o), Plies: o.Remoteness}
	if o.Error != nil {
		x, _ := info.ExactPoints(o.Error).Float64()
		v.Error = strconv.FormatFloat(max(1.01*x, 1e-15), 'e', 1, 64)
	}
	if o.Plies > 0 {
		plies := words.Plies(&o)
		v.ExpectedPlies = &plies
	}
	for role := range info.Roles {
		if proven(o) {
			v.Payoffs = append(v.Payoffs, words.PayoffText(info, &o, role))
		}
		if info.GeneralSum && o.Security[role] != nil {
			v.Security = append(v.Security, info.ExactPoints(o.Security[role]).RatString())
			v.PureSecurity = append(v.PureSecurity, info.Points(int(o.Pure[role])))
			v.BestJoint = append(v.BestJoint, info.Points(int(o.Joint[role])))
		}
	}
	return v
}

// Part is a count out of a total.
type Part struct {
	Count int64 `json:"count"` // the number
	Of    int64 `json:"of"`    // the total
}

// Title returns a title for a picture of the position.
func (p *Position) Title() string {
	text := "Position " + p.Text
	if utf8.RuneCountInString(text) > 120 {
		text = "Position"
	}
	return text
}

// KeptMoves returns the number of moves that keep the value.
func (p *Position) KeptMoves() (n int) {
	for _, m := range p.Moves {
		if m.Keeps == KeptYes {
			n++
		}
	}
	return n
}

// OnlyMove reports whether one player has several moves and exactly one of them keeps the value.
// It returns false if any value is not proven.
func (p *Position) OnlyMove() bool {
	return p.Mover >= 0 && len(p.Moves) > 1 && p.KeptMoves() == 1 &&
		!slices.ContainsFunc(p.Moves, func(m Move) bool { return !proven(m.Outcome) })
}

// Kept indicates whether a move keeps the value of its position. The JSON encoding is true, false
// or null.
type Kept int8

// Values of Kept.
const (
	KeptUnknown Kept = iota // some outcomes are not proven
	KeptYes
	KeptNo
)

func keptIf(keeps bool) Kept {
	if keeps {
		return KeptYes
	}
	return KeptNo
}

// keptBetween reports whether a role's move keeps the value, given the number of legal moves and
// the outcomes before and after the move. The only legal move always keeps the value.
func keptBetween(role, moves int, before, after value.Outcome) Kept {
	switch {
	case moves == 1:
		return KeptYes
	case !proven(before) || !proven(after):
		return KeptUnknown
	}
	return keptIf(value.Attains(role, &before, &after))
}

// String returns "yes", "no" or "not known".
func (k Kept) String() string { return [...]string{"not known", "yes", "no"}[k] }

func keptJSON() []string { return []string{"null", "true", "false"} }

func (k Kept) MarshalJSON() ([]byte, error) { return []byte(keptJSON()[k]), nil }

func (k *Kept) UnmarshalJSON(data []byte) error {
	i := slices.Index(keptJSON(), string(data))
	if i < 0 {
		return fmt.Errorf("keeps: expected true, false or null, got %s", data)
	}
	*k = Kept(i)
	return nil
}
