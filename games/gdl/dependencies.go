package gdl

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

func newDependencies(rules []Rule) *dependencies {
	d := &dependencies{number: map[string]int{}}
	for i := range rules {
		head := d.add(rules[i].Head.Name)
		for c := range rules[i].conditions() {
			n := d.add(c.Name)
			d.uses[head] = append(d.uses[head], n)
			d.used[n] = append(d.used[n], head)
		}
	}
	d.findComponents()
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

// findComponents is Kosaraju's algorithm (Sharir: A strong-connectivity
// algorithm and its applications in data flow analysis, 1981), with stacks of
// its own, as a chain of rules can be as long as the sheet.
func (d *dependencies) findComponents() {
	order := make([]int, 0, len(d.uses)) // names, each after all that it reaches first
	seen := make([]bool, len(d.uses))
	type visit struct{ name, next int }
	for root := range d.uses {
		if seen[root] {
			continue
		}
		seen[root] = true
		for path := []visit{{root, 0}}; len(path) > 0; {
			top := &path[len(path)-1]
			if top.next == len(d.uses[top.name]) {
				order = append(order, top.name)
				path = path[:len(path)-1]
				continue
			}
			n := d.uses[top.name][top.next]
			top.next++
			if !seen[n] {
				seen[n] = true
				path = append(path, visit{n, 0})
			}
		}
	}
	d.component = make([]int, len(d.uses))
	for i := range d.component {
		d.component[i] = -1
	}
	for i := len(order) - 1; i >= 0; i-- {
		if d.component[order[i]] < 0 {
			d.flood(order[i], func(n int) bool {
				fresh := d.component[n] < 0
				if fresh {
					d.component[n] = i
				}
				return fresh
			})
		}
	}
}

// flood calls enter for a name and for all that depend on it, as far as enter
// returns true.
func (d *dependencies) flood(name int, enter func(int) bool) {
	for stack := []int{name}; len(stack) > 0; {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if enter(n) {
			stack = append(stack, d.used[n]...)
		}
	}
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
	d.flood(start, func(n int) bool {
		fresh := !seen[n]
		seen[n] = true
		return fresh
	})
	for name, n := range d.number {
		if seen[n] {
			found[name] = true
		}
	}
	return found
}
