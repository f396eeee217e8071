package render

import (
	"html"
	"math/big"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/solver/value"
)

// TestHighStakes finds the positions with the highest stakes by plain recursion and checks that
// the page shows them.
func TestHighStakes(t *testing.T) {
	for _, spec := range []string{"tron:size=3x5,turns=simultaneous", "tron:size=4x4,turns=simultaneous", "coordination:rounds=3", "coordination:rounds=3,turns=simultaneous"} {
		t.Run(spec, func(t *testing.T) {
			b, v := reportstest.StoredGame(t, spec)
			g, ok := v.(games.Game[uint64])
			if !ok {
				t.Skip("not a game of one-word states")
			}
			most, general := new(big.Rat), v.Info().GeneralSum
			naive := reportstest.NewNaive(g)
			for _, s := range reportstest.Classes(g) {
				o, sum := naive.Of(s), new(big.Rat)
				if children, _ := g.Expand(nil, nil, []uint64{s}); len(children) == 0 {
					continue
				}
				for role := range o.Payoff[:2] {
					if general {
						sum.Add(sum, big.NewRat(int64(o.Joint[role]), 1))
						sum.Sub(sum, o.Payoff[role])
						continue
					}
					sum.Add(sum, o.Payoff[role])
					sum.Sub(sum, big.NewRat(int64(pureSecurity(g, s, role)), 1))
				}
				if sum.Cmp(most) > 0 {
					most = sum
				}
			}
			list, err := b.HighStakes(2)
			if err != nil {
				t.Fatal(err)
			}
			if most.Sign() == 0 {
				if len(list) > 0 {
					t.Errorf("%s has something at stake", list[0].Text)
				}
				return
			}
			if len(list) == 0 {
				t.Fatalf("no position, want one with %s at stake", most.RatString())
			}
			if got := solved.Stakes(value.KindOf(v.Info()), list[0].Outcome); got.Cmp(most) != 0 {
				t.Errorf("%s at stake, want %s", got.RatString(), most.RatString())
			}
			r, err := model.New(b)
			if err != nil {
				t.Fatal(err)
			}
			page := htmlOf(t, b, r, 1)
			part := between(t, page, `<section id="positions">`, "</section>")
			for _, p := range list {
				if !strings.Contains(html.UnescapeString(part), "<code>"+p.Text+"</code>") || !general && !strings.Contains(part, `<table class="matrix">`) {
					t.Errorf("%s is not on the page", p.Text)
				}
			}
			checkAlone(t, spec, page)
		})
	}
}

// pureSecurity computes, by plain recursion, the payoff that a role can secure against an
// opponent who sees each move before answering.
func pureSecurity(g games.Game[uint64], s uint64, role int) int {
	children, _ := g.Expand(nil, nil, []uint64{s})
	if len(children) == 0 {
		return int(g.Payoffs(nil, []uint64{s})[0][role])
	}
	_, moves := games.Stage(g, s, len(children))
	rows, columns := moves[0], moves[1]
	own, other := rows, columns
	if role == 1 {
		own, other = columns, rows
	}
	best := -1
	for i := range own {
		least := 1 << 20
		for j := range other {
			at := i*columns + j
			if role == 1 {
				at = j*columns + i
			}
			least = min(least, pureSecurity(g, children[at], role))
		}
		best = max(best, least)
	}
	return best
}
