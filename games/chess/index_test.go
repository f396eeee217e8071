package chess

import (
	"slices"
	"testing"

	"zermelo/games"
)

func TestKings(t *testing.T) {
	k := newKit(newAttacks(), 1)
	if a, b := len(k.plain.kings), len(k.mirrored.kings); a != 462 || b != 1806 {
		t.Errorf("%d and %d pairs, want 462 and 1806", a, b)
	}
	apart := 0
	for _, p := range k.plain.at {
		if p.number >= 0 {
			apart++
		}
	}
	// 64*63 pairs minus adjacent ones: 7*8 in each orthogonal and 7*7 in each
	// diagonal direction, in two orders.
	if want := 64*63 - 2*(2*7*8+2*7*7); apart != want {
		t.Errorf("%d pairs of squares, want %d", apart, want)
	}
}

// TestIndexes checks all indexes of small tiers: Rank inverts Unrank, and the weights
// add up to the number of positions. The numbers of legal positions with white and
// black to move are the well-known ones for a queen (144,508 and 223,944), a rook
// (175,168 and 223,944) and a pawn (163,328 and 168,024).
func TestIndexes(t *testing.T) {
	want := map[string]int{"KK": 3612, "KQK": 144508 + 223944, "KRK": 175168 + 223944, "KPK": 163328 + 168024}
	for _, spec := range []string{"chess", "chess:pieces=KPK,promotion=queen"} {
		g := open(t, spec)
		for n, info := range g.Tiers() {
			states, used := g.Unrank(nil, nil, n, upTo(info.Size))
			slots := g.Rank(nil, states)
			weights := g.Weights(nil, states)
			positions, classes := 0, 0
			for i := range states {
				if !used[i] {
					continue
				}
				if slots[i] != games.SlotOf(n, uint64(i)) {
					t.Fatalf("%s %s: index %d has rank %d of tier %d", spec, info.Name, i, slots[i].Index(), slots[i].Tier())
				}
				positions += int(weights[i])
				classes++
			}
			if positions != want[info.Name] {
				t.Errorf("%s %s: %d positions, want %d", spec, info.Name, positions, want[info.Name])
			}
			t.Logf("%s %s: %d indexes, %d classes, %d positions", spec, info.Name, info.Size, classes, positions)
		}
	}
}

// upTo returns 0, ..., n-1.
func upTo(n uint64) []uint64 {
	list := make([]uint64, n)
	for i := range list {
		list[i] = uint64(i)
	}
	return list
}

// TestSameSlot checks that all images of random positions have the same slot.
func TestSameSlot(t *testing.T) {
	for _, spec := range specs {
		g := open(t, spec)
		for n, tier := range g.tiers {
			step := tier.size/12 + 1
			for index := uint64(0); index < tier.size; index += step {
				states, used := g.Unrank(nil, nil, n, []uint64{index})
				if !used[0] {
					continue
				}
				want := games.SlotOf(n, index)
				p := g.unpack(states[0])
				for _, q := range g.images(&p) {
					if got := g.Rank(nil, []uint64{q})[0]; got != want {
						t.Fatalf("%s: %s has index %d of tier %d, %s has index %d of tier %d", spec, g.FormatState(states[0]), index, n, g.FormatState(q), got.Index(), got.Tier())
					}
				}
			}
		}
	}
}

// images returns the images of a position under the board's symmetries, with and
// without an exchange of colours. It maps the text of the position.
func (g *game) images(p *position) []uint64 {
	var list []uint64
	for way := range symmetries {
		if way&^flipColumns != 0 && p.pawnCount() > 0 {
			continue
		}
		q := *p
		for i := range q.men {
			q.square[i] = mapped(p.square[i], way)
		}
		list = append(list, q.pack())
		text := []rune(g.FormatState(q.pack()))
		slow := readSlow(string(text))
		turned := slowBoard{map[string]rune{}, !slow.white}
		for square, man := range slow.at {
			turned.at[string([]byte{square[0], '9' - square[1] + '0'})] = man ^ 0x20
		}
		if s, err := g.ParseState(turned.String()); err == nil {
			list = append(list, s)
		}
	}
	return list
}

// TestParents checks that Parents inverts Expand for all positions of small tiers, up
// to symmetry.
func TestParents(t *testing.T) {
	for _, spec := range []string{"chess:pieces=KPK,promotion=queen"} {
		g := open(t, spec)
		for n, tier := range g.tiers {
			if testing.Short() && tier.size > 1000 {
				continue
			}
			states, used := g.Unrank(nil, nil, n, upTo(tier.size))
			want := make([][]games.Slot, tier.size)
			got := make([][]games.Slot, tier.size)
			for i, s := range states {
				if !used[i] {
					continue
				}
				children, _ := g.Expand(nil, nil, []uint64{s})
				for _, slot := range g.Rank(nil, children) {
					if slot.Tier() == n {
						want[slot.Index()] = append(want[slot.Index()], games.SlotOf(n, uint64(i)))
					}
				}
				parents, _ := g.Parents(nil, nil, []uint64{s})
				got[i] = g.Rank(nil, parents)
			}
			for i := range want {
				slices.Sort(want[i])
				slices.Sort(got[i])
				w, h := slices.Compact(want[i]), slices.Compact(got[i])
				if tier.ended { // terminal, so no move stays in the tier
					continue
				}
				if !slices.Equal(w, h) {
					t.Fatalf("%s %s: parents of %s are %v, want %v", spec, tier, g.FormatState(states[i]), h, w)
				}
			}
		}
	}
}
