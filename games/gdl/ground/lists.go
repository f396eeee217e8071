package ground

// lists stores lists of numbers contiguously in pages. Growing a single slice would
// require memory for both the old and the new copy.
type lists[T ~int32] struct {
	pages  [][]T   // a list longer than a page extends over several page numbers
	starts []int32 // position of each list and of the next one: page<<pageBits + offset
	total  int     // total length of all lists
}

const (
	pageBits = 18
	pageSize = 1 << pageBits
)

func newLists[T ~int32]() lists[T] { return lists[T]{pages: make([][]T, 1), starts: []int32{0}} }

// end returns the position of the next list. The position exceeds total if a page
// has unused space.
func (l *lists[T]) end() int { return int(l.starts[len(l.starts)-1]) }

func (l *lists[T]) add(list []T) {
	at := l.end()
	if at%pageSize+len(list) > pageSize {
		at = len(l.pages) << pageBits
		l.starts[len(l.starts)-1] = int32(at)
		l.pages = append(l.pages, nil)
	}
	page := &l.pages[at>>pageBits]
	if *page == nil && at > 0 && len(list) > 0 {
		*page = make([]T, 0, max(pageSize, len(list)))
	}
	*page = append(*page, list...)
	if at += len(list); len(list) > pageSize {
		at = (at + pageSize - 1) &^ (pageSize - 1)
	}
	for at>>pageBits >= len(l.pages) {
		l.pages = append(l.pages, nil)
	}
	l.starts = append(l.starts, int32(at))
	l.total += len(list)
}

// at returns list i. The caller must not modify it.
func (l *lists[T]) at(i int) []T {
	from, to := l.starts[i], l.starts[i+1]
	page := l.pages[from>>pageBits]
	if from>>pageBits != to>>pageBits {
		return page[from%pageSize:] // the last list of the page
	}
	return page[from%pageSize : to%pageSize]
}
