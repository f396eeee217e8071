package sheet

import "zermelo/games/gdl/digraph"

// dependencies is the dependency graph of sentence names, including negated
// conditions and the parts of disjunctions.
type dependencies struct {
	number map[string]int
	uses   [][]int // uses[n] lists the conditions in the rules for name n
	used   [][]int // used[n] lists the heads of the rules with condition n
	// component is the number of each name's strongly connected component.
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

// inCycle reports whether head and condition depend on each other. The condition
// must occur in a rule for head.
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
