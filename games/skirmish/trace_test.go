package skirmish

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"zermelo/games"
)

// traceStep is one line of a random playout of a rule sheet.
type traceStep struct {
	State    []string
	Terminal bool
	Legal    [][]string
	Joint    []string
	Goals    []int16
}

// readTrace reads the steps of a trace, or skips the test where it is absent.
func readTrace(t *testing.T, name string) []traceStep {
	t.Helper()
	data, err := os.ReadFile("../../../shared/gdl/traces/" + name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no rule sheet traces here: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	var steps []traceStep
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if !bytes.Contains(lines.Bytes(), []byte(`"kind":"step"`)) {
			continue
		}
		var step traceStep
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if len(steps) == 0 {
		t.Fatalf("%s has no step", name)
	}
	return steps
}

// TestTrace replays playouts of the rule sheet.
func TestTrace(t *testing.T) {
	g := open(t, "2pffa-zerosum")
	var next [2]uint64 // where the last joint move led
	for i, step := range readTrace(t, "2pffa_zerosum.jsonl") {
		s, err := g.ParseState(textOf(t, step.State))
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 && s != g.Start() || next != [2]uint64{} && s != next {
			t.Errorf("step %d: the state is not where the play leads", i)
		}
		if diff := cmp.Diff(step.State, factsOf(g, s)); diff != "" {
			t.Errorf("step %d: facts (-want +got):\n%s", i, diff)
		}
		children, _ := g.Expand(nil, nil, [][2]uint64{s})
		if terminal := len(children) == 0; terminal != step.Terminal {
			t.Fatalf("step %d: terminal %v", i, terminal)
		}
		next = [2]uint64{}
		if step.Terminal {
			if p := g.Payoffs(nil, [][2]uint64{s})[0]; p != games.Payoff(step.Goals) {
				t.Errorf("step %d: payoffs %v, want %v", i, p, step.Goals)
			}
			continue
		}
		who := mover(s)
		names := sheetMoves(g.Moves(s)[who])
		if diff := cmp.Diff(step.Legal[who], slices.Sorted(slices.Values(names))); diff != "" {
			t.Errorf("step %d: legal moves (-want +got):\n%s", i, diff)
		}
		next = children[slices.Index(names, step.Joint[who])]
	}
}

// textOf writes the facts of a state in this package's notation.
func textOf(t *testing.T, facts []string) string {
	rows := strings.Split("#######/#.....#/#.....#/......./#.....#/#.....#/#######", "/")
	var step, red, blue int
	for _, fact := range facts {
		var x, y int
		var what string
		if n, _ := fmt.Sscanf(fact, "(cell %d %d %s", &x, &y, &what); n == 3 {
			row := []byte(rows[7-y])
			row[x-1] = what[0]
			rows[7-y] = string(row)
			continue
		}
		red1, _ := fmt.Sscanf(fact, "(capture red %d)", &red)
		blue1, _ := fmt.Sscanf(fact, "(capture blue %d)", &blue)
		step1, _ := fmt.Sscanf(fact, "(step %d)", &step)
		if red1+blue1+step1 == 0 && !strings.HasPrefix(fact, "(control ") {
			t.Fatalf("unknown fact %s", fact)
		}
	}
	return fmt.Sprintf("%s:%d:%d:%d", strings.Join(rows, "/"), step, red, blue)
}

// factsOf lists the facts of a state, sorted.
func factsOf(g *game, s [2]uint64) []string {
	facts := []string{
		fmt.Sprintf("(capture blue %d)", captures(s, 1)), fmt.Sprintf("(capture red %d)", captures(s, 0)),
		"(control " + g.info.Roles[mover(s)] + ")", fmt.Sprintf("(step %d)", step(s)),
	}
	for i, c := range g.Draw(s).Cells {
		if c.Kind == games.Piece {
			facts = append(facts, fmt.Sprintf("(cell %d %d %s)", i%7+1, 7-i/7, g.info.Roles[c.Role]))
		}
	}
	slices.Sort(facts)
	return facts
}

// sheetMoves writes moves as the rule sheet does.
func sheetMoves(names []string) []string {
	var moves []string
	for _, n := range names {
		if n != pass {
			n = "(move " + strings.Join(strings.FieldsFunc(n, func(r rune) bool { return strings.ContainsRune(".-x", r) }), " ") + ")"
		}
		moves = append(moves, n)
	}
	return moves
}
