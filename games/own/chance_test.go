package own

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/own/protocol"
	"zermelo/games/own/starter"
)

// racePlays adds the numbers of plays of testdata/race.star to counts. Player 0 has walked
// own steps and is to choose.
func racePlays(counts []int64, own, other int) {
	if len(counts) == 0 || own >= 3 || other >= 3 {
		return
	}
	counts[0] += 2
	racePlays(counts[1:], other, own+1)
	if len(counts) == 1 {
		return
	}
	for steps := range 3 {
		counts[1]++
		racePlays(counts[2:], other, own+steps)
	}
}

// TestRandomMoves opens the same game as a script, a program and a module.
func TestRandomMoves(t *testing.T) {
	for name, spec := range map[string]func(t *testing.T) string{
		"script": func(*testing.T) string { return "testdata/race.star" },
		"program": func(t *testing.T) string {
			if _, err := exec.LookPath("python3"); err != nil {
				t.Skip(err)
			}
			return Exec + "python3 " + pythonFile(t, "testdata/race.star")
		},
		"module": func(t *testing.T) string {
			if !gamestest.Large() {
				t.Skip("takes -large")
			}
			return goModule(t, "testdata/wasm/race.go")
		},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := OpenSpec(t.Context(), spec(t), protocol.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			g := v.(games.Game[uint64])
			defer func() { _ = v.(io.Closer).Close() }()
			if err := games.Check(g, 500); err != nil {
				t.Error(err)
			}
			if info := g.Info(); !info.Stochastic || !info.ExtraMoves || info.GeneralSum {
				t.Errorf("info %+v", info)
			}
			want := make([]int64, 9)
			racePlays(want, 0, 0)
			if got := games.Perft(g, len(want)); !slices.Equal(got, want) {
				t.Errorf("plays %v, want %v", got, want)
			}
			children, _ := g.Expand(nil, nil, []uint64{g.Start()})
			thrown := children[1]
			if mover, odds := games.Mover(g, thrown), games.Odds(g, thrown, 3); mover != int(games.Chance) || !slices.Equal(odds, []uint32{1, 2, 3}) {
				t.Errorf("mover %d with weights %v", mover, odds)
			}
			if names := games.NotationOf(g).Moves(thrown); !slices.Equal(names[0], []string{"zero", "one", "two"}) {
				t.Errorf("outcomes %v", names)
			}
			drawn := games.DrawingOf(g, thrown)
			if !slices.Contains(drawn.Notes, "a random move follows") {
				t.Errorf("drawing %v", drawn.Notes)
			}
			if err := games.Failure(v); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestCacheComparesWeights(t *testing.T) {
	c := newCache[uint64](0)
	for _, test := range []struct {
		weights []uint32
		want    bool
	}{{[]uint32{1, 2}, true}, {[]uint32{1, 2}, true}, {[]uint32{2, 1}, false}} {
		if got := c.put(5, entry{mover: games.Chance, rows: 2}, []uint64{6, 7}, test.weights); got != test.want {
			t.Errorf("weights %v are accepted: %v", test.weights, got)
		}
	}
}

// pythonFile returns a program with the rules of a script.
func pythonFile(t testing.TB, script string) string {
	t.Helper()
	text, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(starter.Text("game.py", "game"), "# --- the rules ---\n")
	_, after, _ := strings.Cut(rest, "# --- the protocol")
	file := filepath.Join(t.TempDir(), "game.py")
	if err := os.WriteFile(file, []byte(before+string(text)+"\n# "+after), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// goModule compiles a module with the given rules.
func goModule(t testing.TB, file string) string {
	t.Helper()
	rules, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	text := strings.Replace(string(rules), "//go:build ignore\n", "", 1)
	for name, text := range map[string]string{"game.go": text, "zermelo.go": starter.Text("zermelo.go.txt", ""), "go.mod": "module game\n\ngo 1.24\n"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", "game.wasm", ".")
	build.Dir, build.Env = folder, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return filepath.Join(folder, "game.wasm")
}
