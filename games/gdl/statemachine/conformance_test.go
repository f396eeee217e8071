package statemachine_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/statemachine"
)

// conformanceCase is a sequence of moves in a small sheet with the expected
// facts.
type conformanceCase struct {
	File, Test  string
	Roles       []string
	JointMoves  int        `json:"init_joint_moves"`
	LegalCounts []int      `json:"init_legal_counts"`
	Legal       [][]string `json:"init_legal"`
	Terminal    *bool      `json:"init_terminal"`
	Goals       []int      `json:"init_goals"`
	Line        [][]string
	After       bool  `json:"terminal_after_line"`
	AfterGoals  []int `json:"goals"`
	AfterOne    bool  `json:"terminal_after_one_step"`
	OneGoals    []int `json:"goals_after_one_step"`
}

func readJSON(t *testing.T, name string, to any) {
	t.Helper()
	text, err := os.ReadFile(gdltest.Shared() + "conformance/" + name)
	if err != nil {
		t.Skip(err)
	}
	if err := json.Unmarshal(text, to); err != nil {
		t.Fatal(err)
	}
}

// TestConformance plays the test sheets of the reference state machines.
func TestConformance(t *testing.T) {
	t.Parallel()
	var cases []conformanceCase
	readJSON(t, "statemachine_expected.json", &cases)
	for _, c := range cases {
		t.Run(c.Test, func(t *testing.T) {
			m := gdltest.Compile(t, gdltest.Shared()+"conformance/"+c.File)
			if c.Roles != nil && !slices.Equal(m.Roles, c.Roles) {
				t.Errorf("roles %v, want %v", m.Roles, c.Roles)
			}
			p := m.NewPlay()
			checkFirst(t, m, p, &c)
			if c.AfterOne {
				var first []int32
				for r := range m.Roles {
					first = append(first, p.Legal(nil, r)[0])
				}
				p.Do(first)
				checkEnd(t, m, p, true, c.OneGoals)
			}
			if c.Line == nil {
				return
			}
			for _, names := range c.Line {
				var joint []int32
				for r, name := range names {
					move := int32(slices.Index(m.Moves[r], name))
					if !slices.Contains(p.Legal(nil, r), move) {
						t.Fatalf("%s is not legal", name)
					}
					joint = append(joint, move)
				}
				p.Do(joint)
			}
			checkEnd(t, m, p, c.After, c.AfterGoals)
		})
	}
}

func checkFirst(t *testing.T, m *statemachine.Machine, p *statemachine.Play, c *conformanceCase) {
	t.Helper()
	joint := 1
	for r := range m.Roles {
		got := gdltest.Names(m.Moves[r], p.Legal(nil, r))
		joint *= len(got)
		if c.LegalCounts != nil && len(got) != c.LegalCounts[r] {
			t.Errorf("%d legal moves, want %d", len(got), c.LegalCounts[r])
		}
		if c.Legal != nil {
			if slices.Sort(c.Legal[r]); !slices.Equal(got, c.Legal[r]) {
				t.Errorf("legal moves %v, want %v", got, c.Legal[r])
			}
		}
	}
	if c.JointMoves != 0 && joint != c.JointMoves {
		t.Errorf("%d joint moves, want %d", joint, c.JointMoves)
	}
	if c.Terminal != nil && p.Terminal() != *c.Terminal {
		t.Errorf("terminal %v at the start", p.Terminal())
	}
	checkGoals(t, m, p, c.Goals)
}

func checkEnd(t *testing.T, m *statemachine.Machine, p *statemachine.Play, terminal bool, goals []int) {
	t.Helper()
	if p.Terminal() != terminal {
		t.Errorf("terminal %v, want %v", p.Terminal(), terminal)
	}
	checkGoals(t, m, p, goals)
}

func checkGoals(t *testing.T, m *statemachine.Machine, p *statemachine.Play, goals []int) {
	t.Helper()
	for r, want := range goals {
		if got, ok := p.Goal(r); !ok || got != want {
			t.Errorf("goal of %s %d %v, want %d", m.Roles[r], got, ok, want)
		}
	}
}

// playerCase is a position with the moves that a good player may choose.
type playerCase struct {
	Game  string
	Role  int
	State string
	Good  []string `json:"good_moves"`
}

// TestPlayerCases searches test positions for players. A good move must not
// lose within a few plies, and every other move must be worse than the best
// one.
func TestPlayerCases(t *testing.T) {
	t.Parallel()
	var cases []playerCase
	readJSON(t, "player_cases.json", &cases)
	tested := 0
	for i, c := range cases {
		file := gdltest.Shared() + "games/" + c.Game + ".kif"
		if _, err := os.Stat(file); err != nil {
			continue
		}
		tested++
		m := gdltest.Compile(t, file)
		// The state is a list of facts in parentheses.
		text := strings.TrimSuffix(strings.TrimPrefix(c.State, "("), ")")
		sheet, problems := sheet.Parse("state", text)
		if len(problems) > 0 {
			t.Fatalf("case %d: %v", i, problems)
		}
		var state []int32
		for _, rule := range sheet.Rules {
			f := slices.Index(m.Fluents, rule.Head.String())
			if f < 0 {
				t.Fatalf("case %d: no fluent %s", i, rule.Head.String())
			}
			state = append(state, int32(f))
		}
		p := m.NewPlay()
		depths := map[string]int{"ticTacToe": 9, "connectFour": 6, "breakthroughSmall": 2}
		values := moveValues(p, state, c.Role, depths[c.Game])
		best := 0
		for _, value := range values {
			best = max(best, value)
		}
		for move, value := range values {
			name := m.Moves[c.Role][move]
			good := slices.Contains(c.Good, name)
			if good && value == 0 || !good && value == best {
				t.Errorf("%s, case %d: %s is worth %d, good %v", c.Game, i, name, value, good)
			}
		}
	}
	if tested == 0 {
		t.Error("no case was tested")
	}
}

// moveValues returns the value of each move of a role in a game of alternating
// turns, searched to the given depth: 100, 0, or 50 if undecided.
func moveValues(p *statemachine.Play, state []int32, role, depth int) map[int32]int {
	values := map[int32]int{}
	p.SetState(state)
	moves := [2][]int32{p.Legal(nil, 0), p.Legal(nil, 1)}
	for _, a := range moves[0] {
		for _, b := range moves[1] {
			joint := []int32{a, b}
			p.SetState(state)
			p.Do(joint)
			value := stateValue(p, role, depth-1)
			old, ok := values[joint[role]]
			if !ok || value < old {
				values[joint[role]] = value
			}
		}
	}
	return values
}

func stateValue(p *statemachine.Play, role, depth int) int {
	if p.Terminal() {
		value, _ := p.Goal(role)
		return value
	}
	if depth == 0 {
		return 50
	}
	best := -1
	for _, value := range moveValues(p, p.State(nil), role, depth) {
		best = max(best, value)
	}
	return best
}
