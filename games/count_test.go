package games_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/builtin"
)

// TestCounts compares with manual counts: sequences of ones and twos with a sum of at
// most six, by length, and their sums.
func TestCounts(t *testing.T) {
	g := games.Game[uint64](newPiles(6, 0))
	if diff := cmp.Diff([]int64{2, 4, 8, 11, 6, 1, 0}, games.Perft(g, 7)); diff != "" {
		t.Errorf("Perft (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]int64{2, 3, 4, 3, 2, 1, 0}, games.Distinct(g, 7)); diff != "" {
		t.Errorf("Distinct (-want +got):\n%s", diff)
	}
	if p, d := games.Perft(g, 0), games.Distinct(g, 0); len(p)+len(d) != 0 {
		t.Errorf("depth 0: %v, %v", p, d)
	}
}

// TestRulesDigestSees changes one aspect of a game per case, but not its name.
func TestRulesDigestSees(t *testing.T) {
	digest := func(g games.Game[uint64]) uint64 { return games.RulesDigest(g) }
	good := digest(newPiles(3, 3))
	if again := digest(newPiles(3, 3)); again != good {
		t.Errorf("digest %x, then %x", good, again)
	}
	seen := map[uint64]string{good: "the game itself"}
	differs := func(name string, g games.Game[uint64]) {
		t.Helper()
		d := digest(g)
		if other, ok := seen[d]; ok {
			t.Errorf("%s: the digest of %s", name, other)
		}
		seen[d] = name
	}
	spoiled := func(spoil func(*broken)) games.Game[uint64] {
		b := &broken{piles: newPiles(3, 3)}
		spoil(b)
		return b
	}
	differs("start", newPiles(3, 2))
	differs("name", spoiled(func(b *broken) { b.info.Name = "heaps" }))
	differs("roles", spoiled(func(b *broken) { b.info.Roles = []string{"x", "y"} }))
	differs("total", spoiled(func(b *broken) { b.info.Total = 1 }))
	differs("general sum", spoiled(func(b *broken) { b.info.GeneralSum = true }))
	differs("simultaneous", spoiled(func(b *broken) { b.info.Simultaneous = true }))
	differs("payoffs", spoiled(func(b *broken) {
		b.payoffs = func(dst []games.Payoff, src []uint64) []games.Payoff {
			for _, p := range b.piles.Payoffs(nil, src) {
				dst = append(dst, games.Payoff{p[1], p[0]})
			}
			return dst
		}
	}))
	differs("layers", spoiled(func(b *broken) { b.layers = func(s uint64) int32 { return 2 * int32(s>>16) } }))
	differs("movers", spoiled(func(b *broken) { b.movers = always(0) }))
	differs("symmetry", spoiled(func(b *broken) { b.canonize = func(s uint64) (uint64, bool) { return s, false } }))
	differs("order of moves", spoiled(func(b *broken) {
		b.expand = func(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
			n := len(dst)
			dst, ends = b.piles.Expand(dst, ends, src)
			if len(dst)-n > 1 {
				dst[n], dst[n+1] = dst[n+1], dst[n]
			}
			return dst, ends
		}
	}))
	// Text for display is not part of the rules.
	same := spoiled(func(b *broken) { b.info.Title, b.info.Rules = "Heaps", []string{"Other words."} })
	if digest(same) != good {
		t.Error("the digest depends on the text of the rules")
	}
}

func digestOf(t *testing.T, spec string) (name string, digest uint64) {
	t.Helper()
	v, err := builtin.Registry().Open(spec)
	if err != nil {
		t.Fatal(err)
	}
	switch g := v.(type) {
	case games.Game[uint64]:
		digest = games.RulesDigest(g)
	case games.Game[[2]uint64]:
		digest = games.RulesDigest(g)
	case games.Game[[4]uint64]:
		digest = games.RulesDigest(g)
	default:
		t.Fatalf("%s is a %T", spec, v)
	}
	return v.Info().Name, digest
}

func TestRulesDigestPresets(t *testing.T) {
	for _, p := range builtin.Registry().Presets {
		name, digest := digestOf(t, p.Name)
		spelt, same := digestOf(t, p.Spec)
		if name != spelt || digest != same {
			t.Errorf("%s: %s %016x, %s: %s %016x", p.Name, name, digest, p.Spec, spelt, same)
		}
	}
}

func TestRulesDigestOptions(t *testing.T) {
	seen := map[uint64]string{}
	for _, spec := range []string{
		"tron", "tron:size=5x6", "tron:size=6x5", "tron:turns=simultaneous", "tron:walls=ring", "tron:edge=error",
		"breakthrough", "breakthrough:size=5x6", "breakthrough:size=6x5", "breakthrough:rows=1", "breakthrough:captures=diagonal",
		"breakthrough:steps=straight", "breakthrough:holes=2.3", "breakthrough:holes=3.3",
		"coordination", "coordination:rounds=19", "coordination:reward=4", "coordination:turns=simultaneous",
		"skirmish", "skirmish:inner=3", "skirmish:steps=30", "skirmish:respawn=captured", "skirmish:respawn=every-ply",
		"skirmish:steps-may=capture", "skirmish:leaps-may=move",
		"tictactoe", "tictactoe:size=4x3", "tictactoe:size=3x4", "tictactoe:size=4x3,misere=yes", "tictactoe:size=4x3,in-a-row=4",
		"nim", "nim:take=2", "nim:piles=1+2+3", "nim:misere=yes",
		"chomp", "chomp:size=4x5", "domineering", "domineering:size=4x5", "clobber", "clobber:size=4x3",
	} {
		_, digest := digestOf(t, spec)
		if other, ok := seen[digest]; ok {
			t.Errorf("%s and %s have the digest %016x", spec, other, digest)
		}
		seen[digest] = spec
	}
}
