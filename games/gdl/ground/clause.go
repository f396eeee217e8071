package ground

import (
	"slices"

	"zermelo/games/gdl/sheet"
)

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
	term     Term // of a groundPattern
	variable int32
	head     Symbol // of an applyPattern, or of a sentence whatever its kind
	args     []pattern
}

// variables are those of p, each once.
func (p *pattern) variables() []int32 {
	var s variableNumbers
	s.add(p)
	return s.list
}

// variableNumbers is a set of variables in the order in which they were added.
type variableNumbers struct {
	list []int32
	has  map[int32]bool // nil while there are few
}

// fewVariables is up to how many a list is searched.
const fewVariables = 16

// add adds the variables of p.
func (s *variableNumbers) add(p *pattern) {
	switch p.kind {
	case variablePattern:
		if s.contains(p.variable) {
			return
		}
		s.list = append(s.list, p.variable)
		switch {
		case s.has != nil:
			s.has[p.variable] = true
		case len(s.list) > fewVariables:
			s.has = make(map[int32]bool, 2*len(s.list))
			for _, v := range s.list {
				s.has[v] = true
			}
		}
	case applyPattern:
		for i := range p.args {
			s.add(&p.args[i])
		}
	}
}

func (s *variableNumbers) contains(v int32) bool {
	if s.has != nil {
		return s.has[v]
	}
	return slices.Contains(s.list, v)
}

// condition is a sentence that must hold or, if negative, must not.
type condition struct {
	atom     pattern
	relation *Relation
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
	relation    *Relation // the head's
	conditions  []condition
	comparisons []comparison
	names       []string // of the variables
	// silent says that the instances say what can be, not why: a fluent can be
	// true if it is in the first state or the next, a move can be done if it
	// is legal.
	silent bool
	span   sheet.Span // of the rule it is made from
	plans  []*plan
	inside [][]int32 // the variables of each condition, when there is a plan
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
	var bound variableNumbers
	for i := range c.conditions {
		if !c.conditions[i].negative {
			bound.add(&c.conditions[i].atom)
		}
	}
	for v := range c.names {
		if !bound.contains(int32(v)) {
			return v
		}
	}
	return -1
}
