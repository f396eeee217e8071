package tron

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func TestTraces(t *testing.T) {
	g := open(t, "snake2p")
	gamestest.Replay(t, g, "../../../shared/gdl/traces/snake2p.jsonl", gamestest.Sheet[uint64]{
		Facts: func(s uint64) []string { return facts(g, s) },
		State: func(facts []string) uint64 { return fromFacts(t, g, facts) },
	})
}

// facts returns the sorted facts of the rule sheet that are true in s.
func facts(g *narrow, s uint64) []string {
	p := g.unpack(s)
	var out []string
	for y := range g.height {
		for x := range g.width {
			if g.ring && g.onRing(x, y) {
				out = append(out, fmt.Sprintf("(cell %d %d w)", x, y))
			}
			if p.forbidden.overlaps(cellBit(y*g.width + x)) {
				out = append(out, fmt.Sprintf("(cell %d %d f)", x, y))
			}
		}
	}
	for i, at := range p.heads {
		x, y := g.cellOf(at)
		out = append(out, fmt.Sprintf("(cell %d %d %sHead)", x, y, g.About.Roles[i]))
	}
	slices.Sort(out)
	return out
}

// fromFacts returns the state with the given facts.
func fromFacts(t *testing.T, g *narrow, facts []string) uint64 {
	var p position
	for _, f := range facts {
		var x, y int
		var what string
		if _, err := fmt.Sscanf(strings.TrimSuffix(f, ")"), "(cell %d %d %s", &x, &y, &what); err != nil {
			t.Fatalf("fact %s: %v", f, err)
		}
		switch what {
		case "f":
			p.forbidden = p.forbidden.or(cellBit(y*g.width + x))
		case "redHead":
			p.heads[0] = g.placeAt(x, y)
		case "blueHead":
			p.heads[1] = g.placeAt(x, y)
		}
	}
	return g.pack(p)
}

// TestForcedDraw checks the comment in snake2p.kif: "red has a forced score of 50
// after 7 moves of perfect play".
func TestForcedDraw(t *testing.T) {
	g := open(t, "snake2p")
	var secure func(s uint64) (score, plies int)
	secure = func(s uint64) (int, int) {
		children, _ := g.Expand(nil, nil, []uint64{s})
		if len(children) == 0 {
			return int(g.Payoffs(nil, []uint64{s})[0][0]), 0
		}
		best, length := -1, 0
		_, moves := games.Stage[uint64](g, s, len(children))
		cols := moves[1]
		for row := range slices.Chunk(children, cols) {
			worst, longest := 101, 0
			for _, c := range row {
				score, plies := secure(c)
				if score < worst {
					worst, longest = score, plies+1
				} else if score == worst {
					longest = max(longest, plies+1)
				}
			}
			if worst > best {
				best, length = worst, longest
			}
		}
		return best, length
	}
	if score, plies := secure(g.Start()); score != 50 || plies != 7 {
		t.Errorf("red can force %d in %d plies, want 50 in 7", score, plies)
	}
}
