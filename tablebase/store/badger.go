//go:build !js

package store

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"slices"

	"github.com/dgraph-io/badger/v4"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"
)

// This file writes tables with Badger's table builder. A finished table is written in
// key order, directly as files of the last level, without a log or compaction. Any
// program that uses Badger can read the table; kv_reader.go reads it without Badger.
//
// Badger's own writers and its log use memory maps, so a full disk would kill the
// process with SIGBUS (see TestFullDiskIsAnErrorOfTheWriter). During a solve,
// blocks are therefore written to the journal. See docs/format.md.

// sstSize is the maximum size of the keys and values in one file, in bytes.
// Badger's builder needs up to 3.5 times the size of a value and takes this memory
// from an arena of sstMemory bytes. When an arena is full, the builder allocates
// another one of twice the size.
const (
	sstSize   = 4 << 20
	sstMemory = 16 << 20
)

// blockSize is the number of bytes that a lookup reads, unless the value is longer.
const blockSize = 4 << 10

// Writer writes a new table. The table consists of files of Badger's last level and a
// manifest that lists them. The Writer buffers one file, which takes 20 MiB of
// memory.
type Writer struct {
	dir    string
	opts   table.Options
	file   *table.Builder // contents of the current file
	size   int            // size of its keys and values, in bytes
	image  []byte         // buffer for the contents of a completed file
	tables pb.ManifestChangeSet

	last    []byte // last key added
	longest int    // length of the longest value, in bytes
}

// createWriter creates the directory dir and a writer for a table in it.
func createWriter(dir string) (*Writer, error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, opts: table.Options{TableSize: sstMemory / 2, BlockSize: blockSize, AllocPool: z.NewAllocatorPool(1)}}
	w.file = table.NewTableBuilder(w.opts)
	return w, nil
}

// Add adds a key and its value. Keys must be added in ascending order.
func (w *Writer) Add(key, value []byte) error {
	if len(value) > MaxValue || bytes.Compare(key, w.last) <= 0 {
		panic(fmt.Sprintf("tablebase: a value of %d bytes, key %x after %x", len(value), key, w.last))
	}
	w.last = append(w.last[:0], key...)
	w.longest = max(w.longest, len(value))
	if w.size += len(key) + len(value); w.size > sstSize {
		if err := w.writeFile(); err != nil {
			return err
		}
		w.size = len(key) + len(value)
	}
	w.file.Add(y.KeyWithTs(key, 1), y.ValueStruct{Value: value}, 0)
	return nil
}

// writeFile writes the current file to disk and starts the next one.
func (w *Writer) writeFile() error {
	done := w.file.Done()
	w.image = slices.Grow(w.image[:0], done.Size)[:done.Size]
	done.Copy(w.image)
	w.file.Close()
	w.file = table.NewTableBuilder(w.opts)
	id := uint64(len(w.tables.Changes) + 1)
	w.tables.Changes = append(w.tables.Changes, &pb.ManifestChange{Id: id, Op: pb.ManifestChange_CREATE, Level: lastLevel})
	return w.create(table.IDToFilename(id), w.image)
}

func (w *Writer) create(name string, data []byte) error {
	return diskError(os.WriteFile(filepath.Join(w.dir, name), data, 0o666))
}

// lastLevel is the number of Badger's last level, whose files are never rewritten.
const lastLevel = 6

// manifestHead consists of Badger's magic number, external magic 0, and the version.
const manifestHead = "Bdgr\x00\x00\x00\x08"

// finish completes the table. It does not sync the files.
func (w *Writer) finish() error {
	defer w.abort()
	if !w.file.Empty() {
		if err := w.writeFile(); err != nil {
			return err
		}
	}
	changes, err := proto.Marshal(&w.tables)
	if err != nil {
		return err
	}
	list := binary.BigEndian.AppendUint32([]byte(manifestHead), uint32(len(changes)))
	list = binary.BigEndian.AppendUint32(list, crc32.Checksum(changes, y.CastagnoliCrcTable))
	return w.create(badger.ManifestFilename, append(list, changes...))
}

func (w *Writer) abort() {
	w.file.Close()
	w.opts.AllocPool.Release()
}
