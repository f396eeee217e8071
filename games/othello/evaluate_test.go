package othello

import (
	"testing"

	"zermelo/games"
)

// TestEvaluate compares positions of which one is better for the player to move.
func TestEvaluate(t *testing.T) {
	g := open(t, "othello:size=6x6").(*game[[2]uint64])
	value := func(text string) float32 {
		s, err := g.ParseState(text)
		if err != nil {
			t.Fatal(err)
		}
		c, _ := games.Canonical[[2]uint64](g, s)
		v := g.Evaluate(nil, [][2]uint64{s, c})
		if v[0] != v[1] || v[0] < -1 || v[0] > 1 {
			t.Errorf("%s: %v", text, v)
		}
		return v[0]
	}
	if v := value("....../....../..ox../..xo../....../......:black"); v != 0 {
		t.Errorf("the start: %v, want 0", v)
	}
	corner, none := value("x...../....../..ox../..xo../....../......:black"), value("....../.x..../..ox../..xo../....../......:black")
	if corner <= none || corner <= 0 {
		t.Errorf("with a corner %v, without %v", corner, none)
	}
	mine, theirs := value("x...../....../..ox../..xo../....../......:black"), value("x...../....../..ox../..xo../....../......:white")
	if mine != -theirs {
		t.Errorf("black to move %v, white to move %v", mine, theirs)
	}
}
