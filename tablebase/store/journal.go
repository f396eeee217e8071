package store

import (
	"encoding/binary"
	"errors"
	"os"
	"slices"
	"strings"
	"sync"

	"zermelo/solver/durable"
)

// journal stores the blocks of a partial table in order of completion. It is an
// append-only file of records:
//
//	size   size of the value, 4 bytes, little-endian
//	key    key as in the table
//	value  value as in the table, including a checksum of key and value
//
// A record replaces earlier records with the same key. Synced records survive a
// crash. A crash can leave at most the last record incomplete; this record is
// removed when the journal is next opened. Damage that is followed by other records
// is skipped; see journal_scan.go.
type journal struct {
	file    *os.File
	keySize int

	mu      sync.Mutex
	end     int64
	records []Record
	gaps    []Gap // in file order
	failed  error // error of a failed sync, after which the contents on disk are unknown
	reading bool  // opened by Peek: do not write or sync
}

// Record is a record of the journal.
type Record struct {
	Key   string
	At    int64 // offset of the value
	Size  int   // size of the value in bytes
	Count int   // number of states
}

// Layer returns the layer in the key.
func (r Record) Layer() int { return int(binary.BigEndian.Uint32([]byte(r.Key[1:]))) }

func (r Record) end() int64 { return r.At + int64(r.Size) }

// RecordHead is the number of bytes that precede the key of a record.
const RecordHead = 4

// CountOf returns the number of states in a block. It returns false if the checksum
// does not match.
func CountOf(key, value []byte) (int, bool) {
	body, err := Checked(key, value)
	if err != nil || len(body) < 2 {
		return 0, false
	}
	count, n := binary.Uvarint(body[1:])
	return int(count), n > 0
}

// add adds a record that has been written at j.end.
func (j *journal) add(key string, value []byte, count int) Record {
	r := Record{key, j.end + int64(RecordHead+len(key)), len(value), count}
	j.records = append(j.records, r)
	j.end = r.end()
	return r
}

// write appends a record to the file. data consists of RecordHead reserved bytes,
// the key, and the value. write overwrites the reserved bytes.
func (j *journal) write(data []byte, count int) (Record, error) {
	key, value := data[RecordHead:RecordHead+j.keySize], data[RecordHead+j.keySize:]
	binary.LittleEndian.PutUint32(data, uint32(len(value)))
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.failed != nil {
		return Record{}, j.failed
	}
	if _, err := j.file.WriteAt(data, j.end); err != nil {
		return Record{}, errors.Join(diskError(err), j.file.Truncate(j.end))
	}
	return j.add(string(key), value, count), nil
}

func (j *journal) sync() error {
	if j.reading {
		return nil
	}
	err := durable.Sync(j.file)
	j.mu.Lock()
	defer j.mu.Unlock()
	if err != nil && j.failed == nil {
		j.failed = diskError(err)
	}
	return j.failed
}

// sorted returns the last record for each key, in key order.
func (j *journal) sorted() []Record {
	j.mu.Lock()
	defer j.mu.Unlock()
	list := slices.Clone(j.records)
	slices.SortStableFunc(list, func(a, b Record) int { return strings.Compare(a.Key, b.Key) })
	kept := list[:0]
	for i, r := range list {
		if i+1 == len(list) || list[i+1].Key != r.Key {
			kept = append(kept, r)
		}
	}
	return kept
}

// read reads a value into buf, growing buf as needed, and verifies its checksum.
func (j *journal) read(r Record, buf []byte) ([]byte, error) {
	buf = slices.Grow(buf[:0], r.Size)[:r.Size]
	if _, err := j.file.ReadAt(buf, r.At); err != nil {
		return buf, err
	}
	if _, ok := CountOf([]byte(r.Key), buf); !ok {
		return buf, ErrChecksum
	}
	return buf, nil
}
