package runs

import (
	"fmt"
	"os"
	"unsafe"
)

// Column is an array of values that contain no pointers. It is stored in
// memory, in a file, or both. A file contains the values in their memory
// representation and is not portable.
type Column[T any] struct {
	N    int
	Mem  []T      // all N values, or nil
	File *os.File // all N values, starting at offset 0, or nil
}

// BytesOf returns the memory of values as a byte slice.
func BytesOf[T any](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}

// Read returns the values from..to. If the values are in a file, Read copies
// them to *buf, which it grows if necessary. If buf is nil, Read allocates a
// buffer. The caller must not modify the result.
func (c *Column[T]) Read(buf *[]T, from, to int) ([]T, error) {
	if from == to {
		return nil, nil
	}
	if c.Mem != nil {
		return c.Mem[from:to], nil
	}
	if buf == nil {
		buf = new([]T)
	}
	if cap(*buf) < to-from {
		*buf = make([]T, to-from)
	}
	*buf = (*buf)[:to-from]
	var zero T
	if _, err := c.File.ReadAt(BytesOf(*buf), int64(from)*int64(unsafe.Sizeof(zero))); err != nil {
		return nil, fmt.Errorf("read %s: %w", c.File.Name(), err)
	}
	return *buf, nil
}

// Write stores values starting at index from.
func (c *Column[T]) Write(values []T, from int) error {
	if c.Mem != nil {
		copy(c.Mem[from:], values)
		return nil
	}
	var zero T
	if _, err := c.File.WriteAt(BytesOf(values), int64(from)*int64(unsafe.Sizeof(zero))); err != nil {
		return fmt.Errorf("write %s: %w", c.File.Name(), err)
	}
	return nil
}

// Load reads all values into memory.
func (c *Column[T]) Load() error {
	mem := make([]T, c.N)
	if _, err := c.Read(&mem, 0, c.N); err != nil {
		return err
	}
	c.Mem = mem
	return nil
}

// Close closes the file, if any, and releases the memory.
func (c *Column[T]) Close() error {
	c.Mem = nil
	if c.File == nil {
		return nil
	}
	err := c.File.Close()
	c.File = nil
	return err
}
