package network

// Words is the number of machine words in a Block, which fills a cache line.
const Words = 8

// Lanes is the number of states that a Program evaluates at a time.
const Lanes = 64 * Words

// Block holds the values of one signal in Lanes states.
type Block [Words]uint64

// Program is a network compiled to instructions on slots. Each slot is a Block, in
// which bit i of word w is the value of a signal in state 64*w+i. An instruction
// takes about as long as loading and storing its blocks.
//
// Instructions of one kind are grouped into long runs. A slot is reused when its
// signal is no longer needed, so that the slots stay in the L1 cache.
type Program struct {
	Slots  int           // number of blocks that Run requires
	inputs map[int]int32 // slots of the inputs, by node of the network
	output []Signal
	code   []instruction
	runs   []run
}

// Signal is the value of a slot or its complement.
type Signal struct {
	Slot       int32
	Complement bool
}

type operation uint8

const (
	opAnd    operation = iota // a and b
	opAndNot                  // a and not b
	opNor                     // neither a nor b
	operations
)

type instruction struct{ to, a, b int32 }

// run is a sequence of instructions of one kind. It ends before index end.
type run struct {
	operation
	end int32
}

// Input returns the slot of an input, or -1 if no output depends on it.
func (p *Program) Input(l Lit) int32 {
	if slot, ok := p.inputs[l.Node()]; ok {
		return slot
	}
	return -1
}

// Output returns the signal that contains output i after Run.
func (p *Program) Output(i int) Signal { return p.output[i] }

// Inputs returns the slot of each literal, or -1 for a complement, a constant, or an
// input on which no output depends.
func (p *Program) Inputs(lits []Lit) []int32 {
	list := make([]int32, len(lits))
	for i, l := range lits {
		if list[i] = -1; !l.Complemented() {
			list[i] = p.Input(l)
		}
	}
	return list
}

// Word returns the values of the signal in the 64 states of word w.
func (s Signal) Word(slots []Block, w int) uint64 {
	v := slots[s.Slot][w]
	if s.Complement {
		v = ^v
	}
	return v
}

// Columns sets bit k of m[i], for each k < n, to the value of output from+k in state
// i of word w. Both n and states must be at most 64. The elements of m from index
// states on are unspecified.
func (p *Program) Columns(m *[64]uint64, slots []Block, from, n, w, states int) {
	any := uint64(0)
	for i := range m {
		if m[i] = 0; i < n {
			m[i] = p.output[from+i].Word(slots, w)
			any |= m[i]
		}
	}
	if any != 0 {
		transposeColumns(m, states)
	}
}

// Instructions returns the number of instructions.
func (p *Program) Instructions() int { return len(p.code) }

// Run computes the outputs for the given number of states, from 1 to Lanes. The
// caller must set the slots of the inputs; Run preserves these slots. Slot 0 must be
// zero. The results for other states are unspecified.
func (p *Program) Run(slots []Block, states int) {
	and, andNot, nor := runAnd, runAndNot, runNor
	if states <= 64 {
		and, andNot, nor = runAndWord, runAndNotWord, runNorWord
	}
	from := int32(0)
	for _, r := range p.runs {
		code := p.code[from:r.end]
		from = r.end
		switch r.operation {
		case opAnd:
			and(slots, code)
		case opAndNot:
			andNot(slots, code)
		case opNor:
			nor(slots, code)
		}
	}
}

// The following variants process only the first words, in a third of the time.

func runAndWord(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		slots[in.to][0] = slots[in.a][0] & slots[in.b][0]
	}
}

func runAndNotWord(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		slots[in.to][0] = slots[in.a][0] &^ slots[in.b][0]
	}
}

func runNorWord(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		slots[in.to][0] = ^(slots[in.a][0] | slots[in.b][0])
	}
}

func runAnd(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		a, b, to := &slots[in.a], &slots[in.b], &slots[in.to]
		to[0], to[1], to[2], to[3] = a[0]&b[0], a[1]&b[1], a[2]&b[2], a[3]&b[3]
		to[4], to[5], to[6], to[7] = a[4]&b[4], a[5]&b[5], a[6]&b[6], a[7]&b[7]
	}
}

func runAndNot(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		a, b, to := &slots[in.a], &slots[in.b], &slots[in.to]
		to[0], to[1], to[2], to[3] = a[0]&^b[0], a[1]&^b[1], a[2]&^b[2], a[3]&^b[3]
		to[4], to[5], to[6], to[7] = a[4]&^b[4], a[5]&^b[5], a[6]&^b[6], a[7]&^b[7]
	}
}

func runNor(slots []Block, code []instruction) {
	for i := range code {
		in := &code[i]
		a, b, to := &slots[in.a], &slots[in.b], &slots[in.to]
		to[0], to[1], to[2], to[3] = ^(a[0] | b[0]), ^(a[1] | b[1]), ^(a[2] | b[2]), ^(a[3] | b[3])
		to[4], to[5], to[6], to[7] = ^(a[4] | b[4]), ^(a[5] | b[5]), ^(a[6] | b[6]), ^(a[7] | b[7])
	}
}
