package layered

import (
	"os"

	"zermelo/games"
	"zermelo/solver/job"
	"zermelo/solver/machine"
	"zermelo/solver/runs"
	"zermelo/solver/value"
)

// induction is the second sweep. It computes the values of all states, from the
// last layer to the first. Workers expand chunks of a layer again, look up the
// values of the children in later layers, and combine them. A second pass over
// the layer counts, hashes and stores the values.
//
// Each state is expanded once and each child is looked up once. Of two
// consecutive layers, the larger takes 16 bytes of memory per state, up to the
// limit. With links, a child takes about 5 ns, and memory holds 5 bytes per
// state and 1 byte per child.
type induction[S games.State] struct {
	setup[S]
	store    job.Store[S]
	outcomes value.OutcomeSet

	sizes      []int64
	saved      *snapshot          // checkpoint, updated after each layer
	window     map[int]*Solved[S] // solved layers that one ply can reach, and the current layer
	enumerated map[int][]S        // states of layers that the enumeration has kept in memory
	files      *Layers[S]
	links      *linkStore // nil after an interruption
	chunkSizer chunkSizer
	answers    answers       // buffers for the children of the current layer
	numbers    answers       // buffers for the layer solved last
	room       []uint64      // memory for tables
	values     []value.Value // buffer for the current layer
	workers    []*worker[S]
}

// answers holds values as indexes into a list of distinct values.
type answers struct {
	bytes []uint8 // used if the list has at most 256 values
	words []uint32
}

type worker[S games.State] struct {
	*Expander[S]
	ValueFinder[S]
	games.Stages[S]
	rule        value.Rule
	rankings    [2]value.Ranking // indexed by role, for alternating games
	states      []S
	payoffs     []games.Payoff
	leaves      []S // states of the chunk without children
	orbits      []int32
	later       []*Solved[S]  // layers that one ply can reach; an entry may be nil
	childValues []value.Value // values of nonterminal children
	all         []value.Value // values of all children
	values      []value.Value // values of the states in the chunk
	survey      Survey

	linkBytes [2][]byte
}

func newInduction[S games.State](s setup[S], store job.Store[S], saved *snapshot, outcomes value.OutcomeSet) *induction[S] {
	d := &induction[S]{
		setup: s, store: store, outcomes: outcomes,
		sizes: saved.Sizes, saved: saved, window: map[int]*Solved[S]{}, files: NewLayers[S](s.work),
	}
	rankings := value.AlternatingRule{Total: s.game.Info().Total}.Rankings()
	for range s.plan.Workers {
		d.workers = append(d.workers, &worker[S]{Expander: newExpander(s.game, s.layered), rule: outcomes.Rule(), rankings: rankings})
	}
	return d
}

// open adds a layer to the window. It opens the states and provides space for their
// values.
func (d *induction[S]) open(layer int) (*Solved[S], error) {
	states := &runs.Column[S]{N: len(d.enumerated[layer]), Mem: d.enumerated[layer]}
	if states.Mem == nil {
		var err error
		if states, err = d.files.Open(layer); err != nil {
			return nil, err
		}
	}
	if states == nil {
		return nil, errDamaged
	}
	l := &Solved[S]{States: *states, piece: d.plan.Piece}
	d.window[layer] = l
	if int64(states.N) != d.sizes[layer] {
		return nil, errDamaged
	}
	return l, d.place(layer, l)
}

// place provides storage for a layer's states and values, in memory or in files.
func (d *induction[S]) place(layer int, l *Solved[S]) error {
	l.Values.N = l.States.N
	indexed := d.usesTable(layer) || d.usesLinks(layer) // states are read from the file when needed
	inMemory := indexed || d.fitsWindow(layer)
	if inMemory && !indexed && l.States.Mem == nil {
		if err := l.States.Load(); err != nil {
			return err
		}
	}
	switch next := d.window[layer+1]; {
	case l.Values.Mem != nil: // read by reopen
	case inMemory && l.Values.File != nil:
		if err := l.Values.Load(); err != nil {
			return err
		}
	case indexed && (next == nil || next.table != nil || next.numbers != nil):
		// The values of the next layer are in its table or in its numbers, and
		// saved if necessary. Reuse their memory.
		if next != nil {
			next.Values.Mem = nil
		}
		d.values = Resize(d.values, l.Values.N)
		l.Values.Mem = d.values
	case inMemory:
		l.Values.Mem = make([]value.Value, l.Values.N)
	case l.Values.File == nil:
		temp := valuesPath(d.work, layer) + ".work"
		file, err := os.Create(temp)
		if err != nil {
			return err
		}
		l.Values.File, l.temp = file, temp
	}
	return l.prepare()
}

// usesTable reports whether lookups in a layer use a table. All tables share
// the same memory. The values of the layer must fit in plan.Tables together
// with its table or the table of the next layer, whichever is larger.
func (d *induction[S]) usesTable(layer int) bool {
	if d.layered.Span() > 1 || d.plan.Words > 1 {
		return false
	}
	n := d.maxSize(layer)
	return minTableBytes(n)+4*n <= d.plan.Tables
}

// usesLinks reports whether the preceding layer is linked to the given one and the
// values of all linked children fit in plan.Tables.
func (d *induction[S]) usesLinks(layer int) bool {
	l := d.links.of(layer - 1)
	return l != nil && int64(l.children)+d.sizes[layer]+4*d.maxSize(layer-1) <= d.plan.Tables
}

// maxSize returns the size of a layer or of the next layer, whichever is greater.
func (d *induction[S]) maxSize(layer int) int64 {
	return max(d.sizes[layer], d.sizes[min(layer+1, len(d.sizes)-1)])
}

// tableBuffer returns the memory that all tables share.
func (d *induction[S]) tableBuffer() []uint64 {
	if d.room == nil {
		var most int64
		for layer, n := range d.sizes[:d.saved.Next+1+min(1, len(d.sizes)-1-d.saved.Next)] {
			if d.usesTable(layer) && !d.usesLinks(layer) {
				most = max(most, min(maxTableBytes(n), d.plan.Tables-4*d.maxSize(layer)))
			}
		}
		d.room = make([]uint64, most/8)
		machine.HugePages(d.room)
	}
	return d.room
}

// fitsWindow reports whether a layer and the later layers that one ply can
// reach fit in memory.
func (d *induction[S]) fitsWindow(layer int) bool {
	var bytes int64
	for l := layer; l <= layer+d.layered.Span() && l < len(d.sizes); l++ {
		bytes += d.sizes[l] * int64(8*d.plan.Words+4)
	}
	return bytes <= d.plan.Window
}

func (d *induction[S]) close() {
	for layer, l := range d.window {
		l.close()
		delete(d.window, layer)
	}
	d.room, d.values, d.enumerated = nil, nil, nil
}
