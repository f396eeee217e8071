package automorphism

import (
	"cmp"
	"slices"
)

// partition is an ordered partition of the vertices into cells. Splits can be undone
// in reverse order.
type partition struct {
	*Graph
	order  []int32         // vertices, cell by cell
	place  []int32         // by vertex: index in order
	cell   []int32         // by vertex: start of its cell in order
	size   []int32         // by start of a cell
	splits []split         // that have not been undone
	work   int64           // number of edges visited
	step   func(steps int) // called to count steps; does not influence the search

	// State of refine.
	queue   []int32 // starts of the cells to refine by
	queued  []bool  // by start of a cell
	count   []int32 // by vertex: number of neighbours in the current cell
	touched []int32 // vertices with a nonzero count
	hits    []int32 // cells that contain such vertices
	hit     []bool  // by start of a cell
	marks   []int32 // by start of a cell: number of vertices with a nonzero count
}

type split struct{ from, to int32 } // starts of the old and the new cell

// newPartition returns a partition with one cell per color, in ascending order.
func newPartition(g *Graph, step func(steps int)) *partition {
	n := len(g.colors)
	p := &partition{
		Graph: g, step: step, order: make([]int32, n), place: make([]int32, n), cell: make([]int32, n), size: make([]int32, n),
		queued: make([]bool, n), count: make([]int32, n), hit: make([]bool, n), marks: make([]int32, n),
	}
	for v := range p.order {
		p.order[v] = int32(v)
	}
	slices.SortStableFunc(p.order, func(a, b int32) int { return cmp.Compare(g.colors[a], g.colors[b]) })
	start := int32(0)
	for i, v := range p.order {
		if g.colors[v] != g.colors[p.order[start]] {
			start = int32(i)
		}
		if start == int32(i) {
			p.enqueue(start)
		}
		p.place[v], p.cell[v] = int32(i), start
		p.size[start]++
	}
	return p
}

func (p *partition) members(start int32) []int32 { return p.order[start : start+p.size[start]] }

// next returns the start of the first cell at or after from that has at least two
// vertices, or the number of vertices if there is none. The argument from must be
// the start of a cell.
func (p *partition) next(from int32) int32 {
	for from < int32(len(p.order)) && p.size[from] == 1 {
		from++
	}
	return from
}

// single moves a vertex to a cell of its own.
func (p *partition) single(v int32) {
	start := p.cell[v]
	p.swap(p.place[v], start)
	p.cut(start, start+1)
	p.enqueue(start)
}

func (p *partition) swap(i, j int32) {
	a, b := p.order[i], p.order[j]
	p.order[i], p.order[j] = b, a
	p.place[a], p.place[b] = j, i
}

// cut splits the cell that starts at from. The second part starts at to.
func (p *partition) cut(from, to int32) {
	p.size[to] = from + p.size[from] - to
	p.size[from] = to - from
	for _, v := range p.members(to) {
		p.cell[v] = to
	}
	p.splits = append(p.splits, split{from, to})
	p.step(8 + int(p.size[to]))
}

// undo undoes all splits after the first n.
func (p *partition) undo(n int) {
	for i := len(p.splits) - 1; i >= n; i-- {
		s := p.splits[i]
		for _, v := range p.members(s.to) {
			p.cell[v] = s.from
		}
		p.step(8 + int(p.size[s.to]))
		p.size[s.from] += p.size[s.to]
	}
	p.splits = p.splits[:n]
}

func (p *partition) enqueue(start int32) {
	if !p.queued[start] {
		p.queued[start] = true
		p.queue = append(p.queue, start)
	}
}

// refine splits cells until any two vertices of a cell have the same number of
// neighbours in each cell. The result does not depend on the numbering of the
// vertices. refine calls see with a trace of its steps and stops if see returns
// false. See B. McKay, Practical Graph Isomorphism, 1981.
func (p *partition) refine(see func(what int32) bool) bool {
	ok := true
	for len(p.queue) > 0 && ok {
		start := p.queue[0]
		p.queue = p.queue[1:]
		p.queued[start] = false
		ok = see(start) && p.refineBy(start, see)
	}
	for _, start := range p.queue {
		p.queued[start] = false
	}
	p.queue = p.queue[:0]
	return ok
}

// refineBy splits cells by the number of neighbours that each vertex has in the cell
// at start.
func (p *partition) refineBy(start int32, see func(what int32) bool) bool {
	p.touched, p.hits = p.touched[:0], p.hits[:0]
	for _, v := range p.members(start) {
		p.work += int64(len(p.neighbours(v)))
		p.step(4 + 4*len(p.neighbours(v)))
		for _, u := range p.neighbours(v) {
			if p.count[u] == 0 {
				p.touched = append(p.touched, u)
				if c := p.cell[u]; !p.hit[c] {
					p.hit[c] = true
					p.hits = append(p.hits, c)
				}
				p.marks[p.cell[u]]++
			}
			p.count[u]++
		}
	}
	slices.Sort(p.hits)
	for _, u := range p.touched {
		// Move u to the end of its cell.
		c := p.cell[u]
		p.marks[c]--
		p.swap(p.place[u], c+p.size[c]-1-p.marks[c])
	}
	ok := true
	for _, c := range p.hits {
		p.hit[c] = false
		ok = ok && p.splitCell(c, see)
	}
	for _, u := range p.touched {
		p.count[u] = 0
	}
	return ok
}

func (p *partition) splitCell(start int32, see func(what int32) bool) bool {
	members := p.members(start)
	none := 0
	for none < len(members) && p.count[members[none]] == 0 {
		none++
	}
	some := members[none:]
	p.step(8 + len(members) + 8*len(some))
	slices.SortFunc(some, func(a, b int32) int { return cmp.Compare(p.count[a], p.count[b]) })
	for i, v := range some {
		p.place[v] = start + int32(none+i)
	}
	end := start + p.size[start]
	first, largest, whole := start, start, p.queued[start]
	ok := see(start)
	for i := start + 1; i <= end; i++ {
		if i < end && p.count[p.order[i]] == p.count[p.order[i-1]] {
			continue
		}
		ok = ok && see(i) && see(p.count[p.order[i-1]])
		if i < end {
			p.cut(first, i)
			first = i
		}
	}
	if first == start {
		return ok
	}
	// If the cell is not queued, it has been used to refine. In that case, all parts
	// except a largest one suffice.
	for c := start; c < end; c += p.size[c] {
		if p.size[c] > p.size[largest] {
			largest = c
		}
	}
	for c := start; c < end; c += p.size[c] {
		if whole || c != largest {
			p.enqueue(c)
		}
	}
	return ok
}
