package starlark

import (
	"errors"
	"testing"
	"time"

	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/own/protocol"
)

// slow takes many looks at the memory for a state.
const slow = `
title = "slow"
roles = ["player"]
def start():
    return "a"
def moves(state):
    n = 0
    for i in range(2000):
        for j in range(700):
            n += j
    return {}
def payoff(state):
    return [0]
`

// TestMemoryOfOtherWorkIsNoError has a program whose memory grows once, while a script
// runs, and one that grows with each run.
func TestMemoryOfOtherWorkIsNoError(t *testing.T) {
	for _, always := range []bool{false, true} {
		s, err := Load(t.Context(), "slow.star", []byte(slow), nil, protocol.Limits{Time: time.Minute, Memory: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		s.patience = 0
		i := newInstance(s)
		reads := uint64(0)
		s.heap = func() uint64 {
			reads++
			if always {
				return reads << 30
			}
			return min(reads, 2) << 30
		}
		states := new(protocol.Texts)
		states.Add("a")
		err = i.Expand(t.Context(), new(protocol.Answers), states, true)
		if errors.Is(err, errMemory) != always || (err != nil) != always {
			t.Errorf("always %t: %v", always, err)
		}
	}
}
