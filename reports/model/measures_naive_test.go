package model

import (
	"math"
	"math/big"
	"slices"

	"zermelo/games"
	"zermelo/reports/measure"
	"zermelo/reports/reportstest"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// playing follows every play of a small game, without symmetry and without a table.
type playing[S games.State] struct {
	game   games.Game[S]
	value  func(S) value.Outcome
	greedy bool
	got    measure.Measures
	// bestRole and bestPlay are the role that plays well in versus and the moves it chooses from.
	bestRole int
	bestPlay func(children []S, s S, mover int) []S
}

// versus returns the expected score of p.bestRole against a random player. If both is set, both roles
// play well.
func (p *playing[S]) versus(s S, both bool, visit func(s S, children []S, mover int, chance float64), chance float64) (score float64) {
	children, _ := p.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		half := big.NewRat(int64(p.game.Info().Total), 2)
		return float64(1+p.value(s).Payoff[p.bestRole].Cmp(half)) / 2
	}
	mover := moverOf(p.game, s, len(children))
	visit(s, children, mover, chance)
	chances := chancesOf(p.game, s, children)
	if both && mover >= 0 || mover == p.bestRole {
		children = p.bestPlay(children, s, mover)
		chances = slices.Repeat([]float64{1 / float64(len(children))}, len(children))
	}
	for i, c := range children {
		score += chances[i] * p.versus(c, both, visit, chance*chances[i])
	}
	return score
}

// chancesOf returns the probabilities of the children if moves are random or random players move.
func chancesOf[S games.State](g games.Game[S], s S, children []S) (list []float64) {
	if games.Mover(g, s) != int(games.Chance) {
		return slices.Repeat([]float64{1 / float64(len(children))}, len(children))
	}
	for _, x := range games.Probabilities(g, s, len(children)) {
		f, _ := x.Float64()
		list = append(list, f)
	}
	return list
}

// keeping returns the children with the same value as s.
func (p *playing[S]) keeping(children []S, s S, mover int) (list []S) {
	for _, c := range children {
		if p.value(c).Payoff[mover].Cmp(p.value(s).Payoff[mover]) == 0 {
			list = append(list, c)
		}
	}
	return list
}

// deviation returns the standard deviation of the values of the children of s, in points.
func (p *playing[S]) deviation(s S, children []S) float64 {
	mean, variance, chances := 0.0, 0.0, chancesOf(p.game, s, children)
	point := func(i int) float64 {
		x, _ := p.game.Info().ExactPoints(p.value(children[i]).Payoff[0]).Float64()
		return x
	}
	for i, chance := range chances {
		mean += chance * point(i)
	}
	for i, chance := range chances {
		variance += chance * (point(i) - mean) * (point(i) - mean)
	}
	return math.Sqrt(variance)
}

// luck sets the measures of luck and skill.
func (p *playing[S]) luck() {
	var sums, counts, variances [2]float64 // over choices and random moves
	p.bestPlay = p.keeping
	p.versus(p.game.Start(), true, func(s S, children []S, mover int, chance float64) {
		if len(children) == 1 {
			return
		}
		random, x := 0, p.deviation(s, children)
		if mover < 0 {
			random = 1
		}
		counts[random] += chance
		sums[random] += chance * x
		variances[random] += chance * x * x
	}, 1)
	l := &measure.Luck{ChoiceSpread: sums[0] / max(counts[0], 1e-300), RollSpread: sums[1] / max(counts[1], 1e-300)}
	if sum := variances[0] + variances[1]; sum > 0 {
		l.LuckShare = variances[1] / sum
	}
	p.got.Luck = l
	half := big.NewRat(int64(p.game.Info().Total), 2)
	for n, play := range []func([]S, S, int) []S{p.keeping, func(children []S, _ S, mover int) []S { return p.best(children, mover, half) }} {
		p.bestPlay = play
		score := 0.0
		for p.bestRole = range 2 {
			score += p.versus(p.game.Start(), false, func(S, []S, int, float64) {}, 1) / 2
		}
		*[]**float64{&l.PerfectScore, &l.GreedyScore}[n] = &score
	}
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
	chances := chancesOf(p.game, s, children)
	if p.greedy && mover >= 0 {
		children = p.best(children, mover, half)
		chances = slices.Repeat([]float64{1 / float64(len(children))}, len(children))
	}
	for i, c := range children {
		share := chance * chances[i]
		if !p.greedy && o.Payoff[0].Cmp(half) != p.value(c).Payoff[0].Cmp(half) {
			*p.got.LeadChanges += share
		}
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
	case mover == games.Chance:
		return -1
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
		RandomPlay: &measure.RandomPlay{Payoffs: make([]float64, 2)}, Contest: &measure.Contest{LeadChanges: new(0.0)}, PlayErrors: new(measure.PlayErrors), GreedyPlay: new(measure.GreedyPlay), PerfectPlay: new(measure.PerfectPlay),
		ShortestPlies: math.MaxInt,
	}
}

// naiveMeasures computes the measures from values computed without symmetry.
func naiveMeasures[S games.State](g games.Game[S], valueOf func(S) value.Outcome) *measure.Measures {
	p := &playing[S]{game: g, value: valueOf, got: emptyMeasures()}
	p.run(g.Start(), 1, 0, 0, [2]bool{})
	moves := games.NotationOf(g).Moves(g.Start())
	m := &p.got
	if info := g.Info(); !info.GeneralSum && len(info.Roles) == 2 && !info.Simultaneous {
		p.greedy = true
		p.run(g.Start(), 1, 0, 0, [2]bool{})
	}
	if moves[0] == nil && moves[1] != nil {
		m.FirstWins, m.SecondWins = m.SecondWins, m.FirstWins
		m.GreedyFirstWins, m.GreedySecondWins = m.GreedySecondWins, m.GreedyFirstWins
	}
	m.PerfectPlies = valueOf(g.Start()).Remoteness
	if value.KindOf(g.Info()) == value.Alternating {
		m.BestLines = big.NewInt(p.lines(g.Start(), 1, &m.Keeping)).String()
		m.Keeping /= math.Max(1, float64(m.PerfectPlies))
	}
	m.Table = p.table(reportstest.Classes(g))
	if info := g.Info(); info.Stochastic && !info.Simultaneous && !info.GeneralSum {
		if start := valueOf(g.Start()); start.Plies > 0 {
			m.ExpectedPlies = new(words.Plies(&start))
		}
		p.greedy = false
		p.luck()
	}
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
