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
	"github.com/dgraph-io/badger/v4/fb"
	"github.com/dgraph-io/badger/v4/pb"
	"github.com/dgraph-io/badger/v4/table"
	"github.com/dgraph-io/badger/v4/y"
	"github.com/dgraph-io/ristretto/v2/z"
	"google.golang.org/protobuf/proto"
)

// This file is the only one that imports Badger, for the builder of its files, their
// index and checksums. A finished table is written once, in order of its keys, as
// files of the last level directly: no log, no compaction, and the same bytes whatever
// the order in which the blocks were computed. Any program with Badger can read it;
// this one reads it by look-ups alone, see kv_reader.go.
//
// Badger's public writers write through memory maps, so that a full disk ends the
// process with SIGBUS: TestFullDiskIsAnErrorOfTheWriter. So does its log: blocks go to
// the journal while they are computed. docs/format.md has more.

// MaxValue is the longest value in bytes: below the value-log threshold, so
// that values lie beside their keys.
const MaxValue = 512 << 10

// sstSize is the size of the files of a table, in bytes. For each value Badger's
// builder takes 3.5 times its size at most, of a piece of memory of sstMemory; it
// would take another one of twice the size if that were full.
const (
	sstSize   = 4 << 20
	sstMemory = 16 << 20
)

// blockSize is how many bytes are read and checked for a look-up, unless a value
// is longer.
const blockSize = 4 << 10

// Writer writes a new table: the files of Badger's last level, one after the
// other, and the list of them that Badger calls its manifest.
//
// Its memory is that of one file, 20 MiB, and a full disk is an error.
type Writer struct {
	dir    string
	opts   table.Options
	file   *table.Builder // what is in the file that comes next
	size   int            // of that, in bytes
	image  []byte         // of the file before
	tables pb.ManifestChangeSet

	last    []byte // key
	longest int    // value, in bytes
}

// createWriter starts a table in a folder that does not exist yet.
func createWriter(dir string) (*Writer, error) {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return nil, err
	}
	w := &Writer{dir: dir, opts: table.Options{TableSize: sstMemory / 2, BlockSize: blockSize, AllocPool: z.NewAllocatorPool(1)}}
	w.file = table.NewTableBuilder(w.opts)
	return w, nil
}

// Add stores a value. Keys must ascend.
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

// writeFile writes what is in the next file, and begins another.
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

// create writes a file.
func (w *Writer) create(name string, data []byte) error {
	return diskError(os.WriteFile(filepath.Join(w.dir, name), data, 0o666))
}

// sstSuffix ends the name of a file of a table.
const sstSuffix = ".sst"

// lastLevel is the number of the level where Badger keeps files whose keys do
// not overlap and to which nothing is added.
const lastLevel = 6

// manifestHead is what a manifest begins with: its magic, that of the program
// that uses Badger, of which there is none, and the version.
const manifestHead = "Bdgr\x00\x00\x00\x08"

// finish completes the table. Its files are not synced.
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

// abort ends the writer. The table is whole only after finish.
func (w *Writer) abort() {
	w.file.Close()
	w.opts.AllocPool.Release()
}

// kvIndex is the index of a file: what blocks it has, in order of their keys.
type kvIndex struct{ table *fb.TableIndex }

// indexOf is the index in data, whose checksum must be right.
func indexOf(data []byte) kvIndex { return kvIndex{fb.GetRootAsTableIndex(data, 0)} }

// blocks is how many there are.
func (x kvIndex) blocks() int { return x.table.OffsetsLength() }

// block is the first key of the i-th block, and where it is in the file.
func (x kvIndex) block(i int) (key []byte, at, size int64) {
	var b fb.BlockOffset
	x.table.Offsets(&b, i)
	return keyOf(b.KeyBytes()), int64(b.Offset()), int64(b.Len())
}

// keyOf is a key as Badger stores it without its timestamp.
func keyOf(stored []byte) []byte { return stored[:len(stored)-8] }

// verified checks data against a checksum of Badger's.
func verified(data, sum []byte) error {
	var want pb.Checksum
	if err := proto.Unmarshal(sum, &want); err != nil {
		return err
	}
	return y.VerifyChecksum(data, &want)
}

// valueIn is the value that an entry of a block holds.
func valueIn(entry []byte) []byte {
	var v y.ValueStruct
	v.Decode(entry)
	return v.Value
}
