package batch

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/network"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
	"zermelo/games/gdl/work"
)

// faultySheet is a walk that can end with a role that has no legal move,
// without a goal, or with two goals.
const faultySheet = `(role you) (role other) (init (at 1)) (legal other wait) (way 1 1) (way 1 2) (way 1 3) (way 1 4) (way 1 5)
	(<= (legal you (go ?y)) (true (at ?x)) (way ?x ?y)) (<= (next (at ?y)) (does you (go ?y)))
	(<= terminal (true (at 3))) (<= terminal (true (at 4))) (<= terminal (true (at 5)))
	(goal other 50) (<= (goal you 10) (true (at 4))) (<= (goal you 20) (true (at 4))) (<= (goal you 30) (true (at 5)))`

// TestRandomPlays compares parallel random plays with plays of a
// statemachine.Play: states, termination and goals.
func TestRandomPlays(t *testing.T) {
	t.Run("faulty", func(t *testing.T) { checkPlays(t, gdltest.CompileText(t, faultySheet)) })
	for seed := range uint64(40) { // one to four roles
		t.Run(fmt.Sprint("random ", seed), func(t *testing.T) {
			rules, _ := sheet.Parse("random", gdltest.NewSheetMaker(seed).Sheet())
			m, err := statemachine.Compile(t.Context(), rules, work.Limits{Bytes: 8 << 20})
			if err != nil {
				t.Skip(err) // terms grow without bound, or a role does not exist
			}
			checkPlays(t, m)
		})
	}
	t.Run("with random", func(t *testing.T) { checkPlays(t, gdltest.CompileText(t, gdltest.Coin)) })
	for _, file := range gdltest.Sheets(t, "games") {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".kif"), func(t *testing.T) {
			t.Parallel()
			checkPlays(t, gdltest.Compile(t, file))
		})
	}
}

func checkPlays(t *testing.T, m *statemachine.Machine) {
	const seed, plays, plies = 5, network.Lanes + 30, 12
	side, either := make([]string, plays), make([]string, plays)
	states := map[int][]string{} // states of the plays in some lanes
	note := func(list []string) func(PlayResult) error {
		return func(e PlayResult) error {
			list[e.Number] += endText(e)
			return nil
		}
	}
	b := newLanes(m, seed, 0, plays, plies)
	for b.playing != (network.Block{}) {
		for i := 0; i < network.Lanes; i += 29 {
			if b.playing[i/64]>>(i%64)&1 == 0 {
				continue
			}
			var text strings.Builder
			for _, block := range b.state {
				fmt.Fprintf(&text, "%t ", block[i/64]>>(i%64)&1 != 0)
			}
			number := b.lane[i].play.Number
			states[number] = append(states[number], text.String())
		}
		if err := b.ply(note(side)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.finish(note(side)); err != nil {
		t.Fatal(err)
	}
	if err := RandomPlays(t.Context(), m, seed, plays, plies, note(either)); err != nil {
		t.Fatal(err)
	}
	p, live, joint := m.NewPlay(), m.Logic.Live(), make([]int32, len(m.Moves))
	for number := range plays {
		p.Reset()
		rng, e, passed := rand.New(rand.NewPCG(seed, uint64(number))), PlayResult{}, []string(nil)
		for {
			if states[number] != nil {
				passed = append(passed, liveText(p, live))
			}
			if e.Plies == plies {
				break
			}
			if e.Terminal = p.Terminal(); e.Terminal {
				break
			}
			if e.Invalid = p.Choose(rng, joint) >= 0; e.Invalid {
				break
			}
			p.Do(joint)
			e.Plies++
		}
		for role := range m.Roles {
			goal, ok := p.Goal(role)
			e.Goals = append(e.Goals, goal)
			e.Invalid = e.Invalid || e.Terminal && !ok
		}
		if end := endText(e); side[number] != end || either[number] != end {
			t.Fatalf("play %d: %q side by side, %q at will, want %q", number, side[number], either[number], end)
		}
		if !slices.Equal(states[number], passed) {
			t.Fatalf("play %d: states %v, want %v", number, states[number], passed)
		}
	}
}

// liveText formats the live fluents of a state.
func liveText(p *statemachine.Play, live []bool) string {
	var text strings.Builder
	for f, holds := range p.Holds() {
		if live[f] {
			fmt.Fprintf(&text, "%t ", holds)
		}
	}
	return text.String()
}

func endText(e PlayResult) string {
	text := fmt.Sprintf("%d plies, over %v, broken %v", e.Plies, e.Terminal, e.Invalid)
	if e.Terminal && !e.Invalid {
		text += fmt.Sprint(", goals ", e.Goals)
	}
	return text
}

// TestRandomPlaysOfNoPlyAreInterrupted plays a sheet whose initial state is
// terminal.
func TestRandomPlaysOfNoPlyAreInterrupted(t *testing.T) {
	m := gdltest.CompileText(t, "(role you) (init on) (<= terminal (true on)) (legal you noop) (goal you 0)")
	ctx, cancel := context.WithCancel(t.Context())
	played := 0
	err := RandomPlays(ctx, m, 1, 1_000, 10, func(PlayResult) error {
		played++
		cancel()
		return nil
	})
	if !errors.Is(err, context.Canceled) || played != 1 {
		t.Errorf("%d plays, error %v, want one and that it was canceled", played, err)
	}
}
