package index

// Pairs numbers pairs of sets, of k1 and of k2 squares of a board without a
// square in common, up to symmetry. The first set decides the class; the second
// one is numbered among the squares that then remain. Where the first set is
// itself symmetric, only the smallest second set of those that are the same is
// used: the other numbers are holes, 1 in 20 of 4 and 4 on a board of 5x5 squares.
type Pairs struct {
	first  *Classes
	second Subsets
	group  *Group
	divide divider // by the number of second sets for each class
}

// NewPairs makes the numbering of pairs of sets of which the second has k
// squares.
func NewPairs(first *Classes, k int) *Pairs {
	second := first.sets.s.Subsets(first.sets.n-first.sets.k, k)
	return &Pairs{first: first, second: *second, group: first.group, divide: newDivider(second.Len())}
}

// Len is one more than the greatest number, holes included.
func (p *Pairs) Len() uint64 { return p.first.Len() * p.divide.by }

// Rank is the number of a pair's class.
func (p *Pairs) Rank(first, second uint32) uint64 {
	at, image := p.canonical(first, second)
	return at.class()*p.divide.by + p.second.Rank(p.second.s.Gather(image, at.rep()))
}

// canonical returns the place of the first set and what becomes of the second
// in the pair that stands for all that are the same.
func (p *Pairs) canonical(first, second uint32) (place, uint32) {
	t := p.first.tables()
	at := t.places[p.first.sets.Rank(first)]
	image := p.group.Apply(at.symmetry(), second)
	if at.symmetric() {
		image = p.smallest(at.class(), image)
	}
	return at, image
}

// smallest is the smallest image of a second set under the symmetries that keep
// the representative of a class.
func (p *Pairs) smallest(class uint64, set uint32) uint32 {
	least := set
	for _, symmetry := range p.first.Stabiliser(class) {
		least = min(least, p.group.Apply(int(symmetry), set))
	}
	return least
}

// Unrank returns the pair that stands for all with a number below Len, and
// whether the number is used: if not, it is a hole.
func (p *Pairs) Unrank(number uint64) (first, second uint32, used bool) {
	class, rest := p.divide.split(number)
	t := p.first.tables()
	first = t.reps[class]
	second = p.second.s.Scatter(p.second.Unrank(rest), first)
	used = t.keeps[class] == 0 || p.smallest(class, second) == second
	return first, second, used
}

// Weight is the number of different pairs that are the same up to symmetry as
// the given one.
func (p *Pairs) Weight(first, second uint32) int {
	at, image := p.canonical(first, second)
	same := 1
	if at.symmetric() {
		for _, symmetry := range p.first.Stabiliser(at.class()) {
			if p.group.Apply(int(symmetry), image) == image {
				same++
			}
		}
	}
	return p.group.Len() / same
}
