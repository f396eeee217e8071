package sheet

import "zermelo/games/gdl/digraph"

// dependencies is the graph of dependencies between the names of sentences,
// including negated and alternative conditions.
type dependencies struct {
	number map[string]int // of each name that occurs
	uses   [][]int        // the names in the bodies of the rules for a name
	used   [][]int        // by name: the heads of the rules that use it
	// component is the number of each name's strongly connected component:
	// names in one component depend on each other.
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

// inCycle reports whether two names depend on each other, given that the second
// is a condition of the first.
func (d *dependencies) inCycle(head, condition string) bool {
	return d.component[d.number[head]] == d.component[d.number[condition]]
}

// dependents returns name and all names that depend on it.
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
