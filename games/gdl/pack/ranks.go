package pack

import (
	"cmp"
	"slices"
)

// fieldRank assigns a rank to each code of a field, or to each combination of codes
// of two fields.
type fieldRank struct {
	fields []*field
	rank   []int32 // by code, or by first code * number of second codes + second code
}

// of returns the rank in a state, or 0 if a field has an invalid code.
func (r *fieldRank) of(words []uint64) int32 {
	code := uint64(0)
	for _, f := range r.fields {
		c := f.get(words)
		if c >= uint64(f.codes()) {
			return 0
		}
		code = code*uint64(f.codes()) + c
	}
	return r.rank[code]
}

// place returns the smallest range [from, to) of bits that contains the fields.
func (r *fieldRank) place() (from, to int) {
	from = r.fields[0].at
	for _, f := range r.fields {
		from, to = min(from, f.at), max(to, f.at+f.width)
	}
	return from, to
}

// rankTable maps the bits of several fields in one word to the sum of their ranks.
type rankTable struct {
	word, shift int // word is counted from the last word of a state
	mask        uint64
	sum         []int32
}

const tableBits = 10 // maximum number of bits that index a rankTable, to keep it in the L1 cache

// newLayering returns a layering by the sum of the ranks. The caller must set start.
func newLayering(ranks []fieldRank, span int) *Layering {
	y := &Layering{ranks: ranks, span: span}
	byPlace := slices.SortedStableFunc(slices.Values(ranks), func(a, b fieldRank) int {
		at, _ := a.place()
		other, _ := b.place()
		return cmp.Compare(at, other)
	})
	for len(byPlace) > 0 {
		first, end := byPlace[0].place()
		some := 0
		for some < len(byPlace) {
			_, to := byPlace[some].place()
			if max(to, end)-first > tableBits || (to-1)/64 != first/64 {
				break
			}
			end = max(end, to)
			some++
		}
		if some == 0 {
			y.far = append(y.far, byPlace[0])
			byPlace = byPlace[1:]
			continue
		}
		t := rankTable{word: first / 64, shift: first % 64, mask: 1<<(end-first) - 1, sum: make([]int32, 1<<(end-first))}
		words := make([]uint64, t.word+1)
		for bits := range t.sum {
			words[0] = uint64(bits) << t.shift
			for _, r := range byPlace[:some] {
				t.sum[bits] += r.of(words)
			}
		}
		y.tables, byPlace = append(y.tables, t), byPlace[some:]
	}
	return y
}

// Layer returns the layer of a state. The initial state has layer 0.
func (y *Layering) Layer(words []uint64) int32 {
	sum := -y.start
	for i := range y.tables {
		t := &y.tables[i]
		sum += t.sum[words[len(words)-1-t.word]>>t.shift&t.mask]
	}
	for i := range y.far {
		sum += y.far[i].of(words)
	}
	return sum
}
