package batch

import (
	"context"
	"math/bits"
	"math/rand/v2"

	"zermelo/games/gdl/network"
	"zermelo/games/gdl/statemachine"
)

// lanes runs network.Lanes random plays in parallel. When a play ends, the next one
// starts in its lane.
type lanes struct {
	*statemachine.Machine
	seed        uint64
	next, plays int             // number of the next play to start; number of plays
	plies       int             // maximum length of a play
	state       []network.Block // by live fluent
	first       []uint64        // by live fluent: all ones if it is true in the initial state
	// Programs for the legal moves and the end, the next state, and the goals.
	look, step, score laneProgram
	does              [][]int32      // by role and move: slot in step; -1 if step does not use it
	legal             [][][64]uint64 // by role and group of 64 moves: legal moves of each of 64 plays
	playing, waiting  network.Block  // lanes with a current play; lanes with a play to be evaluated
	lane              [network.Lanes]lane
}

// lane is a sequence of plays.
type lane struct {
	source rand.PCG
	random *rand.Rand
	play   PlayResult
	ended  PlayResult // the previous play, until its goals are evaluated
	does   []int32    // by role: slot of its last move, or -1
}

// laneProgram holds a program, its slots, and the input slots of the live fluents.
type laneProgram struct {
	*network.Program
	slots   []network.Block
	fluents []int32
}

func newLanes(m *statemachine.Machine, seed uint64, next, plays, plies int) *lanes {
	b := &lanes{Machine: m, seed: seed, next: next, plays: plays, plies: plies}
	l := m.Logic
	var fluents, nexts, moves, goals []network.Lit
	for f, live := range l.Live() {
		if !live {
			continue
		}
		fluents, nexts = append(fluents, l.Fluents[f]), append(nexts, l.Next[f])
		first := uint64(0)
		if m.Vocabulary.Initial[f] {
			first = ^first
		}
		b.first = append(b.first, first)
	}
	for r, legal := range l.Legal {
		moves = append(moves, legal...)
		b.legal = append(b.legal, make([][64]uint64, maskWords(len(legal))))
		for _, g := range l.Goals[r] {
			goals = append(goals, g.Holds)
		}
	}
	compile := func(outputs []network.Lit) laneProgram {
		p := l.Compile(outputs)
		return laneProgram{p, make([]network.Block, p.Slots), p.Inputs(fluents)}
	}
	b.look, b.step, b.score = compile(append(moves, l.Terminal)), compile(nexts), compile(goals)
	for _, does := range l.Does {
		b.does = append(b.does, b.step.Inputs(does))
	}
	b.state = make([]network.Block, len(fluents))
	for i := range b.lane {
		lane := &b.lane[i]
		lane.random = rand.New(&lane.source)
		lane.play.Goals = make([]int, len(m.Roles))
		lane.ended.Goals = make([]int, len(m.Roles))
		for range m.Moves {
			lane.does = append(lane.does, -1)
		}
		b.begin(i)
	}
	b.advance(b.playing)
	return b
}

// begin starts the next play in lane i, or leaves the lane idle if no play is left.
func (b *lanes) begin(i int) {
	lane := &b.lane[i]
	b.playing[i/64] &^= 1 << (i % 64)
	if b.next < b.plays {
		b.playing[i/64] |= 1 << (i % 64)
		lane.play.Number, lane.play.Plies, lane.play.Terminal, lane.play.Invalid = b.next, 0, false, false
		lane.source.Seed(b.seed, uint64(b.next))
		b.next++
	}
}

func (b *lanes) run(ctx context.Context, ended func(PlayResult) error) error {
	for b.playing != (network.Block{}) {
		if err := b.ply(ended); err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return b.finish(ended)
}

// ply advances each play by one joint move or ends it.
func (b *lanes) ply(ended func(PlayResult) error) error {
	b.look.Run(b.look.slots, network.Lanes)
	var ends network.Block
	for w := range ends {
		ends[w] = b.move(w)
		if ends[w]&b.waiting[w] != 0 {
			if err := b.finish(ended); err != nil {
				return err
			}
		}
	}
	for w, end := range ends {
		b.end(w, end)
	}
	b.step.Run(b.step.slots, network.Lanes)
	b.advance(ends)
	return nil
}

// move selects a joint move in each play of word w. It returns the plays that end
// instead.
func (b *lanes) move(w int) (ends uint64) {
	playing := b.playing[w]
	if playing == 0 {
		return 0
	}
	output := 0
	for r, legal := range b.legal {
		n := len(b.does[r])
		for k := range legal {
			b.look.Columns(&legal[k], b.look.slots, output+64*k, min(64, n-64*k), w, 64)
		}
		output += n
	}
	over := b.look.Output(output).Word(b.look.slots, w)
	for m := playing; m != 0; m &= m - 1 {
		i := bits.TrailingZeros64(m)
		lane := &b.lane[64*w+i]
		if play := &lane.play; play.Plies < b.plies {
			play.Terminal = over>>i&1 != 0
			play.Invalid = !play.Terminal && !b.choose(lane, w, i)
			if !play.Terminal && !play.Invalid {
				play.Plies++
				continue
			}
		}
		ends |= 1 << i
	}
	return ends
}

// choose selects random legal moves as statemachine.Play.Choose does. It returns
// false if a role has no legal move.
func (b *lanes) choose(lane *lane, w, i int) bool {
	bit := uint64(1) << i
	for _, slot := range lane.does {
		if slot >= 0 {
			b.step.slots[slot][w] &^= bit
		}
	}
	for r, legal := range b.legal {
		n := 0
		for k := range legal {
			n += bits.OnesCount64(legal[k][i])
		}
		if n == 0 {
			return false
		}
		chosen, k := lane.random.IntN(n), 0
		for ; chosen >= bits.OnesCount64(legal[k][i]); k++ {
			chosen -= bits.OnesCount64(legal[k][i])
		}
		m := legal[k][i]
		for range chosen {
			m &= m - 1
		}
		slot := b.does[r][64*k+bits.TrailingZeros64(m)]
		if lane.does[r] = slot; slot >= 0 {
			b.step.slots[slot][w] |= bit
		}
	}
	return true
}

// end saves the final states of the plays in ends for later evaluation, and starts
// the next plays in their lanes.
func (b *lanes) end(w int, ends uint64) {
	if ends == 0 {
		return
	}
	b.waiting[w] |= ends
	for f, slot := range b.score.fluents {
		if slot >= 0 {
			b.score.slots[slot][w] = b.score.slots[slot][w]&^ends | b.state[f][w]&ends
		}
	}
	for ; ends != 0; ends &= ends - 1 {
		i := 64*w + bits.TrailingZeros64(ends)
		b.lane[i].play, b.lane[i].ended = b.lane[i].ended, b.lane[i].play
		b.begin(i)
	}
}

// finish evaluates the goals of the saved plays and calls ended for each.
func (b *lanes) finish(ended func(PlayResult) error) error {
	b.score.Run(b.score.slots, network.Lanes)
	for w, waiting := range b.waiting {
		for ; waiting != 0; waiting &= waiting - 1 {
			i := bits.TrailingZeros64(waiting)
			play, output := b.lane[64*w+i].ended, 0
			for r, goals := range b.Logic.Goals[:b.Logic.Players] {
				n := 0
				for _, g := range goals {
					if b.score.Output(output).Word(b.score.slots, w)>>i&1 != 0 {
						play.Goals[r] = g.Value
						n++
					}
					output++
				}
				play.Invalid = play.Invalid || play.Terminal && n != 1
			}
			if err := ended(play); err != nil {
				return err
			}
		}
	}
	b.waiting = network.Block{}
	return nil
}

// advance replaces each state with the next one or, in the lanes of first, with the
// initial state.
func (b *lanes) advance(first network.Block) {
	for f := range b.state {
		s := &b.state[f]
		for w := range s {
			s[w] = b.step.Output(f).Word(b.step.slots, w)&^first[w] | b.first[f]&first[w]
		}
	}
	for f := range b.state {
		if slot := b.step.fluents[f]; slot >= 0 {
			b.step.slots[slot] = b.state[f]
		}
		if slot := b.look.fluents[f]; slot >= 0 {
			b.look.slots[slot] = b.state[f]
		}
	}
}
