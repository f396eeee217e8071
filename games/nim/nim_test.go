package nim

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/turns"
)

var open = gamestest.Opener[*turns.Game](Entry(), Presets()...)

var specs = []string{
	"nim", "marienbad", "nim:piles=1", "nim:piles=21,take=3", "nim:piles=2+2+2", "nim:piles=4+5+6,take=2,misere=yes",
	"nim:piles=1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1", "nim:piles=255+255+255+255+255+255+255,take=20", "nim:piles=3+4+5,take=1", "nim:piles=3+7,take=200",
}

func TestContract(t *testing.T) {
	for _, spec := range specs {
		if err := games.Check[uint64](open(t, spec), 100); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

// TestCounts compares with manual counts. From piles of 1 and 2, the plies lead to 2,
// 1+1 and 1; then to 1, 0, 1 and 0; then to 0 and 0. With one pile of 6 and take=2,
// plays are sequences of ones and twos with a sum of at most 6.
func TestCounts(t *testing.T) {
	for _, test := range []struct {
		spec            string
		perft, distinct []int64
	}{
		{"nim:piles=1+2", []int64{3, 4, 2, 0}, []int64{3, 2, 1, 0}},
		{"nim:piles=6,take=2", []int64{2, 4, 8, 11, 6, 1, 0}, []int64{2, 3, 4, 3, 2, 1, 0}},
	} {
		g := games.Game[uint64](open(t, test.spec))
		if diff := cmp.Diff(test.perft, games.Perft(g, len(test.perft))); diff != "" {
			t.Errorf("%s: perft (-want +got):\n%s", test.spec, diff)
		}
		if diff := cmp.Diff(test.distinct, games.Distinct(g, len(test.distinct))); diff != "" {
			t.Errorf("%s: distinct (-want +got):\n%s", test.spec, diff)
		}
	}
}

func slowMoves(text string, take int) map[string]string {
	piles, role, _ := strings.Cut(text, ":")
	next := map[string]string{"first": "second", "second": "first"}[role]
	parts := strings.Split(piles, ".")
	result := map[string]string{}
	for i, part := range parts {
		size, _ := strconv.Atoi(part)
		for n := 1; n <= min(size, take); n++ {
			var left []int
			for j, other := range parts {
				m, _ := strconv.Atoi(other)
				if i == j {
					m -= n
				}
				if m > 0 {
					left = append(left, m)
				}
			}
			slices.Sort(left)
			child := strings.Trim(strings.ReplaceAll(fmt.Sprint(left), " ", "."), "[]")
			if child == "" {
				child = "0"
			}
			result[fmt.Sprintf("%d-%d", size, n)] = child + ":" + next
		}
	}
	return result
}

func TestAgainstSlowRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spec := range specs {
		g := open(t, spec)
		take, misere := 255, false
		for _, o := range g.Info().Options {
			if n, _ := strconv.Atoi(o.Value); o.Name == "take" && n > 0 {
				take = n
			}
			misere = misere || o.Name == "misere" && o.Value == "yes"
		}
		for range 3 {
			taken := 0
			for s := g.Start(); ; {
				text := g.FormatState(s)
				children, _ := g.Expand(nil, nil, []uint64{s})
				names := g.Moves(s)[turns.Mover(s)]
				got := map[string]string{}
				for i, name := range names {
					got[name] = g.FormatState(children[i])
				}
				if diff := cmp.Diff(slowMoves(text, take), got); diff != "" {
					t.Fatalf("%s: %s: moves (-want +got):\n%s", spec, text, diff)
				}
				if l := g.Layers(nil, []uint64{s})[0]; int(l) != taken {
					t.Fatalf("%s: %s: layer %d, want %d", spec, text, l, taken)
				}
				if len(children) == 0 {
					want := games.Payoff{100, 0}
					if strings.HasSuffix(text, "first") != misere {
						want = games.Payoff{0, 100}
					}
					if p := g.Payoffs(nil, []uint64{s})[0]; p != want {
						t.Fatalf("%s: %s: payoffs %v, want %v", spec, text, p, want)
					}
					break
				}
				i := rng.IntN(len(children))
				_, n, _ := strings.Cut(names[i], "-")
				m, _ := strconv.Atoi(n)
				taken += m
				s = children[i]
			}
		}
	}
}

func TestPositions(t *testing.T) {
	g := open(t, "nim")
	gamestest.Positions(t, g, map[string]string{
		"7.5.3.1:second": "1.3.5.7:second",
		"1.1.1:first":    "1.1.1:first",
		"0.0.4:first":    "4:first",
		"0:second":       "0:second",
	})
	gamestest.BadPositions(t, g, map[string]string{
		"2.3.4.5:first":   "a pile of 2", // the pile of 1 cannot have become 2
		"6.6:first":       "a pile of 6",
		"8:first":         "a pile of 8",
		"1.1.1.1.1:first": "5 piles; the maximum is 4",
		"1.-1:first":      "not a pile size",
		"1.x:first":       "not a pile size",
		"1.3":             "the player to move",
		"1.3:third":       "the player to move",
		"":                "the player to move",
		":first":          "not a pile size",
	})
}

func TestBadOptions(t *testing.T) {
	for spec, want := range map[string]string{
		"nim:piles=0":                 "up to 20 whole numbers, each from 1 to 255",
		"nim:piles=255+1+1+1+1+1+1+1": "8 piles of up to 255 things need 64 bits; the maximum is 63 bits (7 such piles)",
		"nim:take=-1":                 "whole number from 0 to 255",
		"nim:misere=true":             "must be one of no, yes",
		"nim:piles=7+7+7+7+7+7+7+7+7+7+7+7+7+7+7+7": "",
	} {
		_, err := (&games.Registry{Entries: []games.Entry{Entry()}}).Open(spec)
		if input := (*games.InputError)(nil); want == "" && err != nil || want != "" && (!errors.As(err, &input) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v, want %q", spec, err, want)
		}
	}
}

func TestRulesText(t *testing.T) {
	for spec, want := range map[string]string{
		"nim":                 "The game starts with 4 piles, of 1, 3, 5 and 7 things. A move takes any number of things, from one pile. The player who takes the very last thing wins.",
		"nim:piles=21,take=3": "The game starts with one pile of 21 things. A move takes 1 to 3 things, from one pile.",
		"nim:take=1":          "A move takes one thing, from one pile.",
		"nim:take=7":          "A move takes any number of things",
		"marienbad":           "very last thing loses",
	} {
		text := strings.ReplaceAll(strings.Join(open(t, spec).Info().Rules, " "), "The players take turns and must move. ", "")
		if !strings.Contains(text, want) {
			t.Errorf("%s: %s\nwant %s", spec, text, want)
		}
	}
}

func FuzzParseState(f *testing.F) {
	gamestest.FuzzPositions(f, open(f, "nim"), "1.3.5.7:first", "0:second", "7.07:first", ".:first", "+1:first")
}
