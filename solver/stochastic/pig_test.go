package stochastic

import (
	"fmt"
	"testing"

	"zermelo/games"
)

// pig returns the game of Pig for two players. A turn begins with a roll. A 1 ends
// the turn; after any other roll, the player rolls again or adds the sum of the
// rolls to the score. A player whose score and sum reach the target wins
// immediately. Role 0 moves in all nodes if swapped is set; otherwise each role has
// its own nodes.
func pig(target int, total int64, swapped bool) (b *builder, start int) {
	b = &builder{Graph: Graph{Total: total, Endless: total / 2}}
	type state struct{ mover, own, other, sum, roll int } // roll is 1 if the player must roll
	index := map[state]uint32{}
	var list []state
	b.add(0, total, nil, nil)
	b.add(0, 0, nil, nil)
	number := func(s state) uint32 {
		n, ok := index[s]
		if !ok {
			n = uint32(len(list)) + 2
			index[s], list = n, append(list, s)
		}
		return n << 1
	}
	pass := func(s state, own int) uint32 {
		if swapped {
			return number(state{0, s.other, own, 0, 1}) + 1
		}
		return number(state{1 - s.mover, s.other, own, 0, 1})
	}
	start = int(number(state{roll: 1}) / 2)
	for at := 0; at < len(list); at++ {
		s := list[at]
		if s.roll == 0 {
			b.add(int8(s.mover), 0, []uint32{number(state{s.mover, s.own, s.other, s.sum, 1}), pass(s, s.own+s.sum)}, nil)
			continue
		}
		links := []uint32{pass(s, s.own)}
		for roll := 2; roll <= 6; roll++ {
			if s.own+s.sum+roll >= target {
				links = append(links, uint32(s.mover)<<1)
			} else {
				links = append(links, number(state{s.mover, s.own, s.other, s.sum + roll, 0}))
			}
		}
		b.add(games.Chance, 0, links, nil)
	}
	return b.finish(), start
}

// TestPig compares with the value published by T. Neller and C. Presser, Optimal
// play of the dice game Pig, 2004.
func TestPig(t *testing.T) {
	for _, swapped := range []bool{false, true} {
		const total = 1 << 55
		b, start := pig(100, total, swapped)
		b.solve(t)
		at, wrong := b.prove(t)
		if at >= 0 {
			t.Errorf("node %d: %s", at, wrong)
		}
		width := int64(0)
		for i := range b.low {
			width = max(width, b.high[i]-b.low[i])
		}
		if got := fmt.Sprintf("%.12f", float64(b.low[start])/total); got != "0.530592725274" || width > 1000 {
			t.Errorf("value %s, maximum width %d", got, width)
		}
	}
}

// BenchmarkPig reports the time to solve Pig, to prove the bounds and to compute
// the expected numbers of plies.
func BenchmarkPig(b *testing.B) {
	pig, _ := pig(100, 1<<55, true)
	nodes := float64(len(pig.Movers))
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/nodes/float64(b.N), "ns/node")
		})
	}
	run("solve", func() { pig.solve(b) })
	run("prove", func() { pig.prove(b) })
	run("plies", func() {
		if err := pig.Plies(b.Context(), pig.low, pig.high, make([]float64, len(pig.low))); err != nil {
			b.Fatal(err)
		}
	})
}
