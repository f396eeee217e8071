package statemachine_test

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
)

// traceStep is a line of a trace.
type traceStep struct {
	Kind, File     string
	Roles          []string
	Playout, Depth int
	State          []string
	Terminal       bool
	Legal          [][]string
	Joint          []string
	Goals          []*int
}

// readTrace reads random plays recorded with the reference prover.
func readTrace(t testing.TB, name string) []traceStep {
	t.Helper()
	file, err := os.Open(gdltest.Shared() + "traces/" + name + ".jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var steps []traceStep
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if line := lines.Text(); !strings.Contains(line, `"kind":"step"`) && !strings.Contains(line, `"kind":"game"`) {
			continue // statistics of the reference
		}
		var s traceStep
		if err := json.Unmarshal(lines.Bytes(), &s); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, s)
	}
	return steps
}

func TestTraces(t *testing.T) {
	for _, file := range gdltest.Sheets(t, "games") {
		name := strings.TrimSuffix(filepath.Base(file), ".kif")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			m := gdltest.Compile(t, file)
			t.Logf("%d fluents, %d rules, %d nodes, %v", len(m.Fluents), m.Rules, m.Nodes(), m.Elapsed)
			p := m.NewPlay()
			for _, s := range readTrace(t, name) {
				if s.Kind == "game" {
					if !slices.Equal(s.Roles, m.Roles) {
						t.Fatalf("roles %v, want %v", m.Roles, s.Roles)
					}
					continue
				}
				if s.Depth == 0 {
					p.Reset()
				}
				checkStep(t, m, p, s)
				if t.Failed() {
					return
				}
				if s.Joint == nil {
					continue
				}
				var joint []int32
				for r, move := range s.Joint {
					joint = append(joint, int32(slices.Index(m.Moves[r], move)))
				}
				p.Do(joint)
			}
		})
	}
}

func checkStep(t *testing.T, m *statemachine.Machine, p *statemachine.Play, s traceStep) {
	t.Helper()
	slices.Sort(s.State)
	if got := gdltest.Names(m.Fluents, p.State(nil)); !slices.Equal(got, s.State) {
		t.Errorf("playout %d, step %d: state %v, want %v", s.Playout, s.Depth, got, s.State)
	}
	if p.Terminal() != s.Terminal {
		t.Errorf("playout %d, step %d: terminal %v, want %v", s.Playout, s.Depth, p.Terminal(), s.Terminal)
	}
	for r, want := range s.Legal {
		slices.Sort(want)
		if got := gdltest.Names(m.Moves[r], p.Legal(nil, r)); !slices.Equal(got, want) {
			t.Errorf("playout %d, step %d: legal moves of %s %v, want %v", s.Playout, s.Depth, m.Roles[r], got, want)
		}
	}
	for r, want := range s.Goals {
		got, ok := p.Goal(r)
		if ok != (want != nil) || ok && got != *want {
			t.Errorf("playout %d, step %d: goal of %s %d %v, want %v", s.Playout, s.Depth, m.Roles[r], got, ok, want)
		}
	}
}
