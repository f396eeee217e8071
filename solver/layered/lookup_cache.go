package layered

import (
	"context"

	"zermelo/games"
	"zermelo/solver/parallel"
	"zermelo/solver/value"
)

// cacheValues prepares a solved layer for lookups from the preceding layer.
func (d *induction[S]) cacheValues(ctx context.Context, layer int, l *Solved[S]) (err error) {
	if d.usesLinks(layer) {
		l.numbers, err = d.numberIfRoom(ctx, layer, l)
	}
	room := int64(len(d.room)) * 8
	if err == nil && l.numbers == nil && d.usesTable(layer) && (!d.usesLinks(layer) || minTableBytes(d.sizes[layer]) <= room) {
		err = l.makeTable(ctx, len(d.workers), d.tableBuffer())
	}
	if l.table != nil || l.numbers != nil {
		l.States.Mem = nil
	}
	return err
}

// numberIfRoom is like numberLayer, but returns nil if the layer has more than
// 256 distinct values and the memory for their indexes would exceed a quarter
// of plan.Tables.
func (d *induction[S]) numberIfRoom(ctx context.Context, layer int, l *Solved[S]) (*numbered, error) {
	if list, err := l.distinctValues(); err != nil || len(list) > 256 &&
		int64(d.links.of(layer-1).children)+d.sizes[layer]+d.maxSize(layer-1) > d.plan.Tables/4 {
		return nil, err
	}
	return d.numberLayer(ctx, l)
}

// numberLayer converts the values of a layer to indexes into a list.
func (d *induction[S]) numberLayer(ctx context.Context, l *Solved[S]) (*numbered, error) {
	list, err := l.distinctValues()
	if err != nil {
		return nil, err
	}
	n := &numbered{list: list}
	if len(list) <= 256 {
		d.numbers.bytes = Resize(d.numbers.bytes, l.Values.N)
		n.bytes = d.numbers.bytes
		return n, fillNumbers(ctx, d, l, n.bytes, list)
	}
	d.numbers.words = Resize(d.numbers.words, l.Values.N)
	n.words = d.numbers.words
	return n, fillNumbers(ctx, d, l, n.words, list)
}

// fillNumbers sets to[i] to the index of state i's value in list.
func fillNumbers[S games.State, N uint8 | uint32](ctx context.Context, d *induction[S], l *Solved[S], to []N, list []value.Value) error {
	numbers := numbersOf(list)
	numberers := make([]*numberer, len(d.workers))
	return parallel.For(ctx, len(d.workers), l.Values.N, d.plan.Piece, func(n, from, end int) error {
		w := d.workers[n]
		if numberers[n] == nil {
			numberers[n] = &numberer{numbers: numbers}
		}
		values, err := l.Values.Read(&w.values, from, end)
		if err != nil {
			return err
		}
		for i, v := range values {
			to[from+i] = N(numberers[n].id(v))
		}
		return nil
	})
}
