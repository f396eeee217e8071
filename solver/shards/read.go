package shards

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"math"

	"github.com/cespare/xxhash/v2"

	"zermelo/solver/layered"
)

// objects reads packed objects, one section at a time. It remembers indexes: of each object an index is
// asked for as often as there are shards.
type objects struct {
	store   Store
	data    []byte               // of the section read last
	indexes map[string][]section // by name of an object
	known   int                  // sections of all of them
}

// mostSections is how many sections are remembered, of 32 bytes each.
const mostSections = 1 << 17

func newObjects(store Store) *objects {
	return &objects{store: store, indexes: map[string][]section{}}
}

// errDamaged says in general what is wrong with an object.
var errDamaged = errors.New("wrong checksum, or bytes are missing")

// source is an open object. It remembers why it cannot be read: a store that fails has damaged nothing.
type source struct {
	io.ReadCloser
	err error // other than io.EOF
}

func (s *source) Read(p []byte) (int, error) {
	n, err := s.ReadCloser.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// open opens bytes of the object of a manifest. One that is gone is damaged.
func (o *objects) open(ctx context.Context, m *Manifest, from, size int64) (*source, error) {
	r, err := o.store.Open(ctx, m.Name, from, size)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &DamagedError{m, err}
	}
	return &source{ReadCloser: r}, err
}

// index is the index of an object, which has so many sections; any number if that is negative.
func (o *objects) index(ctx context.Context, m *Manifest, want int) ([]section, error) {
	if known := o.indexes[m.Name]; known != nil && (want < 0 || len(known) == want) {
		return known, nil
	}
	if m.Index < 8 || m.Index > m.Bytes {
		return nil, &DamagedError{m, errDamaged}
	}
	r, err := o.open(ctx, m, m.Bytes-m.Index, m.Index)
	if err != nil {
		return nil, err
	}
	data := make([]byte, m.Index)
	_, short := io.ReadFull(r, data)
	if err := cmp.Or(r.err, r.Close()); err != nil {
		return nil, err
	}
	n := len(data) - 8
	hash := xxhash.Sum64(data[:n])
	if short != nil || hash != m.Hash || hash != binary.LittleEndian.Uint64(data[n:]) {
		return nil, &DamagedError{m, errDamaged}
	}
	sections, whole := readIndex(data[:n], m.Bytes-m.Index)
	if !whole || want >= 0 && len(sections) != want {
		return nil, &DamagedError{m, errDamaged}
	}
	if o.known += len(sections); o.known > mostSections {
		clear(o.indexes)
		o.known = len(sections)
	}
	o.indexes[m.Name] = sections
	return sections, nil
}

// readIndex reads the sections that an index lists. They end at a byte of the object.
func readIndex(data []byte, end int64) (sections []section, whole bool) {
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

// section reads a section and checks it. The result is good until the next call.
func (o *objects) section(ctx context.Context, m *Manifest, s section) ([]byte, error) {
	if s.items == 0 {
		return nil, nil
	}
	r, err := o.open(ctx, m, s.from, s.size)
	if err != nil {
		return nil, err
	}
	o.data = layered.Resize(o.data, int(s.size))
	_, short := io.ReadFull(r, o.data)
	if err := cmp.Or(r.err, r.Close()); err != nil {
		return nil, err
	}
	if short != nil || xxhash.Sum64(o.data) != s.hash {
		delete(o.indexes, m.Name)
		return nil, &DamagedError{m, errDamaged}
	}
	return o.data, nil
}
