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
	data    []byte              // contents of the last section
	mu      sync.Mutex          // guards the fields below during fetch
	indexes map[place][]section // by the position of an index or page
	cached  int                 // total number of cached sections
	fetched map[place][]byte    // sections that have been fetched and not yet read
	ahead   spool               // parts of objects that the tasks of a run read
}

// place is a position in an object.
type place struct {
	object string
	from   int64
}

const maxCachedSections = 1 << 17 // each takes 32 bytes

func newObjects(store Store) *objects {
	return &objects{store: store, indexes: map[place][]section{}, fetched: map[place][]byte{}}
}

// read describes neighbouring sections of an object that a task will read.
type read struct {
	m        *Manifest
	sections int // number of sections of the object; negative if not known
	from, to int
	shared   bool // the other tasks of a run read from these sections as well
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
		if r.shared && o.ahead.has(r) {
			continue
		}
		group.Go(func() error {
			all, err := o.some(ctx, r)
			chosen := slices.DeleteFunc(slices.Clone(all), func(s section) bool { return s.items == 0 })
			for len(chosen) > 0 && err == nil {
				n, end := 1, chosen[0].from+chosen[0].size
				for n < len(chosen) && chosen[n].from == end {
					end += chosen[n].size
					n++
				}
				err = o.fetchPart(ctx, r, chosen[:n], end-chosen[0].from)
				chosen = chosen[n:]
			}
			if errors.As(err, new(*DamagedError)) {
				return nil // reported when the section is read
			}
			if err == nil && r.shared {
				o.ahead.complete(r)
			}
			return err
		})
	}
	return group.Wait()
}

// fetchPart reads adjacent sections of r, which have the given total size.
func (o *objects) fetchPart(ctx context.Context, r read, sections []section, size int64) error {
	from := sections[0].from
	if r.shared && o.ahead.open() {
		if o.ahead.find(r.m.Name, from, size) {
			return nil
		}
		data, err := o.bytes(ctx, r.m, from, make([]byte, size))
		return cmp.Or(err, o.ahead.add(r.m.Name, from, data))
	}
	data, err := o.bytes(ctx, r.m, from, make([]byte, size))
	if err != nil {
		return err
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	for _, s := range sections {
		o.fetched[place{r.m.Name, s.from}], data = data[:s.size:s.size], data[s.size:]
	}
	return nil
}

// bytes fills data with the bytes of an object at from.
func (o *objects) bytes(ctx context.Context, m *Manifest, from int64, data []byte) ([]byte, error) {
	if o.ahead.read(m.Name, from, data) {
		return data, nil
	}
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
	if m.Index < 8 || m.Index > m.Bytes {
		return nil, &DamagedError{m, errDamaged}
	}
	known, err := o.decode(ctx, m, m.Bytes-m.Index, m.Index, func(data []byte) ([]section, bool) {
		n := len(data) - 8
		hash, end := xxhash.Sum64(data[:n]), m.Bytes-m.Index
		if hash != m.Hash || hash != binary.LittleEndian.Uint64(data[n:]) {
			return nil, false
		}
		if m.Paged {
			return readPages(data[:n], end)
		}
		return readIndex(data[:n], end)
	})
	if err == nil && want >= 0 && len(known) != want {
		return nil, &DamagedError{m, errDamaged}
	}
	return known, err
}

// some returns the sections that r describes, or those of them that exist if the number
// of sections is not known.
func (o *objects) some(ctx context.Context, r read) (sections []section, err error) {
	m := r.m
	if !m.Paged {
		sections, err = o.index(ctx, m, r.sections)
		return sections[min(r.from, len(sections)):min(r.to, len(sections))], err
	}
	n, whole := pagedSections(m.Index)
	if !whole || m.Index > m.Bytes || r.sections >= 0 && n != r.sections {
		return nil, &DamagedError{m, errDamaged}
	}
	from, to := min(r.from, n), min(r.to, n)
	for page := from / pageSections; page*pageSections < to; page++ {
		at := m.Bytes - m.Index + int64(page)*pageBytes
		list, err := o.decode(ctx, m, at, min(pageBytes, m.Bytes-8-at), func(data []byte) ([]section, bool) {
			return readPage(data, uint64(page), m.Bytes-m.Index)
		})
		if err != nil {
			return nil, err
		}
		first := page * pageSections
		sections = append(sections, list[max(0, from-first):min(len(list), to-first)]...)
	}
	return sections, nil
}

// decode reads an index or a page of it, which has the given position and size, and
// returns the sections that f decodes. f reports whether the data is intact.
func (o *objects) decode(ctx context.Context, m *Manifest, from, size int64, f func([]byte) ([]section, bool)) ([]section, error) {
	at := place{m.Name, from}
	if size == m.Index {
		at.from = -1 // the first page has the same offset
	}
	o.mu.Lock()
	known := o.indexes[at]
	o.mu.Unlock()
	if known != nil {
		return known, nil
	}
	data, err := o.bytes(ctx, m, from, make([]byte, size))
	if err != nil {
		return nil, err
	}
	sections, intact := f(data)
	if !intact {
		return nil, &DamagedError{m, errDamaged}
	}
	if size < m.Index && o.ahead.open() {
		return sections, o.ahead.add(m.Name, from, data)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.cached += len(sections); o.cached > maxCachedSections {
		clear(o.indexes)
		o.cached = len(sections)
	}
	o.indexes[at] = sections
	return sections, nil
}

// readPages decodes a paged index. The last section must end at offset end.
func readPages(data []byte, end int64) (sections []section, intact bool) {
	at := headBytes
	for number := uint64(0); len(data) > 0; number++ {
		n := min(len(data), pageBytes)
		page, ok := readPage(data[:n], number, end)
		if !ok || page[0].from != at {
			return nil, false
		}
		last := page[len(page)-1]
		sections, at, data = append(sections, page...), last.from+last.size, data[n:]
	}
	return sections, at == end
}

// pagedSections returns the number of sections of a paged index of the given size, and
// whether the size is possible.
func pagedSections(size int64) (n int, ok bool) {
	pages, rest := (size-8)/pageBytes, (size-8)%pageBytes
	n = int(pages) * pageSections
	if rest > 0 {
		n += int(rest-16) / entryBytes
	}
	return n, n > maxFlat && (rest == 0 || rest > 16 && rest%entryBytes == 0)
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
		return nil, &DamagedError{m, errDamaged}
	}
	return data, nil
}
