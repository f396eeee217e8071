// Package tablebase keeps solutions on disk: it stores what package solver
// finds (Builder), answers what a position is worth (Table), lists and deletes
// tables, and proves their values again (Verify).
package tablebase

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/value"
)

// Table is a finished table, open for reading. It is safe for concurrent use.
type Table[S games.State] struct {
	game      games.Game[S]
	canonizer games.Canonizer[S]
	layered   games.Layered[S] // nil: all states are in layer 0
	dir       string
	kv        *kvReader
	header    *Header
	tiers     *tierReader[S]        // of a table without states; else nil
	lists     []atomic.Pointer[[]S] // by layer: its directory, once it was needed
	cache     cache[block[S]]

	mu       sync.Mutex
	codecs   []*codec[S] // not in use
	outcomes map[value.Value]value.Outcome
}

// Open opens the table of g in the data directory db. Several processes may
// have one table open, also while a new one is built that replaces it. Its
// errors are ErrNoTable, *CorruptError, *ForeignError and *VersionError, or
// those of the file system.
func Open[S games.State](db string, g games.Game[S]) (*Table[S], error) {
	info := g.Info()
	name := info.Name
	if err := checkName(name); err != nil {
		return nil, err
	}
	dir, s, err := find(filepath.Join(db, folderName(name)))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, absent(db, info)
	}
	if err == nil {
		err = s.fits(name, dir, games.RulesDigest(g))
	}
	if err == nil {
		err = s.check(dir)
	}
	if err != nil {
		return nil, named(err, name, dir)
	}
	t := &Table[S]{game: g, canonizer: games.CanonizerOf(g), dir: dir, cache: newCache[block[S]](cacheBlocks), outcomes: map[value.Value]value.Outcome{}}
	t.layered, _ = any(g).(games.Layered[S])
	if t.kv, err = openKV(dir); err != nil {
		var denied *fs.PathError
		if errors.As(err, &denied) && denied.Op == "open" && !errors.Is(err, fs.ErrNotExist) {
			return nil, named(err, name, dir) // such as too many open files: that is no damage
		}
		return nil, &CorruptError{Name: name, Dir: dir, What: "it cannot be opened", Err: err}
	}
	if err := t.readHeader(s); err != nil {
		return nil, errors.Join(&CorruptError{Name: name, Dir: dir, What: "its header", Err: err}, t.kv.close())
	}
	t.lists = make([]atomic.Pointer[[]S], len(t.header.Solution.Layers))
	if len(t.header.Solution.Tiers) > 0 {
		if t.tiers, err = newTierReader(t); err != nil {
			return nil, errors.Join(t.damaged("its header", err), t.kv.close())
		}
	}
	return t, nil
}

// find reads the seal of the table at dir, or of the one that is about to be
// replaced. Looking twice covers a replacement between the two looks.
func find(dir string) (string, *seal, error) {
	var err error
	for range 2 {
		for _, at := range []string{dir, dir + oldSuffix} {
			var s *seal
			if s, err = readSeal(at); !errors.Is(err, fs.ErrNotExist) {
				return at, s, err
			}
		}
	}
	return "", nil, err
}

// absent is the error for a variant without a finished table.
func absent(db string, info *games.Info) error {
	if exists(filepath.Join(db, folderName(info.Name)+partialSuffix)) {
		return fmt.Errorf("%w: %s is not solved to the end yet; go on with: zermelo solve %q", ErrNoTable, info.Label(), info.Spec())
	}
	return fmt.Errorf("%w: %s is not solved yet in %s; solve it with: zermelo solve %q", ErrNoTable, info.Label(), db, info.Spec())
}

// named completes an error with what it is about.
func named(err error, name, dir string) error {
	var corrupt *CorruptError
	if errors.As(err, &corrupt) && corrupt.Name == "" {
		corrupt.Name = name
	}
	if typed(err) {
		return err
	}
	return fmt.Errorf("open the table of %s in %s: %w", name, dir, advised(err))
}

// readHeader reads the header and compares it with the seal.
func (t *Table[S]) readHeader(s *seal) error {
	h, err := readHeader(t.kv)
	if err != nil {
		return err
	}
	if h.Format != s.Format || h.Name != s.Name || h.Rules != s.Rules || h.Words != games.Words[S]() {
		return errors.New("it does not match the file " + sealFile)
	}
	t.header = h
	return nil
}

// Header describes the table. It must not be changed.
func (t *Table[S]) Header() *Header { return t.header }

// Solution describes the solution. It must not be changed.
func (t *Table[S]) Solution() *job.Solution { return t.header.Solution }

// Close ends reading.
func (t *Table[S]) Close() error {
	if err := t.kv.close(); err != nil {
		return fmt.Errorf("close the table of %s: %w", t.header.Name, err)
	}
	return nil
}

// Size is the size of the table on disk, in bytes.
func (t *Table[S]) Size() (int64, error) { return folderSize(t.dir) }

// damaged is the error for data that is not what it must be.
func (t *Table[S]) damaged(what string, err error) error {
	if _, serr := os.Stat(t.dir); errors.Is(serr, fs.ErrNotExist) {
		return fmt.Errorf("read the table of %s: %w", t.header.Name, serr) // it was deleted meanwhile
	}
	return &CorruptError{Name: t.header.Name, Dir: t.dir, What: what, Err: err}
}

// Block is a run of consecutive states of a layer.
type Block[S games.State] struct {
	// From is the index in its layer of the first state.
	From int64
	// States are canonical and ascend; Values are theirs.
	States []S
	Values []value.Value
}

// Blocks yields all blocks of a layer in order. A block is valid until the
// next one. It stops after an error, a *CorruptError. There is no layer below
// 0 or above the last.
func (t *Table[S]) Blocks(layer int) iter.Seq2[Block[S], error] {
	return func(yield func(Block[S], error) bool) {
		firsts, err := t.directory(layer)
		if err != nil {
			yield(Block[S]{}, err)
			return
		}
		var b block[S]
		c := t.borrow()
		defer t.giveBack(c)
		for i := range firsts {
			err := t.read(c, &b, layer, i, firsts[i])
			if !yield(Block[S]{int64(i) * job.BlockStates, b.states, b.values}, err) || err != nil {
				return
			}
		}
	}
}

// directory lists the first states of the blocks of a layer.
func (t *Table[S]) directory(layer int) ([]S, error) {
	if list := t.lists[layer].Load(); list != nil {
		return *list, nil
	}
	firsts, err := readDirectory[S](t.kv, layer, t.header.Solution.Layers[layer].States)
	if err != nil {
		return nil, t.damaged("it cannot be read", err)
	}
	t.lists[layer].Store(&firsts)
	return firsts, nil
}

// read decodes a block into b.
func (t *Table[S]) read(c *codec[S], b *block[S], layer, i int, first S) error {
	key := appendKey(make([]byte, 0, 64), layer, first)
	err := t.kv.get(key, func(value []byte) error { return c.decode(b, key, value) })
	want := min(job.BlockStates, t.header.Solution.Layers[layer].States-int64(i)*job.BlockStates)
	if err == nil && int64(len(b.states)) != want {
		err = fmt.Errorf("%d states, want %d", len(b.states), want)
	}
	if err != nil {
		return t.damaged(fmt.Sprintf("block %d of layer %d", i, layer), err)
	}
	return nil
}

// block is a decoded block, from the cache if it is there. It must not be changed.
func (t *Table[S]) block(layer, i int, first S) (*block[S], error) {
	at := place{int32(layer), int32(i)}
	if b := t.cache.get(at); b != nil {
		return b, nil
	}
	c := t.borrow()
	defer t.giveBack(c)
	b := new(block[S])
	if err := t.read(c, b, layer, i, first); err != nil {
		return nil, err
	}
	t.cache.put(at, b)
	return b, nil
}

func (t *Table[S]) borrow() *codec[S] {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(t.codecs) - 1
	if n < 0 {
		return new(codec[S])
	}
	c := t.codecs[n]
	t.codecs = t.codecs[:n]
	return c
}

func (t *Table[S]) giveBack(c *codec[S]) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.codecs = append(t.codecs, c)
}
