package solved

import (
	"strings"
	"testing"

	"zermelo/games/builtin"
	"zermelo/games/gamestest"
	"zermelo/tablebase/solve"
)

// TestLineOfAProofIsAsLongAsThatOfATable uses a proof without lengths, where a search finds the
// loser's defence, and a proof with lengths.
func TestLineOfAProofIsAsLongAsThatOfATable(t *testing.T) {
	v, err := builtin.Registry().Open("tron:size=5x5")
	if err != nil {
		t.Fatal(err)
	}
	for _, plies := range []bool{false, true} {
		db := t.TempDir()
		if _, err := solve.Solve(t.Context(), db, v, solve.Options{Method: solve.AlphaBeta, Plies: plies, Cache: 1 << 20}); err != nil {
			t.Fatal(err)
		}
		b, err := OpenProof(t.Context(), db, v, Limit{Nodes: ProofNodes})
		if err != nil {
			t.Fatal(err)
		}
		line, moves, err := b.Line("", 100)
		if err != nil || len(moves) != 18 {
			t.Errorf("lengths in the proof: %t: a line of %d plies, %v; want 18", plies, len(moves), err)
		}
		if p := line[0]; p.Value.Words != "red wins in 18 plies" || p.Value.Plies != 18 {
			t.Errorf("lengths in the proof: %t: %s, %d plies", plies, p.Value.Words, p.Value.Plies)
		}
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestLengthThatIsNotProvenIsSaid uses a win whose length exceeds a short search.
func TestLengthThatIsNotProvenIsSaid(t *testing.T) {
	if !gamestest.Large() {
		t.Skip("takes seconds")
	}
	v, err := builtin.Registry().Open("tron:size=7x7")
	if err != nil {
		t.Fatal(err)
	}
	db := t.TempDir()
	if _, err := solve.Solve(t.Context(), db, v, solve.Options{Method: solve.AlphaBeta, Workers: 1, Cache: 1 << 26}); err != nil {
		t.Fatal(err)
	}
	b, err := OpenProof(t.Context(), db, v, Limit{Nodes: ProofNodes})
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	p, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	if w := p.Value; !strings.HasPrefix(w.Words, "red wins in ") || !strings.HasSuffix(w.Words, " plies or more (length not proven)") || w.Plies != -1 || w.LeastPlies < 10 || w.LeastPlies > 42 || w.MostPlies != 0 {
		t.Errorf("%+v", w)
	}
	for i, m := range p.Moves {
		if i > 0 && m.Keeps == KeptYes && p.Moves[i-1].Keeps != KeptYes {
			t.Errorf("%s keeps the win and comes after %s", m.Name, p.Moves[i-1].Name)
		}
	}
}
