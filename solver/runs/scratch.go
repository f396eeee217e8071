package runs

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"unsafe"

	"github.com/cespare/xxhash/v2"
)

// A scratch file contains a column that a later run of the program may reuse.
// The values are followed by a footer of 24 bytes: a magic number, the number
// of values, and the xxhash64 of all preceding bytes. Scratch files are not
// synced; a file damaged by a power failure is recreated.
const (
	scratchMagic  = 0x5a45524d454c4f31 // "ZERMELO1"
	scratchFooter = 24
)

// ScratchWriter writes one scratch file under a temporary name.
type ScratchWriter[T any] struct {
	path string
	File *os.File
	buf  *bufio.Writer
	hash *xxhash.Digest
	n    int
}

// CreateScratch creates a scratch file.
func CreateScratch[T any](path string) (*ScratchWriter[T], error) {
	file, err := os.Create(path + ".tmp")
	if err != nil {
		return nil, err
	}
	return &ScratchWriter[T]{path: path, File: file, buf: bufio.NewWriterSize(file, 1<<16), hash: xxhash.New()}, nil
}

// Append appends values to the file.
func (w *ScratchWriter[T]) Append(values []T) error {
	w.n += len(values)
	w.hash.Write(BytesOf(values))
	_, err := w.buf.Write(BytesOf(values))
	return err
}

// End completes and closes the file. If failed is not nil, End removes the file
// and returns failed.
func (w *ScratchWriter[T]) End(failed error) error {
	if failed != nil {
		w.Abort()
		return failed
	}
	saved, err := w.Finish()
	if err != nil {
		return err
	}
	return saved.Close()
}

// Finish completes the file and opens it for reading.
func (w *ScratchWriter[T]) Finish() (*Column[T], error) {
	_, err := w.buf.Write(footer(w.n, w.hash))
	err = errors.Join(err, w.buf.Flush(), w.File.Close())
	if err == nil {
		err = os.Rename(w.path+".tmp", w.path)
	}
	if err != nil {
		os.Remove(w.path + ".tmp")
		return nil, fmt.Errorf("write %s: %w", filepath.Base(w.path), err)
	}
	file, err := os.Open(w.path)
	if err != nil {
		return nil, err
	}
	return &Column[T]{N: w.n, File: file}, nil
}

// Abort closes and removes the file.
func (w *ScratchWriter[T]) Abort() {
	w.File.Close()
	os.Remove(w.path + ".tmp")
}

// footer returns the footer of a scratch file, given the number of values and their
// hash.
func footer(n int, hash *xxhash.Digest) []byte {
	f := binary.LittleEndian.AppendUint64(nil, scratchMagic)
	f = binary.LittleEndian.AppendUint64(f, uint64(n))
	hash.Write(f)
	return binary.LittleEndian.AppendUint64(f, hash.Sum64())
}

// OpenScratch opens a scratch file and verifies its checksum. It returns nil
// without an error if the file is missing or damaged.
func OpenScratch[T any](path string) (*Column[T], error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	n, ok := checkScratch[T](file)
	if !ok {
		file.Close()
		return nil, nil
	}
	return &Column[T]{N: n, File: file}, nil
}

// checkScratch returns the number of values in a scratch file and reports
// whether the file is intact.
func checkScratch[T any](file *os.File) (n int, ok bool) {
	info, err := file.Stat()
	var zero T
	size := int64(unsafe.Sizeof(zero))
	if err != nil || info.Size() < scratchFooter || (info.Size()-scratchFooter)%size != 0 {
		return 0, false
	}
	body := info.Size() - scratchFooter
	hash := xxhash.New()
	if _, err := io.Copy(hash, io.NewSectionReader(file, 0, body)); err != nil {
		return 0, false
	}
	got := make([]byte, scratchFooter)
	if _, err := file.ReadAt(got, body); err != nil {
		return 0, false
	}
	n = int(body / size)
	return n, string(got) == string(footer(n, hash))
}

// SaveColumns writes columns to a scratch file at path, one after another.
func SaveColumns[T any](path string, columns ...*Column[T]) error {
	w, err := CreateScratch[T](path)
	if err != nil {
		return err
	}
	var buf []T
	const piece = 1 << 16
	for _, c := range columns {
		for from := 0; from < c.N; from += piece {
			part, err := c.Read(&buf, from, min(from+piece, c.N))
			if err == nil {
				err = w.Append(part)
			}
			if err != nil {
				return w.End(err)
			}
		}
	}
	return w.End(nil)
}
