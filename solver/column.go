package solver

import (
	"fmt"
	"os"
	"unsafe"
)

// column is an array of plain values (no pointers) that lives in memory, in a
// file, or in both. Files hold the values as they are in memory: they are
// scratch files of one machine.
type column[T any] struct {
	n    int
	mem  []T      // all n values, or nil
	file *os.File // all n values from offset 0, or nil
}

// bytesOf is the memory of values.
func bytesOf[T any](values []T) []byte {
	if len(values) == 0 {
		return nil
	}
	return unsafe.Slice((*byte)(unsafe.Pointer(&values[0])), len(values)*int(unsafe.Sizeof(values[0])))
}

// read returns the values from..to, in buf where they have to be copied. The
// result is not to be written to.
func (c *column[T]) read(buf []T, from, to int) ([]T, error) {
	if from == to {
		return nil, nil
	}
	if c.mem != nil {
		return c.mem[from:to], nil
	}
	if cap(buf) < to-from {
		buf = make([]T, to-from)
	}
	buf = buf[:to-from]
	var zero T
	if _, err := c.file.ReadAt(bytesOf(buf), int64(from)*int64(unsafe.Sizeof(zero))); err != nil {
		return nil, fmt.Errorf("read %s: %w", c.file.Name(), err)
	}
	return buf, nil
}

// write stores values at from.
func (c *column[T]) write(values []T, from int) error {
	if c.mem != nil {
		copy(c.mem[from:], values)
		return nil
	}
	var zero T
	if _, err := c.file.WriteAt(bytesOf(values), int64(from)*int64(unsafe.Sizeof(zero))); err != nil {
		return fmt.Errorf("write %s: %w", c.file.Name(), err)
	}
	return nil
}

// load brings all values into memory.
func (c *column[T]) load() error {
	mem := make([]T, c.n)
	if _, err := c.read(mem, 0, c.n); err != nil {
		return err
	}
	c.mem = mem
	return nil
}

// close closes the file, if any, and drops the memory.
func (c *column[T]) close() error {
	c.mem = nil
	if c.file == nil {
		return nil
	}
	err := c.file.Close()
	c.file = nil
	return err
}
