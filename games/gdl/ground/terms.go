package ground

import (
	"math"
	"slices"
	"strings"
)

// Term is the number of a ground term in a TermTable.
type Term int32

const NoTerm Term = -1

// Symbol is the number of a name in a TermTable.
type Symbol int32

// TermTable assigns numbers to names and ground terms. The arguments of a term have
// lower numbers than the term.
type TermTable struct {
	names   []string
	symbols map[string]Symbol
	heads   []Symbol    // by term
	args    lists[Term] // by term
	slots   []uint64    // open addressing by the hash of head and arguments; see inSlot
}

func newTermTable() *TermTable {
	return &TermTable{symbols: map[string]Symbol{}, args: newLists[Term](), slots: make([]uint64, 64)}
}

// Symbol returns the number of a name, adding the name if it is new.
func (t *TermTable) Symbol(name string) Symbol {
	s, ok := t.symbols[name]
	if !ok {
		s = Symbol(len(t.names))
		t.symbols[name] = s
		t.names = append(t.names, name)
	}
	return s
}

// Size returns the number of terms. Terms are numbered from 0.
func (t *TermTable) Size() int { return len(t.heads) }

// Arguments returns the arguments of a term. The caller must not modify them.
func (t *TermTable) Arguments(g Term) []Term {
	return t.args.at(int(g))
}

// intern returns the number of a term, adding the term if it is new.
func (t *TermTable) intern(head Symbol, args ...Term) Term {
	if 3*len(t.heads) >= 2*len(t.slots) {
		t.grow()
	}
	slot, hash := t.find(head, args)
	if t.slots[slot] == 0 {
		t.slots[slot] = inSlot(hash, len(t.heads))
		t.heads = append(t.heads, head)
		t.args.add(args)
	}
	return Term(numberIn(t.slots[slot]))
}

// lookup returns the number of a term, or NoTerm if it is unknown.
func (t *TermTable) lookup(head Symbol, args ...Term) Term {
	slot, _ := t.find(head, args)
	return Term(numberIn(t.slots[slot]))
}

// find returns the hash of a term and its slot. If the term is new, the slot is
// free.
func (t *TermTable) find(head Symbol, args []Term) (slot int, hash uint64) {
	hash = mix(uint64(head) + 1)
	for _, a := range args {
		hash = mix(hash ^ uint64(a))
	}
	mask := len(t.slots) - 1
	for slot = place(hash, mask); ; slot = (slot + 1) & mask {
		s := t.slots[slot]
		if s == 0 {
			return slot, hash
		}
		if !sameHalf(s, hash) {
			continue
		}
		if g := Term(numberIn(s)); t.heads[g] == head && slices.Equal(t.Arguments(g), args) {
			return slot, hash
		}
	}
}

func (t *TermTable) grow() {
	old := t.slots
	t.slots = make([]uint64, 2*len(old))
	mask := len(t.slots) - 1
	for _, s := range old {
		if s == 0 {
			continue
		}
		slot := place(s, mask)
		for t.slots[slot] != 0 {
			slot = (slot + 1) & mask
		}
		t.slots[slot] = s
	}
}

// mix is the finalizer of MurmurHash3.
func mix(h uint64) uint64 {
	h = (h ^ h>>33) * 0xff51afd7ed558ccd
	h = (h ^ h>>33) * 0xc4ceb9fe1a85ec53
	return h ^ h>>33
}

// Text returns a term in GDL, with single spaces, as in "(cell 1 1 b)".
func (t *TermTable) Text(g Term) string {
	var b strings.Builder
	t.write(&b, g, math.MaxInt)
	return b.String()
}

// maxBrief is the maximum length, in bytes, of the result of Brief, excluding the
// dots.
const maxBrief = 200

// Brief returns a term in GDL, truncated for messages.
func (t *TermTable) Brief(g Term) string {
	var b strings.Builder
	t.write(&b, g, maxBrief)
	if b.Len() > maxBrief {
		return b.String()[:maxBrief] + "..."
	}
	return b.String()
}

// write writes a term in GDL. It stops soon after the length of b exceeds most.
func (t *TermTable) write(b *strings.Builder, g Term, most int) {
	if b.Len() > most {
		return
	}
	args := t.Arguments(g)
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

// Head returns the symbol at the top of a term.
func (t *TermTable) Head(g Term) Symbol { return t.heads[g] }

// Name returns the name of a symbol.
func (t *TermTable) Name(s Symbol) string { return t.names[s] }
