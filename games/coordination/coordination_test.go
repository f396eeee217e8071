package coordination

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

var open = gamestest.Opener[*game](Entry(), Presets()...)

func TestContract(t *testing.T) {
	for _, options := range []string{"", "rounds=1,", "rounds=100,reward=100,", "rounds=2,reward=1,"} {
		for _, turns := range []string{"alternating", "simultaneous"} {
			if err := games.Check(open(t, "coordination:"+options+"turns="+turns), 400); err != nil {
				t.Error(err)
			}
		}
	}
}

// The counts of gt-coordination were computed by an independent prover from
// gt_coordination.kif. With alternating turns, each ply doubles the number of plays.
func TestPerft(t *testing.T) {
	g := open(t, "gt-coordination")
	if got, want := games.Perft(g, 4), []int64{4, 16, 64, 256}; !slices.Equal(got, want) {
		t.Errorf("perft %v, want %v", got, want)
	}
	if got, want := games.Distinct(g, 4), []int64{2, 3, 4, 5}; !slices.Equal(got, want) {
		t.Errorf("distinct states %v, want %v", got, want)
	}
	g = open(t, "coordination")
	if got, want := games.Perft(g, 5), []int64{2, 4, 8, 16, 32}; !slices.Equal(got, want) {
		t.Errorf("alternating: perft %v, want %v", got, want)
	}
}

// TestPlay plays a line with alternating turns.
func TestPlay(t *testing.T) {
	g := open(t, "coordination:rounds=3,reward=7")
	s := g.Start()
	for i, step := range []struct{ move, want string }{
		{"left", "round=0,score=0,white=left"}, {"right", "round=1,score=0"},
		{"right", "round=1,score=0,white=right"}, {"right", "round=2,score=7"},
		{"left", "round=2,score=7,white=left"}, {"left", "round=3,score=14"},
	} {
		moves := g.Moves(s)
		if moves[i%2] == nil || moves[1-i%2] != nil {
			t.Fatalf("ply %d: moves %v", i, moves)
		}
		children, _ := g.Expand(nil, nil, []uint64{s})
		s = children[slices.Index(moves[i%2], step.move)]
		if got := g.FormatState(s); got != step.want {
			t.Fatalf("ply %d: %s, want %s", i, got, step.want)
		}
		if got := g.Layers(nil, []uint64{s})[0]; got != int32(i+1) {
			t.Errorf("ply %d: layer %d", i, got)
		}
	}
	if got := g.Payoffs(nil, []uint64{s})[0]; got != (games.Payoff{14, 14}) {
		t.Errorf("payoffs %v, want 14 each", got)
	}
	if notes := strings.Join(g.Draw(s).Notes, "; "); notes != "3 of 3 rounds played, score 14 each; the game is over" {
		t.Errorf("notes %q", notes)
	}
}

func TestParseRefuses(t *testing.T) {
	tests := []struct{ options, position, want string }{
		{"rounds=4", "", "field 1"},
		{"rounds=4", "round=2", "the score is missing"},
		{"rounds=4", "round=2,points=5", "field 2"},
		{"rounds=4", "round=2,score=5,white=left,x", "unexpected field \"x\""},
		{"rounds=4", "round=5,score=5", "from 0 to 4"},
		{"rounds=4", "round=-1,score=0", "from 0 to 4"},
		{"rounds=4", "round=02,score=0", "from 0 to 4"},
		{"rounds=4", "round=2,score=15", "at most 10 after 2 rounds"},
		{"rounds=4", "round=2,score=7", "a multiple of the reward, 5"},
		{"rounds=4", "round=2,score=5,white=up", "must be left or right"},
		{"rounds=4", "round=4,score=5,white=left", "the game is over"},
		{"rounds=4,turns=simultaneous", "round=2,score=5,white=left", "turns=simultaneous"},
	}
	for _, test := range tests {
		_, err := open(t, "coordination:"+test.options).ParseState(test.position)
		gamestest.Refused(t, test.options, err, test.want)
	}
}

func FuzzParseState(f *testing.F) {
	f.Add(false, "round=3,score=10,white=left")
	f.Add(true, "round=20,score=100")
	f.Add(true, "round=0,score=0")
	alternating, simultaneous := open(f, "coordination"), open(f, "gt-coordination")
	f.Fuzz(func(t *testing.T, joint bool, text string) {
		g := alternating
		if joint {
			g = simultaneous
		}
		if s, err := g.ParseState(text); err == nil && g.FormatState(s) != text {
			t.Errorf("%q is read as %q", text, g.FormatState(s))
		}
	})
}

func TestTraces(t *testing.T) {
	gamestest.Replay(t, open(t, "gt-coordination"), "../../../shared/gdl/traces/gt_coordination.jsonl", gamestest.Sheet[uint64]{
		Facts: func(s uint64) []string {
			round, equal, _ := unpack(s)
			return []string{fmt.Sprintf("(blackScore %d)", 5*equal), fmt.Sprintf("(round %d)", round), fmt.Sprintf("(whiteScore %d)", 5*equal)}
		},
		State: func(facts []string) uint64 {
			var black, round, white int
			if _, err := fmt.Sscanf(strings.Join(facts, ""), "(blackScore %d)(round %d)(whiteScore %d)", &black, &round, &white); err != nil || black != white {
				t.Fatalf("facts %v: %v", facts, err)
			}
			return pack(round, white/5, none)
		},
	})
}
