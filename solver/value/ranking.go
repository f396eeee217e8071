package value

// Ranking orders the values of an alternating game for one role as AlternatingRule does,
// by numbers that compare fast: the greater rank is the better value.
type Ranking struct {
	flip    uint32 // of the payoffs, for role 1
	hastens payoffs
	wins    payoffs
}

// payoffs are those from..from+more, as they are in values.
type payoffs struct{ from, more uint32 }

func (p payoffs) has(v uint32) bool { return v>>16-p.from <= p.more }

// Rankings are those of both roles.
func (r AlternatingRule) Rankings() [2]Ranking {
	const zero, last = 0x8000, 0xffff
	down, up := uint32(r.Total>>1+zero), uint32((r.Total+1)>>1+zero) // half of the total
	return [2]Ranking{
		{hastens: payoffs{up, last - up}, wins: payoffs{down + 1, last - down - 1}},
		{flip: last << 16, hastens: payoffs{0, down}, wins: payoffs{0, up - 1}},
	}
}

// Rank is the rank of a value.
func (r *Ranking) Rank(v Value) uint32 {
	rank := uint32(v) ^ r.flip
	if r.hastens.has(uint32(v)) {
		rank ^= MaxRemoteness
	}
	return rank
}

// Parent is the value of a state whose best child has a rank.
func (r *Ranking) Parent(rank uint32) Value {
	v := rank ^ r.flip
	if r.hastens.has(v) {
		v ^= MaxRemoteness
	}
	if v&MaxRemoteness != MaxRemoteness {
		v++
	}
	return Value(v)
}

// Wins reports whether a value gives the role more than half of the total.
func (r *Ranking) Wins(v Value) bool { return r.wins.has(uint32(v)) }
