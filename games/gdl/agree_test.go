package gdl

import (
	"math/rand/v2"
	"slices"
	"testing"

	"zermelo/games"
	"zermelo/games/gdl/statemachine"
)

// checkAgree compares a Play with the batch evaluator in random plays: states,
// moves, termination and payoffs. Because the evaluator works on packed states,
// this also tests all proven facts.
func checkAgree[S games.State](t *testing.T, m *statemachine.Machine, g *game[S]) {
	rng := rand.New(rand.NewPCG(1, 1))
	p, joint := m.NewPlay(), make([]int32, len(m.Roles))
	var want *S // the child that the joint move in the previous state leads to
	for checked := range 300 {
		if t.Failed() {
			return
		}
		var s S
		if err := g.codec.Encode(games.Bits(&s), g.codec.Relevant(p.State(nil))); err != nil {
			t.Errorf("state %d cannot be packed: %v", checked, err)
			return
		}
		if want := g.codec.Relevant(p.State(nil)); !slices.Equal(g.codec.Relevant(g.codec.Decode(games.Bits(&s))), want) {
			t.Errorf("state %d: packed %v, want %v", checked, g.codec.Decode(games.Bits(&s)), want)
		}
		if want != nil && *want != s {
			t.Errorf("state %d: the next state is %v, want %v", checked, g.codec.Decode(games.Bits(want)), g.codec.Decode(games.Bits(&s)))
		}
		want = nil
		checkMoves(t, checked, g, p, s)
		if p.Terminal() || !p.RandomJoint(rng, joint) {
			p.Reset()
			continue
		}
		legal := g.batches.Moves(s)
		child := slices.Index(legal[0], joint[0])
		if len(joint) == 2 {
			child = child*len(legal[1]) + slices.Index(legal[1], joint[1])
		}
		children, _ := g.Expand(nil, nil, []S{s})
		want = &children[child]
		p.Do(joint)
	}
}

// checkMoves compares termination, payoffs and legal moves in one state.
func checkMoves[S games.State](t *testing.T, checked int, g *game[S], p *statemachine.Play, s S) {
	legal := g.batches.Moves(s)
	if over := legal[0] == nil; over != p.Terminal() {
		t.Errorf("state %d: over %v, want %v", checked, over, p.Terminal())
	} else if over {
		payoffs := g.Payoffs(nil, []S{s})[0]
		for r := range g.Roles {
			if want, ok := p.Goal(r); ok && int(payoffs[r]) != want {
				t.Errorf("state %d: role %d gets %d, want %d", checked, r, payoffs[r], want)
			}
		}
		return
	}
	for r := range g.Roles {
		if want := p.Legal(nil, r); !slices.Equal(legal[r], want) {
			t.Errorf("state %d: legal moves %v, want %v", checked, legal[r], want)
		}
	}
}
