package shards

import (
	"context"
	"io"
	"slices"

	"github.com/cespare/xxhash/v2"

	"zermelo/games"
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
