// Package own makes games of rules that come from outside: scripts in Starlark, programs
// that speak the protocol, and modules of WebAssembly. Package protocol says what they are
// asked; here their answers become a game like any other. States are packed, or numbered
// where they are too long, answers are remembered, and what is wrong with an answer ends
// the game with an error: see games.Failing.
package own

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// game is a game with states of type S.
type game[S games.State] struct {
	*source
	info      games.Info
	codec     codec
	start     S
	zero      int32  // the layer of the start, as the rules count
	counted   string // the characters that are counted for the layer; see protocol.Hello
	cache     *cache[S]
	canonizer canonizer[S]
	asked     sync.Pool // of *question[S]
	checked   atomic.Int64
}

// question is a batch of states that is asked for. Buffers are used again.
type question[S games.State] struct {
	batch[S]
	missing []int32 // of those asked for, what is not in the cache
	twice   []int32 // of the missing, what is asked twice
	found   batch[S]
	texts   protocol.Texts
	answers protocol.Answers
	random  *rand.Rand
}

const (
	// askedAtOnce is how many states are asked for at once at most.
	askedAtOnce = 1024
	// One of sampled states, chosen at random, is asked for twice, and one of sampled
	// known ones again: the answers must be the same.
	sampled = 128
	// often is how many batches of which a state is asked for twice in any case, and the
	// children of one are looked at, too.
	often = 200
)

func newGame[S games.State](s *source, c codec, cacheBytes int) *game[S] {
	g := &game[S]{source: s, codec: c, cache: newCache[S](cacheBytes)}
	g.asked.New = func() any { return &question[S]{random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))} }
	return g
}

func (g *game[S]) failed() bool { return g.alive.Err() != nil }

// pack turns a text into a state. It returns how many of its characters are counted for
// the layer.
func (g *game[S]) pack(s *S, text []byte) (int32, error) {
	counted, err := g.codec.pack(games.Bits(s), text)
	if err != nil || len(text) == 0 {
		err = cmp.Or(protocol.CheckState(text), err) // which says more
	}
	return counted, err
}

// longest is the largest step between layers.
func (g *game[S]) longest() int32 { return int32(max(1, g.hello.Span)) }

// wrongStep says that a move leads to a state with so many more of the characters that
// are counted, which is less than 1 or too many.
func (g *game[S]) wrongStep(child []byte, step int32) error {
	if step < 1 {
		return fmt.Errorf("state %s follows one with as many of %q or more: layers = %q wants more after each move", child, g.counted, g.hello.Layers)
	}
	return fmt.Errorf("state %s has %d more of %q than the one before: say the most, as in span = %[2]d", child, step, g.counted)
}

func (g *game[S]) addText(t *protocol.Texts, s S) {
	t.Bytes = g.codec.unpack(t.Bytes, games.Bits(&s))
	t.End()
}

func (g *game[S]) text(s S) string { return string(g.codec.unpack(nil, games.Bits(&s))) }

// Info says what the variant is.
func (g *game[S]) Info() *games.Info { return &g.info }

// Start is the first state.
func (g *game[S]) Start() S { return g.start }

// Expand appends the children, rows for the first role.
func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	q := g.asked.Get().(*question[S])
	defer g.asked.Put(q)
	g.know(q, src, true)
	dst = slices.Grow(dst, len(q.children))
	for i := range src {
		dst = append(dst, q.of(&q.entries[i])...)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// each calls f with what is known of each state.
func (g *game[S]) each(src []S, f func(e *entry)) {
	q := g.asked.Get().(*question[S])
	defer g.asked.Put(q)
	g.know(q, src, false)
	for i := range src {
		f(&q.entries[i])
	}
}

// Movers appends who moves.
func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	g.each(src, func(e *entry) { dst = append(dst, e.mover) })
	return dst
}

// Rows appends the number of moves of the first role.
func (g *game[S]) Rows(dst []int32, src []S) []int32 {
	g.each(src, func(e *entry) { dst = append(dst, e.rows) })
	return dst
}

// MoversAndRows appends what Movers and Rows do, at once.
func (g *game[S]) MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	g.each(src, func(e *entry) { movers, rows = append(movers, e.mover), append(rows, e.rows) })
	return movers, rows
}

// Payoffs appends the payoffs.
func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	g.each(src, func(e *entry) { dst = append(dst, e.payoffs) })
	return dst
}

// Canonize replaces each state by the canonical one of its class.
func (g *game[S]) Canonize(states []S, swaps []bool) {
	g.canonizer.canonize(states)
	clear(swaps)
}

// Orbits appends how many different states the class of each state has.
func (g *game[S]) Orbits(dst []int32, src []S) []int32 { return g.canonizer.orbits(dst, src) }

// FormatState is the text of a state.
func (g *game[S]) FormatState(s S) string { return g.text(s) }

// ParseState reads a text that the rules take for a state.
func (g *game[S]) ParseState(text string) (s S, err error) {
	_, err = g.pack(&s, []byte(text))
	if err == nil && s != g.start {
		var texts protocol.Texts
		texts.Add(text)
		err = g.try(func(ctx context.Context, r protocol.Rules) error {
			var answers protocol.Answers
			if err := r.Expand(ctx, &answers, &texts, false); err != nil {
				return err
			}
			return answers.Check(g.hello, &texts)
		})
	}
	if err != nil {
		return s, games.BadInput("position %q: %v; the start is %s", text, err, g.text(g.start))
	}
	return s, nil
}

// Moves names the moves. The rules are asked for the names.
func (g *game[S]) Moves(s S) (moves [games.MaxRoles][]string) {
	ok := g.ask(func(ctx context.Context, r protocol.Rules) (err error) {
		moves, err = g.names(ctx, r, s)
		return err
	})
	if !ok { // as many as there are children
		children, _ := g.Expand(nil, nil, []S{s})
		moves = games.NumberedMoves(g, s, len(children))
	}
	return moves
}

func (g *game[S]) names(ctx context.Context, r protocol.Rules, s S) (moves [games.MaxRoles][]string, err error) {
	var q question[S]
	g.addText(&q.texts, s)
	if err = r.Expand(ctx, &q.answers, &q.texts, true); err == nil {
		err = q.answers.Check(g.hello, &q.texts)
	}
	if err != nil || q.answers.List[0].Over {
		return moves, err
	}
	if err = g.read(&q.found, &q.answers, &q.texts); err != nil {
		return moves, err
	}
	if e := q.found.entries[0]; !g.cache.put(s, e, q.found.children) {
		return moves, fmt.Errorf("state %s: asked twice, the game gives other moves, or another player to move", g.text(s))
	}
	a := q.answers.List[0]
	if !a.Named {
		return moves, fmt.Errorf("state %s: the moves have no names, and names were asked for", g.text(s))
	}
	var names []string
	for i := range q.answers.Names.Len() {
		names = append(names, string(q.answers.Names.At(i)))
	}
	switch a.Mover {
	case games.Both:
		moves = [games.MaxRoles][]string{names[:a.Rows:a.Rows], names[a.Rows:]}
	default:
		moves[a.Mover] = names
	}
	for _, list := range moves {
		sorted := slices.Sorted(slices.Values(list))
		for i := 1; i < len(sorted); i++ {
			if sorted[i] == sorted[i-1] {
				return moves, fmt.Errorf("state %s: two moves have the name %s", g.text(s), sorted[i])
			}
		}
	}
	return moves, nil
}

// Evaluate appends the estimates of the rules, or else by mobility.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	if !g.hello.Has(protocol.Estimate) {
		return games.EvaluatorOf[S](struct{ games.Game[S] }{g}).Evaluate(dst, src)
	}
	from := len(dst)
	var texts protocol.Texts
	for _, s := range src {
		g.addText(&texts, s)
	}
	ok := g.ask(func(ctx context.Context, r protocol.Rules) error {
		got, err := r.Estimate(ctx, dst, &texts)
		if err != nil {
			return err
		}
		if len(got)-from != len(src) {
			return fmt.Errorf("estimate: %s for %s", games.Count(len(got)-from, "number"), games.Count(len(src), "state"))
		}
		for i, f := range got[from:] {
			if !(f >= -1 && f <= 1) {
				return fmt.Errorf("state %s: the estimate %v: want -1 to 1", g.text(src[i]), f)
			}
		}
		dst = got
		return nil
	})
	if !ok {
		dst = append(dst[:from], make([]float32, len(src))...)
	}
	return dst
}
