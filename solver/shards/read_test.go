package shards

import (
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	_ "zermelo/games/gamestest"
)

// failingStore returns some bytes of an object and then fails.
type failingStore struct {
	Store
	err error
}

func (s failingStore) Open(context.Context, string, int64, int64) (io.ReadCloser, error) {
	return io.NopCloser(io.MultiReader(strings.NewReader("some"), iotest.ErrReader(s.err))), nil
}

func TestStoreErrorIsNoDamagedError(t *testing.T) {
	m := &Manifest{Object: Object{Bytes: 100, Index: 32}}
	for _, failure := range []error{errors.New("connection reset"), io.ErrUnexpectedEOF, io.EOF} {
		o := newObjects(failingStore{err: failure})
		_, index := o.index(t.Context(), m, 1)
		_, section := o.section(t.Context(), m, section{items: 1, from: headBytes, size: 60})
		for what, err := range map[string]error{"index": index, "section": section} {
			damaged := errors.As(err, new(*DamagedError))
			if short := failure == io.EOF; damaged != short || !short && !errors.Is(err, failure) {
				t.Errorf("%s that ends with %q: error %v", what, failure, err)
			}
		}
	}
}

func TestIndexListsSections(t *testing.T) {
	var object bytes.Buffer
	p := newPacker()
	if err := p.reset(&object, 1); err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{"abc", "", "", strings.Repeat("d", 1000)} {
		p.beginSection()
		if err := p.add([]byte(text), 100*i); err != nil {
			t.Fatal(err)
		}
	}
	o, err := p.finish()
	if err != nil {
		t.Fatal(err)
	}
	index := object.Bytes()[o.Bytes-o.Index : o.Bytes-8]
	if got, intact := readIndex(index, o.Bytes-o.Index); !intact || !slices.Equal(got, p.sections) {
		t.Errorf("the index lists %v (intact %v), want %v", got, intact, p.sections)
	}
	for n := range index {
		if _, intact := readIndex(index[:n], o.Bytes-o.Index); intact {
			t.Errorf("%d of %d bytes of an index were accepted", n, len(index))
		}
	}
}
