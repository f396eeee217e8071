package puzzle

import "testing"

func (g *graph) CountMoves(dst []int32, src []uint64) []int32 {
	for _, s := range src {
		dst = append(dst, int32(len(g.next[s])))
	}
	return dst
}

// TestBeamWithRoomForAllStatesFindsAShortestPlay widens the beam until it has
// room for all states.
func TestBeamWithRoomForAllStatesFindsAShortestPlay(t *testing.T) {
	found, none := 0, 0
	for seed := range uint64(200) {
		g := newGraph(seed)
		want := reference[uint64](g, 100)
		b := newBeam(newExpander[uint64](g, 0, 100, 1<<18))
		b.width = 64 // wider than the 60 states
		var moves []int32
		for moves == nil && !b.done {
			moves = b.turn(t.Context())
		}
		switch {
		case want == 0: // the beam does not check the start
		case want < 0:
			none++
			if moves != nil {
				t.Errorf("seed %d: a play %v, want none", seed, moves)
			}
		default:
			found++
			s := uint64(0)
			for _, m := range moves {
				s = g.next[s][m]
			}
			if len(moves) != want || len(g.next[s]) > 0 || g.payoffs[s] != 100 {
				t.Errorf("seed %d: a play %v to %d; the shortest takes %d plies", seed, moves, s, want)
			}
		}
	}
	if found < 30 || none < 30 {
		t.Errorf("%d games with a play, %d without: too much alike", found, none)
	}
}
