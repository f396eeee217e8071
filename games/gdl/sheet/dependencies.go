package sheet

import "zermelo/games/gdl/digraph"

// dependencies says which names of sentences depend on which others by the
// rules of a sheet, negated and alternative conditions included.
type dependencies struct {
	number map[string]int // of each name that occurs
	uses   [][]int        // the names in the bodies of the rules for a name
	used   [][]int        // the names of whose rules a name is a condition
	// component is the number of the strongly connected component of each
	// name: names of the same one depend on each other.
	component []int
}

func (s *Sheet) dependencies() *dependencies {
	d := &dependencies{number: map[string]int{}}
	for rule := range s.rules() {
		head := d.add(rule.Head.Name)
		for c := range rule.Conditions() {
			n := d.add(c.Name)
			d.uses[head] = append(d.uses[head], n)
			d.used[n] = append(d.used[n], head)
		}
	}
	d.component = digraph.Numbers(len(d.uses), digraph.Components(len(d.uses), func(n int) []int { return d.uses[n] }))
	return d
}

func (d *dependencies) add(name string) int {
	n, ok := d.number[name]
	if !ok {
		n = len(d.number)
		d.number[name] = n
		d.uses = append(d.uses, nil)
		d.used = append(d.used, nil)
	}
	return n
}

// inCycle says that two names depend on each other, given that the second is a
// condition of the first.
func (d *dependencies) inCycle(head, condition string) bool {
	return d.component[d.number[head]] == d.component[d.number[condition]]
}

// dependents are name and all names that depend on it.
func (d *dependencies) dependents(name string) map[string]bool {
	found := map[string]bool{name: true}
	start, ok := d.number[name]
	if !ok {
		return found
	}
	seen := make([]bool, len(d.used))
	for stack := []int{start}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if !seen[n] {
			seen[n] = true
			stack = append(stack, d.used[n]...)
		}
	}
	for name, n := range d.number {
		found[name] = found[name] || seen[n]
	}
	return found
}
