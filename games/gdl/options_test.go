package gdl

import (
	"fmt"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/gdltest"
)

// strollSheet is a walk back and forth with the goals LOW and HIGH. The other
// role gets the rest of TOTAL.
const strollSheet = `(role a) (role b) (legal b wait) (init (at left))
(other left right) (other right left)
(<= (legal a walk) (true (at ?x)))
(<= (legal a stop) (true (at ?x)))
(<= (next (at ?y)) (true (at ?x)) (other ?x ?y) (does a walk))
(<= (next (stopped ?x)) (true (at ?x)) (does a stop))
(<= terminal (true (stopped ?x)))
(<= (goal a LOW) (true (stopped left)))
(<= (goal a HIGH) (true (stopped right)))
(<= (goal b RESTLOW) (true (stopped left)))
(<= (goal b RESTHIGH) (true (stopped right)))
`

func stroll(low, high, total int) string {
	return strings.NewReplacer("RESTLOW", fmt.Sprint(total-low), "RESTHIGH", fmt.Sprint(total-high), "LOW", fmt.Sprint(low), "HIGH", fmt.Sprint(high)).Replace(strollSheet)
}

// lamps returns rules for n lit lamps, which increase the size of states.
func lamps(n int) string {
	return "(<= (init (lit ?n)) (lamp ?n)) (<= (next (lit ?n)) (true (lit ?n)) (does a walk)) " + gdltest.Numbered("(lamp %d)", n)
}

// TestPayoffsAreInHalvesIfEndlessPlayIsWorthOne opens a sheet with each type of
// state.
func TestPayoffsAreInHalvesIfEndlessPlayIsWorthOne(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, text, endless, want string // want: Total, Payoffs, Endless, and the payoffs after the move stop
	}{
		{"odd total", stroll(0, 1, 1), "", "halves 2 [0 2] 1 [0 2]"},
		{"negative odd total", stroll(-4, 1, -3), "", "halves -6 [-8 2] -3 [-8 2]"},
		{"even total", stroll(0, 2, 2), "", "points 2 [0 2] 1 [0 2]"},
		{"endless=loss", stroll(0, 1, 1), endlessLoss, "points 1 [0 1] 0 [0 1]"},
		{"large states", stroll(0, 1, 1) + lamps(300), "", "halves 2 [0 2] 1 [0 2]"},
		{"one role", strings.NewReplacer("(role b) (legal b wait)", "", "(goal b", "(unused b").Replace(stroll(0, 1, 0)), endlessDraw, "halves 0 [0 2] 1 [0 0]"},
		{"general sum", stroll(0, 1, 1) + "(<= (goal b 5) (true (stopped right)))", endlessDraw, "halves 0 [0 2] 5 [0 2]"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			m := gdltest.CompileText(t, test.text)
			v, err := openBare(t.Context(), m)
			if err == nil {
				err = setEndless(m, v.Info(), test.endless)
			}
			if err != nil {
				t.Fatal(err)
			}
			got := games.ByState(v, afterStop[uint64], afterStop[[2]uint64], afterStop[[4]uint64])
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// afterStop formats the payoffs of a game and the payoffs after its first move
// named stop.
func afterStop[S games.State](g games.Game[S]) string {
	info, unit, endless := g.Info(), "points", "draw"
	if info.HalfPoints {
		unit = "halves"
	}
	if info.Endless != nil {
		endless = fmt.Sprint(*info.Endless)
	}
	children, _ := g.Expand(nil, nil, []S{g.Start()})
	for i, name := range games.NotationOf(g).Moves(g.Start())[0] {
		if name == "stop" {
			p := g.Payoffs(nil, children[i:i+1])[0]
			return fmt.Sprint(unit, " ", info.Total, " ", info.Payoffs, " ", endless, " ", p[:2])
		}
	}
	return "no move"
}

func TestGoalsTooLargeForHalvesAreRefused(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		low, high, total int
		ok               bool
	}{{0, 16383, 16383, true}, {0, 16384, 16385, false}, {-16384, 1, -16383, false}, {-16000, 0, 701, false}, {0, 20000, 20000, true}} {
		_, err := Open(t.Context(), gdltest.CompileText(t, stroll(test.low, test.high, test.total)))
		if test.ok != (err == nil) || err != nil && !strings.HasSuffix(err.Error(), "goals must be from -16383 to 16383, or use the option endless=loss") {
			t.Errorf("goals %d and %d of %d: %v", test.low, test.high, test.total, err)
		}
	}
}
