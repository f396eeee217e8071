package games_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"zermelo/games"
)

// ring is a game of two positions that lead to each other.
type ring struct{ info games.Info }

func (g *ring) Info() *games.Info { return &g.info }
func (g *ring) Start() uint64     { return 0 }

func (g *ring) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		dst = append(dst, 1-s)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *ring) Movers(dst []int8, src []uint64) []int8 {
	for _, s := range src {
		dst = append(dst, int8(s))
	}
	return dst
}

func (g *ring) Payoffs(dst []games.Payoff, _ []uint64) []games.Payoff { return dst }

// layeredRing and tieredRing have the methods of layered and tiered games.
type layeredRing struct{ ring }

func (g *layeredRing) Layers(dst []int32, _ []uint64) []int32 { return dst }
func (g *layeredRing) Span() int                              { return 1 }

type tieredRing struct{ ring }

func (g *tieredRing) Tiers() []games.Tier { return nil }

func newRing(info games.Info) *ring {
	info.Name, info.Title, info.Roles, info.Rules = "ring", "Ring", []string{"a", "b"}, []string{"Go around."}
	return &ring{info}
}

func TestCheckEndless(t *testing.T) {
	one, two := 1, 2
	tests := []struct {
		name string
		v    games.Variant
		want string
	}{
		{"even total", newRing(games.Info{Total: 2}), ""},
		{"odd total", newRing(games.Info{Total: 1}), "ring: endless play pays half of Total, 1, which is not a whole number; set HalfPoints in games.Info and double all payoffs, or set Endless"},
		{"negative odd total", newRing(games.Info{Total: -3}), "half of Total, -3"},
		{"odd total in layers", &layeredRing{*newRing(games.Info{Total: 1})}, ""},
		{"odd total with Endless", newRing(games.Info{Total: 1, Endless: &one}), ""},
		{"general sum", newRing(games.Info{Total: 1, GeneralSum: true}), ""},
		{"half points", newRing(games.Info{Total: 2, HalfPoints: true}), ""},
		{"half of a half point", newRing(games.Info{Total: 3, HalfPoints: true, Endless: &one}), "Total is 3 half points"},
		{"tiers", &tieredRing{*newRing(games.Info{Total: 4, Endless: &two})}, ""},
		{"tiers where endless play is no draw", &tieredRing{*newRing(games.Info{Total: 4, Endless: &one})}, "endless play pays 1 of 4, but must be a draw in a game with tiers"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := games.CheckEndless(test.v)
			if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
				t.Errorf("got %v, want %q", err, test.want)
			}
			r := games.Registry{Entries: []games.Entry{{Name: "ring", New: func(games.Choice) (games.Variant, error) { return test.v, nil }}}}
			if _, opened := r.Open("ring"); (opened == nil) != (err == nil) {
				t.Errorf("Open returns %v, want %v", opened, err)
			}
		})
	}
	_, endless := errors.AsType[*games.EndlessError](games.Check(newRing(games.Info{Total: 1}), 10))
	if !endless {
		t.Error("Check accepts an odd total")
	}
}

func TestCountHalves(t *testing.T) {
	endless := 1
	info := games.Info{Total: 3, Payoffs: []int{0, 3}, Endless: &endless}
	payoffs := info.Payoffs
	info.UseHalfPoints()
	if !info.HalfPoints || info.Total != 6 || info.Payoffs[1] != 6 || *info.Endless != 2 || payoffs[1] != 3 || endless != 1 {
		t.Errorf("%+v, of %v and %d", info, payoffs, endless)
	}
	if got := info.Points(info.Draw()); got != 1.5 {
		t.Errorf("a draw is worth %v points, want 1.5", got)
	}
	if got := info.ExactPoints(big.NewRat(5, 3)).RatString(); got != "5/6" {
		t.Errorf("5/3 half points are %s points, want 5/6", got)
	}
	if none := (games.Info{}); true {
		if none.UseHalfPoints(); none.Payoffs != nil {
			t.Errorf("payoffs %v, want any", none.Payoffs)
		}
	}
}

func TestRulesDigestOfHalves(t *testing.T) {
	points, halves := newRing(games.Info{Total: 2}), newRing(games.Info{Total: 2, HalfPoints: true})
	if games.RulesDigest(points) == games.RulesDigest(halves) {
		t.Error("a table of payoffs in points is read as one of half points")
	}
}
