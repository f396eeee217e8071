//go:build !js

package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync"
	"time"

	"golang.org/x/sync/singleflight"

	"zermelo/tablebase/cache"
	"zermelo/tablebase/objectstore"
)

const (
	chunkBytes = 256 << 10 // bytes per read request
	keptChunks = 128       // number of cached chunks per data directory; they take 32 MiB
)

// objects is the file system of an object store. It caches recently read chunks.
type objects struct {
	*shared
	prefix string
}

type shared struct {
	bucket objectstore.Store
	kept   *cache.Cache[[]byte]
	flight singleflight.Group

	mu    sync.Mutex
	known map[string]*objectInfo // keyed by name
	count int32                  // number of objects ever added to known
}

func openRemote(db string) (remote, error) {
	b, err := objectstore.Open(db)
	if err != nil {
		return nil, err
	}
	return objects{&shared{bucket: b, kept: cache.New[[]byte](keptChunks), known: map[string]*objectInfo{}}, ""}, nil
}

func (o objects) sub(name string) files { return objects{o.shared, inside(o.prefix, name)} }

// objectInfo describes an object or, if dir is set, a common prefix of objects.
type objectInfo struct {
	name    string
	number  int32 // identifies the object in the cache
	size    int64
	changed time.Time
	dir     bool
}

func (i *objectInfo) Name() string               { return path.Base(i.name) }
func (i *objectInfo) Size() int64                { return i.size }
func (i *objectInfo) ModTime() time.Time         { return i.changed }
func (i *objectInfo) IsDir() bool                { return i.dir }
func (i *objectInfo) Sys() any                   { return nil }
func (i *objectInfo) Type() fs.FileMode          { return i.Mode().Type() }
func (i *objectInfo) Info() (fs.FileInfo, error) { return i, nil }

func (i *objectInfo) Mode() fs.FileMode {
	if i.dir {
		return fs.ModeDir | 0o555
	}
	return 0o444
}

// note adds an object to o.known and returns it. If o.known contains an equal object,
// note returns that object instead, so that its cached chunks remain valid.
func (o objects) note(i *objectInfo) *objectInfo {
	o.mu.Lock()
	defer o.mu.Unlock()
	if old := o.known[i.name]; old != nil && old.size == i.size && old.changed.Equal(i.changed) {
		return old
	}
	i.number = o.count
	o.count++
	o.known[i.name] = i
	return i
}

// Stat always sends a request to the store.
func (o objects) Stat(name string) (fs.FileInfo, error) {
	full := inside(o.prefix, name)
	if full == "" {
		return &objectInfo{name: ".", dir: true}, nil
	}
	found, err := o.bucket.Stat(context.Background(), full)
	if err == nil {
		return o.note(&objectInfo{name: full, size: found.Size, changed: found.ModTime}), nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		if list, missing := o.ReadDir(name); missing == nil && len(list) > 0 {
			return &objectInfo{name: full, dir: true}, nil
		}
	}
	return nil, err
}

func (o objects) ReadDir(name string) (list []fs.DirEntry, err error) {
	full := inside(o.prefix, name)
	prefix := full
	if prefix != "" {
		prefix += "/"
	}
	err = o.bucket.ListDir(context.Background(), prefix, func(found objectstore.Object) error {
		i := &objectInfo{name: found.Name, size: found.Size, changed: found.ModTime, dir: found.IsDir}
		if !i.dir {
			i = o.note(i)
		}
		list = append(list, i)
		return nil
	})
	if err == nil && len(list) == 0 && full != "" {
		err = &fs.PathError{Op: "list", Path: full, Err: fs.ErrNotExist}
	}
	return list, err
}

// Open opens objects, but not folders.
func (o objects) Open(name string) (fs.File, error) {
	full := inside(o.prefix, name)
	o.mu.Lock()
	info := o.known[full]
	o.mu.Unlock()
	if info == nil {
		found, err := o.Stat(name)
		if err != nil {
			return nil, err
		}
		info = found.(*objectInfo)
	}
	file := &objectFile{from: o, info: info}
	file.SectionReader = io.NewSectionReader(chunked{file}, 0, info.size)
	return file, nil
}

type objectFile struct {
	*io.SectionReader
	from objects
	info *objectInfo
}

func (f *objectFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *objectFile) Close() error               { return nil }

// chunked implements io.ReaderAt. It reads an object in chunks of chunkBytes.
type chunked struct{ *objectFile }

func (f chunked) ReadAt(data []byte, at int64) (n int, err error) {
	for n < len(data) {
		chunk, err := f.chunk(at / chunkBytes)
		if err != nil {
			return n, err
		}
		from := at % chunkBytes
		if from >= int64(len(chunk)) {
			return n, io.EOF
		}
		read := copy(data[n:], chunk[from:])
		n, at = n+read, at+int64(read)
	}
	return n, nil
}

// chunk returns a chunk from the cache or the store. Concurrent calls for the same
// chunk share one request.
func (f chunked) chunk(number int64) ([]byte, error) {
	at := cache.Place{Layer: f.info.number, Block: int32(number)}
	if kept := f.from.kept.Get(at); kept != nil {
		return *kept, nil
	}
	read, err, _ := f.from.flight.Do(fmt.Sprint(at), func() (any, error) {
		r, err := f.from.bucket.Get(context.Background(), f.info.name, number*chunkBytes, chunkBytes)
		if err != nil {
			return nil, err
		}
		data, err := io.ReadAll(r)
		if err = errors.Join(err, r.Close()); err != nil {
			return nil, err
		}
		f.from.kept.Put(at, &data)
		return data, nil
	})
	if err != nil {
		return nil, err
	}
	return read.([]byte), nil
}
