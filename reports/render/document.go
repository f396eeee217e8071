package render

// document is a report or comparison, divided into sections.
type document struct {
	title    string
	sections []section
}

type section struct {
	Title  string
	Blocks []block
}

// block is a paragraph, a board, a table, or images.
type block interface{ isBlock() }

type paragraph string // may be wrapped
type board string     // preformatted

// images is a row of picture links in a Markdown document.
type images []imageLink

type imageLink struct{ file, alt, link string } // link may be empty

type table struct {
	head   []column
	Rows   [][]string
	Sorted bool          // rows may be sorted in an HTML page
	Groups []columnGroup // shown above the header in an HTML page
}

// columnGroup is a heading that spans several columns of a table.
type columnGroup struct {
	Title string
	Span  int
}

type column struct {
	name  string
	right bool // aligned to the right
}

// figures is a row of pictures with captions in an HTML page. Other formats omit it.
type figures struct {
	Class string // "strip" for boards, "charts" for charts
	List  []chart
}

func (paragraph) isBlock() {}
func (board) isBlock()     {}
func (*table) isBlock()    {}
func (images) isBlock()    {}
func (*figures) isBlock()  {}

// newTable returns an empty table with the given column names. A column is right-aligned if its
// name begins with '>'.
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

func (t *table) add(cells ...string) { t.Rows = append(t.Rows, cells) }

func (t *table) names() []string {
	names := make([]string, len(t.head))
	for i, c := range t.head {
		names[i] = c.name
	}
	return names
}

// widths returns the width of each column in characters.
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

// width returns the width of the table in characters when it is written as text.
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
