package model

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// TestTiersAgainstNaive compares the positions and the report of a game with tiers with a
// naive solver.
func TestTiersAgainstNaive(t *testing.T) {
	for _, spec := range []string{"dodgem:size=3x3", "quixo:size=3x3"} {
		t.Run(spec, func(t *testing.T) {
			if spec != "dodgem:size=3x3" {
				gamestest.SkipUnlessLarge(t)
			}
			b := reportstest.StoredVariant(t, reportstest.Variant(t, spec))
			g := reportstest.Variant(t, spec).(games.Tiered[uint64])
			notation := games.NotationOf(games.Game[uint64](g))
			all := allNumbered(g)
			values := solvertest.NaiveCyclic[uint64](g, all)
			outcomes := value.Outcomes{Total: g.Info().Total}
			var want Tier
			for _, s := range all {
				p, err := b.Position(notation.FormatState(s))
				if err != nil {
					t.Fatal(err)
				}
				o := outcomes.Of(values[s])
				if p.Value.Words != words.Outcome(g.Info(), o) {
					t.Fatalf("%s: %s, want %s", p.Text, p.Value.Words, words.Outcome(g.Info(), o))
				}
				children, _ := g.Expand(nil, nil, []uint64{s})
				want.States++
				want.Moves += int64(len(children))
				if len(children) == 0 {
					want.Terminals++
				}
				mover := int(g.Movers(nil, []uint64{s})[0])
				switch p := o.Pure; {
				case p[mover] > p[1-mover]:
					want.Wins++
				case p[mover] < p[1-mover]:
					want.Losses++
				default:
					want.Draws++
				}
				checkTierMoves(t, p, s, g, values)
			}
			r, err := New(b)
			if err != nil {
				t.Fatal(err)
			}
			got := *r.Mover
			if got.States != want.States || got.Moves != want.Moves || got.Terminals != want.Terminals || got.Wins != want.Wins || got.Draws != want.Draws || got.Losses != want.Losses {
				t.Errorf("counts %+v, want %+v", got, want)
			}
			if z := r.Zugzwangs; z != nil {
				lost, drawn := naiveZugzwangs(g, all, values)
				if z.Lost != lost || z.Drawn != drawn {
					t.Errorf("%d and %d mutual zugzwangs, want %d and %d", z.Lost, z.Drawn, lost, drawn)
				}
			}
			if r.Longest == nil || r.Longest.Value.Plies != longestOf(values, g) {
				t.Errorf("longest win %+v, want %d plies", r.Longest, longestOf(values, g))
			}
		})
	}
}

// checkTierMoves compares the moves of a position with the values of its children and
// grandchildren.
func checkTierMoves(t *testing.T, p *solved.Position, s uint64, g games.Tiered[uint64], values map[uint64]value.Value) {
	t.Helper()
	outcomes := value.Outcomes{Total: g.Info().Total}
	children, _ := g.Expand(nil, nil, []uint64{s})
	after := map[string]uint64{}
	if !p.Terminal {
		for i, name := range games.NotationOf(games.Game[uint64](g)).Moves(s)[p.Mover] {
			after[name] = children[i]
		}
	}
	least := int64(-1)
	for _, m := range p.Moves {
		c := after[m.Name]
		keeps := outcomes.Of(values[c]).Payoff[0].Cmp(p.Outcome.Payoff[0]) == 0
		if m.Keeps != reportstest.KeptIf(keeps) {
			t.Fatalf("%s, move %s: keeps %v", p.Text, m.Name, m.Keeps)
		}
		replies, _ := g.Expand(nil, nil, []uint64{c})
		if !p.Endless || !keeps || len(replies) == 0 {
			if m.Replies != nil {
				t.Fatalf("%s, move %s: replies %+v", p.Text, m.Name, m.Replies)
			}
			continue
		}
		want := solved.Part{Of: int64(len(replies))}
		for _, reply := range replies {
			if outcomes.Of(values[reply]).Payoff[0].Cmp(p.Outcome.Payoff[0]) == 0 {
				want.Count++
			}
		}
		if *m.Replies != want || want.Count < least {
			t.Fatalf("%s, move %s: replies %+v, want %+v, at least %d", p.Text, m.Name, *m.Replies, want, least)
		}
		least = want.Count
	}
}

// naiveZugzwangs counts pairs of positions that differ in the player to move, by class.
func naiveZugzwangs(g games.Tiered[uint64], all []uint64, values map[uint64]value.Value) (lost, drawn int64) {
	outcomes := value.Outcomes{Total: g.Info().Total}
	gain := func(s uint64) int { // of the player to move: -1, 0 or 1
		p, mover := outcomes.Of(values[s]).Pure, g.Movers(nil, []uint64{s})[0]
		return int(p[mover]-p[1-mover]) / g.Info().Total
	}
	seen := map[string]bool{}
	for _, s := range all {
		passed, ok := g.(games.Passer[uint64]).Pass(nil, nil, []uint64{s})
		if !ok[0] {
			continue
		}
		for k, v := range solvertest.NaiveCyclic[uint64](g, missing(values, passed[0])) {
			values[k] = v
		}
		slots := g.Rank(nil, []uint64{s, passed[0]})
		pair := fmt.Sprint(min(slots[0], slots[1]), max(slots[0], slots[1]))
		if gain(s)+gain(passed[0]) >= 0 || seen[pair] || gain(s)*gain(passed[0]) < 0 {
			continue
		}
		seen[pair] = true
		if gain(s) == gain(passed[0]) {
			lost++
		} else {
			drawn++
		}
	}
	return lost, drawn
}

// missing returns the state if it has no value yet.
func missing(values map[uint64]value.Value, s uint64) []uint64 {
	if _, ok := values[s]; ok {
		return nil
	}
	return []uint64{s}
}

// longestOf returns the longest win of the player to move, in plies.
func longestOf(values map[uint64]value.Value, g games.Tiered[uint64]) int {
	longest := 0
	outcomes := value.Outcomes{Total: g.Info().Total}
	for s, v := range values {
		o := outcomes.Of(v)
		if mover := g.Movers(nil, []uint64{s})[0]; o.Pure[mover] > o.Pure[1-mover] {
			longest = max(longest, o.Remoteness)
		}
	}
	return longest
}

// TestLineRepeats follows an endless draw to its first repetition.
func TestLineRepeats(t *testing.T) {
	b := reportstest.StoredVariant(t, reportstest.Variant(t, "dodgem:size=4x4"))
	line, moves, err := b.Line("", 1000)
	if err != nil {
		t.Fatal(err)
	}
	at := solved.Repeated(line)
	if at < 0 || len(line) != len(moves)+1 || line[at].Text != line[len(line)-1].Text {
		t.Fatalf("%d positions, %d moves, repeats %d", len(line), len(moves), at)
	}
	seen := map[string]bool{}
	for i, p := range line[:len(line)-1] {
		if seen[p.Text] || !p.Endless || p.Moves[0].Keeps != solved.KeptYes || p.Moves[0].Name != moves[i] {
			t.Errorf("position %d, %s: %+v", i, p.Text, p.Moves[0])
		}
		seen[p.Text] = true
	}
	// Number of moves that keep the draw, from the values of the children.
	var fewest, most [2]int
	for _, p := range line[:len(line)-1] {
		n := 0
		for _, m := range p.Moves {
			after, err := b.Position(m.Child)
			if err != nil {
				t.Fatal(err)
			}
			if strings.HasPrefix(after.Value.Words, "draw") {
				n++
			}
		}
		if most[p.Mover] == 0 {
			fewest[p.Mover] = n
		}
		fewest[p.Mover], most[p.Mover] = min(fewest[p.Mover], n), max(most[p.Mover], n)
	}
	for role, h := range solved.HoldingOn(line) {
		if h == nil || h.Fewest != fewest[role] || h.Most != most[role] {
			t.Errorf("role %d: %+v, want %d to %d", role, h, fewest[role], most[role])
		}
	}
	if cut, _, err := b.Line("", 3); err != nil || solved.Repeated(cut) >= 0 {
		t.Errorf("a line of 3 moves repeats: %v", err)
	}
	r, err := New(b)
	if err != nil || r.Line.Cut || r.Line.Repeats == nil || *r.Line.Repeats != at {
		t.Errorf("report: %+v %v", r.Line, err)
	}
}

// allNumbered lists the positions of all used indexes.
func allNumbered(g games.Tiered[uint64]) (states []uint64) {
	for tier, info := range g.Tiers() {
		for i := range info.Size {
			if s, used := g.Unrank(nil, nil, tier, []uint64{i}); used[0] {
				states = append(states, s[0])
			}
		}
	}
	return states
}
