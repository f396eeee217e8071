package network

// Words is the number of machine words per instruction operand of a Program: a
// cache line.
const Words = 8

// Lanes is the number of states that a Program evaluates at a time.
const Lanes = 64 * Words

// Block is one signal for Lanes states.
type Block [Words]uint64

// Program is a network compiled to instructions over slots. Each slot is a
// Block, in which bit i of word w is the signal of state 64w+i. An instruction
// costs about as much as loading and storing its words, so the cost per state
// is 1/512 of that.
//
// The three kinds of instructions differ in the complements of their operands.
// Instructions are ordered in long runs of one kind. A slot is reused when its
// signal is no longer needed, so that the slots stay in the L1 cache.
type Program struct {
	// Slots is the number of Blocks that Run requires.
	Slots  int
	inputs map[int]int32 // the slots of the network's inputs by node
	output []Signal
	code   []instruction
	runs   []run
}

// Signal is a slot or its complement.
type Signal struct {
	Slot       int32
	Complement bool
}

// operation is the kind of an instruction.
type operation uint8

const (
	opAnd    operation = iota // a and b
	opAndNot                  // a and not b
	opNor                     // neither a nor b
	operations
)

// instruction computes a slot from two slots.
type instruction struct{ to, a, b int32 }

// run is a sequence of instructions of one kind, up to index end.
type run struct {
	operation
	end int32
}

// Input returns the slot of an input, or -1 if the outputs do not depend on it.
func (p *Program) Input(l Lit) int32 {
	if slot, ok := p.inputs[l.Node()]; ok {
		return slot
	}
	return -1
}

// Output returns the signal of output i after Run.
func (p *Program) Output(i int) Signal { return p.output[i] }

// Inputs returns the slots of inputs; see Input. The slot of other literals is
// -1.
func (p *Program) Inputs(lits []Lit) []int32 {
	list := make([]int32, len(lits))
	for i, l := range lits {
		if list[i] = -1; !l.Complemented() {
			list[i] = p.Input(l)
		}
	}
	return list
}

// Word returns word w of the signal.
func (s Signal) Word(slots []Block, w int) uint64 {
	v := slots[s.Slot][w]
	if s.Complement {
		v = ^v
	}
	return v
}

// Columns transposes up to 64 outputs, from output from, for the first up to 64
// states of word w: element i of m receives the outputs of state i as bits.
// Other elements are unspecified.
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

// Run computes the outputs for 1 to Lanes states. The slots of the inputs must
// be set and are preserved. Slot 0 must be zero. The results for other states
// are unspecified.
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

// Evaluating one word takes a third of the time of a Block.

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
