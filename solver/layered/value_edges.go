package layered

import (
	"context"
	"unsafe"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// valueLinked computes the values of a layer whose children are linked to next.
func (d *induction[S]) valueLinked(ctx context.Context, layer int, l *Solved[S], next *numbered) error {
	if next.bytes != nil {
		return valueByLinks(ctx, d, layer, l, next.list, next.bytes, &d.answers.bytes)
	}
	return valueByLinks(ctx, d, layer, l, next.list, next.words, &d.answers.words)
}

// valueByLinks first looks up the values of all children, part by part. It then
// computes the values of the states, segment by segment. Each segment consumes
// the values of each part in order.
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
		var next [maxParts]int
		for p := range k.parts {
			next[p] = k.parts[p].from + int(s.starts[p])
		}
		if k.kinds == nil {
			w.childValues = Resize(w.childValues, len(routes))
			for i, p := range routes {
				w.childValues[i] = list[found[next[p]]]
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

// answerPart sets to[i] to known[places[i]], the value index of a child.
func answerPart[N uint8 | uint32, P uint16 | uint32](to []N, places []P, known []N) {
	for i, at := range places {
		to[i] = known[at]
	}
}

// ranked holds the ranks of a layer's values. It also holds the kinds of states in the
// preceding layer.
type ranked struct {
	ranks [2][]uint32 // indexed by role and value index
	kinds []rankedKind
}

type rankedKind struct {
	kind
	best     uint32   // highest rank of its payoffs, or 0 if there are none
	payments []uint32 // payoffs, encoded as in value.Value
}

// rank returns the ranks of the values in list and of the kinds in k.
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

// valueKinds sets w.values to the values of the states in a segment. The argument index
// is the first state's index in the layer. For each part p, next[p] is the position in
// found of the part's next child. valueKinds advances these positions.
func valueKinds[S games.State, N uint8 | uint32](w *worker[S], r *ranked, kinds, routes []uint8, found []N, next *[maxParts]int, index int) {
	stats := &w.survey.Stats
	var childValues [256]uint32
	for i, n := range kinds {
		k := &r.kinds[n]
		best, ranks := k.best, r.ranks[k.mover]
		children := childValues[:k.open]
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
			addOnlyMove(&w.survey, nil, index+i, moves)
		}
	}
}
