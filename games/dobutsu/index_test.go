package dobutsu

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/turns"
)

// TestPlaces compares the number of arrangements with Tanaka's number of positions,
// 1,567,925,964, for 12*11 placements of the lions.
func TestPlaces(t *testing.T) {
	if p := newPlaces(); p.size*132 != 1567925964 {
		t.Errorf("%d ways to place the pieces, times 132 %d, want 1567925964", p.size, p.size*132)
	}
}

// TestLionPairs compares with manual counts: rows 1 to 3 for one lion and 2 to 4 for
// the other give 81 pairs. Of these, 6 are on the same square and 36 adjacent; 3 of
// the other 39 are symmetric.
func TestLionPairs(t *testing.T) {
	l := newLionPairs(newBoard())
	central := 0
	for _, p := range l.at {
		if p.central {
			central++
		}
	}
	if len(l.pairs) != 21 || central != 3 {
		t.Errorf("%d pairs, %d of them central, want 21 and 3", len(l.pairs), central)
	}
}

// TestIndex checks ranges of indexes of all pairs of lions and sections: Rank inverts
// Unrank, and sections begin and end as declared.
func TestIndex(t *testing.T) {
	g := newGame()
	used, open := 0, 0
	for pair := range g.pairs {
		for _, k := range g.order {
			sec := g.sections[k]
			for _, from := range []uint64{0, sec.size / 3, sec.size - min(sec.size, 40)} {
				for n := from; n < min(from+40, sec.size); n++ {
					index := uint64(pair)*g.size + sec.first + n
					s, ok := g.unrank(new(cursor), index)
					m := read(s)
					if got := g.places.rank(s, &m, &g.at[s>>lionShift&255]); got != index%g.size {
						t.Fatalf("%s: places %d, want %d", g.FormatState(s), got, index%g.size)
					}
					open++
					if ok {
						used++
						want := games.SlotOf(tierOpen, index)
						for _, twin := range []uint64{s, mirrored(s), s | turns.Bit, mirrored(s) | turns.Bit} {
							if got := g.Rank(nil, []uint64{twin})[0]; got != want {
								t.Fatalf("%s: slot %x, want %x", g.FormatState(twin), got, want)
							}
						}
					}
				}
			}
		}
	}
	t.Logf("%d of %d used", used, open)
}

func TestRank(t *testing.T) {
	g := newGame()
	rng := rand.New(rand.NewPCG(3, 3))
	s := g.Start()
	for range 20000 {
		children, _ := g.Expand(nil, nil, []uint64{s})
		if len(children) == 0 {
			s = g.random(rng)
			continue
		}
		for i, slot := range g.Rank(nil, children) {
			states, used := g.Unrank(nil, nil, slot.Tier(), []uint64{slot.Index()})
			if c := children[i]; slot.Tier() == tierOpen && states[0] != c&^turns.Bit && states[0] != mirrored(c)&^turns.Bit || !used[0] {
				t.Fatalf("%s has a slot of %s", g.FormatState(c), g.FormatState(states[0]))
			}
		}
		s = children[rng.IntN(len(children))]
	}
}

// TestDecidedAtSight checks that positions with a shared slot have the value of its
// state.
func TestDecidedAtSight(t *testing.T) {
	g := newGame()
	for tier, info := range g.Tiers()[:tierOpen] {
		for index := range info.Size {
			states, used := g.Unrank(nil, nil, tier, []uint64{index})
			if slot := g.Rank(nil, states)[0]; !used[0] || slot != games.SlotOf(tier, index) {
				t.Errorf("tier %d: index %d has slot %x", tier, index, slot)
			}
		}
	}
	for _, s := range []uint64{g.catchState, g.homeState} {
		children, _ := g.Expand(nil, nil, []uint64{s})
		for _, c := range children {
			if tier := g.Rank(nil, []uint64{c})[0].Tier(); tier == tierOpen {
				t.Errorf("%s leads to the open position %s", g.FormatState(s), g.FormatState(c))
			}
		}
	}
	met := map[int]int{}
	rng := rand.New(rand.NewPCG(9, 9))
	s := g.Start()
	for range 10000 {
		children, _ := g.Expand(nil, nil, []uint64{s})
		slot := g.Rank(nil, []uint64{s})[0]
		checkVerdict(t, g, s, slot, children)
		met[slot.Tier()]++
		if len(children) == 0 {
			s = g.random(rng)
			continue
		}
		s = children[rng.IntN(len(children))]
	}
	if len(met) != 4 {
		t.Errorf("positions met by tier: %v", met)
	}
}

// checkVerdict checks that the tier of a state agrees with its children.
func checkVerdict(t *testing.T, g *game, s uint64, slot games.Slot, children []uint64) {
	caught, wins := false, false
	for _, c := range children {
		caught = caught || c>>lionShift&lionMask == nowhere
		slow := readSlow(g.FormatState(c))
		wins = wins || slow.winner() != 0 && slow.winner() != slow.mover
	}
	ok := false
	switch slot.Tier() {
	case tierOver:
		slow := readSlow(g.FormatState(s))
		ok = len(children) == 0 && (slow.winner() == slow.mover) == (slot.Index() == 1)
	case tierCatch:
		ok = caught
	case tierHome:
		ok = !caught && wins
	case tierOpen:
		ok = !wins
	}
	if !ok {
		t.Fatalf("%s has slot %x", g.FormatState(s), slot)
	}
}

// TestParents checks that Parents inverts Expand for random positions, up to
// symmetry.
func TestParents(t *testing.T) {
	g := newGame()
	rng := rand.New(rand.NewPCG(11, 12))
	for range 4000 {
		s := g.random(rng)
		slot := g.Rank(nil, []uint64{s})[0]
		children, _ := g.Expand(nil, nil, []uint64{s})
		for _, c := range children {
			if g.Rank(nil, []uint64{c})[0].Tier() != tierOpen {
				continue
			}
			parents, _ := g.Parents(nil, nil, []uint64{c})
			if !slices.Contains(g.Rank(nil, parents), slot) {
				t.Fatalf("%s leads to %s, which has other parents", g.FormatState(s), g.FormatState(c))
			}
		}
		parents, _ := g.Parents(nil, nil, []uint64{s})
		for _, p := range parents {
			children, _ := g.Expand(nil, nil, []uint64{p})
			if !slices.Contains(g.Rank(nil, children), slot) || g.Rank(nil, []uint64{p})[0].Tier() != tierOpen {
				t.Fatalf("%s is a parent of %s but does not lead there", g.FormatState(p), g.FormatState(s))
			}
		}
	}
}

// TestTurned checks that turned and mirrored are involutions.
func TestTurned(t *testing.T) {
	g := newGame()
	rng := rand.New(rand.NewPCG(13, 14))
	for range 5000 {
		s := g.random(rng)
		if turned(turned(s)) != s || mirrored(mirrored(s)) != s || turned(mirrored(s)) != mirrored(turned(s)) {
			t.Fatalf("%s turns to %s and %s", g.FormatState(s), g.FormatState(turned(s)), g.FormatState(mirrored(s)))
		}
	}
	if s := g.Start(); turned(s) != s|turns.Bit {
		t.Errorf("the start turned is %s", g.FormatState(turned(s)))
	}
}
