// Package value represents the values of positions and combines the values of
// children into the value of their parent.
//
// A Value has 32 bits: payoff and remoteness in alternating games, and the
// index of an Outcome in a dictionary otherwise. A Cell has 16 bits and is used
// for games with numbered positions. Each kind of game has a rule: alternating,
// simultaneous, and general-sum. A digest is an order-independent sum of hashes
// of states and outcomes.
package value

import (
	"fmt"
	"math/big"
	"slices"

	"zermelo/games"
)

// Kind is the kind of a game. It determines the meaning of a Value.
type Kind uint8

// Kinds of games.
const (
	// Alternating games have a constant sum and one player to move. A Value
	// holds the payoff of role 0 and the remoteness.
	Alternating Kind = iota
	// Simultaneous games have a constant sum and joint moves. A Value is the
	// number of an Outcome.
	Simultaneous
	// General games have payoffs with any sum. A Value is the number of an
	// Outcome.
	General
)

func (k Kind) String() string {
	return [...]string{"alternating, constant-sum", "simultaneous, constant-sum", "general-sum"}[k]
}

// KindOf returns the kind of a game.
func KindOf(info *games.Info) Kind {
	switch {
	case info.GeneralSum:
		return General
	case info.Simultaneous:
		return Simultaneous
	}
	return Alternating
}

// Value is the stored value of a state; see Outcomes.Of.
type Value uint32

// Measured returns the value of a state of an alternating game with the given
// payoff of role 0 and remoteness. The remoteness must be in [0,
// MaxRemoteness].
func Measured(payoff int16, remoteness int) Value {
	return Value(uint32(uint16(payoff)^0x8000)<<16 | uint32(remoteness))
}

// Unpack is the inverse of Measured.
func (v Value) Unpack() (payoff int16, remoteness int) {
	return int16(uint16(v>>16) ^ 0x8000), int(v & 0xffff)
}

// Payoff returns the payoff of role 0 for a value of an alternating game.
func (v Value) Payoff() int {
	payoff, _ := v.Unpack()
	return int(payoff)
}

// Plies returns the number of plies to the end for a value of an alternating
// game, or MaxRemoteness if the number is unknown or too large.
func (v Value) Plies() int { return int(v & MaxRemoteness) }

// MaxRemoteness represents a remoteness that is unknown or does not fit into a
// Value.
const MaxRemoteness = 0xffff

// Unmeasured is like Measured with an unknown remoteness.
func Unmeasured(payoff int16) Value { return Measured(payoff, MaxRemoteness) }

// Endless returns the payoff of role 0 for endless play in a constant-sum game
// whose positions can repeat; see games.Info.Endless. The slice payoffs holds
// the possible payoffs in ascending order. Endless returns a
// *games.EndlessError if half of the total is not an integer.
func Endless(info *games.Info, payoffs []int) (int, error) {
	switch {
	case info.Endless != nil:
		return *info.Endless, nil
	case len(info.Roles) == 1 && len(payoffs) > 0:
		return payoffs[0], nil
	case !info.HasDraw():
		return 0, &games.EndlessError{Name: info.Name, Total: info.Total}
	}
	return info.Draw(), nil
}

// SecurePayoff returns the payoff of endless play in a single-role game, or its
// least payoff if play always ends. The game must list its payoffs.
func SecurePayoff[S games.State](g games.Game[S]) int {
	info := g.Info()
	if _, layered := any(g).(games.Layered[S]); layered || info.Endless == nil {
		return info.Payoffs[0]
	}
	return *info.Endless
}

// EndlessPayoffs returns the payoffs of all roles for endless play. The error
// is that of Endless.
func EndlessPayoffs(info *games.Info) (p games.Payoff, err error) {
	if !info.GeneralSum {
		first, err := Endless(info, nil)
		return games.Payoff{int16(first), int16(info.Total - first)}, err
	}
	if info.Endless != nil {
		for role := range info.Roles {
			p[role] = int16(*info.Endless)
		}
	}
	return p, nil
}

// Payoffs holds a number for each role. Unused entries are nil. A single-role
// game has a second number, the payoff left over.
type Payoffs [games.MaxRoles]*big.Rat

// list returns the used entries.
func (p *Payoffs) list() []*big.Rat {
	n := len(p)
	for n > 0 && p[n-1] == nil {
		n--
	}
	return p[:n]
}

// Outcome is the result of perfect play from a state.
type Outcome struct {
	// Payoff is the payoff of each role: the value of a constant-sum game, or
	// the subgame-perfect equilibrium payoff of a general-sum game. All entries
	// are nil if it is unknown, because more than two roles choose
	// simultaneously without a pure equilibrium, here or later.
	Payoff Payoffs
	// Security is the payoff that each role can secure against all others with
	// mixed strategies. In constant-sum games it equals Payoff.
	Security Payoffs
	// Pure is the payoff that each role can secure with pure strategies.
	Pure games.Payoff
	// Joint is the best joint outcome of a general-sum game; see CompareJoint.
	// It is meaningless in constant-sum games: the payoff of terminal and
	// unmixed states, and zero elsewhere.
	Joint games.Payoff
	// Remoteness is the number of plies to the end, or -1 if it depends on
	// chance (mixed strategies) or is unknown.
	Remoteness int
}

// Key returns a string that identifies the outcome.
func (o Outcome) Key() string {
	var text []byte
	for _, p := range slices.Concat(o.Payoff.list(), o.Security.list()) {
		text = append(append(text, p.RatString()...), ' ')
	}
	n := o.Roles()
	return fmt.Sprint(string(text), o.Pure[:n], o.Joint[:n], o.Remoteness)
}

// Roles returns the number of used entries: the number of roles, but at least
// 2.
func (o *Outcome) Roles() int { return max(2, len(o.Security.list())) }

// Complete reports whether an outcome that was read is complete.
func (o *Outcome) Complete() bool {
	n := len(o.Security.list())
	return n >= 2 && !slices.Contains(o.Security[:n], nil) && (o.Payoff == Payoffs{} || !slices.Contains(o.Payoff[:n], nil) && len(o.Payoff.list()) == n)
}

// Solved reports whether the payoffs are known.
func (o *Outcome) Solved() bool { return o.Payoff[0] != nil }

// Swapped returns the outcome with the roles exchanged.
func (o Outcome) Swapped() Outcome {
	o.Payoff[0], o.Payoff[1] = o.Payoff[1], o.Payoff[0]
	o.Security[0], o.Security[1] = o.Security[1], o.Security[0]
	o.Pure[0], o.Pure[1] = o.Pure[1], o.Pure[0]
	o.Joint[0], o.Joint[1] = o.Joint[1], o.Joint[0]
	return o
}

// TerminalOutcome returns the outcome of a terminal state of a game with the
// given number of roles.
func TerminalOutcome(p games.Payoff, roles int) Outcome {
	var o Outcome
	for role, x := range p[:max(2, roles)] {
		o.Payoff[role] = big.NewRat(int64(x), 1)
		o.Security[role] = o.Payoff[role]
	}
	o.Pure, o.Joint = p, p
	return o
}

// Outcomes maps the Values of a solution to outcomes.
type Outcomes struct {
	Kind  Kind
	Total int       // constant sum of the payoffs, if any
	List  []Outcome // by Value; empty for Alternating
}

// Of returns the outcome of v.
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

// Terminal returns the value of a terminal state with the given payoffs, if one
// exists.
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

// Valid reports whether v has an outcome.
func (t *Outcomes) Valid(v Value) bool {
	return t.Kind == Alternating || int(v) < len(t.List)
}
