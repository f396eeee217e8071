package own

import (
	"context"
	"errors"
	"fmt"
	"time"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

// fill sets the entries of q to the answers for the states in src, with their
// children if children is true. It calls the rules for states that are not cached.
// After a failure, it treats these states as terminal.
func (g *game[S]) fill(q *question[S], src []S, children bool) {
	q.batch.reset()
	q.missing = q.missing[:0]
	for i, s := range src {
		again := q.random.Uint32N(sampled*8) == 0 && !g.failed()
		if again || !g.cache.get(&q.batch, s, children) {
			q.entries = append(q.entries, entry{terminal: true, rows: 1, layer: g.zero, payoffs: games.Payoff{g.total()}})
			q.missing = append(q.missing, int32(i))
		}
	}
	for from := 0; from < len(q.missing); {
		part := q.missing[from:min(from+int(g.batchSize.Load()), len(q.missing))]
		from += len(part)
		ok := g.call(func(ctx context.Context, r protocol.Rules) error {
			began := time.Now()
			defer func() { g.adapt(len(part), time.Since(began)) }()
			return g.expand(ctx, r, q, src, part)
		})
		if !ok {
			return
		}
	}
}

// questionTime is the target duration of a call. A call into a WebAssembly module
// cannot be interrupted and delays the garbage collector. If even the fastest call
// takes longer than half of questionTime, the target is twice its duration, but at
// most maxQuestionTime, because that duration may not depend on the number of states.
const (
	questionTime    = 10 * time.Millisecond
	maxQuestionTime = 200 * time.Millisecond
)

// adapt sets the size of the next batch, based on the time taken for n states.
func (g *game[S]) adapt(n int, took time.Duration) {
	took = max(took, 1)
	if least := g.fastest.Load(); least == 0 || int64(took) < least {
		g.fastest.Store(int64(took))
	}
	target := max(questionTime, min(time.Duration(2*g.fastest.Load()), maxQuestionTime))
	fit := (int64(n)*int64(target) + int64(took) - 1) / int64(took)
	g.batchSize.Store(min(fit, maxBatch))
}

// errNoText is returned for an unknown state number in a table built with different
// rules.
var errNoText = errors.New("the table contains a state that the rules have not returned")

// expand calls the rules for the states src[i] with i in part, and stores the
// answers in q and in the cache.
func (g *game[S]) expand(ctx context.Context, r protocol.Rules, q *question[S], src []S, part []int32) error {
	q.texts.Reset()
	q.twice = q.twice[:0]
	for _, i := range part {
		before := len(q.texts.Bytes)
		if g.addText(&q.texts, src[i]); len(q.texts.Bytes) == before {
			return errNoText
		}
		if q.random.Uint32N(sampled) == 0 {
			q.twice = append(q.twice, i)
		}
	}
	if len(q.twice) == 0 && g.checked.Load() < minChecks {
		q.twice = append(q.twice, part[q.random.IntN(len(part))])
	}
	for _, i := range q.twice {
		g.addText(&q.texts, src[i])
	}
	if err := g.ask(ctx, r, &q.answers, &q.texts, false); err != nil {
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
		children, weights := q.found.of(&e), q.found.weightsOf(&e)
		if !g.cache.put(src[i], e, children, weights) {
			return fmt.Errorf("state %s: the game returned different moves, payoffs, weights or players to move on a second request", g.text(src[i]))
		}
		e.from = int32(len(q.children))
		q.children, q.weights = append(q.children, children...), append(q.weights, weights...)
		e.to = int32(len(q.children))
		q.entries[i] = e
	}
	return g.checkChildren(ctx, r, q)
}

// ask requests answers from the rules and checks them.
func (g *game[S]) ask(ctx context.Context, r protocol.Rules, to *protocol.Answers, states *protocol.Texts, names bool) error {
	if err := r.Expand(ctx, to, states, names); err != nil {
		return err
	}
	return to.Check(g.hello, states)
}

// total returns the sum of the payoffs in points, the unit of entry.payoffs.
func (g *game[S]) total() int16 { return int16(g.info.Total / g.info.UnitsPerPoint()) }

// checkChildren checks the movers and layers of a random state's children. It does
// so for the first minChecks batches and for about one in four later batches.
func (g *game[S]) checkChildren(ctx context.Context, r protocol.Rules, q *question[S]) error {
	turns := !g.info.ExtraMoves && !g.info.Simultaneous
	asked := g.hello.Layers == protocol.AskedLayers
	if g.checked.Add(1) > minChecks && q.random.Uint32N(4) != 0 || !turns && !asked {
		return nil
	}
	e := q.found.entries[q.random.IntN(len(q.found.entries))]
	if e.terminal {
		return nil
	}
	q.texts.Reset()
	children := q.found.of(&e)
	for _, child := range children[:min(len(children), 8)] {
		g.addText(&q.texts, child)
	}
	if err := g.ask(ctx, r, &q.answers, &q.texts, false); err != nil {
		return err
	}
	for i, a := range q.answers.List {
		child, span := g.text(children[i]), g.longest()
		if turns && !a.Terminal && a.Mover == e.mover {
			return fmt.Errorf("state %s: %s moves twice in a row; if this is intended, set turns = %q", child, g.hello.Roles[e.mover], protocol.Free)
		}
		if step := a.Layer - e.layer; asked && step < 1 {
			return fmt.Errorf("state %s has layer %d but its parent has layer %d; layers must increase with each move", child, a.Layer, e.layer)
		} else if asked && step > span {
			return fmt.Errorf("state %s has layer %d but its parent has layer %d; set span = %[4]d", child, a.Layer, e.layer, step)
		}
	}
	return nil
}

func (g *game[S]) read(to *batch[S], answers *protocol.Answers, states *protocol.Texts) error {
	to.reset()
	next, weight := 0, 0
	for i := range answers.List {
		a := &answers.List[i]
		parent := count(states.At(i), g.counted)
		e := entry{mover: a.Mover, terminal: a.Terminal, rows: a.Rows, layer: a.Layer, payoffs: a.Payoffs, from: int32(len(to.children))}
		if a.Terminal && len(g.hello.Roles) == 1 {
			e.payoffs[1] = g.total() - e.payoffs[0]
		}
		for range a.Children() {
			text, at := answers.Children.At(next), len(to.children)
			next++
			var zero S
			to.children = append(to.children, zero)
			if g.hello.Chance {
				to.weights = append(to.weights, 1)
				if a.Mover == games.Chance {
					to.weights[at] = answers.Weights[weight]
					weight++
				}
			}
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
