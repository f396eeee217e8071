package solved

import (
	"cmp"
	"fmt"

	"zermelo/games"
	"zermelo/reports/words"
	"zermelo/solver/search"
	"zermelo/solver/search/length"
	"zermelo/solver/value"
)

// plies holds bounds on the length of a win. most is 0 if no upper bound is known.
type plies struct{ least, most int }

func (p plies) exact() bool { return p.most > 0 && p.least == p.most }

// length returns the known bounds on the length of a win. If the outcome is not a win, it returns
// the zero value.
func (b *solvedGame[S]) length(o value.Outcome, s S) (plies, error) {
	switch {
	case b.searched == nil || !proven(o) || o.Payoff[0].Cmp(o.Payoff[1]) == 0:
		return plies{}, nil
	case o.Remoteness >= 0:
		return plies{o.Remoteness, o.Remoteness}, nil
	}
	between, err := b.searched.lengthOf(s)
	if err != nil {
		return plies{}, fmt.Errorf("compute length of play from %s: %w", b.notation.FormatState(s), err)
	}
	return between, nil
}

// addLength adds bounds on the length of a win to v, unless the length is proven.
func (b *solvedGame[S]) addLength(v *Value, o value.Outcome, s S) (plies, error) {
	between, err := b.length(o, s)
	if err != nil || between.exact() || between == (plies{}) {
		return between, err
	}
	v.LeastPlies, v.MostPlies = between.least, between.most
	switch {
	case between.most > 0:
		v.Words += fmt.Sprintf(" in %d to %s", between.least, words.Plural(int64(between.most), "ply"))
	case between.least > 1:
		v.Words += fmt.Sprintf(" in %s or more", words.Plural(int64(between.least), "ply"))
	}
	v.Words += " (length not proven)"
	return between, nil
}

// preference returns a number in [0, 1] that ranks moves with equal payoffs; greater is better.
// The winner prefers a smaller upper bound, and the loser a greater lower bound.
func (p plies) preference(wins bool) float64 {
	const range16 = value.MaxRemoteness + 1
	most := cmp.Or(p.most, value.MaxRemoteness)
	if wins {
		return 1 - float64(most*range16+p.least)/(range16*range16)
	}
	return float64(p.least*range16+most) / (range16 * range16)
}

// measureLengths creates the search for lengths and adds the lengths in the stored proof to it.
func (p *searchedTable[S]) measureLengths(g games.Game[S]) {
	if search.Repeats(g) {
		return
	}
	deciders, stop := p.prover.Deciders(p.ctx)
	stop()
	p.lengths = length.New(g, searchCache, deciders)
	p.lengths.Limit(lengthNodes)
	if p.facts.Proof == nil || p.facts.Proof.Plies == 0 {
		return
	}
	for _, st := range p.facts.Proof.Strategies {
		win := length.Win{Score: max(st.Score, -st.Score), ByMover: st.Score > 0}
		for i, s := range st.States[:min(len(st.States), proofStates)] {
			if claim := int(st.Lengths[i]); win.ByMover {
				p.lengths.AddBounds(s, win, 0, claim)
			} else {
				p.lengths.AddBounds(s, win, claim, length.Never)
			}
		}
	}
}

// measure sets f.plies to bounds on the length of a win in a canonical position. It stops at the
// search limits.
func (p *searchedTable[S]) measure(s S, f *result[S]) error {
	if p.lengths == nil {
		return nil
	}
	ctx, cancel := p.timeout()
	defer cancel()
	_, stop := p.prover.Deciders(ctx)
	defer stop()
	win := length.Win{Score: max(f.low, -f.low), ByMover: f.low > 0}
	low, high, err := p.lengths.Find(ctx, s, win, nil)
	if p.ctx.Err() != nil {
		return p.ctx.Err()
	}
	if err = ignoreLimit(err); err != nil {
		return err
	}
	if f.plies = (plies{max(low, 1), high}); high == length.Never {
		f.plies.most = 0
	}
	return nil
}

// lengthOf returns bounds on the length of a proven win in a nonterminal position.
func (p *searchedTable[S]) lengthOf(s S) (plies, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	f, err := p.find(s)
	return f.plies, err
}
