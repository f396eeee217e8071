package export

import (
	"bufio"
	"io"
	"strconv"
	"strings"
)

// CSV returns a Format for comma-separated values (RFC 4180) with a header line.
// The elements of a list are separated by spaces.
func CSV(w io.Writer) Format { return &csvFormat{w: bufio.NewWriterSize(w, 1<<16)} }

type csvFormat struct {
	w       *bufio.Writer
	columns []Column
	cells   int
}

func (*csvFormat) Numbers() bool { return false }

func (c *csvFormat) Begin(s *Schema) error {
	c.columns, c.cells = s.Columns, s.Width*s.Height
	var names []string
	for _, column := range s.Columns {
		names = append(names, column.Name)
	}
	_, err := c.w.WriteString(strings.Join(names, ",") + "\n")
	return err
}

func (c *csvFormat) Write(b *Batch) error {
	var line []byte
	for row := range b.Rows {
		line = line[:0]
		for n := range c.columns {
			if n > 0 {
				line = append(line, ',')
			}
			line = c.appendField(line, &c.columns[n], &b.Data[n], row)
		}
		if _, err := c.w.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}

func (c *csvFormat) appendField(line []byte, column *Column, d *Data, row int) []byte {
	switch column.Type {
	case Cells:
		for i, cell := range d.Cells[row*c.cells : (row+1)*c.cells] {
			if i > 0 {
				line = append(line, ' ')
			}
			line = strconv.AppendInt(line, int64(cell), 10)
		}
		return line
	case Integers, Floats, Texts:
		var all []byte
		from, to := d.list(row)
		for i := from; i < to; i++ {
			if i > from {
				all = append(all, ' ')
			}
			all = appendValue(all, column, d, i)
		}
		return appendQuoted(line, all)
	case Text:
		return appendQuoted(line, d.text(row))
	}
	return appendValue(line, column, d, row)
}

// appendValue appends value i of a column.
func appendValue(dst []byte, c *Column, d *Data, i int) []byte {
	switch {
	case c.Type == Texts:
		return append(dst, d.text(i)...)
	case c.Type == Float || c.Type == Floats:
		return strconv.AppendFloat(dst, d.Floats[i], 'g', -1, 64)
	case c.Bits == 64:
		return strconv.AppendUint(dst, uint64(d.Numbers[i]), 10)
	}
	return strconv.AppendInt(dst, d.Numbers[i], 10)
}

func appendQuoted(line, text []byte) []byte {
	if !strings.ContainsAny(string(text), ",\"\r\n") {
		return append(line, text...)
	}
	line = append(line, '"')
	for _, b := range text {
		if b == '"' {
			line = append(line, '"')
		}
		line = append(line, b)
	}
	return append(line, '"')
}

func (c *csvFormat) Close() error { return c.w.Flush() }
