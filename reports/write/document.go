package write

// document is a report or a comparison laid out in sections, before it is written in
// a format.
type document struct {
	title    string
	sections []section
}

type section struct {
	Title  string
	Blocks []block
}

// block is one of paragraph, board, table, images.
type block interface{ isBlock() }

// paragraph is running text, to be wrapped.
type paragraph string

// board is text with fixed lines and columns.
type board string

// images are a row of pictures in files beside a Markdown document.
type images []imageLink

type imageLink struct{ file, alt, link string } // link may be empty

// table is rows of cells below a heading.
type table struct {
	head []column
	Rows [][]string
	// Sorted says that a page may sort the rows; Groups are above the heading there.
	Sorted bool
	Groups []columnGroup
}

// columnGroup is a heading above as many columns of a table as it spans.
type columnGroup struct {
	Title string
	Span  int
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

// newTable makes a table from the names of its columns. A column whose name begins
// with '>' is aligned to the right.
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
	t.Rows = append(t.Rows, cells)
}

// names are those of the columns.
func (t *table) names() []string {
	names := make([]string, len(t.head))
	for i, c := range t.head {
		names[i] = c.name
	}
	return names
}

// widths are the widths of the columns, in characters.
func (t *table) widths() []int {
	w := make([]int, len(t.head))
	for i, c := range t.head {
		w[i] = width(c.name)
	}
	for _, row := range t.Rows {
		for i, cell := range row {
			w[i] = max(w[i], width(cell))
		}
	}
	return w
}

// width is the width of the table as text, in characters.
func (t *table) width() int {
	sum := 0
	for _, w := range t.widths() {
		sum += 2 + w
	}
	return sum
}

func (t *table) dropLast() {
	last := len(t.head) - 1
	t.head = t.head[:last]
	for i, row := range t.Rows {
		t.Rows[i] = row[:last]
	}
}

func (d *document) add(title string, blocks ...block) {
	d.sections = append(d.sections, section{title, blocks})
}
