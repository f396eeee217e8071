package score

import (
	"math/big"
	"slices"

	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Verdict compares a move with perfect play. Its JSON field names are stable.
type Verdict struct {
	Move   string `json:"move"`
	Before string `json:"before"` // value of the position before the move, in words
	After  string `json:"after"`  // value of the position after the move, in words
	// Payoffs holds the payoff of each role after the move under perfect play, in points. It is
	// empty if the value is unknown.
	Payoffs []float64 `json:"payoffs,omitempty"`
	// Keeps reports whether the move keeps the payoff of its role under perfect play. It is null
	// if a value is unknown.
	Keeps solved.Kept `json:"keeps"`
	// Lost is the expected payoff that the move gives away, in points. If several roles move
	// simultaneously, it is the regret: the difference from the best reply to the strategy of
	// perfect play of the other role or, in a general-sum game, to the moves of the other roles.
	Lost float64 `json:"payoff_lost"`
	// PliesLost is the number of plies by which a move that keeps a win delays it, or by which a
	// move that keeps a loss hastens it.
	PliesLost int `json:"plies_lost,omitempty"`
	// Blunder is "win-draw", "win-loss" or "draw-loss". It is empty for other moves and in games
	// without wins and losses.
	Blunder string `json:"blunder,omitempty"`
	// Choice reports whether some moves keep the value and others do not. It is false if the
	// values of some moves are unknown.
	Choice bool     `json:"choice,omitempty"`
	Better []string `json:"better,omitempty"` // better moves, best first
}

// verdictKey identifies the move of a role in a stage.
type verdictKey struct {
	stage        *solved.Stage
	chosen, seat int // index of the joint move, and of the role in Stage.Roles
}

// verdict compares the move of the role Stage.Roles[seat], given the index of the joint move.
func (j *Judge) verdict(s *solved.Stage, chosen, seat int) *Verdict {
	key := verdictKey{s, chosen, seat}
	v := j.verdicts[key]
	if v == nil {
		v = j.newVerdict(s, chosen, seat)
		j.verdicts[key] = v
	}
	return v
}

func (j *Judge) newVerdict(s *solved.Stage, chosen, seat int) *Verdict {
	role, after := s.Roles[seat], s.After[chosen]
	own, options := j.options(s, chosen, seat)
	v := &Verdict{
		Move: s.Names[role][own], Before: words.Outcome(j.info, s.Outcome), After: words.Outcome(j.info, after), Payoffs: j.payoffs(after),
	}
	if options == nil || !s.Outcome.Solved() || !options[own].Solved() {
		return v
	}
	payoff := options[own].Payoff[role]
	best, all := options[own], !s.Searched
	if s.Searched { // the best move may be unknown
		best = s.Outcome
	}
	for _, o := range options {
		if !o.Solved() {
			all = false
		} else if !s.Searched && o.Payoff[role].Cmp(best.Payoff[role]) > 0 {
			best = o
		}
	}
	v.Choice = all && slices.ContainsFunc(options, func(o value.Outcome) bool { return !value.Attains(role, &best, &o) })
	top, lost := best.Payoff[role], new(big.Rat)
	if v.Keeps = solved.KeptYes; !value.Attains(role, &best, &options[own]) {
		v.Keeps = solved.KeptNo
		lost.Sub(top, payoff)
	}
	v.Lost, _ = j.info.ExactPoints(lost).Float64()
	two, turns := len(j.info.Roles) == 2, j.kind == value.Alternating && len(s.Roles) == 1
	results := [3]string{"loss", "draw", "win"}
	before, result := j.result(top), j.result(payoff)
	if turns && two && result < before {
		v.Blunder = results[before] + "-" + results[result]
	}
	plies := options[own].Remoteness
	timed := turns && lost.Sign() == 0 && plies >= 0 && (result == 2 || result == 0 && two)
	var better []int
	for i, o := range options {
		if !o.Solved() {
			continue
		}
		gain := o.Payoff[role].Cmp(payoff)
		if gain > 0 && lost.Sign() == 0 { // by less than the error of the values
			gain = 0
		}
		if timed && gain == 0 && o.Remoteness >= 0 && j.tracer.Best(role, o, options[own]) < 0 {
			v.PliesLost, gain = max(v.PliesLost, o.Remoteness-plies, plies-o.Remoteness), 1
		}
		if gain > 0 {
			better = append(better, i)
		}
	}
	slices.SortStableFunc(better, func(a, b int) int {
		if j.kind == value.Alternating {
			return j.tracer.Best(role, options[a], options[b])
		}
		return options[b].Payoff[role].Cmp(options[a].Payoff[role])
	})
	for _, i := range better {
		v.Better = append(v.Better, s.Names[role][i])
	}
	return v
}

// result returns 0 if a role with the given payoff has lost, 1 for a draw and 2 for a win.
func (j *Judge) result(payoff *big.Rat) int {
	return 1 + payoff.Cmp(big.NewRat(int64(j.info.Total), 2))
}

// options returns the outcome of each move of a role and the index of its own move. If several roles
// have a choice in a constant-sum game, the other role plays the strategy of perfect play, and the
// outcomes have only a payoff for the role. It returns nil if the strategy is unknown.
func (j *Judge) options(s *solved.Stage, chosen, seat int) (own int, options []value.Outcome) {
	choosers, step := 0, 1 // joint moves that differ only in adjacent moves of the role are step apart
	for i, other := range s.Roles {
		if len(s.Names[other]) > 1 {
			choosers++
		}
		if i > seat {
			step *= len(s.Names[other])
		}
	}
	role := s.Roles[seat]
	n := len(s.Names[role])
	own = chosen / step % n
	options = make([]value.Outcome, n)
	if choosers < 2 || j.kind == value.General {
		for i := range options {
			options[i] = s.After[chosen+(i-own)*step]
		}
		return own, options
	}
	if s.Strategies[role] == nil {
		return own, nil
	}
	for i := range options {
		options[i].Payoff[role], options[i].Payoff[0] = new(big.Rat), new(big.Rat)
		options[i].Remoteness = -1
	}
	strategies := s.Strategies
	strategies[role] = nil
	chances := value.Chances(strategies) // in the order of the joint moves of the other roles
	for k, o := range s.After {
		i, others := k/step%n, k/(step*n)*step+k%step
		options[i].Payoff[role].Add(options[i].Payoff[role], new(big.Rat).Mul(chances[others], o.Payoff[role]))
	}
	return own, options
}

func (j *Judge) payoffs(o value.Outcome) (list []float64) {
	if !o.Solved() {
		return nil
	}
	for role := range j.info.Roles {
		x, _ := j.info.ExactPoints(o.Payoff[role]).Float64()
		list = append(list, x)
	}
	return list
}
