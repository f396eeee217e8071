package export

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strings"

	"zermelo/games"
)

// NumPy returns a Format for .npy files (numpy.lib.format, version 1.0). A file
// contains a structured array with one little-endian field per column. The field of
// the column "cells" is a subarray of height times width elements. Close seeks to the
// start of w to write the length of the array.
func NumPy(w io.WriteSeeker) Format { return &npyFormat{file: w, w: bufio.NewWriterSize(w, 1<<16)} }

type npyFormat struct {
	file    io.WriteSeeker
	w       *bufio.Writer
	columns []Column
	fields  string
	cells   int
	rows    int64
}

func (*npyFormat) Numbers() bool { return true }

func (f *npyFormat) Begin(s *Schema) error {
	f.columns, f.cells = s.Columns, s.Width*s.Height
	var fields []string
	for _, c := range s.Columns {
		field := fmt.Sprintf("('%s', '<i%d')", c.Name, c.Bits/8)
		switch {
		case c.Type == Cells:
			field = fmt.Sprintf("('%s', '|i1', (%d, %d))", c.Name, s.Height, s.Width)
		case c.Type == Float:
			field = fmt.Sprintf("('%s', '<f8')", c.Name)
		case c.Bits == 64:
			field = fmt.Sprintf("('%s', '<u8')", c.Name)
		case c.Bits == 8:
			field = fmt.Sprintf("('%s', '|i1')", c.Name)
		}
		fields = append(fields, field)
	}
	f.fields = strings.Join(fields, ", ")
	header, err := f.header()
	if err != nil {
		return err
	}
	_, err = f.w.Write(header)
	return err
}

// header returns the file header. Its length does not depend on the number of rows.
func (f *npyFormat) header() ([]byte, error) {
	text := fmt.Sprintf("{'descr': [%s], 'fortran_order': False, 'shape': (%d,), }", f.fields, f.rows)
	text += strings.Repeat(" ", 20-len(fmt.Sprint(f.rows)))
	text += strings.Repeat(" ", 63-(10+len(text))%64) + "\n"
	if len(text) > math.MaxUint16 {
		return nil, games.BadInput("too many columns for NumPy; select some with --columns")
	}
	header := append([]byte("\x93NUMPY\x01\x00"), byte(len(text)), byte(len(text)>>8))
	return append(header, text...), nil
}

func (f *npyFormat) Write(b *Batch) error {
	f.rows += int64(b.Rows)
	var record []byte
	for row := range b.Rows {
		record = record[:0]
		for n := range f.columns {
			c, d := &f.columns[n], &b.Data[n]
			switch {
			case c.Type == Cells:
				for _, cell := range d.Cells[row*f.cells : (row+1)*f.cells] {
					record = append(record, byte(cell))
				}
			case c.Type == Float:
				record = binary.LittleEndian.AppendUint64(record, math.Float64bits(d.Floats[row]))
			case c.Bits == 8:
				record = append(record, byte(d.Numbers[row]))
			case c.Bits == 16:
				record = binary.LittleEndian.AppendUint16(record, uint16(d.Numbers[row]))
			case c.Bits == 32:
				record = binary.LittleEndian.AppendUint32(record, uint32(d.Numbers[row]))
			default:
				record = binary.LittleEndian.AppendUint64(record, uint64(d.Numbers[row]))
			}
		}
		if _, err := f.w.Write(record); err != nil {
			return err
		}
	}
	return nil
}

func (f *npyFormat) Close() error {
	if err := f.w.Flush(); err != nil {
		return err
	}
	header, err := f.header()
	if err != nil {
		return err
	}
	if _, err := f.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	_, err = f.file.Write(header)
	return err
}
