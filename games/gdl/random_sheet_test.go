package gdl

import (
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// TestRandomSheets compares random plays of compiled sheets with the reference
// player. The sheets have one to four roles.
func TestRandomSheets(t *testing.T) {
	t.Parallel()
	n := uint64(80)
	if gamestest.Large() {
		n = 10_000
		defer debug.SetGCPercent(debug.SetGCPercent(800)) // with such a small heap, collections would be frequent
	}
	played, plies := 0, 0
	for seed := range n {
		m := gdltest.NewSheetMaker(seed)
		text := m.Sheet()
		sheet, problems := sheet.Parse("random", text)
		if len(problems) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, problems[0].Message, text)
		}
		machine, err := statemachine.Compile(t.Context(), sheet, work.Limits{Bytes: 8 << 20})
		if err != nil {
			continue // terms grow without bound, or a role does not exist
		}
		played++
		plies += compareWithSlow(t, seed, m.Rand, sheet, machine)
		checkAskedFor(t, seed, m.Rand, sheet, machine)
		if seed/8%4 == 0 { // slower
			checkOpened(t, machine)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if played < int(n)*3/4 || plies < played*2 {
		t.Errorf("%d of %d sheets played, %d plies", played, n, plies)
	}
}

// checkAskedFor compiles a sheet with restricted relations. The restriction
// must not change the plays.
func checkAskedFor(t *testing.T, seed uint64, rng *rand.Rand, rules *sheet.Sheet, whole *statemachine.Machine) {
	m, err := statemachine.Compile(t.Context(), rules, work.Limits{RestrictSteps: 1})
	if err != nil {
		t.Errorf("seed %d: %v where only what is asked for is found", seed, err)
		return
	}
	if compareWithSlow(t, seed, rng, rules, m); m.Rules > whole.Rules {
		t.Errorf("seed %d: %d rules where only what is asked for is found, %d else", seed, m.Rules, whole.Rules)
	}
}

// compareWithSlow plays a few random plies on both players and returns their
// number.
func compareWithSlow(t *testing.T, seed uint64, rng *rand.Rand, rules *sheet.Sheet, m *statemachine.Machine) int {
	slow := newSlowPlayer(rules)
	p := m.NewPlay()
	first := slow.derive(nil)
	if first == nil {
		return 0
	}
	state := first.texts("init", "", 0)
	for ply := range 6 {
		if got := gdltest.Names(m.Fluents, p.State(nil)); !slices.Equal(got, state) {
			t.Errorf("seed %d, ply %d: state %v, want %v", seed, ply, got, state)
			return ply
		}
		var given []*sheet.Term
		for _, f := range state {
			given = append(given, sentence("true", f))
		}
		now := slow.derive(given)
		if now == nil {
			return ply
		}
		if over := len(now["terminal"]) > 0; p.Terminal() != over {
			t.Errorf("seed %d, ply %d: terminal %v, want %v", seed, ply, p.Terminal(), over)
		}
		var joint []int32
		for r, role := range m.Roles {
			want := now.texts("legal", role, 1)
			legal := p.Legal(nil, r)
			if got := gdltest.Names(m.Moves[r], legal); !slices.Equal(got, want) {
				t.Errorf("seed %d, ply %d: legal moves of %s %v, want %v", seed, ply, role, got, want)
				return ply
			}
			goals := now.texts("goal", role, 1)
			if value, ok := p.Goal(r); ok != (len(goals) == 1) || ok && fmt.Sprint(value) != goals[0] {
				t.Errorf("seed %d, ply %d: goal of %s %d %v, want %v", seed, ply, role, value, ok, goals)
			}
			joint = append(joint, legal[rng.IntN(len(legal))])
			given = append(given, sentence("does", role, m.Moves[r][joint[r]]))
		}
		if now = slow.derive(given); now == nil {
			return ply
		}
		state = now.texts("next", "", 0)
		p.Do(joint)
	}
	return 6
}

// checkOpened opens a machine and compares one play of the game with the
// machine.
func checkOpened(t *testing.T, m *statemachine.Machine) {
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Error(err)
		return
	}
	switch g := v.(type) {
	case games.Game[uint64]:
		followOpened(t, m, g)
	case games.Game[[2]uint64]:
		followOpened(t, m, g)
	case games.Game[[4]uint64]:
		followOpened(t, m, g)
	}
}

// followOpened makes each role's last legal move in every ply. The game's state
// must equal the machine's state after formatting and parsing. It must have the
// same children in the same order, and the same number of moves per role.
func followOpened[S games.State](t *testing.T, m *statemachine.Machine, g games.Game[S]) {
	p, words := m.NewPlay(), NewNotation(m)
	s := g.Start()
	for range 5 {
		text := words.Format(p.State(nil))
		if read, err := g.(games.Notation[S]).ParseState(text); err != nil || read != s {
			t.Errorf("%s is read as %v, %v, want %v", text, read, err, s)
		}
		children, _ := g.Expand(nil, nil, []S{s})
		if p.Terminal() {
			if len(children) > 0 {
				t.Errorf("%s: %d children of a terminal state", text, len(children))
			}
			payoff := g.Payoffs(nil, []S{s})[0]
			for role := range m.Roles {
				if want, ok := p.Goal(role); ok && int(payoff[role]) != want {
					t.Errorf("%s: role %d gets %d, want %d", text, role, payoff[role], want)
				}
			}
			return
		}
		joints := [][]int32{nil}
		var sizes []int
		for role := range m.Roles {
			legal := p.Legal(nil, role)
			sizes = append(sizes, len(legal))
			var longer [][]int32
			for _, joint := range joints {
				for _, move := range legal {
					longer = append(longer, append(slices.Clone(joint), move))
				}
			}
			joints = longer
		}
		if len(children) != len(joints) {
			t.Errorf("%s: %d children, want %d", text, len(children), len(joints))
			return
		}
		if _, moves := games.Stage(g, s, len(children)); !slices.Equal(moves, sizes) {
			t.Errorf("%s: %v moves, want %v", text, moves, sizes)
		}
		before := p.State(nil)
		for i, joint := range joints {
			p.SetState(before)
			p.Do(joint)
			if read, err := g.(games.Notation[S]).ParseState(words.Format(p.State(nil))); err != nil || read != children[i] {
				t.Errorf("%s: joint move %d leads to %v, %v, want %v", text, i, children[i], read, err)
				return
			}
		}
		s = children[len(children)-1]
	}
}
