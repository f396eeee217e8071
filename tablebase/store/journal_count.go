package store

import (
	"bytes"
	"encoding/binary"
	"io"
	"io/fs"
	"os"
)

// journalCount counts the states in the blocks of a journal that may be growing.
// It remembers what it has counted, so that counting again reads what is new.
// The zero value has counted nothing.
type journalCount struct {
	seen   fs.FileInfo      // of the journal, when it was counted; nil: never
	counts map[string]int64 // states by key: a block that is put again counts once
	states int64

	end    int64  // of the last record that was counted
	last   []byte // its head and key, to know it by
	lastAt int64
}

// update counts the blocks of the journal at path, as far as they can be read.
// Keys have keySize bytes, and no block has more than most states. Damage that is
// known, the gaps, is passed over.
func (c *journalCount) update(path string, keySize int, most uint64, gaps []Gap) (states int64) {
	f, err := os.Open(path)
	if err != nil {
		return 0
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0
	}
	if c.seen != nil && os.SameFile(c.seen, info) && c.seen.Size() == info.Size() && c.seen.ModTime().Equal(info.ModTime()) {
		return c.states
	}
	if c.seen == nil || !os.SameFile(c.seen, info) || !c.goesOn(f, info.Size()) {
		*c = journalCount{counts: map[string]int64{}}
	}
	c.seen = info
	c.read(f, info.Size(), keySize, most, gaps)
	return c.states
}

// goesOn reports whether a journal still has the last record that was counted:
// one that was begun anew does not.
func (c *journalCount) goesOn(f io.ReaderAt, size int64) bool {
	if size < c.end {
		return false
	}
	head := make([]byte, len(c.last))
	_, err := f.ReadAt(head, c.lastAt)
	return err == nil && bytes.Equal(head, c.last)
}

// read counts the records that follow the last one, of a journal of this size.
func (c *journalCount) read(f io.ReaderAt, size int64, keySize int, most uint64, gaps []Gap) {
	head := make([]byte, RecordHead+keySize+1+binary.MaxVarintLen64)
	for {
		c.end = Past(gaps, c.end)
		if _, err := f.ReadAt(head, c.end); err != nil {
			return
		}
		end := c.end + int64(RecordHead+keySize) + int64(binary.LittleEndian.Uint32(head))
		count, _ := binary.Uvarint(head[RecordHead+keySize+1:])
		if count > most || end > size {
			return // the end of it is not written yet
		}
		key := string(head[RecordHead : RecordHead+keySize])
		c.states += int64(count) - c.counts[key]
		c.counts[key] = int64(count)
		c.last, c.lastAt = append(c.last[:0], head[:RecordHead+keySize]...), c.end
		c.end = end
	}
}
