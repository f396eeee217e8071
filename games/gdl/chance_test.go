package gdl

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

func readText(t *testing.T, file string) string {
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// racePlays adds the numbers of plays of testdata/race.kif to counts. Player 0 has walked
// own steps and is to choose, or throws a die if rolls is true.
func racePlays(counts []int64, own, other int, rolls bool) {
	if len(counts) == 0 || own == 4 || other == 4 {
		return
	}
	steps := []int{-1, 1}
	if rolls {
		steps = []int{0, 0, 2, 2}
	}
	for _, step := range steps {
		counts[0]++
		if step < 0 {
			racePlays(counts[1:], own, other, true)
		} else {
			racePlays(counts[1:], other, min(4, own+step), false)
		}
	}
}

func TestRandomIsNotAPlayer(t *testing.T) {
	race, coin := readText(t, "testdata/race.kif"), readText(t, "testdata/coin.kif")
	for name, test := range map[string]struct {
		text     string
		roles    []string
		layered  bool
		outcomes []string // of the first random move
		counts   func(counts []int64)
	}{
		"race": {race, []string{"ann", "ben"}, false, []string{"start.ann", "start.ben"}, func(counts []int64) {
			counts[0] = 2
			racePlays(counts[1:], 0, 0, false)
			racePlays(counts[1:], 0, 0, false)
		}},
		"goals of random": {race + "(goal random none) (goal random 100)", []string{"ann", "ben"}, false, []string{"start.ann", "start.ben"}, nil},
		"coin": {coin, []string{"you"}, true, []string{"toss.heads", "toss.tails"}, func(counts []int64) {
			for i := range min(6, len(counts)) {
				counts[i] = 2 << i
			}
		}},
		"turns with random": {watched, []string{"ann", "ben"}, true, []string{"toss.heads", "toss.tails"}, nil},
		"large states":      {race + largeStates(), []string{"ann", "ben"}, false, []string{"start.ann", "start.ben"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			g := openText(t, test.text).(games.Game[uint64])
			if err := games.Check(g, 500); err != nil {
				t.Error(err)
			}
			if bits := g.(Described).Packing().Bits; (bits > 256) != (name == "large states") {
				t.Errorf("states of %d bits", bits)
			}
			info := g.Info()
			if _, layered := g.(games.Layered[uint64]); !info.Stochastic || info.GeneralSum || info.Simultaneous || !slices.Equal(info.Roles, test.roles) || layered != test.layered {
				t.Errorf("layered %v, info %+v", layered, info)
			}
			s := g.Start()
			for games.Mover(g, s) != int(games.Chance) {
				children, _ := g.Expand(nil, nil, []uint64{s})
				s = children[0]
			}
			if names := games.NotationOf(g).Moves(s); !slices.Equal(names[0], test.outcomes) || names[1] != nil {
				t.Errorf("outcomes %v, want %v", names, test.outcomes)
			}
			if got := games.Odds(g, s, 2); !slices.Equal(got, []uint32{1, 1}) {
				t.Errorf("weights %v", got)
			}
			if want := make([]int64, 8); test.counts != nil {
				if test.counts(want); !slices.Equal(games.Perft(g, 8), want) {
					t.Errorf("plays %v, want %v", games.Perft(g, 8), want)
				}
			}
		})
	}
}

// watched is a game in which ann and random alternate. A fluent changes in every step.
const watched = `(role ann) (role random) (role ben) (init calling) (init (step 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
	(side heads) (side tails)
	(<= (legal ann (guess ?s)) (true calling) (side ?s)) (<= (legal ann noop) (not (true calling)))
	(<= (legal random (toss ?s)) (not (true calling)) (side ?s)) (<= (legal random noop) (true calling)) (legal ben noop)
	(<= (next calling) (not (true calling))) (<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
	(<= (next (called ?s)) (does ann (guess ?s)))
	(<= right (true (called ?s)) (does random (toss ?s))) (<= (next won) right) (<= (next won) (true won))
	(<= terminal (true (step 5)))
	(<= (goal ann 1) (true won)) (<= (goal ann 0) (not (true won))) (<= (goal ben 0) (true won)) (<= (goal ben 1) (not (true won)))`

// largeStates returns rules that remember whether the face was 1 in each of the last 300
// steps, so that states are numbered.
func largeStates() string {
	rules := "(<= (next (bit 0)) (does random (die 1))) (<= (legal ann peek) (true (turn ann)) (true (bit 299))) (<= (next (turn ben)) (does ann peek))"
	for i := range 299 {
		rules += fmt.Sprintf("(<= (next (bit %d)) (true (bit %d)))", i+1, i)
	}
	return rules
}

// TestRandomAndPlayerMustNotMoveTogether opens a sheet whose fourth step has a choice of
// both, with and without visiting all positions.
func TestRandomAndPlayerMustNotMoveTogether(t *testing.T) {
	const text = `(role you) (role random) (init (step 1)) (after 1 2) (after 2 3) (after 3 4) (after 4 5)
		(legal you go) (<= (legal you stay) (true (step 4)))
		(legal random a) (<= (legal random b) (true (step ?n)) (distinct ?n 3))
		(<= (next (step ?m)) (true (step ?n)) (after ?n ?m))
		(<= terminal (true (step 5))) (goal you 100)`
	open := func(limits work.Limits) (games.Variant, error) {
		rules := gdltest.CompileText(t, text).Sheet
		m, err := statemachine.Compile(t.Context(), rules, limits)
		if err != nil {
			t.Fatal(err)
		}
		return Open(t.Context(), m)
	}
	const want = "random and a player both have a choice in the position step.4; give the player noop as the only move there"
	if _, err := open(work.Limits{}); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("opened with error %v", err)
	}
	v, err := open(work.Limits{Explored: 1})
	if err != nil {
		t.Fatal(err)
	}
	g := v.(games.Game[uint64])
	s := g.Start()
	for i, mover := range []int8{games.Chance, games.Chance, 0, games.Chance} {
		if games.Failure(g) != nil || games.Mover(g, s) != int(mover) {
			t.Errorf("step %d: mover %d, want %d; error %v", i+1, games.Mover(g, s), mover, games.Failure(g))
		}
		if children, _ := g.Expand(nil, nil, []uint64{s}); len(children) > 0 {
			s = children[0]
		}
	}
	if err := games.Failure(g); err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("played with error %v", err)
	}
}

// TestSymmetriesKeepRandom checks that only players are exchanged.
func TestSymmetriesKeepRandom(t *testing.T) {
	race := readText(t, "testdata/race.kif")
	for _, test := range []struct {
		text string
		want bool
	}{
		{race, true},
		{strings.Replace(race, "(init toss)", "(init (turn ann))", 1), false},
		{strings.Replace(race, "random", "carol", -1), false}, // three players
	} {
		if got := openText(t, test.text).(games.RoleExchanger).RolesExchangeable(); got != test.want {
			t.Errorf("roles exchangeable %v, want %v:\n%s", got, test.want, test.text)
		}
	}
	// A player whose moves mirror those of random.
	v := openText(t, `(role random) (role you) (role me) (init x) (side 1) (side 2)
		(<= (legal random ?s) (true x) (side ?s)) (<= (legal you ?s) (true y) (side ?s)) (<= (legal me ?s) (true z) (side ?s))
		(<= (legal random noop) (not (true x))) (<= (legal you noop) (not (true y))) (<= (legal me noop) (not (true z)))
		(<= (next y) (true x)) (<= (next z) (true y)) (<= (next (end ?r)) (true z) (does ?r 1))
		(<= (next over) (true z)) (<= terminal (true over)) (goal you 50) (goal me 50) (goal random 50)`)
	if v.(games.RoleExchanger).RolesExchangeable() {
		t.Error("random or a player who moves at another time is exchanged")
	}
	if moves := v.Info(); !moves.ExtraMoves || v.Info().Simultaneous {
		t.Errorf("info %+v", moves)
	}
}
