package store

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sort"
	"strings"
	"sync"

	"zermelo/solver/parallel"
)

// ErrMissing is returned when a key is not stored.
var ErrMissing = errors.New("key not found")

// kvReader looks up keys in a finished table. It is safe for concurrent use.
//
// It reads Badger's files with pread instead of mmap, because the process would die
// of SIGBUS if a mapped file were truncated. Each block is verified against its
// checksum whenever it is read.
type kvReader struct {
	files   []kvFile  // in key order
	buffers sync.Pool // buffers for blocks, of type *[]byte
}

// kvFile is a file of a table:
//
//	blocks  for each block: the entries; the offset of each entry, 4 bytes; the
//	        number of entries, 4 bytes; the checksum; the size of the checksum,
//	        4 bytes
//	index   index of the blocks
//	tail    size of the index, 4 bytes; checksum of the index; size of the
//	        checksum, 4 bytes
//
// The offsets of entries are in the byte order of the machine that wrote the file.
// Sizes and counts are big-endian.
type kvFile struct {
	file  file
	index kvIndex
	end   int64 // offset of the end of the blocks
}

type file interface {
	fs.File
	io.ReaderAt
}

// maxConcurrentOpens limits concurrent opens. In an object store, each open is a
// request.
const maxConcurrentOpens = 16

func openKV(dir fs.FS) (*kvReader, error) {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return nil, err
	}
	entries = slices.DeleteFunc(entries, func(e fs.DirEntry) bool { return !strings.HasSuffix(e.Name(), sstSuffix) })
	r := &kvReader{files: make([]kvFile, len(entries)), buffers: sync.Pool{New: func() any { return new([]byte) }}}
	err = parallel.For(context.Background(), maxConcurrentOpens, len(entries), 1, func(_, i, _ int) (err error) {
		if r.files[i], err = openFile(dir, entries[i].Name()); err != nil {
			return fmt.Errorf("file %s: %w", entries[i].Name(), err)
		}
		return nil
	})
	if err != nil {
		return nil, errors.Join(err, r.close())
	}
	slices.SortFunc(r.files, func(a, b kvFile) int {
		first, _, _ := a.index.block(0)
		second, _, _ := b.index.block(0)
		return bytes.Compare(first, second)
	})
	return r, nil
}

func openFile(dir fs.FS, name string) (f kvFile, err error) {
	defer recovered(&err)
	opened, err := dir.Open(name)
	if err != nil {
		return f, err
	}
	f.file = opened.(file)
	defer func() {
		if err != nil {
			f.file.Close()
			f.file = nil
		}
	}()
	info, err := f.file.Stat()
	if err != nil {
		return f, err
	}
	rest := info.Size()
	// part reads the last size bytes before offset rest, and decreases rest. counted
	// reads a part whose size is stored in the 4 bytes that follow it.
	part := func(size int64) ([]byte, error) {
		if size > rest {
			return nil, io.ErrUnexpectedEOF
		}
		rest -= size
		data := make([]byte, size)
		return data, readFull(f.file, data, rest)
	}
	counted := func() ([]byte, error) {
		size, err := part(4)
		if err != nil {
			return nil, err
		}
		return part(int64(binary.BigEndian.Uint32(size)))
	}
	sum, err := counted()
	if err != nil {
		return f, err
	}
	index, err := counted()
	if err != nil {
		return f, err
	}
	if err := verified(index, sum); err != nil {
		return f, err
	}
	f.index, f.end = indexOf(index), rest
	if f.index.blocks() == 0 {
		return f, ErrFormat
	}
	return f, nil
}

// readFull fills data with the bytes at an offset of a file. It returns
// io.ErrUnexpectedEOF if the file is too short.
func readFull(f io.ReaderAt, data []byte, at int64) error {
	_, err := f.ReadAt(data, at)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return err
}

// get calls use with the value of key. The value is valid only during the call. If
// key is missing, get returns ErrMissing.
func (r *kvReader) get(key []byte, use func(value []byte) error) error {
	buffer := r.buffers.Get().(*[]byte)
	defer r.buffers.Put(buffer)
	value, err := r.value(key, buffer)
	if err != nil {
		return err
	}
	return use(value)
}

// value returns the value of key as a slice of *buffer, growing it as needed.
func (r *kvReader) value(key []byte, buffer *[]byte) (value []byte, err error) {
	defer recovered(&err)
	n := sort.Search(len(r.files), func(i int) bool {
		first, _, _ := r.files[i].index.block(0)
		return bytes.Compare(first, key) > 0
	})
	if n == 0 {
		return nil, ErrMissing
	}
	f := &r.files[n-1]
	n = sort.Search(f.index.blocks(), func(i int) bool {
		first, _, _ := f.index.block(i)
		return bytes.Compare(first, key) > 0
	})
	if n == 0 {
		return nil, ErrMissing
	}
	_, at, size := f.index.block(n - 1)
	if size < 12 || at+size > f.end {
		return nil, ErrFormat
	}
	block := slices.Grow((*buffer)[:0], int(size))[:size]
	*buffer = block
	if err := readFull(f.file, block, at); err != nil {
		return nil, err
	}
	return valueAt(block, key)
}

// valueAt returns the value of key in a block, or ErrMissing.
func valueAt(block, key []byte) ([]byte, error) {
	b, err := openEntries(block)
	if err != nil {
		return nil, err
	}
	var buffer [64]byte // any key fits
	at := buffer[:0]
	n := sort.Search(b.count(), func(i int) bool {
		at, _ = b.entry(at[:0], i)
		return bytes.Compare(at, key) >= 0
	})
	if n == b.count() {
		return nil, ErrMissing
	}
	at, value := b.entry(at[:0], n)
	if !bytes.Equal(at, key) {
		return nil, ErrMissing
	}
	return value, nil
}

// kvEntries provides access to the entries of a block. An entry has these fields:
//
//	shared  length of the prefix shared with the key of the first entry, 2 bytes
//	more    length of the rest of the key, 2 bytes
//	key     rest of the key, including an 8-byte timestamp
//	value   value in Badger's encoding
type kvEntries struct {
	data    []byte
	offsets []byte // 4 bytes each
}

const entryHead = 4 // number of bytes that precede the key of an entry

// openEntries verifies the checksum of a block and parses it. Entries of a verified
// block need no bounds checks.
func openEntries(block []byte) (b kvEntries, err error) {
	number := func(end int64) (n, at int64) {
		return int64(binary.BigEndian.Uint32(block[end-4:])), end - 4
	}
	size, end := number(int64(len(block)))
	if size > end-4 {
		return b, ErrFormat
	}
	if err := verified(block[:end-size], block[end-size:end]); err != nil {
		return b, err
	}
	count, end := number(end - size)
	if count == 0 || 4*count > end {
		return b, ErrFormat
	}
	return kvEntries{block[:end-4*count], block[end-4*count : end]}, nil
}

// count returns the number of entries, which is at least 1.
func (b kvEntries) count() int { return len(b.offsets) / 4 }

// entry appends the key of the i-th entry to dst. It returns the key and the value.
func (b kvEntries) entry(dst []byte, i int) (key, value []byte) {
	end := len(b.data)
	if i+1 < b.count() {
		end = int(binary.NativeEndian.Uint32(b.offsets[4*(i+1):]))
	}
	entry := b.data[binary.NativeEndian.Uint32(b.offsets[4*i:]):end]
	shared, more := int(binary.NativeEndian.Uint16(entry)), int(binary.NativeEndian.Uint16(entry[2:]))
	dst = append(dst, b.data[entryHead:entryHead+shared]...)
	dst = append(dst, entry[entryHead:entryHead+more]...)
	return keyOf(dst), valueIn(entry[entryHead+more:])
}

func (r *kvReader) close() error {
	var errs []error
	for _, f := range r.files {
		if f.file != nil {
			errs = append(errs, f.file.Close())
		}
	}
	return errors.Join(errs...)
}

// recovered converts a panic to an error. Such a panic is caused by damage that no
// checksum detects.
func recovered(err *error) {
	if r := recover(); r != nil {
		*err = fmt.Errorf("read failed: %v", r)
	}
}
