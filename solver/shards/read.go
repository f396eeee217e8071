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

// objects reads packed objects, one section at a time. It caches their indexes,
// because each index is used once per shard.
type objects struct {
	store   Store
	data    []byte               // contents of the last section
	indexes map[string][]section // keyed by object name
	cached  int                  // total number of cached sections
}

const maxCachedSections = 1 << 17 // each takes 32 bytes

func newObjects(store Store) *objects {
	return &objects{store: store, indexes: map[string][]section{}}
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
	sections, intact := readIndex(data[:n], m.Bytes-m.Index)
	if !intact || want >= 0 && len(sections) != want {
		return nil, &DamagedError{m, errDamaged}
	}
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
