// Package value holds what positions are worth, and the rules that combine the values
// of children into that of their parent.
//
// A Value is 32 bits: payoff and remoteness in alternating games, else the number of an
// Outcome in a dictionary. A Cell is 16 bits, for games whose positions are numbered. There
// is a rule for each kind of game: alternating, simultaneous, and general sum. A digest is
// a sum of hashes of states and outcomes, so that it needs no order.
package value

import (
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
)

// Kind is the kind of game that a solution is for. It decides what a Value
// means.
type Kind uint8

// The kinds of game.
const (
	// Alternating games have constant sum and one player to move. A Value holds
	// the payoff of role 0 and the remoteness.
	Alternating Kind = iota
	// Simultaneous games have constant sum and joint moves. A Value is the
	// number of an Outcome.
	Simultaneous
	// General games have payoffs of any sum. A Value is the number of an Outcome.
	General
)

func (k Kind) String() string {
	return [...]string{"alternating, constant-sum", "simultaneous, constant-sum", "general-sum"}[k]
}

// KindOf says what kind of game info describes.
func KindOf(info *games.Info) Kind {
	switch {
	case info.GeneralSum:
		return General
	case info.Simultaneous:
		return Simultaneous
	}
	return Alternating
}

// Value is what is stored for one state; Outcomes.Of tells its meaning.
type Value uint32

// Measured is the value of a state of an alternating game where role 0 gets payoff
// after so many plies, 0 to MaxRemoteness.
func Measured(payoff int16, remoteness int) Value {
	return Value(uint32(uint16(payoff)^0x8000)<<16 | uint32(remoteness))
}

// Unpack is the inverse of Measured.
func (v Value) Unpack() (payoff int16, remoteness int) {
	return int16(uint16(v>>16) ^ 0x8000), int(v & 0xffff)
}

// Payoff is what role 0 gets, for a value of an alternating game.
func (v Value) Payoff() int {
	payoff, _ := v.Unpack()
	return int(payoff)
}

// Plies is the number of plies to the end, for a value of an alternating game;
// 65535 if there are as many or more, or if it is not known.
func (v Value) Plies() int { return int(v & MaxRemoteness) }

// MaxRemoteness stands for a game that is longer than a Value can hold, in
// plies, or of unknown length.
const MaxRemoteness = 0xffff

// Unmeasured is the same in an unknown number of plies.
func Unmeasured(payoff int16) Value { return Measured(payoff, MaxRemoteness) }

// Endless is what role 0 gets when play never ends, in a game whose positions
// can repeat: what the game says, else half of the total, a draw. Where there is
// one role alone it is the least of the payoffs that the game can end with, given
// ascending.
func Endless(info *games.Info, payoffs []int) int {
	switch {
	case info.Endless != nil:
		return *info.Endless
	case len(info.Roles) == 1 && len(payoffs) > 0:
		return payoffs[0]
	}
	return info.Total / 2
}

// SecurePayoff is what a sole role gets without coming to a good end: what play that never
// ends is worth, or the least payoff where play always ends. The game lists its payoffs.
func SecurePayoff[S games.State](g games.Game[S]) int {
	info := g.Info()
	if _, layered := any(g).(games.Layered[S]); layered {
		return info.Payoffs[0]
	}
	return Endless(info, info.Payoffs)
}

// EndlessPayoffs is what each role gets when play never ends: of a constant sum role 0 has
// Endless; in games of general sum each role gets what the game says, else nothing.
func EndlessPayoffs(info *games.Info) (p games.Payoff) {
	switch {
	case !info.GeneralSum:
		p[0] = int16(Endless(info, nil))
		p[1] = int16(info.Total) - p[0]
	case info.Endless != nil:
		for role := range info.Roles {
			p[role] = int16(*info.Endless)
		}
	}
	return p
}

// Payoffs has a number for each role, nil for those that the game has not. A game of one
// role has a second number, what is left for nobody.
type Payoffs [games.MaxRoles]*big.Rat

// list has the numbers that are there.
func (p *Payoffs) list() []*big.Rat {
	n := len(p)
	for n > 0 && p[n-1] == nil {
		n--
	}
	return p[:n]
}

// Outcome is what happens from a state on when all play perfectly.
type Outcome struct {
	// Payoff is each role's payoff: the value of a constant-sum game, the
	// subgame-perfect equilibrium payoff of a general one. All are nil where that is
	// not known: more than two roles choose at once, there or later, and no pure
	// equilibrium tells what they do.
	Payoff Payoffs
	// Security is what each role can secure alone against all others, with mixed
	// strategies if need be. In constant-sum games it equals Payoff.
	Security Payoffs
	// Pure is what each role can secure alone with pure strategies.
	Pure games.Payoff
	// Joint is the best joint outcome of a general-sum game: the payoffs with
	// the greatest sum, of these the most equal ones, of these the best for
	// role 0, then for role 1 and so on. With a constant sum it means nothing: it is the payoff where that
	// is final or needs no chance, and zero elsewhere.
	Joint games.Payoff
	// Remoteness is the number of plies to the end, or -1 where it depends on
	// chance (mixed strategies) or is not known.
	Remoteness int
}

// Key identifies an outcome.
func (o Outcome) Key() string {
	var text []byte
	for _, p := range slices.Concat(o.Payoff.list(), o.Security.list()) {
		text = append(append(text, p.RatString()...), ' ')
	}
	n := o.Roles()
	return fmt.Sprint(string(text), o.Pure[:n], o.Joint[:n], o.Remoteness)
}

// Roles is how many numbers of the outcome mean something: the number of roles, but 2 for
// one role.
func (o *Outcome) Roles() int { return max(2, len(o.Security.list())) }

// Whole reports whether an outcome that was read has all that belongs together.
func (o *Outcome) Whole() bool {
	n := len(o.Security.list())
	return n >= 2 && !slices.Contains(o.Security[:n], nil) && (o.Payoff == Payoffs{} || !slices.Contains(o.Payoff[:n], nil) && len(o.Payoff.list()) == n)
}

// Solved reports whether the payoffs are known.
func (o *Outcome) Solved() bool { return o.Payoff[0] != nil }

// Swapped is the outcome with the roles exchanged.
func (o Outcome) Swapped() Outcome {
	o.Payoff[0], o.Payoff[1] = o.Payoff[1], o.Payoff[0]
	o.Security[0], o.Security[1] = o.Security[1], o.Security[0]
	o.Pure[0], o.Pure[1] = o.Pure[1], o.Pure[0]
	o.Joint[0], o.Joint[1] = o.Joint[1], o.Joint[0]
	return o
}

// TerminalOutcome is the outcome of a state where a game of so many roles is over.
func TerminalOutcome(p games.Payoff, roles int) Outcome {
	var o Outcome
	for role, x := range p[:max(2, roles)] {
		o.Payoff[role] = big.NewRat(int64(x), 1)
		o.Security[role] = o.Payoff[role]
	}
	o.Pure, o.Joint = p, p
	return o
}

// Outcomes gives the Values of one solution their meaning.
type Outcomes struct {
	Kind  Kind
	Total int       // constant sum of the payoffs, where there is one
	List  []Outcome // by Value; empty for Alternating
}

// Of is the meaning of v.
func (t *Outcomes) Of(v Value) Outcome {
	if t.Kind != Alternating {
		return t.List[v]
	}
	payoff, remoteness := v.Unpack()
	o := TerminalOutcome(games.Payoff{payoff, int16(t.Total - int(payoff))}, 2)
	o.Remoteness = remoteness
	if remoteness == MaxRemoteness {
		o.Remoteness = -1
	}
	return o
}

// Terminal is the value of a terminal state, and whether one has these payoffs.
func (t *Outcomes) Terminal(p games.Payoff) (v Value, ok bool) {
	if t.Kind == Alternating {
		return Measured(p[0], 0), true
	}
	want := ""
	for i := range t.List {
		if want == "" {
			o := TerminalOutcome(p, t.List[i].Roles())
			want = o.Key()
		}
		if t.List[i].Key() == want {
			return Value(i), true
		}
	}
	return 0, false
}

// Valid reports whether v is the value of something.
func (t *Outcomes) Valid(v Value) bool {
	return t.Kind == Alternating || int(v) < len(t.List)
}
