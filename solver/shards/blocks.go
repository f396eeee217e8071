package shards

import (
	"context"
	"io"
	"slices"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// WriteBlocks writes an object that consists of n blocks of plain bytes, such as the
// blocks of a tier. The function block returns block i and its number of items.
func WriteBlocks[S games.State](ctx context.Context, store Store, name string, n int, block func(i int) ([]byte, int, error)) (Object, error) {
	return newPacker().pack(ctx, store, name, games.Words[S](), func(p *packer) error { return p.blocks(0, n, block) })
}

// blocks adds the blocks in [from, to), with one section per block.
func (p *packer) blocks(from, to int, block func(i int) ([]byte, int, error)) error {
	for i := from; i < to; i++ {
		p.beginSection()
		data, items, err := block(i)
		if err == nil {
			err = p.add(data, items)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// blockSections is the number of sections that precede the answers of a Solve task with
// blocks. The first contains only the values of states that addBlocks does not encode.
const blockSections = 4

// ownSections returns the number of sections of a Solve task that precede the answers.
func (m *Manifest) ownSections() int {
	if m.Blocks {
		return blockSections
	}
	return 2
}

// wholeBlocks returns the range of a shard's n states whose blocks contain no states of
// other shards. The argument first is the index of the first state in the layer, and last
// reports whether the shard is the last one of the layer.
func wholeBlocks(first, n int, last bool) (from, to int) {
	from = min(n, -first&(job.BlockStates-1))
	if last {
		return from, n
	}
	return from, max(from, n-(first+n)%job.BlockStates)
}

// addBlocks adds a section with the states outside from..to, and one with the blocks of
// the states from..to.
func (w *Worker[S]) addBlocks(p *packer, layer, from, to int, states []S, values []value.Value) error {
	w.states.beginSection(p)
	if err := w.states.add(p, slices.Concat(states[:from], states[to:])); err != nil {
		return err
	}
	p.beginSection()
	for ; from < to; from += job.BlockStates {
		end := min(to, from+job.BlockStates)
		w.block = w.Encode(w.block[:0], layer, states[from:end], values[from:end])
		if err := p.add(w.block, end-from); err != nil {
			return err
		}
	}
	return nil
}

// ReadBlocks calls use for each of the n blocks of an object, in order. The data is
// valid only during the call. If ReadBlocks returns a *DamagedError, it may already
// have called use for some intact blocks.
func ReadBlocks(ctx context.Context, store Store, m *Manifest, n int, use func(i int, data []byte, items int) error) error {
	o := newObjects(store)
	index, err := o.index(ctx, m, n)
	if err != nil || n == 0 {
		return err
	}
	r, err := o.open(ctx, m, headBytes, index[n-1].from+index[n-1].size-headBytes)
	if err != nil {
		return err
	}
	defer r.Close()
	var data []byte
	for i, s := range index {
		data = slices.Grow(data[:0], int(s.size))[:s.size]
		_, err := io.ReadFull(r, data)
		switch {
		case r.err != nil:
			return r.err
		case err != nil || xxhash.Sum64(data) != s.hash:
			return &DamagedError{m, errDamaged}
		}
		if err := use(i, data, int(s.items)); err != nil {
			return err
		}
	}
	return nil
}
