package gdl

import (
	"math"
	"strings"
)

// groundTerm is the number of a ground term in its termTable. Equal terms have
// equal numbers.
type groundTerm int32

// noTerm stands where there is no ground term.
const noTerm groundTerm = -1

// symbol is the number of a name in its termTable.
type symbol int32

// termTable numbers names and ground terms, each once. Terms are kept flat: an
// application is its function's symbol and its arguments, which are terms with
// lower numbers.
type termTable struct {
	names   []string
	symbols map[string]symbol
	heads   []symbol     // of each term
	starts  []int32      // where each term's arguments begin in args, and where the last one's end
	args    []groundTerm // of all terms, back to back
	slots   []groundTerm // open addressing by the hash of head and arguments; noTerm is free
}

func newTermTable() *termTable {
	t := &termTable{symbols: map[string]symbol{}, starts: []int32{0}, slots: make([]groundTerm, 64)}
	for i := range t.slots {
		t.slots[i] = noTerm
	}
	return t
}

// symbol is the number of a name.
func (t *termTable) symbol(name string) symbol {
	s, ok := t.symbols[name]
	if !ok {
		s = symbol(len(t.names))
		t.symbols[name] = s
		t.names = append(t.names, name)
	}
	return s
}

// size is the number of terms. They are numbered from 0.
func (t *termTable) size() int { return len(t.heads) }

// arguments are those of a term; the caller must not change them.
func (t *termTable) arguments(g groundTerm) []groundTerm {
	return t.args[t.starts[g]:t.starts[g+1]]
}

// intern is the number of the term with this head and these arguments.
func (t *termTable) intern(head symbol, args ...groundTerm) groundTerm {
	if 2*len(t.heads) >= len(t.slots) {
		t.grow()
	}
	slot := t.find(head, args)
	if t.slots[slot] == noTerm {
		t.slots[slot] = groundTerm(len(t.heads))
		t.heads = append(t.heads, head)
		t.args = append(t.args, args...)
		t.starts = append(t.starts, int32(len(t.args)))
	}
	return t.slots[slot]
}

// lookup is the number of the term, noTerm if it has none yet.
func (t *termTable) lookup(head symbol, args ...groundTerm) groundTerm {
	return t.slots[t.find(head, args)]
}

// find is the slot where the term is or belongs.
func (t *termTable) find(head symbol, args []groundTerm) int {
	mask := len(t.slots) - 1
	h := mix(uint64(head) + 1)
	for _, a := range args {
		h = mix(h ^ uint64(a))
	}
	for slot := int(h) & mask; ; slot = (slot + 1) & mask {
		g := t.slots[slot]
		if g == noTerm || t.heads[g] == head && equalTerms(t.arguments(g), args) {
			return slot
		}
	}
}

func equalTerms(a, b []groundTerm) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func (t *termTable) grow() {
	t.slots = make([]groundTerm, 2*len(t.slots))
	for i := range t.slots {
		t.slots[i] = noTerm
	}
	for g := range t.heads {
		t.slots[t.find(t.heads[g], t.arguments(groundTerm(g)))] = groundTerm(g)
	}
}

// mix scrambles a word: the finalizer of MurmurHash3.
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// text is a term in GDL, with single blanks, as in "(cell 1 1 b)".
func (t *termTable) text(g groundTerm) string {
	var b strings.Builder
	t.write(&b, g, math.MaxInt)
	return b.String()
}

// maxBrief is about the length of a brief text.
const maxBrief = 200

// brief is the text of a term for messages, which ends in dots where it is long.
func (t *termTable) brief(g groundTerm) string {
	var b strings.Builder
	t.write(&b, g, maxBrief)
	if b.Len() > maxBrief {
		return b.String()[:maxBrief] + "..."
	}
	return b.String()
}

// write stops soon after so many bytes.
func (t *termTable) write(b *strings.Builder, g groundTerm, most int) {
	if b.Len() > most {
		return
	}
	args := t.arguments(g)
	if len(args) == 0 {
		b.WriteString(t.names[t.heads[g]])
		return
	}
	b.WriteByte('(')
	b.WriteString(t.names[t.heads[g]])
	for _, a := range args {
		b.WriteByte(' ')
		t.write(b, a, most)
	}
	b.WriteByte(')')
}
