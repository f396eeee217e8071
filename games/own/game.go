// Package own implements games whose rules run outside the program: Starlark scripts,
// WebAssembly modules, and programs that speak the protocol of package protocol.
//
// States are packed into words, or numbered if they are too long. The rules' answers
// are cached and checked. An invalid answer ends the game with an error; see
// games.Failing.
package own

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// game implements most interfaces of package games.
type game[S games.State] struct {
	*source
	info      games.Info
	codec     codec
	start     S
	zero      int32  // layer of the start as computed by the rules
	counted   string // characters that count for the layer
	cache     *cache[S]
	canonizer canonizer[S]
	questions sync.Pool // of *question[S]
	checked   atomic.Int64
	batchSize atomic.Int64 // number of states in the next call
	fastest   atomic.Int64 // duration of the fastest call in nanoseconds; 0 before the first
}

// question holds the buffers for one batch of states.
type question[S games.State] struct {
	batch[S]
	missing []int32 // indexes of uncached states
	twice   []int32 // indexes of states that are requested twice in a call
	found   batch[S]
	texts   protocol.Texts
	answers protocol.Answers
	random  *rand.Rand
}

// maxBatch is the maximum number of states per call of the rules.
const maxBatch = 1024

// To detect answers that change, one in sampled uncached states is requested twice,
// and one in 8*sampled cached states is requested again. In each of the first
// minChecks batches, at least one state is requested twice, and the children of one
// state are checked.
const (
	sampled   = 128
	minChecks = 200
)

func newGame[S games.State](s *source, c codec, cacheBytes int) *game[S] {
	g := &game[S]{source: s, codec: c, cache: newCache[S](cacheBytes)}
	g.questions.New = func() any { return &question[S]{random: rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))} }
	g.batchSize.Store(maxBatch)
	return g
}

func (g *game[S]) failed() bool { return g.alive.Err() != nil }

// pack stores the encoded text in s and returns the number of characters that count
// towards the layer.
func (g *game[S]) pack(s *S, text []byte) (int32, error) {
	counted, err := g.codec.pack(games.Bits(s), text)
	if err != nil || len(text) == 0 {
		err = cmp.Or(protocol.CheckState(text), err) // more specific
	}
	return counted, err
}

// longest returns the maximum difference between the layers of a child and its parent.
func (g *game[S]) longest() int32 { return int32(max(1, g.hello.Span)) }

// wrongStep returns the error for an invalid increase in counted characters from a
// parent to its child.
func (g *game[S]) wrongStep(child []byte, step int32) error {
	if step < 1 {
		return fmt.Errorf("state %s has no more of %q than its parent; layers = %q requires more after each move", child, g.counted, g.hello.Layers)
	}
	return fmt.Errorf("state %s has %d more of %q than its parent; set span = %[2]d", child, step, g.counted)
}

func (g *game[S]) addText(t *protocol.Texts, s S) {
	t.Bytes = g.codec.unpack(t.Bytes, games.Bits(&s))
	t.End()
}

func (g *game[S]) text(s S) string { return string(g.codec.unpack(nil, games.Bits(&s))) }

func (g *game[S]) Info() *games.Info { return &g.info }

func (g *game[S]) Start() S { return g.start }

func (g *game[S]) Expand(dst []S, ends []int32, src []S) ([]S, []int32) {
	q := g.questions.Get().(*question[S])
	defer g.questions.Put(q)
	g.fill(q, src, true)
	dst = slices.Grow(dst, len(q.children))
	for i := range src {
		dst = append(dst, q.of(&q.entries[i])...)
		ends = append(ends, int32(len(dst)))
	}
	return dst, ends
}

// Odds implements games.Weighted.
func (g *game[S]) Odds(dst []uint32, src []S) []uint32 {
	q := g.questions.Get().(*question[S])
	defer g.questions.Put(q)
	g.fill(q, src, true)
	for i := range src {
		dst = append(dst, q.weightsOf(&q.entries[i])...)
	}
	return dst
}

// each calls f with the answer for each state in src.
func (g *game[S]) each(src []S, f func(e *entry)) {
	q := g.questions.Get().(*question[S])
	defer g.questions.Put(q)
	g.fill(q, src, false)
	for i := range src {
		f(&q.entries[i])
	}
}

func (g *game[S]) Movers(dst []int8, src []S) []int8 {
	g.each(src, func(e *entry) { dst = append(dst, e.mover) })
	return dst
}

func (g *game[S]) Rows(dst []int32, src []S) []int32 {
	g.each(src, func(e *entry) { dst = append(dst, e.rows) })
	return dst
}

func (g *game[S]) MoversAndRows(movers []int8, rows []int32, src []S) ([]int8, []int32) {
	g.each(src, func(e *entry) { movers, rows = append(movers, e.mover), append(rows, e.rows) })
	return movers, rows
}

func (g *game[S]) Payoffs(dst []games.Payoff, src []S) []games.Payoff {
	g.each(src, func(e *entry) {
		if g.info.HalfPoints {
			for _, p := range e.payoffs {
				if !fitsHalves(int(p)) {
					g.fail(&RulesError{g.name, fmt.Errorf("payoff %d is %s", p, tooLargeForHalves)})
				}
			}
		}
		dst = append(dst, g.info.Units(e.payoffs))
	})
	return dst
}

func (g *game[S]) Canonize(states []S, swaps []bool) {
	g.canonizer.canonize(states)
	clear(swaps)
}

func (g *game[S]) Orbits(dst []int32, src []S) []int32 { return g.canonizer.orbits(dst, src) }

func (g *game[S]) FormatState(s S) string { return g.text(s) }

// ParseState implements games.Notation. It calls the rules to check the state.
func (g *game[S]) ParseState(text string) (s S, err error) {
	_, err = g.pack(&s, []byte(text))
	if err == nil && s != g.start {
		var texts protocol.Texts
		texts.Add(text)
		err = g.tryCall(func(ctx context.Context, r protocol.Rules) error {
			return g.ask(ctx, r, new(protocol.Answers), &texts, false)
		})
	}
	if err != nil {
		what, _, _ := strings.Cut(err.Error(), "\n") // without the calls of a script
		return s, games.BadInput("position %q: %s; the start is %s", text, what, g.text(g.start))
	}
	return s, nil
}

// ParseKnown implements games.KnownParser. If the rules compute the images of
// states, the returned state is not canonical.
func (g *game[S]) ParseKnown(text string) (s S, known bool, err error) {
	if _, err := g.pack(&s, []byte(text)); err != nil {
		return s, false, games.BadInput("position %q: %v; the start is %s", text, err, g.text(g.start))
	}
	known = s == g.start || g.cache.get(new(batch[S]), s, false) || g.canonizer.met.has(s)
	if !g.canonizer.external {
		one := []S{s}
		g.canonizer.canonize(one)
		s = one[0]
	}
	return s, known, nil
}

// Moves implements games.Notation. It calls the rules to get the names of the moves.
func (g *game[S]) Moves(s S) (moves [games.MaxRoles][]string) {
	ok := g.call(func(ctx context.Context, r protocol.Rules) (err error) {
		moves, err = g.names(ctx, r, s)
		return err
	})
	if !ok { // the rules have failed
		children, _ := g.Expand(nil, nil, []S{s})
		moves = games.NumberedMoves(g, s, len(children))
	}
	return moves
}

func (g *game[S]) names(ctx context.Context, r protocol.Rules, s S) (moves [games.MaxRoles][]string, err error) {
	var q question[S]
	g.addText(&q.texts, s)
	if err = g.ask(ctx, r, &q.answers, &q.texts, true); err != nil || q.answers.List[0].Terminal {
		return moves, err
	}
	if err = g.read(&q.found, &q.answers, &q.texts); err != nil {
		return moves, err
	}
	if e := q.found.entries[0]; !g.cache.put(s, e, q.found.children, q.found.weights) {
		return moves, fmt.Errorf("state %s: the game returned different moves or a different player to move on a second request", g.text(s))
	}
	a := q.answers.List[0]
	if !a.Named {
		return moves, fmt.Errorf("state %s: the moves have no names, although names were requested", g.text(s))
	}
	var names []string
	for i := range q.answers.Names.Len() {
		names = append(names, string(q.answers.Names.At(i)))
	}
	if a.Mover == games.Both {
		moves = [games.MaxRoles][]string{names[:a.Rows:a.Rows], names[a.Rows:]}
	} else {
		moves[max(0, a.Mover)] = names
	}
	for _, list := range moves {
		sorted := slices.Sorted(slices.Values(list))
		for i := 1; i < len(sorted); i++ {
			if sorted[i] == sorted[i-1] {
				return moves, fmt.Errorf("state %s: duplicate move name %s", g.text(s), sorted[i])
			}
		}
	}
	return moves, nil
}

// Evaluate implements games.Evaluator. If the rules do not provide estimates, it
// uses mobility.
func (g *game[S]) Evaluate(dst []float32, src []S) []float32 {
	if !g.hello.Has(protocol.Estimate) {
		return games.EvaluatorOf[S](struct{ games.Game[S] }{g}).Evaluate(dst, src)
	}
	from := len(dst)
	var texts protocol.Texts
	for _, s := range src {
		g.addText(&texts, s)
	}
	ok := g.call(func(ctx context.Context, r protocol.Rules) error {
		got, err := r.Estimate(ctx, dst, &texts)
		if err != nil {
			return err
		}
		if len(got)-from != len(src) {
			return fmt.Errorf("estimate: the rules returned %s for %s", games.Count(len(got)-from, "number"), games.Count(len(src), "state"))
		}
		for i, f := range got[from:] {
			if !(f >= -1 && f <= 1) {
				return fmt.Errorf("state %s: the estimate is %v, expected -1 to 1", g.text(src[i]), f)
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
