package gdl

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
)

// TestGames opens all shared sheets as games.
func TestGames(t *testing.T) {
	for _, file := range sheets(t, "games") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(t *testing.T) {
			t.Parallel()
			if m := compile(t, file); testing.Short() && (len(m.Fluents) > 200 || m.Rules > 10_000) {
				t.Skip("large")
			}
			m, v := openSheet(t, file)
			switch g := v.(type) {
			case interface{ inner() *game[uint64] }:
				checkGame(t, m, v.(games.Game[uint64]), g.inner())
			case interface{ inner() *game[[2]uint64] }:
				checkGame(t, m, v.(games.Game[[2]uint64]), g.inner())
			case interface{ inner() *game[[4]uint64] }:
				checkGame(t, m, v.(games.Game[[4]uint64]), g.inner())
			}
		})
	}
}

func checkGame[S games.State](t *testing.T, m *Machine, outer games.Game[S], g *game[S]) {
	if err := games.Check(outer, 60); err != nil {
		t.Error(err)
	}
	checkAgree(t, m, g)
}

// inner is the game without its layers.
func (g *game[S]) inner() *game[S] { return g }

// checkAgree plays random games with both evaluators, the one that follows a
// single play and the one for many states: states, moves, ends and payoffs are
// the same. The second knows the state packed, so all that was proven is tested.
func checkAgree[S games.State](t *testing.T, m *Machine, g *game[S]) {
	type moved struct {
		state S
		joint [games.MaxRoles]int32
	}
	var last moved
	checked := 0
	m.wander(300, func(p *Play, first bool) {
		if t.Failed() {
			return
		}
		checked++
		var s S
		if err := g.encode(games.Bits(&s), g.relevant(p.State(nil))); err != nil {
			t.Errorf("state %d cannot be packed: %v", checked, err)
			return
		}
		if want := g.relevant(p.State(nil)); !slices.Equal(g.relevant(g.decode(games.Bits(&s))), want) {
			t.Errorf("state %d: packed %v, want %v", checked, g.decode(games.Bits(&s)), want)
		}
		if !first {
			last.joint = [games.MaxRoles]int32{}
			copy(last.joint[:], p.joint)
			scratch := g.batches.newScratch()
			scratch.pairs = append(scratch.pairs, pair{0, last.joint})
			if next := g.batches.advance(nil, scratch, []S{last.state}); next[0] != s {
				t.Errorf("state %d: the next state is %v, want %v", checked, g.decode(games.Bits(&next[0])), g.decode(games.Bits(&s)))
			}
		}
		last.state = s
		legal := g.batches.moves(s)
		if over := legal[0] == nil; over != p.Terminal() {
			t.Errorf("state %d: over %v, want %v", checked, over, p.Terminal())
		} else if over {
			payoffs := g.Payoffs(nil, []S{s})[0]
			for r := range m.Roles {
				if want, ok := p.Goal(r); ok && int(payoffs[r]) != want {
					t.Errorf("state %d: role %d gets %d, want %d", checked, r, payoffs[r], want)
				}
			}
			return
		}
		for r := range m.Roles {
			if want := p.Legal(nil, r); !slices.Equal(legal[r], want) {
				t.Errorf("state %d: legal moves %v, want %v", checked, legal[r], want)
			}
		}
	})
}
