package proof

import (
	"errors"
	"testing"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/tablebase/store"
)

// steps is a game of one role that goes from 0 to 3 in steps of one or two. The role gets
// 100 on 3 and nothing on 4. Its list of payoffs may include one that no play gets.
type steps struct{ info games.Info }

func (g *steps) Info() *games.Info { return &g.info }

func (g *steps) Start() uint64 { return 0 }

func (g *steps) Expand(dst []uint64, ends []int32, src []uint64) ([]uint64, []int32) {
	for _, s := range src {
		if s < 3 {
			dst = append(dst, s+1, s+2)
		}
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

func (g *steps) Movers(dst []int8, src []uint64) []int8 {
	return append(dst, make([]int8, len(src))...)
}

func (g *steps) Payoffs(dst []games.Payoff, src []uint64) []games.Payoff {
	for _, s := range src {
		dst = append(dst, games.Payoff{[]int16{3: 100, 4: 0}[s], 0})
	}
	return dst
}

func TestBrokenPlaysAreRefused(t *testing.T) {
	for _, test := range []struct {
		name string
		play Play
		most int // greatest payoff in the game's list
		ok   bool
	}{
		{"a good play", Play{Moves: []int32{0, 1}, Payoff: 100, Shortest: true}, 100, true},
		{"a longer one", Play{Moves: []int32{0, 0, 0}, Payoff: 100}, 100, true},
		{"a payoff that no play gets", Play{Moves: []int32{0, 1}, Payoff: 100, Shortest: true}, 200, true},
		{"that, by a longer play", Play{Moves: []int32{0, 0, 0}, Payoff: 100}, 200, true},
		{"a longer one that says it is the shortest", Play{Moves: []int32{0, 0, 0}, Payoff: 100, Shortest: true}, 100, false},
		{"that, where no play gets the greatest payoff", Play{Moves: []int32{0, 0, 0}, Payoff: 100, Shortest: true}, 200, false},
		{"a move that there is not", Play{Moves: []int32{0, 2}, Payoff: 100}, 100, false},
		{"play that is not over", Play{Moves: []int32{0, 0}, Payoff: 100}, 100, false},
		{"play that goes on after the end", Play{Moves: []int32{0, 1, 0}, Payoff: 100}, 100, false},
		{"another payoff", Play{Moves: []int32{1, 1}, Payoff: 100}, 100, false},
		{"less than play that never ends", Play{Moves: []int32{0, 1}, Payoff: 100, Shortest: true}, 400, false},
		{"less than another play gets", Play{Moves: []int32{1, 1}, Payoff: 0}, 100, false},
	} {
		endless := max(0, test.most-200) // payoff of endless play
		g := &steps{games.Info{Name: "steps", Title: "Steps", Roles: []string{"me"}, Rules: []string{"Steps."}, Payoffs: []int{0, 100, test.most}, Endless: &endless}}
		t.Run(test.name, func(t *testing.T) {
			db := t.TempDir()
			if err := WritePlay[uint64](db, g, &test.play, &job.Solution{Method: "by hand"}, store.Options{}); err != nil {
				t.Fatal(err)
			}
			n, err := Verify(t.Context(), db, g, 1, nil)
			var wrong *store.WrongError
			good := err == nil && n.Plies == len(test.play.Moves) && n.Greatest && n.Shortest == test.play.Shortest
			if test.ok && !good || !test.ok && !errors.As(err, &wrong) {
				t.Errorf("Verify = %+v, %v", n, err)
			}
			p, _, _, err := OpenPlay[uint64](db, g)
			if test.ok && (err != nil || p.Shortest != test.play.Shortest) {
				t.Errorf("OpenPlay = %+v, %v", p, err)
			}
		})
	}
}
