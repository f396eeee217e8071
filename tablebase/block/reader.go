package block

import (
	"fmt"
	"iter"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
	"zermelo/tablebase/cache"
	"zermelo/tablebase/store"
)

// CacheBlocks is the default number of cached blocks. For one-word states, they take 12 MiB.
const CacheBlocks = 256

// Reader reads the blocks of a table. It is safe for concurrent use.
type Reader[S games.State] struct {
	t      *store.Table
	lists  []atomic.Pointer[[]S] // directories by layer; nil until loaded
	cache  *cache.Cache[Block[S]]
	codecs cache.Pool[Codec[S]]
}

func NewReader[S games.State](t *store.Table) *Reader[S] {
	return &Reader[S]{
		t: t, lists: make([]atomic.Pointer[[]S], len(t.Header().Solution.Layers)), cache: cache.New[Block[S]](CacheBlocks),
	}
}

// Block is a run of consecutive states in a layer.
type Block[S games.State] struct {
	From int64 // index of the first state in its layer
	// States are canonical and in ascending order. Values holds the value of each state.
	States []S
	Values []value.Value
}

// Blocks returns an iterator over the blocks of a layer, in order. The layer must exist. A
// block is valid until the next iteration. The iteration ends after the first error, which is
// a [*store.CorruptError].
func (r *Reader[S]) Blocks(layer int) iter.Seq2[Block[S], error] {
	return func(yield func(Block[S], error) bool) {
		firsts, err := r.Directory(layer)
		if err != nil {
			yield(Block[S]{}, err)
			return
		}
		var b Block[S]
		for i := range firsts {
			err := r.Read(&b, layer, i)
			if !yield(b, err) || err != nil {
				return
			}
		}
	}
}

// Directory returns the first state of each block in a layer.
func (r *Reader[S]) Directory(layer int) ([]S, error) {
	if list := r.lists[layer].Load(); list != nil {
		return *list, nil
	}
	firsts, err := readDirectory[S](r.t.Get, layer, r.states(layer))
	if err != nil {
		return nil, r.t.Damaged("cannot be read", err)
	}
	r.lists[layer].Store(&firsts)
	return firsts, nil
}

func (r *Reader[S]) states(layer int) int64 { return r.t.Header().Solution.Layers[layer].Stored() }

// Read decodes block i of a layer into b, reusing b's memory.
func (r *Reader[S]) Read(b *Block[S], layer, i int) error {
	firsts, err := r.Directory(layer)
	if err != nil {
		return err
	}
	c := r.codecs.Get()
	defer r.codecs.Put(c)
	key := store.BlockKey(make([]byte, 0, 64), layer, firsts[i])
	err = r.t.Get(key, func(value []byte) error { return c.decode(b, key, value) })
	b.From = int64(i) * job.BlockStates
	want := min(job.BlockStates, r.states(layer)-b.From)
	if err == nil && int64(len(b.States)) != want {
		err = fmt.Errorf("%d states, expected %d", len(b.States), want)
	}
	if err != nil {
		return r.t.Damaged(fmt.Sprintf("block %d of layer %d", i, layer), err)
	}
	return nil
}

// block returns a block from the cache or the table. The caller must not modify it.
func (r *Reader[S]) block(layer, i int) (*Block[S], error) {
	at := cache.Place{Layer: int32(layer), Block: int32(i)}
	if b := r.cache.Get(at); b != nil {
		return b, nil
	}
	b := new(Block[S])
	if err := r.Read(b, layer, i); err != nil {
		return nil, err
	}
	r.cache.Put(at, b)
	return b, nil
}

// State returns the state at the given index of a layer.
func (r *Reader[S]) State(layer int, index int64) (s S, err error) {
	b, err := r.block(layer, int(index/job.BlockStates))
	if err != nil {
		return s, err
	}
	return b.States[index%job.BlockStates], nil
}

// Resize sets the maximum number of cached blocks. If more blocks are cached, Resize empties
// the cache.
func (r *Reader[S]) Resize(blocks int) { r.cache.Resize(blocks) }
