package value

import "zermelo/games"

// AlternatingRule is the Rule of alternating, constant-sum games. The player to move
// takes the highest payoff. Among equal payoffs it prefers the shortest game if the
// payoff is at least half of the total, and the longest otherwise.
type AlternatingRule struct{ Total int }

func (r AlternatingRule) Terminal(p games.Payoff) Value { return Measured(p[0], 0) }

func (r AlternatingRule) Combine(shape []int32, children []Value) (Value, error) {
	mover := MoverOf(shape, len(children))
	best := r.preference(mover, children[0])
	at := 0
	for i, v := range children[1:] {
		if p := r.preference(mover, v); p > best {
			best, at = p, i+1
		}
	}
	payoff, remoteness := children[at].Unpack()
	return Measured(payoff, min(remoteness+1, MaxRemoteness)), nil
}

// Average panics, because chance does not move in alternating games.
func (r AlternatingRule) Average([]uint32, []Value) (Value, error) {
	panic("value: chance moves in an alternating game")
}

// preference returns an integer that orders values for role mover; greater is better.
func (r AlternatingRule) preference(mover int, v Value) int64 {
	payoff, remoteness := v.Unpack()
	own := int(payoff)
	if mover == 1 {
		own = r.Total - own
	}
	if 2*own >= r.Total {
		remoteness = MaxRemoteness - remoteness
	}
	return int64(own)<<16 | int64(remoteness)
}

// MoverOf returns the only role that has a choice in a state whose children
// form a matrix of the given shape, or -1 if several roles do. For a single
// child it returns 0.
func MoverOf(shape []int32, children int) int {
	last := len(shape)
	for role, n := range shape {
		if int(n) == children {
			return role
		}
		if n != 1 {
			last = -1
		}
	}
	return last
}

// Chooser returns the role that chooses in a state with the given mover, or -1 if
// chance moves. If several roles move, it returns the result of MoverOf.
func Chooser(mover int8, shape []int32, children int) int {
	switch mover {
	case games.Both:
		return MoverOf(shape, children)
	case games.Chance:
		return -1
	}
	return int(mover)
}

// AlternatingOutcomes is the OutcomeSet of alternating games.
type AlternatingOutcomes struct{ Total int }

func (o AlternatingOutcomes) Rule() Rule { return AlternatingRule(o) }

func (o AlternatingOutcomes) Swap(v Value) Value {
	payoff, remoteness := v.Unpack()
	return Measured(int16(o.Total-int(payoff)), remoteness)
}

func (AlternatingOutcomes) Renumber() []Value { return nil }

func (AlternatingOutcomes) Number(o *Outcome) Value {
	return Measured(int16(o.Payoff[0].Num().Int64()), o.Remoteness)
}

func (o AlternatingOutcomes) Outcomes() Outcomes { return Outcomes{Kind: Alternating, Total: o.Total} }

func (AlternatingOutcomes) Keeps(_ int, parent, child Value) bool { return parent>>16 == child>>16 }

func (o AlternatingOutcomes) Wins(mover int, v Value) bool {
	payoff, _ := v.Unpack()
	own := int(payoff)
	if mover == 1 {
		own = o.Total - own
	}
	return 2*own > o.Total
}

// Ranking maps the values of an alternating game to integers, called ranks, in the
// order of preference of one role; see AlternatingRule. Greater is better.
type Ranking struct {
	flip         uint32 // flips the payoffs for role 1
	prefersShort payoffs
	wins         payoffs
}

// payoffs is the inclusive range of encoded payoffs [from, from+more].
type payoffs struct{ from, more uint32 }

func (p payoffs) contains(v uint32) bool { return v>>16-p.from <= p.more }

// Rankings returns the rankings of both roles.
func (r AlternatingRule) Rankings() [2]Ranking {
	const zero, last = 0x8000, 0xffff
	down, up := uint32(r.Total>>1+zero), uint32((r.Total+1)>>1+zero) // half of the total, rounded down and up
	return [2]Ranking{
		{prefersShort: payoffs{up, last - up}, wins: payoffs{down + 1, last - down - 1}},
		{flip: last << 16, prefersShort: payoffs{0, down}, wins: payoffs{0, up - 1}},
	}
}

// Rank returns the rank of v.
func (r *Ranking) Rank(v Value) uint32 {
	rank := uint32(v) ^ r.flip
	if r.prefersShort.contains(uint32(v)) {
		rank ^= MaxRemoteness
	}
	return rank
}

// Parent returns the value of a state whose best child has the given rank.
func (r *Ranking) Parent(rank uint32) Value {
	v := rank ^ r.flip
	if r.prefersShort.contains(v) {
		v ^= MaxRemoteness
	}
	if v&MaxRemoteness != MaxRemoteness {
		v++
	}
	return Value(v)
}

// Wins reports whether v gives the role more than half of the total.
func (r *Ranking) Wins(v Value) bool { return r.wins.contains(uint32(v)) }
