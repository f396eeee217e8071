package own

import (
	"context"
	"fmt"

	"zermelo/games"
	"zermelo/games/own/protocol"
)

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
