package shards

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"
)

// memoryStore has one object and counts the requests for parts of it.
type memoryStore struct {
	Store
	object   []byte
	requests int
}

func (s *memoryStore) Open(_ context.Context, _ string, from, size int64) (io.ReadCloser, error) {
	s.requests++
	return io.NopCloser(bytes.NewReader(s.object[from : from+size])), nil
}

// pagedObject returns an object of n sections, and their contents.
func pagedObject(t *testing.T, n int) (*memoryStore, *Manifest, [][]byte) {
	var object bytes.Buffer
	p := newPacker()
	if err := p.reset(&object, 1); err != nil {
		t.Fatal(err)
	}
	var contents [][]byte
	rng := rand.New(rand.NewPCG(1, 2))
	for i := range n {
		data := bytes.Repeat([]byte{byte(i)}, rng.IntN(4))
		contents = append(contents, data)
		p.beginSection()
		if err := p.add(data, len(data)); err != nil {
			t.Fatal(err)
		}
	}
	o, err := p.finish()
	if err != nil || o.Paged != (n > maxFlat) {
		t.Fatalf("%d sections: paged %v, error %v", n, o.Paged, err)
	}
	return &memoryStore{object: object.Bytes()}, &Manifest{Object: o}, contents
}

func TestPagesContainAllSections(t *testing.T) {
	for _, n := range []int{1, maxFlat, maxFlat + 1, 2 * maxFlat, 2*maxFlat + 63} {
		store, m, contents := pagedObject(t, n)
		o := newObjects(store)
		all, err := o.index(t.Context(), m, n)
		if err != nil {
			t.Fatal(err)
		}
		for from := 0; from < n; from += 31 {
			to := min(n, from+1+from%150)
			some, err := o.some(t.Context(), read{m: m, sections: n, from: from, to: to})
			if err != nil || !slices.Equal(some, all[from:to]) {
				t.Fatalf("sections %d to %d of %d differ from the index: %v", from, to, n, err)
			}
			for i, s := range some {
				if data, err := o.section(t.Context(), m, s); err != nil || !bytes.Equal(data, contents[from+i]) {
					t.Fatalf("section %d: %q, error %v, want %q", from+i, data, err, contents[from+i])
				}
			}
		}
		if _, err := o.some(t.Context(), read{m: m, sections: n + 1, to: 1}); !errors.As(err, new(*DamagedError)) {
			t.Errorf("object of %d sections read as %d: error %v", n, n+1, err)
		}
	}
}

func TestDamagedPageIsNoticed(t *testing.T) {
	store, m, _ := pagedObject(t, 2*maxFlat+1)
	first := m.Bytes - m.Index
	for at := first; at < m.Bytes; at += 13 {
		store.object[at] ^= 4
		if _, err := newObjects(store).index(t.Context(), m, -1); !errors.As(err, new(*DamagedError)) {
			t.Errorf("byte %d of the index changed: error %v", at-first, err)
		}
		page := int(at-first) / pageBytes
		r := read{m: m, sections: 2*maxFlat + 1, from: pageSections * page, to: pageSections*page + 1}
		if _, err := newObjects(store).some(t.Context(), r); page < 2*maxFlat/pageSections && !errors.As(err, new(*DamagedError)) {
			t.Errorf("byte %d of the index changed: error %v of page %d", at-first, err, page)
		}
		store.object[at] ^= 4
	}
	// Pages must not be exchanged.
	copy(store.object[first:], store.object[first+pageBytes:first+2*pageBytes])
	if _, err := newObjects(store).some(t.Context(), read{m: m, sections: -1, to: 1}); !errors.As(err, new(*DamagedError)) {
		t.Errorf("second page in the place of the first: error %v", err)
	}
}

// TestRunReadsEachObjectOnce reads the sections of 64 tasks.
func TestRunReadsEachObjectOnce(t *testing.T) {
	const n = 2 * maxFlat
	store, m, contents := pagedObject(t, n)
	o := newObjects(store)
	o.ahead.dir = t.TempDir()
	if err := o.ahead.begin(true); err != nil {
		t.Fatal(err)
	}
	const first, last = 128, 192
	for at := first; at < last; at++ {
		r := read{m, n, at, last, true}
		if err := o.fetch(t.Context(), []read{r}); err != nil {
			t.Fatal(err)
		}
		some, err := o.some(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		if data, err := o.section(t.Context(), m, some[0]); err != nil || !bytes.Equal(data, contents[at]) {
			t.Fatalf("section %d: %q, error %v, want %q", at, data, err, contents[at])
		}
	}
	if store.requests != 2 {
		t.Errorf("%d requests, want 2: a page and the sections", store.requests)
	}
	if err := o.ahead.begin(false); err != nil {
		t.Fatal(err)
	}
	if _, err := o.some(t.Context(), read{m: m, sections: n, from: first, to: last}); err != nil || store.requests != 3 {
		t.Errorf("after the run: %d requests, want 3, error %v", store.requests, err)
	}
}
