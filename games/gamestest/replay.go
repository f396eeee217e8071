package gamestest

import (
	"bufio"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"slices"
	"testing"

	"zermelo/games"
)

// step is a state in a recorded play of a rule sheet.
type step struct {
	Kind     string
	Depth    int      // plies from the start
	State    []string // true facts, sorted
	Terminal bool
	Legal    [games.MaxRoles][]string // moves by role, sorted
	Joint    []string                 // moves played
	Goals    games.Payoff
}

// Sheet converts the states and moves of a game to the facts and moves of a rule
// sheet.
type Sheet[S games.State] struct {
	Facts func(S) []string         // sorted
	State func([]string) S         // returns the state with the given facts
	Move  func(text string) string // converts a move name; may be nil
	Wait  string                   // move name of a role that is not to move; may be ""
}

// Replay replays the recorded plays in a file of JSON lines and compares the facts,
// legal moves, terminal states and payoffs of each step. It skips the test if the
// file does not exist.
func Replay[S games.State](t *testing.T, g games.Game[S], file string, sheet Sheet[S]) {
	t.Helper()
	n := games.NotationOf(g)
	s := g.Start()
	for i, step := range readSteps(t, file) {
		if step.Depth == 0 {
			s = g.Start()
		}
		if got := sheet.Facts(s); !slices.Equal(got, step.State) {
			t.Fatalf("step %d: facts %v, want %v", i, got, step.State)
		}
		if got := sheet.State(step.State); got != s {
			t.Fatalf("step %d: the facts give %s, want %s", i, n.FormatState(got), n.FormatState(s))
		}
		children, _ := g.Expand(nil, nil, []S{s})
		if terminal := len(children) == 0; terminal != step.Terminal {
			t.Fatalf("step %d: terminal %v, want %v", i, terminal, step.Terminal)
		}
		if step.Terminal {
			if got := g.Payoffs(nil, []S{s})[0]; got != step.Goals {
				t.Fatalf("step %d: payoffs %v, want %v", i, got, step.Goals)
			}
			continue
		}
		at := 0
		all := n.Moves(s)
		for role, moves := range all[:len(g.Info().Roles)] {
			for k, m := range moves {
				if sheet.Move != nil {
					moves[k] = sheet.Move(m)
				}
			}
			if len(moves) == 0 && sheet.Wait != "" {
				moves = []string{sheet.Wait}
			}
			if got := slices.Sorted(slices.Values(moves)); !slices.Equal(got, step.Legal[role]) {
				t.Fatalf("step %d: moves %v, want %v", i, got, step.Legal[role])
			}
			at = at*len(moves) + slices.Index(moves, step.Joint[role])
		}
		s = children[at]
	}
}

func readSteps(t *testing.T, name string) []step {
	t.Helper()
	file, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		t.Skipf("no recorded plays here: %v", err)
	} else if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var steps []step
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var kind struct{ Kind string }
		if err := json.Unmarshal(lines.Bytes(), &kind); err != nil {
			t.Fatal(err)
		}
		if kind.Kind != "step" {
			continue
		}
		var step step
		if err := json.Unmarshal(lines.Bytes(), &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(steps) == 0 {
		t.Fatalf("%s has no step", name)
	}
	return steps
}
