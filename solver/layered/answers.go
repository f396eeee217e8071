package layered

import (
	"context"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// numbered are the values of a layer as places in a list.
type numbered struct {
	list  []value.Value
	bytes []uint8  // by state, where the list has at most 256 values
	words []uint32 // by state, else
}

// answers are the values of the children of a layer, by part, as places in a list.
type answers struct {
	bytes []uint8
	words []uint32
}

// linked reports whether the links to a layer serve: where there is room for the answers, the
// numbers of the layer's values, and the values.
func (d *induction[S]) linked(layer int) bool {
	l := d.links.of(layer - 1)
	return l != nil && int64(l.children)+d.sizes[layer]+4*d.larger(layer-1) <= d.plan.Tables
}

// prepareAnswers makes what is asked of a solved layer's values quick to find.
func (d *induction[S]) prepareAnswers(ctx context.Context, layer int, l *Solved[S]) (err error) {
	if d.linked(layer) {
		l.numbers, err = d.number(ctx, layer, l)
	}
	room := int64(len(d.room)) * 8
	if err == nil && l.numbers == nil && d.tabled(layer) && (!d.linked(layer) || tableBytes(d.sizes[layer]) <= room) {
		l.table, err = newTable(ctx, len(d.workers), l, d.roomForTables())
	}
	if l.table != nil || l.numbers != nil {
		l.States.Mem = nil
	}
	return err
}

// number numbers the values of a layer. It returns nil where there are so many different
// ones that there is no room.
func (d *induction[S]) number(ctx context.Context, layer int, l *Solved[S]) (*numbered, error) {
	if list, err := l.differentValues(); err != nil || len(list) > 256 &&
		int64(d.links.of(layer-1).children)+d.sizes[layer]+d.larger(layer-1) > d.plan.Tables/4 {
		return nil, err
	}
	return d.numberRoomy(ctx, l)
}

// numberRoomy is number where there is room.
func (d *induction[S]) numberRoomy(ctx context.Context, l *Solved[S]) (*numbered, error) {
	list, err := l.differentValues()
	if err != nil {
		return nil, err
	}
	n := &numbered{list: list}
	if len(list) <= 256 {
		d.numbers.bytes = Resize(d.numbers.bytes, l.Values.N)
		n.bytes = d.numbers.bytes
		return n, numberValues(ctx, d, l, n.bytes, list)
	}
	d.numbers.words = Resize(d.numbers.words, l.Values.N)
	n.words = d.numbers.words
	return n, numberValues(ctx, d, l, n.words, list)
}

// numberValues puts the places of a layer's values in a list.
func numberValues[S games.State, N uint8 | uint32](ctx context.Context, d *induction[S], l *Solved[S], to []N, list []value.Value) error {
	numbers := numbersOf(list)
	numberers := make([]*numberer, len(d.workers))
	return parallel.For(ctx, len(d.workers), l.Values.N, d.plan.Piece, func(n, from, end int) error {
		w := d.workers[n]
		if numberers[n] == nil {
			numberers[n] = &numberer{numbers: numbers}
		}
		values, err := l.Values.Read(w.values, from, end)
		if err != nil {
			return err
		}
		for i, v := range values {
			to[from+i] = N(numberers[n].id(v))
		}
		return nil
	})
}

// valueLinked finds the values of a layer whose children are linked.
func (d *induction[S]) valueLinked(ctx context.Context, layer int, l *Solved[S], next *numbered) error {
	if next.bytes != nil {
		return valueByLinks(ctx, d, layer, l, next.list, next.bytes, &d.answers.bytes)
	}
	return valueByLinks(ctx, d, layer, l, next.list, next.words, &d.answers.words)
}

// valueByLinks answers the children part by part, and then goes through the segments, whose
// children take the answers of each part in order.
func valueByLinks[S games.State, N uint8 | uint32](ctx context.Context, d *induction[S], layer int, l *Solved[S], list []value.Value, numbers []N, room *[]N) error {
	k := d.links.of(layer)
	*room = Resize(*room, k.children)
	found := *room
	err := parallel.For(ctx, len(d.workers), len(k.parts), 1, func(n, p, _ int) error {
		part := &k.parts[p]
		bytes, err := d.links.get(part.numbers, &d.workers[n].linkBytes[0])
		if err != nil || len(bytes) == 0 {
			return err
		}
		to, known := found[part.from:part.from+part.children], numbers[part.first:]
		if part.wide {
			answerPart(to, unsafe.Slice((*uint32)(unsafe.Pointer(&bytes[0])), len(to)), known)
		} else {
			answerPart(to, unsafe.Slice((*uint16)(unsafe.Pointer(&bytes[0])), len(to)), known)
		}
		return nil
	})
	if err != nil {
		return err
	}
	ranked := d.rank(k, list)
	return parallel.For(ctx, len(d.workers), len(k.segments), 1, func(n, at, _ int) error {
		w, s := d.workers[n], &k.segments[at]
		routes, err := d.links.get(s.routes, &w.linkBytes[0])
		if err != nil {
			return err
		}
		var next [mostParts]int
		for p := range k.parts {
			next[p] = k.parts[p].from + int(s.starts[p])
		}
		if k.kinds == nil {
			w.below = Resize(w.below, len(routes))
			for i, p := range routes {
				w.below[i] = list[found[next[p]]]
				next[p]++
			}
			return d.valueRange(ctx, w, layer, l, s.from, s.to)
		}
		kinds, err := d.links.get(s.kinds, &w.linkBytes[1])
		if err != nil {
			return err
		}
		w.values = Resize(w.values, len(kinds))
		valueKinds(w, ranked, kinds, routes, found, &next, s.from)
		d.prog.Done.Add(int64(s.to - s.from))
		return l.Values.Write(w.values, s.from)
	})
}

// answerPart finds the numbers of the values of a part's children.
func answerPart[N uint8 | uint32, P uint16 | uint32](to []N, places []P, known []N) {
	for i, at := range places {
		to[i] = known[at]
	}
}

// ranked are the values of a layer, and the kinds of the states of the layer before.
type ranked struct {
	ranks [2][]uint32 // by role and value
	kinds []rankedKind
}

// rankedKind is a kind of state.
type rankedKind struct {
	kind
	best     uint32   // rank of the payoffs; 0 where there is none
	payments []uint32 // the payoffs as in values
}

// rank ranks values and kinds.
func (d *induction[S]) rank(k *links, list []value.Value) *ranked {
	r := &ranked{}
	rankings := &d.workers[0].rankings
	for role := range r.ranks {
		for _, v := range list {
			r.ranks[role] = append(r.ranks[role], rankings[role].Rank(v))
		}
	}
	for _, kind := range k.kinds {
		ranked := rankedKind{kind: kind}
		for _, p := range kind.payoffs {
			v := value.Measured(p, 0)
			ranked.best = max(ranked.best, rankings[kind.mover].Rank(v))
			ranked.payments = append(ranked.payments, uint32(v>>16))
		}
		r.kinds = append(r.kinds, ranked)
	}
	return r
}

// valueKinds finds the values of the states of a segment, the first of them at index.
func valueKinds[S games.State, N uint8 | uint32](w *worker[S], r *ranked, kinds, routes []uint8, found []N, next *[mostParts]int, index int) {
	stats := &w.survey.Stats
	var below [256]uint32
	for i, n := range kinds {
		k := &r.kinds[n]
		best, ranks := k.best, r.ranks[k.mover]
		children := below[:k.open]
		for j, p := range routes[:k.open] {
			rank := ranks[found[next[p]]]
			next[p]++
			children[j] = rank
			best = max(best, rank)
		}
		routes = routes[k.open:]
		role := &w.rankings[k.mover]
		v := role.Parent(best)
		w.values[i] = v
		if role.Wins(v) {
			stats.MoverWins++
		}
		moves := k.open + len(k.payoffs)
		stats.RawStates += int64(k.orbit)
		stats.Moves += int64(moves)
		if moves == 1 {
			continue
		}
		keep := 0
		for _, rank := range children {
			if rank>>16 == best>>16 {
				keep++
			}
		}
		for _, p := range k.payments {
			if p == uint32(v>>16) {
				keep++
			}
		}
		stats.Choices++
		if keep == 1 {
			onlyMove(&w.survey, nil, index+i, moves)
		}
	}
}
