package ground

import "fmt"

// marker is the i-th. No name in a sheet holds a blank.
func (l *Lifted) marker(i int) Term {
	for len(l.markers) <= i {
		m := l.Terms.intern(l.Terms.Symbol(fmt.Sprint("marker ", len(l.markers))))
		l.isOpen(m)
		l.open[m] = true
		l.markers = append(l.markers, m)
	}
	return l.markers[i]
}

// isOpen says whether there is a marker in a term.
func (l *Lifted) isOpen(t Term) bool {
	for n := Term(len(l.open)); n <= t; n++ {
		open, depth, length := false, 0, int64(1+len(l.Terms.names[l.Terms.heads[n]]))
		for _, a := range l.Terms.Arguments(n) {
			open, depth, length = open || l.open[a], max(depth, 1+l.depths[a]), min(tooLong, length+2+l.lengths[a])
		}
		l.open, l.depths, l.lengths = append(l.open, open), append(l.depths, depth), append(l.lengths, length)
	}
	return l.open[t]
}

func (l *Lifted) depth(t Term) int {
	l.isOpen(t)
	return l.depths[t]
}

// maxMade is how deep the terms are that are made for a question. For deeper ones a marker is
// asked, as otherwise questions could grow without end where answers do not.
const maxMade = 4

// goal is a pattern with markers for the variables that have no value, counted on from n, and
// for terms that are too deep.
func (l *Lifted) goal(p *pattern, short bool, n int) (Term, int) {
	switch {
	case p.kind == groundPattern:
		return p.term, n
	case p.kind == variablePattern && l.values[p.variable] != NoTerm:
		return l.values[p.variable], n
	case p.kind == variablePattern:
		// A variable that is there twice has two markers: its answers are matched with it.
		return l.marker(n), n + 1
	}
	from := len(l.stack)
	for i := range p.args {
		var arg Term
		arg, n = l.goal(&p.args[i], short, n)
		if short && p.args[i].kind == applyPattern && l.depth(arg) > maxMade {
			arg, n = l.marker(n), n+1
		}
		l.stack = append(l.stack, arg)
	}
	t := l.Terms.intern(p.head, l.stack[from:]...)
	l.stack = l.stack[:from]
	return t, n
}

// meets binds the variables of a head to what a question says of them. It is false if the
// head is no answer.
func (l *Lifted) meets(p *pattern, goal Term) bool {
	if !l.isOpen(goal) {
		return l.match(p, goal)
	}
	switch {
	case p.kind == groundPattern:
		return l.fits(goal, p.term)
	case p.kind == variablePattern || len(l.Terms.Arguments(goal)) == 0:
		return true // who asks looks at the answers
	case l.Terms.heads[goal] != p.head || len(l.Terms.Arguments(goal)) != len(p.args):
		return false
	}
	for i := range p.args {
		if !l.meets(&p.args[i], l.Terms.Arguments(goal)[i]) {
			return false
		}
	}
	return true
}

// fits says whether a term without markers is an answer, apart from markers that are there
// twice.
func (l *Lifted) fits(goal, t Term) bool {
	if !l.isOpen(goal) {
		return goal == t
	}
	parts, args := l.Terms.Arguments(goal), l.Terms.Arguments(t)
	if len(parts) == 0 {
		return true // a marker
	}
	if l.Terms.heads[goal] != l.Terms.heads[t] || len(parts) != len(args) {
		return false
	}
	for i := range parts {
		if !l.fits(parts[i], args[i]) {
			return false
		}
	}
	return true
}
