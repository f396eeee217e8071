package write

// A document is a report laid out in sections, before it is written as plain
// text or Markdown.
type document struct {
	title    string
	sections []section
}

type section struct {
	title  string
	blocks []block
}

// block is one of paragraph, board, table, images.
type block interface{ isBlock() }

// paragraph is running text, to be wrapped.
type paragraph string

// board is text whose line breaks and columns count.
type board string

// images are pictures in a row, in files beside the document. Text has none.
type images []imageLink

type imageLink struct{ file, alt string }

// table is rows of cells below a heading.
type table struct {
	head []column
	rows [][]string
}

// column is the heading of a table's column.
type column struct {
	name string
	// right aligns to the right, for numbers.
	right bool
}

func (paragraph) isBlock() {}
func (board) isBlock()     {}
func (*table) isBlock()    {}
func (images) isBlock()    {}

// newTable makes a table; names that begin with '>' are of columns aligned to
// the right.
func newTable(names ...string) *table {
	t := &table{}
	for _, name := range names {
		right := name != "" && name[0] == '>'
		if right {
			name = name[1:]
		}
		t.head = append(t.head, column{name, right})
	}
	return t
}

func (t *table) add(cells ...string) {
	t.rows = append(t.rows, cells)
}

// widths are those of the columns, in characters.
func (t *table) widths() []int {
	w := make([]int, len(t.head))
	for i, c := range t.head {
		w[i] = width(c.name)
	}
	for _, row := range t.rows {
		for i, cell := range row {
			w[i] = max(w[i], width(cell))
		}
	}
	return w
}

// width is that of the whole table as text, in characters.
func (t *table) width() int {
	sum := 0
	for _, w := range t.widths() {
		sum += 2 + w
	}
	return sum
}

// dropLast takes the last column away.
func (t *table) dropLast() {
	last := len(t.head) - 1
	t.head = t.head[:last]
	for i, row := range t.rows {
		t.rows[i] = row[:last]
	}
}

func (d *document) add(title string, blocks ...block) {
	d.sections = append(d.sections, section{title, blocks})
}
