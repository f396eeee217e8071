package skirmish

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"zermelo/games"
	"zermelo/games/gamestest"
)

// contract is the exported behaviour of the game.
type contract = games.Game[[2]uint64]

var open = gamestest.Opener[*game](Entry(), Presets()...)

// variants returns all combinations of the named options.
func variants() []slowGame {
	var list []slowGame
	for _, respawn := range []string{"never", "captured", "every-ply"} {
		for _, steps := range []string{"move+capture", "capture"} {
			for _, leaps := range []string{"move+capture", "move"} {
				list = append(list, slowGame{respawn: respawn, stepsMay: steps, leaps: leaps})
			}
		}
	}
	return list
}

// open opens the fast implementation with the same options.
func (g slowGame) open(t testing.TB) *game {
	return open(t, fmt.Sprintf("skirmish:inner=%d,steps=%d,respawn=%s,steps-may=%s,leaps-may=%s", g.inner, g.length, g.respawn, g.stepsMay, g.leaps))
}

func TestContract(t *testing.T) {
	for i, v := range variants() {
		v.inner, v.length = []int{3, 5, 7}[i%3], []int{31, 127, 20, 5}[i%4]
		if err := games.Check(contract(v.open(t)), 300); err != nil {
			t.Error(err)
		}
	}
	for _, spec := range []string{"skirmish", "2pffa-zerosum", "skirmish:respawn=captured", "skirmish:steps=2", "2pffa-zerosum:inner=7,steps=127"} {
		if err := games.Check(contract(open(t, spec)), 500); err != nil {
			t.Error(err)
		}
	}
}

// TestAgainstSlowRules compares all combinations of options in random plays that
// prefer captures.
func TestAgainstSlowRules(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, slow := range variants() {
		for _, slow.inner = range []int{3, 5, 7} {
			for _, slow.length = range []int{2, 31, 127} {
				g := slow.open(t)
				play(t, g, slow, func(names []string) int {
					if rng.IntN(4) > 0 {
						for i, name := range names {
							if strings.Contains(name, "x") {
								return i
							}
						}
					}
					return rng.IntN(len(names))
				})
			}
		}
	}
}

// TestAnyPlay compares random options and moves, which shrink on failure.
func TestAnyPlay(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		slow := rapid.SampledFrom(variants()).Draw(rt, "options")
		slow.inner = rapid.SampledFrom([]int{3, 5, 7}).Draw(rt, "inner")
		slow.length = rapid.IntRange(2, 20).Draw(rt, "steps")
		play(rt, slow.open(t), slow, func(names []string) int { return rapid.IntRange(0, len(names)-1).Draw(rt, "move") })
	})
}

// failer is implemented by *testing.T and *rapid.T.
type failer interface {
	Errorf(string, ...any)
	Fatalf(string, ...any)
}

// play compares all methods in a play.
func play(t failer, g *game, slow slowGame, choose func(names []string) int) {
	for s := g.Start(); ; {
		text := g.FormatState(s)
		ref := readSlow(text)
		names := g.Moves(s)
		mover := (ref.step + 1) % 2
		children, _ := g.Expand(nil, nil, [][2]uint64{s})
		got := map[string]string{}
		for i, name := range names[mover] {
			got[name] = g.FormatState(children[i])
		}
		if diff := cmp.Diff(slow.moves(ref), got); diff != "" || len(names[1-mover]) > 0 {
			t.Fatalf("%s %s: moves (-want +got):\n%s", g.About.Name, text, diff)
		}
		if back, err := g.ParseState(text); err != nil || back != s {
			t.Fatalf("%s %s does not round-trip: %v", g.About.Name, text, err)
		}
		compareMirror(t, g, slow, s)
		if len(children) == 0 {
			want := games.Payoff{50, 50}
			if ref.red > ref.blue {
				want = games.Payoff{100, 0}
			} else if ref.red < ref.blue {
				want = games.Payoff{0, 100}
			}
			if p := g.Payoffs(nil, [][2]uint64{s})[0]; p != want {
				t.Errorf("%s: payoffs %v, want %v", text, p, want)
			}
			if ref.step != slow.length {
				t.Errorf("%s ends at step %d, want %d", text, ref.step, slow.length)
			}
			return
		}
		s = children[choose(names[mover])]
	}
}

// compareMirror compares the canonical state and the orbit of a state with its mirror
// image.
func compareMirror(t failer, g *game, slow slowGame, s [2]uint64) {
	text := g.FormatState(s)
	image := slow.write(slow.mirrored(readSlow(text)))
	m, err := g.ParseState(image)
	if err != nil {
		t.Fatalf("%s: %v", image, err)
	}
	a, _ := games.Canonical(contract(g), s)
	b, _ := games.Canonical(contract(g), m)
	if a != b || a != s && a != m {
		t.Errorf("%s and %s: canonical states %s and %s", text, image, g.FormatState(a), g.FormatState(b))
	}
	want := int32(2)
	if text == image {
		want = 1
	}
	if n := g.Orbits(nil, [][2]uint64{a})[0]; n != want {
		t.Errorf("%s: orbit %d, want %d", text, n, want)
	}
}

// TestCaptureLimit checks the capture limit with each value of respawn.
func TestCaptureLimit(t *testing.T) {
	for _, test := range []struct{ spec, text, move, want string }{
		{"2pffa-zerosum:inner=3,steps=60", "#####/#.b.#/r.r.b/#...#/#####:41:13:3", "3.3x3.4", "#####/#.r.#/r...b/#...#/#####:42:14:3"},
		{"2pffa-zerosum:inner=3,steps=60", "#####/#.b.#/r.r.b/#...#/#####:41:14:3", "3.3x3.4", "#####/#.r.#/r...b/#...#/#####:42:14:3"},
		{"2pffa-zerosum:inner=3,steps=60", "#####/#.b.#/r.r.b/#...#/#####:42:3:14", "3.4x3.3", "#####/#...#/r.b.b/#...#/#####:43:3:14"},
		{"skirmish:respawn=captured,inner=3,steps=127", "#####/#.b.#/..r../#...#/#####:125:62:3", "3.3x3.4", "#####/#.r.#/....b/#...#/#####:126:63:3"},
	} {
		g := open(t, test.spec)
		s, err := g.ParseState(test.text)
		if err != nil {
			t.Error(err)
			continue
		}
		children, _ := g.Expand(nil, nil, [][2]uint64{s})
		names := g.Moves(s)
		got := "no such move"
		for i, name := range append(names[0], names[1]...) {
			if name == test.move {
				got = g.FormatState(children[i])
			}
		}
		if got != test.want {
			t.Errorf("%s %s %s: %s, want %s", test.spec, test.text, test.move, got, test.want)
		}
	}
}

func TestBadOptions(t *testing.T) {
	gamestest.Options(t, &games.Registry{Entries: []games.Entry{Entry()}, Presets: Presets()}, map[string]string{
		"skirmish:inner=4":         "inner=4 is even, but the start cells need a middle row; use inner=3, inner=5 or inner=7",
		"skirmish:inner=9":         "whole number from 3 to 7",
		"skirmish:steps=1":         "whole number from 2 to 127",
		"skirmish:steps=128":       "whole number from 2 to 127",
		"skirmish:respawn=always":  "must be one of never, captured, every-ply",
		"skirmish:steps-may=move":  "must be one of move+capture, capture",
		"skirmish:leaps-may=none":  "must be one of move+capture, move",
		"2pffa-zerosum:inner=6":    "inner=6 is even",
		"skirmish:respawns=always": "has no option",
	})
}
