package ground

// lists holds lists of numbers back to back in pages. A single array would be
// copied when it grows, with both copies in memory.
type lists[T ~int32] struct {
	pages  [][]T   // a long list uses several pages
	starts []int32 // where each list begins, and the next: the page and the place there
	total  int     // of the numbers in all lists
}

const (
	pageBits = 18
	pageSize = 1 << pageBits
)

func newLists[T ~int32]() lists[T] { return lists[T]{pages: make([][]T, 1), starts: []int32{0}} }

// end returns the position of the next list. It is at least the total length of
// all lists.
func (l *lists[T]) end() int { return int(l.starts[len(l.starts)-1]) }

// add appends a list.
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

// at returns list i, which the caller must not modify.
func (l *lists[T]) at(i int) []T {
	from, to := l.starts[i], l.starts[i+1]
	page := l.pages[from>>pageBits]
	if from>>pageBits != to>>pageBits {
		return page[from%pageSize:] // it is the last of its page
	}
	return page[from%pageSize : to%pageSize]
}
