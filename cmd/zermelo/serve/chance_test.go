package serve

import (
	"strings"
	"testing"
	"time"

	"zermelo/reports/solved"
)

// TestRandomMoves requests positions of Pig where the die is thrown and where a player moves.
func TestRandomMoves(t *testing.T) {
	const id = "pig:target=10"
	db := t.TempDir()
	solveGames(t, db, id)
	s := newServer(t, Options{DB: db, MCTS: time.Second})
	listed := get[tableList](t, s, "/api/tables").Tables[0]
	if !listed.Stochastic || listed.MCTS || listed.Search || listed.Value != "first wins with probability 0.709424, 6.6 plies on average" {
		t.Errorf("the list has %+v", listed)
	}
	type view struct {
		Chance bool
		Movers []int
		Scale  *solved.ViewScale
		Value  struct {
			ExpectedPlies float64 `json:"expected_plies"`
		}
		Moves []struct{ Move, Outcome, Probability string }
	}
	throw := get[view](t, s, at(id, ""))
	if !throw.Chance || throw.Movers != nil || throw.Value.ExpectedPlies < 6 || len(throw.Moves) != 6 || throw.Moves[0].Probability != "1/6" {
		t.Errorf("the throw is %+v", throw)
	}
	choice := get[view](t, s, "/api/"+id+"/position?moves=2")
	if want := (solved.ViewScale{High: 1, Probability: true}); choice.Chance || *choice.Scale != want || choice.Moves[0].Outcome+choice.Moves[0].Probability != "" {
		t.Errorf("the choice is %+v", choice)
	}
	for target, want := range map[string]string{
		"/position?moves=2,roll,7": "is not possible at 0.0.2.roll:first; the next move is random and one of 1, 2, 3, 4, 5, 6",
		"/mcts":                    "Monte Carlo tree search does not support games with chance",
	} {
		if w := ask(s, "GET", "/api/"+id+target); w.Code/100 != 4 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: status %d, %s, want %s", target, w.Code, w.Body, want)
		}
	}
}
