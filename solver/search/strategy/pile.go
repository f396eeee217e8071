package strategy

import (
	"fmt"
	"os"

	"zermelo/games"
	"zermelo/solver/runs"
)

// Room bounds the memory that a strategy takes while it is found or checked. What
// exceeds it goes to sorted files.
type Room struct {
	Bytes int64  // at least 64 KiB are used
	Dir   string // for the files, which have no names there; "" is that for temporary files
}

// noted is a position with a note on it: what is claimed of it, or a move.
type noted[S games.State] = runs.Query[S]

// pile is a set of positions with notes: a list in no order with duplicates, and
// sorted files of what did not fit into memory. Of duplicates the one with the least note
// stays.
type pile[S games.State] struct {
	list  []noted[S]
	files []*runs.Column[noted[S]]
}

// piles are those that share the memory of a Room.
type piles[S games.State] struct {
	room  Room
	used  int // elements of all lists
	spare []noted[S]
	live  map[*pile[S]]bool
}

func newPiles[S games.State](room Room) *piles[S] {
	room.Bytes = max(room.Bytes, 1<<16)
	return &piles[S]{room: room, live: map[*pile[S]]bool{}}
}

const (
	// pileShare is the part of the memory that lists may take: beside them are the
	// buffer that the largest is sorted by, and what lists leave when they grow.
	pileShare = 4
	// mostFiles is how many files a pile has at most.
	mostFiles = 16
	// pileBlock is how many positions each emits at once, at most.
	pileBlock = 1 << 14
)

// limit is how many elements the lists may have.
func (p *piles[S]) limit() int {
	return int(p.room.Bytes) / pileShare / (8 * (games.Words[S]() + 1))
}

// add adds positions to a pile.
func (p *piles[S]) add(to *pile[S], list ...noted[S]) error {
	p.live[to] = true
	to.list = append(to.list, list...)
	p.used += len(list)
	for p.used > p.limit() {
		var largest *pile[S]
		for candidate := range p.live {
			if largest == nil || len(candidate.list) > len(largest.list) {
				largest = candidate
			}
		}
		before := len(largest.list)
		p.sort(largest)
		if p.used -= before - len(largest.list); 2*len(largest.list) < before {
			continue // it was mostly duplicates
		}
		if err := p.spill(largest); err != nil {
			return err
		}
	}
	return nil
}

// sort sorts the list of a pile and removes duplicates.
func (p *piles[S]) sort(q *pile[S]) {
	if len(q.list) == 0 {
		return
	}
	var free []noted[S]
	q.list, free = runs.SortQueries(q.list, p.spare, digits(q.list))
	if p.spare = free; 8*cap(free) > p.limit() {
		p.spare = nil
	}
	n := 1
	for _, e := range q.list[1:] {
		if e.State != q.list[n-1].State {
			q.list[n] = e
			n++
		} else {
			q.list[n-1].Place = min(q.list[n-1].Place, e.Place)
		}
	}
	q.list = q.list[:n]
}

// digits are the bytes in which the states of a list differ, for runs.SortQueries.
func digits[S games.State](list []noted[S]) []int {
	differ := list[0].State
	first := list[0].State
	clear(games.Bits(&differ))
	d, f := games.Bits(&differ), games.Bits(&first)
	for i := range list {
		for w, word := range games.Bits(&list[i].State) {
			d[w] |= word ^ f[w]
		}
	}
	two := []S{first, first}
	for w := range d {
		games.Bits(&two[1])[w] ^= d[w]
	}
	return runs.Digits(two)
}

// spill writes the sorted list of a pile to a file.
func (p *piles[S]) spill(q *pile[S]) error {
	if len(q.files) >= mostFiles {
		if err := p.fewer(q); err != nil {
			return err
		}
	}
	file, err := p.create()
	if err == nil {
		err = file.Write(q.list, 0)
	}
	if err != nil {
		return err
	}
	file.N = len(q.list)
	q.files = append(q.files, file)
	p.used -= len(q.list)
	q.list = nil
	return nil
}

// fewer merges the files of a pile into one.
func (p *piles[S]) fewer(q *pile[S]) error {
	file, err := p.create()
	if err != nil {
		return err
	}
	err = p.merge(q.files, func(block []noted[S]) error {
		from := file.N
		file.N += len(block)
		return file.Write(block, from)
	})
	q.closeFiles()
	q.files = append(q.files, file)
	return err
}

// create makes an empty file that ends with the process.
func (p *piles[S]) create() (*runs.Column[noted[S]], error) {
	file, err := os.CreateTemp(p.room.Dir, "proof")
	if err != nil {
		return nil, fmt.Errorf("write a strategy: %w", err)
	}
	return &runs.Column[noted[S]]{File: file}, os.Remove(file.Name())
}

// each gives the positions of a pile to emit in order, a block at a time. The pile
// stays as it is: what emit adds to others does not move its list.
func (p *piles[S]) each(q *pile[S], emit func([]noted[S]) error) error {
	before := len(q.list)
	p.sort(q)
	p.used -= before - len(q.list)
	if len(q.list) > p.limit()/2 { // others need room
		if err := p.spill(q); err != nil {
			return err
		}
	}
	delete(p.live, q)
	defer func() { p.live[q] = true }()
	sources := q.files
	if len(q.list) > 0 {
		sources = append(sources[:len(sources):len(sources)], &runs.Column[noted[S]]{N: len(q.list), Mem: q.list})
	}
	return p.merge(sources, emit)
}

// merge gives the positions of sorted columns to emit in order, a block at a time.
func (p *piles[S]) merge(sources []*runs.Column[noted[S]], emit func([]noted[S]) error) error {
	if len(sources) == 1 && sources[0].Mem != nil {
		for list := sources[0].Mem; len(list) > 0; {
			n := min(len(list), pileBlock)
			if err := emit(list[:n]); err != nil {
				return err
			}
			list = list[n:]
		}
		return nil
	}
	window := max(1, pileBlock/max(1, len(sources)))
	buffers, windows, read := make([][]noted[S], len(sources)), make([][]noted[S], len(sources)), make([]int, len(sources))
	var block pile[S]
	for {
		// All positions up to the least of the windows' last ones are there.
		var bound *S
		for i, source := range sources {
			if len(windows[i]) == 0 && read[i] < source.N {
				to := min(read[i]+window, source.N)
				part, err := source.Read(buffers[i], read[i], to)
				if err != nil {
					return err
				}
				if source.Mem == nil {
					buffers[i] = part
				}
				windows[i], read[i] = part, to
			}
			if n := len(windows[i]); n > 0 && (bound == nil || games.Compare(windows[i][n-1].State, *bound) < 0) {
				bound = &windows[i][n-1].State
			}
		}
		if bound == nil {
			return nil
		}
		last := *bound
		block.list = block.list[:0]
		for i, w := range windows {
			n := 0
			for n < len(w) && games.Compare(w[n].State, last) <= 0 {
				n++
			}
			block.list = append(block.list, w[:n]...)
			windows[i] = w[n:]
		}
		p.sort(&block)
		if err := emit(block.list); err != nil {
			return err
		}
	}
}

// remove empties a pile and gives its files back.
func (p *piles[S]) remove(q *pile[S]) {
	p.used -= len(q.list)
	delete(p.live, q)
	q.list = nil
	q.closeFiles()
}

func (q *pile[S]) closeFiles() {
	for _, f := range q.files {
		_ = f.Close() // it has no name: nothing is left
	}
	q.files = nil
}
