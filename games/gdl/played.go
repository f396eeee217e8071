package gdl

import (
	"context"
	"fmt"
	"slices"

	"zermelo/games"
	"zermelo/games/gdl/batch"
	"zermelo/games/gdl/draw"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
	"zermelo/games/gdl/prove"
	"zermelo/games/gdl/symmetry"
)

// played is what games of small and of large states have in common.
type played[S batch.State] struct {
	*machine.Machine
	pack.Codec
	info    *games.Info
	words   *Words
	painter *draw.Painter
	batches *batch.Evaluator[S]
	doubts  []Doubt
	// renaming, if there is one, is for what is written and read.
	renaming *renaming
	sole     *sole[S]

	alive context.Context // ends when the game fails; see games.Failing
	fail  context.CancelCauseFunc
}

// say writes states and moves in the words of another sheet from now on.
func (g *played[S]) say(r *renaming) { g.renaming, g.painter = r, r.painter }

// newPlayed also returns the first state.
func newPlayed[S batch.State](m *machine.Machine, c pack.Codec, facts prove.Facts, live []bool, layers *pack.Layering) (*played[S], S, error) {
	alive, fail := context.WithCancelCause(context.Background())
	g := &played[S]{
		Machine: m, Codec: c, words: NewWords(m), painter: draw.NewPainter(m, c.Constants()),
		alive: alive, fail: fail,
		batches: batch.New[S](c.Pack(m.Logic)), sole: &sole[S]{machine: m, codec: &c, facts: &facts, live: live, layers: layers, ends: map[int]end[S]{}},
	}
	start, err := g.encode(m.Initial)
	if err != nil {
		err = fmt.Errorf("%s: the first state: %w", m.Name, err)
	}
	return g, start, err
}

// encode packs the state with these fluents.
func (g *played[S]) encode(fluents []int32) (S, error) {
	var s [1]S
	err := g.Encode(batch.Words(s[:]), g.Relevant(fluents))
	return s[0], err
}

// Exchange implements games.Exchanging.
func (g *played[S]) Exchange() bool {
	return symmetry.Exchange(g.Machine, g.sole.facts.Constant, g.sole.live)
}

// Info describes the game.
func (g *played[S]) Info() *games.Info { return g.info }

// Doubts are what may go wrong.
func (g *played[S]) Doubts() []Doubt { return g.doubts }

func (g *played[S]) paints() *draw.Painter { return g.painter }

func (g *played[S]) format(s S) string {
	fluents := g.Varying(batch.Words([]S{s}))
	if r := g.renaming; r != nil {
		return r.words.Format(translate(fluents, r.there))
	}
	return g.words.Format(fluents)
}

func (g *played[S]) parse(text string) (S, error) {
	words := g.words
	if g.renaming != nil {
		words = g.renaming.words
	}
	fluents, err := words.Parse(text)
	if err != nil {
		var none S
		return none, err
	}
	if g.renaming != nil {
		fluents = translate(fluents, g.renaming.back)
	}
	return g.encode(fluents)
}

func (g *played[S]) draw(s S) games.Drawing {
	fluents := g.Decode(batch.Words([]S{s}))
	if r := g.renaming; r != nil {
		fluents = append(translate(fluents, r.there), r.always...)
		slices.Sort(fluents)
	}
	return g.painter.Draw(fluents)
}

// stages appends who plays and how many moves all roles but the last have.
func (g *played[S]) stages(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	return g.batches.Stages(movers, rows, src, g.waits, g.info.Simultaneous)
}

// noop is what sheets call, by custom, the only move of a role that waits.
const noop = "noop"

// waits says whether a move, the only one that a role has, does nothing.
func (g *played[S]) waits(role int, move int32) bool {
	if idle := g.Logic.Idle; idle != nil {
		return move == int32(idle[role])
	}
	return g.Machine.Moves[role][move] == noop
}

// moveNames names the legal moves of those who play.
func (g *played[S]) moveNames(s S, mover int8) [games.MaxRoles][]string {
	var names [games.MaxRoles][]string
	for r, legal := range g.batches.Moves(s) {
		if mover != games.Both && mover != int8(r) || r >= len(g.Roles) {
			continue
		}
		if len(g.Roles) > 2 && mover == games.Both && len(legal) == 1 && g.waits(r, legal[0]) {
			continue
		}
		for _, move := range legal {
			if g.renaming != nil {
				names[r] = append(names[r], g.renaming.words.Move(r, g.renaming.moves[r][move]))
			} else {
				names[r] = append(names[r], g.words.Move(r, move))
			}
		}
	}
	return names
}

// payoffs appends the goals of states: 0 for a role that has none, the highest of
// several. The payoffs of a sole player's absent opponent make the sum constant.
func (g *played[S]) payoffs(dst []games.Payoff, src []S) []games.Payoff {
	from := len(dst)
	known := make([][games.MaxRoles]bool, len(src))
	dst = append(dst, make([]games.Payoff, len(src))...)
	g.batches.Payoffs(src, func(i, role, value int) {
		p := &dst[from+i][role]
		if !known[i][role] || int16(value) > *p {
			*p, known[i][role] = int16(value), true
		}
	})
	for i := range src {
		if p := &dst[from+i]; len(g.Roles) == 1 {
			p[1] = int16(g.info.Total) - p[0]
		} else {
			g.checkSum(src[i], *p)
		}
	}
	return dst
}
