package export

import (
	"encoding/json"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"

	"zermelo/games"
)

// Parquet returns a Format for Parquet files with zstd compression. The key
// "zermelo" in the file's metadata contains the game and the digest of the table.
func Parquet(w io.Writer) Format { return &parquetFormat{out: w} }

// groupRows is the number of rows per row group, which is kept in memory in
// compressed form.
const groupRows = 1 << 17

type parquetFormat struct {
	out     io.Writer
	w       *parquet.GenericWriter[any]
	columns []Column
	cells   int
	rows    int // in the current row group
	group   *parquet.ConcurrentRowGroupWriter
	codes   [2][256]parquet.Value // encoded cells: first cell of a row, other cells
	values  []parquet.Value
}

type metadata struct {
	Game   string   `json:"game"`
	Title  string   `json:"title"`
	Roles  []string `json:"roles"`
	Total  *float64 `json:"total,omitempty"` // sum of the payoffs if it is constant
	Digest string   `json:"digest"`
	Width  int      `json:"width,omitempty"`
	Height int      `json:"height,omitempty"`
}

func (*parquetFormat) Numbers() bool { return false }

func nodeOf(c Column) parquet.Node {
	repeats := func(n parquet.Node) parquet.Node { return parquet.Encoded(n, &parquet.RLEDictionary) }
	var node parquet.Node
	switch {
	case c.Name == colPosition:
		return parquet.String()
	case c.Type == Text || c.Type == Texts:
		node = repeats(parquet.String())
	case c.Type == Float || c.Type == Floats:
		node = repeats(parquet.Leaf(parquet.DoubleType))
	case c.Bits == 64:
		return parquet.Uint(64)
	default:
		node = repeats(parquet.Int(c.Bits))
	}
	if c.Type == Cells || c.Type.isList() {
		return parquet.List(node)
	}
	return node
}

// inOrder is a parquet.Group with ordered columns.
type inOrder struct {
	parquet.Group
	columns []Column
}

func (g inOrder) Fields() []parquet.Field {
	fields := g.Group.Fields()
	at := func(f parquet.Field) int {
		return slices.IndexFunc(g.columns, func(c Column) bool { return c.Name == f.Name() })
	}
	slices.SortFunc(fields, func(a, b parquet.Field) int { return at(a) - at(b) })
	return fields
}

func (f *parquetFormat) Begin(s *Schema) error {
	f.columns, f.cells = s.Columns, s.Width*s.Height
	nodes := parquet.Group{}
	for _, c := range s.Columns {
		nodes[c.Name] = nodeOf(c)
	}
	schema := parquet.NewSchema("positions", inOrder{nodes, s.Columns})
	for n, c := range s.Columns {
		if c.Type != Cells {
			continue
		}
		for code := range 256 {
			for repeated := range 2 {
				f.codes[repeated][code] = parquet.Int32Value(int32(int8(code))).Level(repeated, 1, n)
			}
		}
	}
	m := metadata{Game: s.Game.Name, Title: s.Game.Title, Roles: s.Game.Roles, Digest: s.Digest, Width: s.Width, Height: s.Height}
	if !s.Game.GeneralSum {
		total := s.Game.Points(s.Game.Total)
		m.Total = &total
	}
	about, err := json.Marshal(m)
	if err != nil {
		return err
	}
	f.w = parquet.NewGenericWriter[any](f.out, schema, parquet.Compression(&parquet.Zstd),
		parquet.KeyValueMetadata("zermelo", string(games.CleanJSON(about))), parquet.CreatedBy("zermelo", "1", ""))
	return nil
}

func (f *parquetFormat) Write(b *Batch) error {
	for from := 0; from < b.Rows; {
		if f.group == nil {
			f.group, f.rows = f.w.BeginRowGroup(), 0
		}
		to := min(b.Rows, from+groupRows-f.rows)
		for n := range f.columns {
			if err := f.writeColumn(n, &b.Data[n], from, to); err != nil {
				return err
			}
		}
		if f.rows += to - from; f.rows == groupRows {
			if err := f.commit(); err != nil {
				return err
			}
		}
		from = to
	}
	return nil
}

const valueBatch = 4096 // approximate number of values per call to WriteRowValues

// writeColumn writes the rows [from, to) of column n.
func (f *parquetFormat) writeColumn(n int, d *Data, from, to int) error {
	w := f.group.ColumnWriters()[n]
	f.values = f.values[:0]
	for row := from; row < to; row++ {
		f.appendValues(n, d, row)
		if len(f.values) >= valueBatch || row == to-1 {
			if _, err := w.WriteRowValues(f.values); err != nil {
				return err
			}
			f.values = f.values[:0]
		}
	}
	return nil
}

// appendValues appends the values of column n in the given row to f.values.
func (f *parquetFormat) appendValues(n int, d *Data, row int) {
	c := &f.columns[n]
	switch {
	case c.Type == Cells:
		cells := d.Cells[row*f.cells : (row+1)*f.cells]
		f.values = append(f.values, f.codes[0][uint8(cells[0])])
		for _, cell := range cells[1:] {
			f.values = append(f.values, f.codes[1][uint8(cell)])
		}
	case c.Type.isList():
		first, end := d.list(row)
		if first == end {
			f.values = append(f.values, parquet.NullValue().Level(0, 0, n))
		}
		for i := first; i < end; i++ {
			f.values = append(f.values, valueOf(c, d, i).Level(min(i-first, 1), 1, n))
		}
	default:
		f.values = append(f.values, valueOf(c, d, row).Level(0, 0, n))
	}
}

// valueOf returns value i of a column.
func valueOf(c *Column, d *Data, i int) parquet.Value {
	switch {
	case c.Type == Text || c.Type == Texts:
		return parquet.ByteArrayValue(d.text(i))
	case c.Type == Float || c.Type == Floats:
		return parquet.DoubleValue(d.Floats[i])
	case c.Bits == 64:
		return parquet.Int64Value(d.Numbers[i])
	}
	return parquet.Int32Value(int32(d.Numbers[i]))
}

func (f *parquetFormat) commit() error {
	_, err := f.group.Commit()
	f.group = nil
	return err
}

func (f *parquetFormat) Close() error {
	if f.group != nil {
		if err := f.commit(); err != nil {
			return err
		}
	}
	return f.w.Close()
}
