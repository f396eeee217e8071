package strategy

import (
	"fmt"
	"os"
	"slices"

	"zermelo/games"
	"zermelo/solver/runs"
)

// Room limits the memory used to find or check a strategy. Data that does not
// fit is written to sorted files.
type Room struct {
	Bytes int64  // memory limit; values below 64 KiB mean 64 KiB
	Dir   string // directory for unlinked files; "" means os.TempDir
}

// item is a position with a note: a claim about the position, or a move.
type item[S games.State] = runs.Query[S]

// spillSet is a set of positions with notes. It consists of an unsorted list, which
// may contain duplicates, and sorted files. If a position has several notes, the
// smallest one applies.
type spillSet[S games.State] struct {
	list  []item[S]
	files []*runs.Column[item[S]]
}

// spillSets manages the sets that share a Room.
type spillSets[S games.State] struct {
	room      Room
	used      int // total length of all lists
	spare     []item[S]
	spillable map[*spillSet[S]]bool
}

func newSpillSets[S games.State](room Room) *spillSets[S] {
	room.Bytes = max(room.Bytes, 1<<16)
	return &spillSets[S]{room: room, spillable: map[*spillSet[S]]bool{}}
}

const (
	listShare = 4       // inverse of the fraction of memory used for lists; the rest is for growing and sorting them
	maxFiles  = 16      // maximum number of files per set
	blockSize = 1 << 14 // maximum number of positions per call to emit
)

func (p *spillSets[S]) limit() int {
	return int(p.room.Bytes) / listShare / (8 * (games.Words[S]() + 1))
}

// add adds positions to a set. It spills the largest sets if the memory is full.
func (p *spillSets[S]) add(to *spillSet[S], list ...item[S]) error {
	p.spillable[to] = true
	to.list = append(to.list, list...)
	p.used += len(list)
	for p.used > p.limit() {
		var largest *spillSet[S]
		for candidate := range p.spillable {
			if largest == nil || len(candidate.list) > len(largest.list) {
				largest = candidate
			}
		}
		before := len(largest.list)
		p.sort(largest)
		if p.used -= before - len(largest.list); 2*len(largest.list) < before {
			continue // the list consisted mostly of duplicates
		}
		if err := p.spill(largest); err != nil {
			return err
		}
	}
	return nil
}

func (p *spillSets[S]) sort(q *spillSet[S]) {
	if len(q.list) == 0 {
		return
	}
	var free []item[S]
	q.list, free = runs.SortQueries(q.list, p.spare)
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

func (p *spillSets[S]) spill(q *spillSet[S]) error {
	if len(q.files) >= maxFiles {
		if err := p.mergeFiles(q); err != nil {
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

func (p *spillSets[S]) mergeFiles(q *spillSet[S]) error {
	file, err := p.create()
	if err != nil {
		return err
	}
	err = p.merge(q.files, func(block []item[S]) error {
		from := file.N
		file.N += len(block)
		return file.Write(block, from)
	})
	q.closeFiles()
	q.files = append(q.files, file)
	return err
}

func (p *spillSets[S]) create() (*runs.Column[item[S]], error) {
	file, err := os.CreateTemp(p.room.Dir, "proof")
	if err != nil {
		return nil, fmt.Errorf("write a strategy: %w", err)
	}
	return &runs.Column[item[S]]{File: file}, os.Remove(file.Name())
}

// each calls emit with the positions of a set, in ascending order and in blocks.
// emit may add positions to other sets but must not modify q.
func (p *spillSets[S]) each(q *spillSet[S], emit func([]item[S]) error) error {
	before := len(q.list)
	p.sort(q)
	p.used -= before - len(q.list)
	if len(q.list) > p.limit()/2 { // leave memory for the other sets
		if err := p.spill(q); err != nil {
			return err
		}
	}
	delete(p.spillable, q)
	defer func() { p.spillable[q] = true }()
	sources := q.files
	if len(q.list) > 0 {
		sources = append(sources[:len(sources):len(sources)], &runs.Column[item[S]]{N: len(q.list), Mem: q.list})
	}
	return p.merge(sources, emit)
}

// merge merges sorted columns and calls emit with blocks of positions, in ascending
// order.
func (p *spillSets[S]) merge(sources []*runs.Column[item[S]], emit func([]item[S]) error) error {
	if len(sources) == 1 && sources[0].Mem != nil {
		for block := range slices.Chunk(sources[0].Mem, blockSize) {
			if err := emit(block); err != nil {
				return err
			}
		}
		return nil
	}
	window := max(1, blockSize/max(1, len(sources)))
	buffers, windows, read := make([][]item[S], len(sources)), make([][]item[S], len(sources)), make([]int, len(sources))
	var block spillSet[S]
	for {
		// Find the least of the last positions in the windows. All positions up to it
		// are in memory.
		var bound *S
		for i, source := range sources {
			if len(windows[i]) == 0 && read[i] < source.N {
				to := min(read[i]+window, source.N)
				part, err := source.Read(&buffers[i], read[i], to)
				if err != nil {
					return err
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

// remove empties a set and closes its files.
func (p *spillSets[S]) remove(q *spillSet[S]) {
	p.used -= len(q.list)
	delete(p.spillable, q)
	q.list = nil
	q.closeFiles()
}

func (q *spillSet[S]) closeFiles() {
	for _, f := range q.files {
		_ = f.Close() // the file is unlinked
	}
	q.files = nil
}
