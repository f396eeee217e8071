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

// know fills a question with what is known of states, with their children if they are
// wanted. States of which nothing is known are over if the rules have failed.
func (g *game[S]) know(q *question[S], src []S, children bool) {
	q.entries, q.children, q.missing = q.entries[:0], q.children[:0], q.missing[:0]
	for i, s := range src {
		again := q.random.Uint32N(sampled*8) == 0 && !g.failed()
		if again || !g.cache.get(&q.batch, s, children) {
			q.entries = append(q.entries, entry{over: true, rows: 1, layer: g.zero, payoffs: games.Payoff{int16(g.info.Total)}})
			q.missing = append(q.missing, int32(i))
		}
	}
	for from := 0; from < len(q.missing); from += askedAtOnce {
		part := q.missing[from:min(from+askedAtOnce, len(q.missing))]
		if !g.ask(func(ctx context.Context, r protocol.Rules) error { return g.expand(ctx, r, q, src, part) }) {
			return
		}
	}
}

func (g *game[S]) failed() bool { return g.alive.Err() != nil }

// expand asks for the states of src with the given numbers.
func (g *game[S]) expand(ctx context.Context, r protocol.Rules, q *question[S], src []S, part []int32) error {
	q.texts.Reset()
	q.twice = q.twice[:0]
	for _, i := range part {
		g.addText(&q.texts, src[i])
		if q.random.Uint32N(sampled) == 0 {
			q.twice = append(q.twice, i)
		}
	}
	if len(q.twice) == 0 && g.checked.Load() < often {
		q.twice = append(q.twice, part[q.random.IntN(len(part))])
	}
	for _, i := range q.twice {
		g.addText(&q.texts, src[i])
	}
	if err := r.Expand(ctx, &q.answers, &q.texts, false); err != nil {
		return err
	}
	if err := q.answers.Check(g.hello, &q.texts); err != nil {
		return err
	}
	if err := g.read(&q.found, &q.answers, &q.texts); err != nil {
		return err
	}
	for n := range q.found.entries {
		i := int32(0)
		if n < len(part) {
			i = part[n]
		} else {
			i = q.twice[n-len(part)]
		}
		e := q.found.entries[n]
		children := q.found.of(&e)
		if !g.cache.put(src[i], e, children) {
			return fmt.Errorf("state %s: asked twice, the game gives other moves, payoffs, or another player to move", g.text(src[i]))
		}
		e.from = int32(len(q.children))
		q.children = append(q.children, children...)
		e.to = int32(len(q.children))
		q.entries[i] = e
	}
	return g.checkChildren(ctx, r, q)
}

// checkChildren tests now and then, and often at first, what the children of a state say:
// whose turn it is, and their layers.
func (g *game[S]) checkChildren(ctx context.Context, r protocol.Rules, q *question[S]) error {
	turns := !g.info.ExtraMoves && !g.info.Simultaneous
	asked := g.hello.Layers == protocol.AskedLayers
	if g.checked.Add(1) > often && q.random.Uint32N(4) != 0 || !turns && !asked {
		return nil
	}
	e := q.found.entries[q.random.IntN(len(q.found.entries))]
	if e.over {
		return nil
	}
	q.texts.Reset()
	children := q.found.of(&e)
	for _, child := range children[:min(len(children), 8)] {
		g.addText(&q.texts, child)
	}
	if err := r.Expand(ctx, &q.answers, &q.texts, false); err != nil {
		return err
	}
	if err := q.answers.Check(g.hello, &q.texts); err != nil {
		return err
	}
	for i, a := range q.answers.List {
		child, span := g.text(children[i]), g.longest()
		if turns && !a.Over && a.Mover == e.mover {
			return fmt.Errorf("state %s: %s moves twice running; if that is as it should be, say turns = %q", child, g.hello.Roles[e.mover], protocol.Free)
		}
		if step := a.Layer - e.layer; asked && step < 1 {
			return fmt.Errorf("state %s has layer %d, and a move before layer %d: want a higher one after each move, or no layers", child, a.Layer, e.layer)
		} else if asked && step > span {
			return fmt.Errorf("state %s has layer %d, and a move before layer %d: that is a step of %d; say the longest, as in span = %[4]d", child, a.Layer, e.layer, step)
		}
	}
	return nil
}

// read packs answers.
func (g *game[S]) read(to *batch[S], answers *protocol.Answers, states *protocol.Texts) error {
	to.entries, to.children = to.entries[:0], to.children[:0]
	next := 0
	for i := range answers.List {
		a := &answers.List[i]
		parent := count(states.At(i), g.counted)
		e := entry{mover: a.Mover, over: a.Over, rows: a.Rows, layer: a.Layer, payoffs: a.Payoffs, from: int32(len(to.children))}
		if a.Over && len(g.hello.Roles) == 1 {
			e.payoffs[1] = int16(g.info.Total) - e.payoffs[0]
		}
		for range a.Children() {
			text, at := answers.Children.At(next), len(to.children)
			next++
			var zero S
			to.children = append(to.children, zero)
			counted, err := g.pack(&to.children[at], text)
			if err == nil && g.counted != "" {
				if step := counted - parent; step < 1 || step > g.longest() {
					return g.wrongStep(text, step)
				}
			}
			if err != nil {
				return fmt.Errorf("state %s: move %d leads to %w", games.Echo(string(states.At(i))), at-int(e.from)+1, err)
			}
		}
		e.to = int32(len(to.children))
		to.entries = append(to.entries, e)
	}
	return nil
}

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
