package breakthrough

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

// TestTraces replays playouts of the rule sheets.
func TestTraces(t *testing.T) {
	for preset, file := range map[string]string{
		"breakthrough-small":       "breakthroughSmall.jsonl",
		"breakthrough-small-holes": "breakthroughSmallHoles.jsonl",
	} {
		t.Run(preset, func(t *testing.T) {
			g := open[[2]uint64](t, preset)
			var next [2]uint64 // where the last joint move led
			for i, step := range readTrace(t, file) {
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
				mover := int(s[0] >> 63)
				names := sheetMoves(g.Moves(s)[mover])
				if diff := cmp.Diff(step.Legal[mover], slices.Sorted(slices.Values(names))); diff != "" {
					t.Errorf("step %d: legal moves (-want +got):\n%s", i, diff)
				}
				next = children[slices.Index(names, step.Joint[mover])]
			}
		})
	}
}

// textOf writes the facts of a state in this package's notation.
func textOf(t *testing.T, facts []string) string {
	rows := make([][]byte, 6)
	for i := range rows {
		rows[i] = []byte("......")
	}
	mover := "w"
	for _, fact := range facts {
		var x, y int
		var what string
		if n, _ := fmt.Sscanf(fact, "(cell %d %d %s", &x, &y, &what); n == 3 {
			rows[6-y][x-1] = map[string]byte{"white)": 'w', "black)": 'b', "hole)": '#'}[what]
		} else if fact == "(control black)" {
			mover = "b"
		} else if fact != "(control white)" {
			t.Fatalf("unknown fact %s", fact)
		}
	}
	return string(bytes.Join(rows, []byte("/"))) + ":" + mover
}

// factsOf lists the facts of a state, sorted.
func factsOf(g *game[[2]uint64], s [2]uint64) []string {
	d := g.Draw(s)
	var facts []string
	for i, c := range d.Cells {
		if what := map[rune]string{'w': "white", 'b': "black", '#': "hole"}[c.Glyph]; what != "" {
			facts = append(facts, fmt.Sprintf("(cell %d %d %s)", i%6+1, 6-i/6, what))
		}
	}
	facts = append(facts, "(control "+[]string{"white", "black"}[s[0]>>63]+")")
	slices.Sort(facts)
	return facts
}

// sheetMoves writes moves as the rule sheet does.
func sheetMoves(names []string) []string {
	var moves []string
	for _, n := range names {
		n = strings.ReplaceAll(n, "x", "-")
		moves = append(moves, fmt.Sprintf("(move %c %c %c %c)", n[0]-'a'+'1', n[1], n[3]-'a'+'1', n[4]))
	}
	return moves
}
