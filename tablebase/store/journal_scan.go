package store

import (
	"bufio"
	"encoding/binary"
	"io"
	"os"
	"slices"
)

// Gap is a damaged part of a journal that is followed by intact records.
type Gap struct {
	From int64 // offset of the first damaged byte
	To   int64 // offset of the next intact record
}

// openJournal reads the records of a locked journal. It removes a damaged record at
// the end, because such a record results from a crash during a write. Damage that is
// followed by intact records becomes a gap.
func openJournal(f *os.File, keySize int) (*journal, error) {
	j := &journal{file: f, keySize: keySize}
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	for {
		if err := j.load(info.Size()); err != nil {
			return nil, err
		}
		if j.end == info.Size() {
			return j, nil
		}
		next, err := j.nextWhole(j.end+1, info.Size())
		if err != nil {
			return nil, err
		}
		if next < 0 {
			return j, f.Truncate(j.end)
		}
		j.gaps = append(j.gaps, Gap{j.end, next})
		j.end = next
	}
}

// load adds the records from j.end up to the first damaged record.
func (j *journal) load(size int64) error {
	in := bufio.NewReaderSize(io.NewSectionReader(j.file, j.end, size-j.end), 1<<20)
	head := make([]byte, RecordHead+j.keySize)
	var value []byte
	for {
		if _, err := io.ReadFull(in, head); err != nil {
			return unlessEOF(err)
		}
		n := int(binary.LittleEndian.Uint32(head))
		if n > MaxValue {
			return nil
		}
		value = slices.Grow(value[:0], n)[:n]
		if _, err := io.ReadFull(in, value); err != nil {
			return unlessEOF(err)
		}
		count, ok := CountOf(head[RecordHead:], value)
		if !ok {
			return nil
		}
		j.add(string(head[RecordHead:]), value, count)
	}
}

func unlessEOF(err error) error {
	if err == io.EOF || err == io.ErrUnexpectedEOF {
		return nil
	}
	return err
}

const scanWindow = 1 << 20 // bytes per read when a damaged journal is searched

// nextWhole returns the offset of the first intact record at offset from or later, or
// -1. It tries every byte because the lengths of records may be damaged. A random
// offset looks like the head of a record with a probability of one in two million.
func (j *journal) nextWhole(from, size int64) (int64, error) {
	window := make([]byte, min(scanWindow, max(0, size-from)))
	for at := from; size-at > int64(RecordHead+j.keySize); at += int64(len(window) - RecordHead) {
		window = window[:min(int64(len(window)), size-at)]
		if _, err := j.file.ReadAt(window, at); err != nil {
			return 0, err
		}
		for i := 0; i+RecordHead < len(window); i++ {
			switch window[i+RecordHead] {
			case blockKind, BlockRecord, FinishRecord:
			default:
				continue
			}
			r := Record{At: at + int64(i+RecordHead+j.keySize), Size: int(binary.LittleEndian.Uint32(window[i:]))}
			if r.Size > MaxValue || r.At+int64(r.Size) > size {
				continue
			}
			if ok, err := j.whole(r); ok || err != nil {
				return at + int64(i), err
			}
		}
	}
	return -1, nil
}

// whole reports whether r is an intact record. It ignores r.Key.
func (j *journal) whole(r Record) (bool, error) {
	data := make([]byte, j.keySize+r.Size)
	if _, err := j.file.ReadAt(data, r.At-int64(j.keySize)); err != nil {
		return false, err
	}
	_, ok := CountOf(data[:j.keySize], data[j.keySize:])
	return ok, nil
}

// growing reads a journal that may be growing. It calls visit for each complete
// record at or after offset from, except in known gaps, and returns the offset of the
// next record. It does not verify checksums.
func (p *plan) growing(f io.ReaderAt, size, from int64, visit func(Record)) (end int64) {
	keyEnd := int64(RecordHead + p.keySize())
	head := make([]byte, keyEnd+1+binary.MaxVarintLen64)
	for end = from; ; {
		if i := slices.IndexFunc(p.Gaps, func(g Gap) bool { return g.From == end }); i >= 0 {
			end = p.Gaps[i].To
		}
		if _, err := f.ReadAt(head, end); err != nil {
			return end
		}
		count, _ := binary.Uvarint(head[keyEnd+1:])
		r := Record{string(head[RecordHead:keyEnd]), end + keyEnd, int(binary.LittleEndian.Uint32(head)), int(count)}
		if count > p.blockSize() || r.Size > MaxValue || r.end() > size {
			return end // the record is not complete yet
		}
		visit(r)
		end = r.end()
	}
}
