package index

// Pairs numbers pairs of sets, of k1 and of k2 squares of a board without a
// square in common, up to symmetry. The first set decides the class; the second
// one is numbered among the squares that then remain. Where the first set is
// itself symmetric, only the smallest second set of those that are the same is
// used: the other numbers are holes, about 1 in 30 on a board of 4x4 squares.
type Pairs struct {
	first  *Classes
	second *Subsets
	block  uint64 // second sets for each class
	divide divider
}

// NewPairs makes the numbering of pairs of sets of which the second has k
// squares.
func NewPairs(first *Classes, k int) *Pairs {
	second := first.sets.s.Subsets(first.sets.n-first.sets.k, k)
	return &Pairs{first: first, second: second, block: second.Len(), divide: newDivider(second.Len())}
}

// Len is one more than the greatest number, holes included.
func (p *Pairs) Len() uint64 { return p.first.Len() * p.block }

// Rank is the number of a pair's class.
func (p *Pairs) Rank(first, second uint32) uint64 {
	class, rep, image := p.canonical(first, second)
	return class*p.block + p.second.Rank(p.second.s.Gather(image, rep))
}

// canonical returns the class of the first set and the pair that stands for
// all that are the same.
func (p *Pairs) canonical(first, second uint32) (class uint64, rep, image uint32) {
	class, t := p.first.Find(first)
	image = p.first.group.Apply(t, second)
	if keep := p.first.Stabiliser(class); len(keep) > 0 {
		image = p.first.smallest(keep, image)
	}
	return class, p.first.reps[class], image
}

// smallest is the smallest image of a set under symmetry 0 and those listed.
func (c *Classes) smallest(keep []uint8, set uint32) uint32 {
	least := set
	for _, t := range keep {
		least = min(least, c.group.Apply(int(t), set))
	}
	return least
}

// Unrank returns the pair that stands for all with a number below Len, and
// whether the number is used: if not, it is a hole.
func (p *Pairs) Unrank(number uint64) (first, second uint32, used bool) {
	class, rest := p.divide.split(number)
	first = p.first.reps[class]
	second = p.second.s.Scatter(p.second.Unrank(rest), first)
	used = true
	if keep := p.first.Stabiliser(class); len(keep) > 0 {
		used = p.first.smallest(keep, second) == second
	}
	return first, second, used
}

// Weight is the number of different pairs that are the same up to symmetry as
// the given one.
func (p *Pairs) Weight(first, second uint32) int {
	class, _, image := p.canonical(first, second)
	same := 1
	for _, t := range p.first.Stabiliser(class) {
		if p.first.group.Apply(int(t), image) == image {
			same++
		}
	}
	return p.first.group.Len() / same
}
