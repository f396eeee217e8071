package solver

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/games/gdl"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/work"
	"zermelo/games/own"
	"zermelo/games/own/protocol"
	"zermelo/games/own/starter"
	"zermelo/solver/solvertest"
	"zermelo/solver/value"
)

// outsideGames maps scripts to the equivalent built-in games and descriptions.
func outsideGames() map[string]string {
	return map[string]string{
		"tictactoe":    "tictactoe",
		"nim":          "nim:piles=1+2+3",
		"tron":         "tron:size=4x4",
		"coordination": "coordination:rounds=2,turns=simultaneous",
		"dodgem":       "dodgem",
		"chomp":        "chomp:size=3x3",
		"rps":          "../games/own/testdata/rps.kif",
		"buttons":      "buttons.kif",
	}
}

// TestScriptsHaveTheValuesOfBuiltInGames compares all positions.
func TestScriptsHaveTheValuesOfBuiltInGames(t *testing.T) {
	for script, other := range outsideGames() {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			compareGames(t, openOutside(t, "../games/own/testdata/"+script+".star"), openInside(t, other))
		})
	}
}

// TestSheetsHaveTheValuesOfBuiltInGames compares all positions of the built-in
// games in outsideGames.
func TestSheetsHaveTheValuesOfBuiltInGames(t *testing.T) {
	for name, builtIn := range outsideGames() {
		if strings.HasSuffix(builtIn, ".kif") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			compareGames(t, openInside(t, builtIn), openInside(t, "../games/own/testdata/"+name+".kif"))
		})
	}
}

// TestProgramsHaveTheValuesOfScripts runs the scripts, which are also valid
// Python, as programs.
func TestProgramsHaveTheValuesOfScripts(t *testing.T) {
	if _, err := exec.LookPath("python3"); err != nil {
		t.Skip("there is no python3 here, which plays the rules: ", err)
	}
	for script := range outsideGames() {
		t.Run(script, func(t *testing.T) {
			if slices.Contains([]string{"tictactoe", "tron", "dodgem"}, script) {
				gamestest.SkipUnlessLarge(t)
			}
			t.Parallel()
			file := "../games/own/testdata/" + script + ".star"
			compareGames(t, openOutside(t, own.Exec+"python3 "+pythonProgram(t, file)), openOutside(t, file))
		})
	}
}

// TestRulesDrawEstimateAndGiveImages tests a game whose rules implement all
// optional functions.
func TestRulesDrawEstimateAndGiveImages(t *testing.T) {
	const file = "../games/own/testdata/strip.star"
	specs := []string{file}
	if _, err := exec.LookPath("python3"); err == nil {
		specs = append(specs, own.Exec+"python3 "+pythonProgram(t, file))
	}
	for _, spec := range specs {
		v := openOutside(t, spec)
		err := games.ByState(v, checkAnswers[uint64], checkAnswers[[2]uint64], checkAnswers[[4]uint64])
		if err := errors.Join(err, games.Failure(v)); err != nil {
			t.Errorf("%s: %v", spec, err)
		}
	}
}

func checkAnswers[S games.State](g games.Game[S]) error {
	if err := games.Check(g, 60); err != nil {
		return err
	}
	// Up to the mirror image, the stones are none, a, b, ac and ad.
	canonizer, ok := g.(games.Canonizer[S])
	if !ok {
		return errors.New("there are no images")
	}
	states := map[S]bool{}
	for reach := []S{g.Start()}; len(reach) > 0; reach = reach[1:] {
		canonizer.Canonize(reach[:1], []bool{false})
		if !states[reach[0]] {
			states[reach[0]] = true
			reach, _ = g.Expand(reach, nil, reach[:1])
		}
	}
	if len(states) != 5 {
		return fmt.Errorf("%d states up to symmetry, want 5", len(states))
	}
	e := games.EvaluatorOf(g).Evaluate(nil, []S{g.Start()})
	if len(e) != 1 || e[0] != 0.25 {
		return fmt.Errorf("the start is estimated at %v, want 0.25", e)
	}
	if d := g.(games.Drawer[S]).Draw(g.Start()); len(d.Notes) < 3 || d.Notes[0] != "----" || d.Notes[1] != "|cells" || d.Notes[2] != "...." {
		return fmt.Errorf("drawn as %q", d.Notes)
	}
	return nil
}

// pythonProgram writes a program that runs the rules of a script.
func pythonProgram(t *testing.T, script string) string {
	t.Helper()
	rules, err := os.ReadFile(script)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(starter.Text("game.py", "game"), "# --- the rules ---\n")
	_, after, ok2 := strings.Cut(rest, "# --- the protocol")
	if !ok || !ok2 {
		t.Fatal("the program of package starter has no part with the rules")
	}
	file := filepath.Join(t.TempDir(), "game.py")
	if err := os.WriteFile(file, []byte(before+string(rules)+"\n# "+after), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestModulesHaveTheValuesOfScripts runs the same games as WebAssembly modules
// built with the go tool.
func TestModulesHaveTheValuesOfScripts(t *testing.T) {
	gamestest.SkipUnlessLarge(t) // building takes ten seconds
	folder := t.TempDir()
	rules, err := os.ReadFile("../games/own/testdata/wasm/game.go")
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{
		"game.go": string(rules), "zermelo.go": starter.Text("zermelo.go.txt", ""), "go.mod": "module game\n\ngo 1.24\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	buildModule(t, folder)
	for script := range outsideGames() {
		t.Run(script, func(t *testing.T) {
			t.Parallel()
			compareGames(t, openOutside(t, filepath.Join(folder, "game.wasm")+":game="+script), openOutside(t, "../games/own/testdata/"+script+".star"))
		})
	}
}

// TestModuleWithoutALibraryHasTheValuesOfTheBuiltInGame runs a small prebuilt
// module.
func TestModuleWithoutALibraryHasTheValuesOfTheBuiltInGame(t *testing.T) {
	compareGames(t, openOutside(t, "../games/own/testdata/wasm/tictactoe.wasm"), openInside(t, "tictactoe"))
}

// TestStarterInGoPlays builds the game written by zermelo new --go.
func TestStarterInGoPlays(t *testing.T) {
	gamestest.SkipUnlessLarge(t)
	folder := t.TempDir()
	for _, kind := range []string{"go", "star"} {
		if _, err := starter.Write(folder, "game", kind); err != nil {
			t.Fatal(err)
		}
	}
	buildModule(t, filepath.Join(folder, "game"))
	compareGames(t, openOutside(t, filepath.Join(folder, "game", "game.wasm:sticks=9")), openOutside(t, filepath.Join(folder, "game.star:sticks=9")))
}

// buildModule builds game.wasm in a directory.
func buildModule(t *testing.T, folder string) {
	t.Helper()
	build := exec.Command("go", "build", "-buildmode=c-shared", "-o", "game.wasm", ".")
	build.Dir, build.Env = folder, append(os.Environ(), "GOOS=wasip1", "GOARCH=wasm", "GOFLAGS=-trimpath")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
}

func openOutside(t *testing.T, spec string) games.Variant {
	t.Helper()
	v, err := own.OpenSpec(t.Context(), spec, protocol.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = v.(io.Closer).Close() })
	return v
}

func openInside(t *testing.T, spec string) games.Variant {
	t.Helper()
	if !strings.HasSuffix(spec, ".kif") {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	if !strings.Contains(spec, "/") {
		sheets := gdltest.Sheets(t, "games")
		spec = sheets[slices.IndexFunc(sheets, func(s string) bool { return filepath.Base(s) == spec })]
	}
	v, err := gdl.OpenSpec(t.Context(), spec, work.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// valued is a position with its value, as text, so that games with different
// states can be compared.
type valued struct {
	mover int8
	value string
	next  map[string]string // next position by name of the move
}

// allOf returns the start and all positions of a game, valued by the reference
// solvers.
func allOf(v games.Variant) (start string, all map[string]valued) {
	all = map[string]valued{}
	start = games.ByState(v,
		func(g games.Game[uint64]) string { return valueAll(g, all) },
		func(g games.Game[[2]uint64]) string { return valueAll(g, all) },
		func(g games.Game[[4]uint64]) string { return valueAll(g, all) })
	return start, all
}

func valueAll[S games.State](g games.Game[S], all map[string]valued) string {
	n := games.NotationOf(g)
	for level, seen := []S{g.Start()}, map[S]bool{}; len(level) > 0; { // expanding whole levels is much faster
		level, _ = g.Expand(nil, nil, level)
		level = slices.DeleteFunc(level, func(s S) bool { known := seen[s]; seen[s] = true; return known })
	}
	var textOf func(S) string
	if _, layered := g.(games.Layered[S]); layered || value.KindOf(g.Info()) != value.Alternating {
		valueOf := solvertest.Naive(g)
		textOf = func(s S) string {
			o := valueOf(s)
			return fmt.Sprint(o.Payoff[0], o.Payoff[1], o.Security[0], o.Security[1], o.Pure, o.Joint, o.Remoteness)
		}
	} else {
		values := solvertest.NaiveCyclic(g, []S{g.Start()})
		textOf = func(s S) string { return fmt.Sprint(values[s]) }
	}
	for _, s := range solvertest.Reachable(g) {
		children, _ := g.Expand(nil, nil, []S{s})
		at := valued{value: textOf(s), next: map[string]string{}}
		if len(children) > 0 {
			at.mover = g.Movers(nil, []S{s})[0]
		}
		names := n.Moves(s)
		for i, child := range children {
			switch columns := max(1, len(names[1])); at.mover {
			case games.Both:
				at.next[names[0][i/columns]+"+"+names[1][i%columns]] = n.FormatState(child)
			default:
				at.next[names[at.mover][i]] = n.FormatState(child)
			}
		}
		all[n.FormatState(s)] = at
	}
	return n.FormatState(g.Start())
}

// compareGames compares two games along all plays. Their moves must have the
// same names.
func compareGames(t *testing.T, v, w games.Variant) {
	t.Helper()
	a, allA := allOf(v)
	b, allB := allOf(w)
	for _, v := range []games.Variant{v, w} {
		if err := games.Failure(v); err != nil {
			t.Fatal(err)
		}
	}
	if len(allA) < 6 {
		t.Fatalf("%d positions", len(allA))
	}
	type pair [2]string
	seen := map[pair]bool{{a, b}: true}
	for queue := []pair{{a, b}}; len(queue) > 0; queue = queue[1:] {
		p := queue[0]
		x, y := allA[p[0]], allB[p[1]]
		if x.mover != y.mover || x.value != y.value {
			t.Fatalf("%s: role %d, value %s; %s: role %d, value %s", p[0], x.mover, x.value, p[1], y.mover, y.value)
		}
		if names := slices.Sorted(maps.Keys(x.next)); !slices.Equal(names, slices.Sorted(maps.Keys(y.next))) {
			t.Fatalf("%s has the moves %v; %s has %v", p[0], names, p[1], slices.Sorted(maps.Keys(y.next)))
		}
		for name, next := range x.next {
			if q := (pair{next, y.next[name]}); !seen[q] {
				seen[q] = true
				queue = append(queue, q)
			}
		}
	}
	met := map[string]bool{}
	for p := range seen {
		met[p[0]] = true
	}
	if len(met) != len(allA) {
		t.Errorf("%d of %d positions were compared", len(met), len(allA))
	}
}

// TestGamesFromOutsideKeepTheContract runs the conformance test of all games.
func TestGamesFromOutsideKeepTheContract(t *testing.T) {
	for script := range outsideGames() {
		v := openOutside(t, "../games/own/testdata/"+script+".star")
		err := games.ByState(v,
			func(g games.Game[uint64]) error { return games.Check(g, 60) },
			func(g games.Game[[2]uint64]) error { return games.Check(g, 60) },
			func(g games.Game[[4]uint64]) error { return games.Check(g, 60) })
		if err != nil {
			t.Error(err)
		}
		if err := games.Failure(v); err != nil {
			t.Error(err)
		}
	}
}
