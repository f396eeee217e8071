package store

import (
	"encoding/binary"
	"errors"
	"hash/crc32"

	"github.com/dgraph-io/badger/v4/fb"
)

// MaxValue is the maximum length of a value in bytes. It is less than the value-log
// threshold, so Badger stores each value next to its key.
const MaxValue = 512 << 10

const sstSuffix = ".sst"

// kvIndex is the index of a table file. It lists the blocks in key order.
type kvIndex struct{ table *fb.TableIndex }

func indexOf(data []byte) kvIndex { return kvIndex{fb.GetRootAsTableIndex(data, 0)} }

func (x kvIndex) blocks() int { return x.table.OffsetsLength() }

// block returns the first key, offset and size of the i-th block.
func (x kvIndex) block(i int) (key []byte, at, size int64) {
	var b fb.BlockOffset
	x.table.Offsets(&b, i)
	return keyOf(b.KeyBytes()), int64(b.Offset()), int64(b.Len())
}

func keyOf(stored []byte) []byte { return stored[:len(stored)-8] }

// verified returns an error unless data matches a Badger checksum, which is a protocol
// buffer: the algorithm is the default, CRC-32C, and field 2 is the sum.
func verified(data, sum []byte) error {
	var want uint64
	if len(sum) > 0 && sum[0] == 2<<3 {
		want, _ = binary.Uvarint(sum[1:])
	}
	if uint64(crc32.Checksum(data, crc32.MakeTable(crc32.Castagnoli))) != want {
		return errors.New("checksum mismatch")
	}
	return nil
}

// valueIn returns the value of an entry. It follows two bytes of metadata and an
// expiry time.
func valueIn(entry []byte) []byte {
	_, n := binary.Uvarint(entry[2:])
	return entry[2+n:]
}
