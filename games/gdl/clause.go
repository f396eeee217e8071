package gdl

import "slices"

// patternKind tells the three kinds of pattern apart.
type patternKind uint8

const (
	groundPattern patternKind = iota // a ground term
	variablePattern
	applyPattern // a function with arguments that hold variables
)

// pattern is a term that can hold variables. The variables of a clause are
// numbered from 0.
type pattern struct {
	kind     patternKind
	term     groundTerm // of a groundPattern
	variable int32
	head     symbol // of an applyPattern, or of a sentence whatever its kind
	args     []pattern
}

// variables appends those of p to dst, each once.
func (p *pattern) variables(dst []int32) []int32 {
	switch p.kind {
	case variablePattern:
		if !slices.Contains(dst, p.variable) {
			dst = append(dst, p.variable)
		}
	case applyPattern:
		for i := range p.args {
			dst = p.args[i].variables(dst)
		}
	}
	return dst
}

// condition is a sentence that must hold or, if negative, must not.
type condition struct {
	atom     pattern
	relation *relation
	negative bool
}

// comparison demands that two terms are equal or, if distinct, that they are
// not.
type comparison struct {
	left, right pattern
	distinct    bool
}

// clause is a rule without alternatives: the head holds where all conditions
// and comparisons do.
type clause struct {
	head        pattern
	relation    *relation // the head's
	conditions  []condition
	comparisons []comparison
	names       []string // of the variables
	// silent says that the instances say what can be, not why: a fluent can be
	// true if it is in the first state or the next, a move can be done if it
	// is legal.
	silent bool
	span   Span // of the rule it is made from
	plans  []*plan
}

// variables appends those of condition i, each once.
func (c *clause) variables(i int, dst []int32) []int32 {
	return c.conditions[i].atom.variables(dst)
}

// positives are the numbers of the conditions that are not negative.
func (c *clause) positives() []int {
	var list []int
	for i := range c.conditions {
		if !c.conditions[i].negative {
			list = append(list, i)
		}
	}
	return list
}

// unbound returns a variable that no positive condition holds, -1 if there is
// none. Such a clause is unsafe: it has no finite meaning.
func (c *clause) unbound() int {
	var bound []int32
	for _, i := range c.positives() {
		bound = c.variables(i, bound)
	}
	for v := range c.names {
		if !slices.Contains(bound, int32(v)) {
			return v
		}
	}
	return -1
}
