package shards

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"
	"slices"
	"sync"

	"github.com/cespare/xxhash/v2"
	"golang.org/x/sync/errgroup"

	"zermelo/solver/layered"
)

// objects reads packed objects, one section at a time. It caches their indexes,
// because each index is used once per shard.
type objects struct {
	store   Store
	data    []byte               // contents of the last section
	mu      sync.Mutex           // guards the fields below during fetch
	indexes map[string][]section // keyed by object name
	cached  int                  // total number of cached sections
	fetched map[place][]byte     // sections that have been fetched and not yet read
}

// place is the position of a section.
type place struct {
	object string
	from   int64
}

const maxCachedSections = 1 << 17 // each takes 32 bytes

func newObjects(store Store) *objects {
	return &objects{store: store, indexes: map[string][]section{}, fetched: map[place][]byte{}}
}

// read describes sections that a task will read.
type read struct {
	m        *Manifest
	sections int // number of sections of the object
	choose   func(index []section) []section
}

// concurrentReads is the number of objects that a task reads at the same time.
const concurrentReads = 8

// fetch reads sections, so that later calls of section return them. Neighbouring
// sections of an object are read by one request. Damage is not reported.
func (o *objects) fetch(ctx context.Context, list []read) error {
	clear(o.fetched) // left by a failed task
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(concurrentReads)
	for _, r := range list {
		group.Go(func() error {
			index, err := o.index(ctx, r.m, r.sections)
			chosen := slices.DeleteFunc(slices.Clone(r.choose(index)), func(s section) bool { return s.items == 0 })
			for len(chosen) > 0 && err == nil {
				n, end := 1, chosen[0].from+chosen[0].size
				for n < len(chosen) && chosen[n].from == end {
					end += chosen[n].size
					n++
				}
				var data []byte
				if data, err = o.bytes(ctx, r.m, chosen[0].from, make([]byte, end-chosen[0].from)); err != nil {
					break
				}
				o.mu.Lock()
				for _, s := range chosen[:n] {
					o.fetched[place{r.m.Name, s.from}], data = data[:s.size:s.size], data[s.size:]
				}
				o.mu.Unlock()
				chosen = chosen[n:]
			}
			if errors.As(err, new(*DamagedError)) {
				return nil // reported when the section is read
			}
			return err
		})
	}
	return group.Wait()
}

// bytes fills data with the bytes of an object at from.
func (o *objects) bytes(ctx context.Context, m *Manifest, from int64, data []byte) ([]byte, error) {
	r, err := o.open(ctx, m, from, int64(len(data)))
	if err != nil {
		return nil, err
	}
	_, short := io.ReadFull(r, data)
	if err := cmp.Or(r.err, r.Close()); err != nil {
		return nil, err
	}
	if short != nil {
		return nil, &DamagedError{m, errDamaged}
	}
	return data, nil
}

// errDamaged is the usual cause of a DamagedError.
var errDamaged = errors.New("wrong checksum or missing bytes")

// source is an open object. It records the errors of the store, so that they are not
// mistaken for damage to the object.
type source struct {
	io.ReadCloser
	err error // first error other than io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// open opens a byte range of the object described by m. An object that is missing or
// ends before the range counts as damaged.
func (o *objects) open(ctx context.Context, m *Manifest, from, size int64) (*source, error) {
	r, err := o.store.Open(ctx, m.Name, from, size)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, &DamagedError{m, err}
	}
	return &source{ReadCloser: r}, err
}

// index returns the sections of an object. The object must have want sections, unless
// want is negative.
func (o *objects) index(ctx context.Context, m *Manifest, want int) ([]section, error) {
	o.mu.Lock()
	known := o.indexes[m.Name]
	o.mu.Unlock()
	if known != nil && (want < 0 || len(known) == want) {
		return known, nil
	}
	if m.Index < 8 || m.Index > m.Bytes {
		return nil, &DamagedError{m, errDamaged}
	}
	data, err := o.bytes(ctx, m, m.Bytes-m.Index, make([]byte, m.Index))
	if err != nil {
		return nil, err
	}
	n := len(data) - 8
	hash := xxhash.Sum64(data[:n])
	if hash != m.Hash || hash != binary.LittleEndian.Uint64(data[n:]) {
		return nil, &DamagedError{m, errDamaged}
	}
	sections, intact := readIndex(data[:n], m.Bytes-m.Index)
	if !intact || want >= 0 && len(sections) != want {
		return nil, &DamagedError{m, errDamaged}
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cached += len(sections); o.cached > maxCachedSections {
		clear(o.indexes)
		o.cached = len(sections)
	}
	o.indexes[m.Name] = sections
	return sections, nil
}

// readIndex decodes an index. The last section must end at offset end.
func readIndex(data []byte, end int64) (sections []section, intact bool) {
	at := headBytes
	for len(data) > 0 && at <= end {
		items, n := binary.Uvarint(data)
		size, more := binary.Uvarint(data[max(0, n):])
		if n <= 0 || more <= 0 || items > math.MaxInt64 || size > uint64(end-at) {
			return nil, false
		}
		data = data[n+more:]
		s := section{items: int64(items), from: at, size: int64(size), hash: xxhash.Sum64(nil)}
		if size > 0 {
			if len(data) < 8 {
				return nil, false
			}
			s.hash, data = binary.LittleEndian.Uint64(data), data[8:]
		}
		sections = append(sections, s)
		at += s.size
	}
	return sections, at == end
}

// section reads a section and verifies its hash. The result is valid until the
// next call.
func (o *objects) section(ctx context.Context, m *Manifest, s section) ([]byte, error) {
	if s.items == 0 {
		return nil, nil
	}
	at := place{m.Name, s.from}
	data := o.fetched[at]
	if data == nil {
		o.data = layered.Resize(o.data, int(s.size))
		var err error
		if data, err = o.bytes(ctx, m, s.from, o.data); err != nil {
			return nil, err
		}
	}
	delete(o.fetched, at)
	if xxhash.Sum64(data) != s.hash {
		delete(o.indexes, m.Name)
		return nil, &DamagedError{m, errDamaged}
	}
	return data, nil
}
