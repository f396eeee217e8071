// Package value represents the values of positions and computes the value of a
// position from the values of its children.
//
// A Value has 32 bits. In alternating games it consists of a payoff and a
// remoteness. In other games it is an index into a list of Outcomes. A Cell has
// 16 bits and represents the value of a numbered position. Each kind of game
// (alternating, simultaneous, general-sum, with chance) has its own Rule. A digest
// is a sum of hashes of (state, outcome) pairs, so it does not depend on their order.
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
	Alternating  Kind = iota // constant sum, one player to move; a Value holds the payoff of role 0 and the remoteness
	Simultaneous             // constant sum, joint or random moves; a Value is an index into Outcomes
	General                  // payoffs with any sum; a Value is an index into Outcomes
)

func (k Kind) String() string {
	return [...]string{"alternating, constant-sum", "simultaneous, constant-sum", "general-sum"}[k]
}

// KindOf returns the kind of a game.
func KindOf(info *games.Info) Kind {
	switch {
	case info.GeneralSum:
		return General
	case info.Simultaneous || info.Stochastic:
		return Simultaneous
	}
	return Alternating
}

// Value is the stored value of a state. Outcomes.Of returns its meaning.
type Value uint32

// Measured returns the value of a state in an alternating game, given the
// payoff of role 0 and the remoteness, which must be in [0, MaxRemoteness].
func Measured(payoff int16, remoteness int) Value {
	return Value(uint32(uint16(payoff)^0x8000)<<16 | uint32(remoteness))
}

// Unpack is the inverse of Measured.
func (v Value) Unpack() (payoff int16, remoteness int) {
	return int16(uint16(v>>16) ^ 0x8000), int(v & 0xffff)
}

// Payoff returns the payoff of role 0 in an alternating game.
func (v Value) Payoff() int {
	payoff, _ := v.Unpack()
	return int(payoff)
}

// Plies returns the number of plies to the end in an alternating game, or
// MaxRemoteness if the number is unknown or too large.
func (v Value) Plies() int { return int(v & MaxRemoteness) }

// MaxRemoteness represents an unknown remoteness or one that does not fit a Value.
const MaxRemoteness = 0xffff

// Unmeasured returns the value of a state with the given payoff of role 0 and an
// unknown remoteness.
func Unmeasured(payoff int16) Value { return Measured(payoff, MaxRemoteness) }

// Endless returns the payoff of role 0 in a constant-sum game if play never ends; see
// games.Info.Endless. The slice payoffs holds the possible payoffs in ascending
// order. Endless returns a *games.EndlessError if the payoff defaults to half of the
// total and that is not an integer.
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

// SecurePayoff returns the payoff of endless play in a single-role game, or the
// game's lowest payoff if play always ends. The game must list its payoffs.
func SecurePayoff[S games.State](g games.Game[S]) int {
	info := g.Info()
	if _, layered := any(g).(games.Layered[S]); layered || info.Endless == nil {
		return info.Payoffs[0]
	}
	return *info.Endless
}

// EndlessPayoffs returns the payoffs of all roles if play never ends; see Endless.
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

// Payoffs holds one payoff per role. Unused entries are nil. The second entry of a
// single-role game is the difference between the total and the payoff.
type Payoffs [games.MaxRoles]*big.Rat

func (p *Payoffs) list() []*big.Rat {
	n := len(p)
	for n > 0 && p[n-1] == nil {
		n--
	}
	return p[:n]
}

// Outcome is the result of perfect play from a state.
type Outcome struct {
	// Payoff holds the payoff of each role. In a constant-sum game it is the
	// game's value, in a general-sum game the payoff of a subgame-perfect
	// equilibrium. All entries are nil if the payoff is unknown. This happens
	// if, in the state or a descendant, more than two roles move simultaneously
	// and no pure equilibrium exists.
	Payoff Payoffs
	// Security holds the payoff that each role can secure with mixed strategies
	// against all other roles. In constant-sum games it equals Payoff.
	Security Payoffs
	// Pure holds the payoff that each role can secure with pure strategies, whatever
	// chance does. It is zero in the nonterminal states of constant-sum games with chance.
	Pure games.Payoff
	// Joint is the best joint payoff that the roles can reach together, if they are
	// lucky, in a general-sum game; see CompareJoint. In constant-sum games it has no
	// meaning: it is the payoff in terminal and unmixed states, and zero
	// elsewhere.
	Joint      games.Payoff
	Remoteness int // number of plies to the end; -1 if it is unknown or depends on random choices
	// Error is the maximum difference between the entries of Payoff and the exact
	// payoffs. It is nil if Payoff is exact.
	Error *big.Rat
	// Plies is the expected number of plies to the end under the stored policy, in units
	// of 1/PlyUnit, or -1 if it is unknown. It is 0 in games without chance.
	Plies int64
}

// PlyUnit is the number of units of Outcome.Plies per ply.
const PlyUnit = 1 << 16

// Key returns a string that identifies the outcome.
func (o Outcome) Key() string {
	var text []byte
	for _, p := range slices.Concat(o.Payoff.list(), o.Security.list()) {
		text = append(append(text, p.RatString()...), ' ')
	}
	n := o.Roles()
	key := fmt.Sprint(string(text), o.Pure[:n], o.Joint[:n], o.Remoteness)
	if o.Error != nil {
		key += " ± " + o.Error.RatString()
	}
	if o.Plies != 0 {
		key += fmt.Sprint(" ", o.Plies)
	}
	return key
}

// Roles returns the number of roles, or 2 for a single-role game.
func (o *Outcome) Roles() int { return max(2, len(o.Security.list())) }

// Complete reports whether an outcome read from a file is complete.
func (o *Outcome) Complete() bool {
	n := len(o.Security.list())
	return n >= 2 && !slices.Contains(o.Security[:n], nil) && (o.Payoff == Payoffs{} || !slices.Contains(o.Payoff[:n], nil) && len(o.Payoff.list()) == n)
}

// Solved reports whether the payoffs are known.
func (o *Outcome) Solved() bool { return o.Payoff[0] != nil }

// Swapped returns the outcome with roles 0 and 1 exchanged.
func (o Outcome) Swapped() Outcome {
	o.Payoff[0], o.Payoff[1] = o.Payoff[1], o.Payoff[0]
	o.Security[0], o.Security[1] = o.Security[1], o.Security[0]
	o.Pure[0], o.Pure[1] = o.Pure[1], o.Pure[0]
	o.Joint[0], o.Joint[1] = o.Joint[1], o.Joint[0]
	return o
}

// TerminalOutcome returns the outcome of a terminal state with payoff p, in a
// game with the given number of roles.
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
	List  []Outcome // indexed by Value; empty for Alternating
	// Intervals holds the outcomes of the Values from len(List). Their unit is 2^-Bits.
	Intervals []Interval
	Bits      int
}

// Len returns the number of outcomes, or 0 for Alternating.
func (t *Outcomes) Len() int { return len(t.List) + len(t.Intervals) }

// Of returns the outcome that v represents.
func (t *Outcomes) Of(v Value) Outcome {
	if t.Kind != Alternating {
		if n := Value(len(t.List)); v >= n {
			return t.Intervals[v-n].outcome(t.Total, t.Bits)
		}
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

// Bounded reports whether v represents an interval.
func (t *Outcomes) Bounded(v Value) bool { return t.Kind != Alternating && int(v) >= len(t.List) }

// Bounds returns the smallest interval that contains the payoff of role 0 in the outcome of v,
// which must have payoffs.
func (t *Outcomes) Bounds(v Value) Interval {
	if n := Value(len(t.List)); v >= n {
		return t.Intervals[v-n]
	}
	return IntervalOf(&t.List[v], t.Bits)
}

// Rounded returns the lower bound of v, which must represent an interval, in units of 2^-Bits. It
// is rounded down to 1/128 of 2^n, the smallest power of two that exceeds all payoffs of the game.
func (t *Outcomes) Rounded(v Value) int64 {
	return t.Bounds(v).Low &^ (1<<payoffShift - 1)
}

// Terminal returns the value, if any, of a terminal state with the given payoffs.
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
	i := slices.Index(t.Intervals, terminalInterval(p[0], t.Bits))
	return Value(len(t.List) + i), i >= 0
}

// Valid reports whether v represents an outcome.
func (t *Outcomes) Valid(v Value) bool {
	return t.Kind == Alternating || int(v) < t.Len()
}
