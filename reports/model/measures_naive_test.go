package model

import (
	"math"
	"math/big"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/solver/value"
)

// playing follows every play of a small game, without symmetry and without a table.
type playing[S games.State] struct {
	game   games.Game[S]
	value  func(S) value.Outcome
	greedy bool
	got    measure.Measures
}

// run follows all plays from s, which is reached at the given ply with probability chance.
// last is the ply of the last change of the value, and lost marks the roles that have been in
// a lost position.
func (p *playing[S]) run(s S, chance float64, ply, last int, lost [2]bool) {
	o := p.value(s)
	half := big.NewRat(int64(p.game.Info().Total), 2)
	for role := range lost {
		lost[role] = lost[role] || o.Payoff[role].Cmp(half) < 0
	}
	children, _ := p.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		p.end(o.Payoff, half, chance, ply, last, lost)
		return
	}
	mover := moverOf(p.game, s, len(children))
	if p.greedy {
		children = p.best(children, mover, half)
	}
	share := chance / float64(len(children))
	for _, c := range children {
		changed := last
		if !equalPayoffs(p.value(c), o) {
			changed = ply + 1
		}
		if mover >= 0 && p.value(c).Payoff[mover].Cmp(o.Payoff[mover]) < 0 {
			if p.greedy {
				p.got.GreedyErrors += share
			} else {
				p.got.RandomErrors += share
			}
		}
		p.run(c, share, ply+1, changed, lost)
	}
}

// moverOf returns the role to move, or -1 if both choose.
func moverOf[S games.State](g games.Game[S], s S, children int) int {
	switch mover, moves := games.Stage(g, s, children); {
	case mover != games.Both:
		return int(mover)
	case moves[1] == 1:
		return 0
	case moves[0] == 1:
		return 1
	}
	return -1
}

func equalPayoffs(a, b value.Outcome) bool {
	return a.Payoff[0].Cmp(b.Payoff[0]) == 0 && a.Payoff[1].Cmp(b.Payoff[1]) == 0
}

// best returns the children that a greedy player chooses from.
func (p *playing[S]) best(children []S, mover int, half *big.Rat) (best []S) {
	var top *big.Rat
	for _, c := range children {
		rating := half
		if replies, _ := p.game.Expand(nil, nil, []S{c}); len(replies) == 0 {
			rating = big.NewRat(int64(p.game.Payoffs(nil, []S{c})[0][mover]), 1)
		}
		if top == nil || rating.Cmp(top) > 0 {
			top, best = rating, nil
		}
		if rating.Cmp(top) == 0 {
			best = append(best, c)
		}
	}
	return best
}

func (p *playing[S]) end(payoff value.Payoffs, half *big.Rat, chance float64, ply, last int, lost [2]bool) {
	m := &p.got
	if p.greedy {
		m.GreedyPlies += chance * float64(ply)
		switch payoff[0].Cmp(half) {
		case 1:
			m.GreedyFirstWins += chance
		case -1:
			m.GreedySecondWins += chance
		}
		return
	}
	for role := range payoff[:2] {
		x, _ := payoff[role].Float64()
		m.Payoffs[role] += chance * x
	}
	m.TypicalPlies += chance * float64(ply)
	m.DecidedPlies += chance * float64(last)
	m.LongestPlies = max(m.LongestPlies, ply)
	m.ShortestPlies = min(m.ShortestPlies, ply)
	switch payoff[0].Cmp(half) {
	case 1:
		m.FirstWins += chance
	case -1:
		m.SecondWins += chance
	default:
		m.Drawn += chance
	}
	if lost[0] && payoff[0].Cmp(half) >= 0 || lost[1] && payoff[1].Cmp(half) >= 0 {
		m.Comeback += chance
	}
}

// lines counts the best lines from s one by one and adds up the shares of moves that keep the
// value.
func (p *playing[S]) lines(s S, chance float64, keeping *float64) (n int64) {
	children, _ := p.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		return 1
	}
	o, keep := p.value(s), 0
	var best []S
	for _, c := range children {
		if v := p.value(c); v.Payoff[0].Cmp(o.Payoff[0]) == 0 {
			keep++
			if v.Remoteness == o.Remoteness-1 {
				best = append(best, c)
			}
		}
	}
	*keeping += chance * float64(keep) / float64(len(children))
	for _, c := range best {
		n += p.lines(c, chance/float64(len(best)), keeping)
	}
	return n
}

// emptyMeasures returns measures with all groups allocated.
func emptyMeasures() measure.Measures {
	return measure.Measures{
		RandomPlay: &measure.RandomPlay{Payoffs: make([]float64, 2)}, Contest: new(measure.Contest), PlayErrors: new(measure.PlayErrors), GreedyPlay: new(measure.GreedyPlay), PerfectPlay: new(measure.PerfectPlay),
		ShortestPlies: math.MaxInt,
	}
}

// naiveMeasures computes the measures from values computed without symmetry.
func naiveMeasures[S games.State](g games.Game[S], valueOf func(S) value.Outcome) *measure.Measures {
	p := &playing[S]{game: g, value: valueOf, got: emptyMeasures()}
	p.run(g.Start(), 1, 0, 0, [2]bool{})
	moves := games.NotationOf(g).Moves(g.Start())
	m := &p.got
	if moves[0] == nil && moves[1] != nil {
		m.FirstWins, m.SecondWins = m.SecondWins, m.FirstWins
	}
	if info := g.Info(); !info.GeneralSum && len(info.Roles) == 2 && !info.Simultaneous {
		p.greedy = true
		p.run(g.Start(), 1, 0, 0, [2]bool{})
	}
	m.PerfectPlies = valueOf(g.Start()).Remoteness
	if value.KindOf(g.Info()) == value.Alternating {
		m.BestLines = big.NewInt(p.lines(g.Start(), 1, &m.Keeping)).String()
		m.Keeping /= math.Max(1, float64(m.PerfectPlies))
	}
	m.Table = p.table(reportstest.Classes(g))
	return m
}

// table counts the errors at the given states.
func (p *playing[S]) table(states []S) *measure.TableErrors {
	half := big.NewRat(int64(p.game.Info().Total), 2)
	t, greedy := &measure.TableErrors{}, 0.0
	for _, s := range states {
		children, _ := p.game.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			continue
		}
		mover := moverOf(p.game, s, len(children))
		if mover < 0 {
			continue
		}
		t.Positions++
		wrong := func(children []S) float64 {
			n := 0
			for _, c := range children {
				if p.value(c).Payoff[mover].Cmp(p.value(s).Payoff[mover]) < 0 {
					n++
				}
			}
			return float64(n) / float64(len(children))
		}
		t.Random += wrong(children)
		greedy += wrong(p.best(children, mover, half))
	}
	t.Random /= float64(t.Positions)
	greedy /= float64(t.Positions)
	t.Greedy = &greedy
	return t
}
