package gdltest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// SheetMaker generates random sheets. The sheets contain fluents and views of
// one and two arguments, function terms, recursion, nested disjunctions and
// stratified negation.
type SheetMaker struct {
	*rand.Rand
	text  strings.Builder
	Roles []string
	turns bool // the roles take turns
}

// NewSheetMaker returns a SheetMaker for sheets with one to four roles. The
// seed also determines whether the roles take turns.
func NewSheetMaker(seed uint64) *SheetMaker {
	roles := []string{"r", "s", "t", "u"}
	return &SheetMaker{Rand: rand.New(rand.NewPCG(seed, 1)), Roles: roles[:1+seed%4], turns: seed/4%2 == 0}
}

func (m *SheetMaker) pick(list ...string) string { return list[m.IntN(len(list))] }

// term returns a term over the given variables, or a ground term.
func (m *SheetMaker) term(vars []string) string {
	switch n := m.IntN(10); {
	case n < 6 && len(vars) > 0:
		return vars[m.IntN(len(vars))]
	case n == 6 && len(vars) > 0:
		return "(f " + vars[m.IntN(len(vars))] + ")"
	case n == 7:
		return "(f " + m.pick("a", "b") + ")"
	}
	return m.pick("a", "b", "c")
}

// body returns the text of a rule's body, with conditions on the given
// sentences, and the variables that it binds. Sentences in negatable may also
// be negated.
func (m *SheetMaker) body(sentences, negatable []string) (text string, bound []string) {
	var parts []string
	for range 1 + m.IntN(3) {
		atom, vars := m.atom(m.pick(sentences...), []string{"?x", "?y", "?z"})
		if m.IntN(5) == 0 && len(vars) > 0 {
			// Both alternatives must bind the same variables.
			other := fmt.Sprintf("(e %s %s)", vars[0], m.pick(vars...))
			if len(vars) == 2 {
				other = fmt.Sprintf("(e %s %s)", vars[0], vars[1])
			}
			atom = "(or " + atom + " " + other + ")"
		}
		parts = append(parts, atom)
		for _, v := range vars {
			if !slices.Contains(bound, v) {
				bound = append(bound, v)
			}
		}
	}
	for range m.IntN(3) {
		switch m.IntN(4) {
		case 0:
			parts = append(parts, "(distinct "+m.term(bound)+" "+m.term(bound)+")")
		case 1:
			parts = append(parts, "(not (distinct "+m.term(bound)+" "+m.term(bound)+"))")
		default:
			if len(negatable) > 0 {
				atom, _ := m.ground(m.pick(negatable...), bound)
				other, _ := m.ground(m.pick(negatable...), bound)
				parts = append(parts, m.pick("(not "+atom+")", "(not (or "+atom+" "+other+"))", "(or (not "+atom+") "+other+")"))
			}
		}
	}
	m.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	return strings.Join(parts, " "), bound
}

// atom returns a sentence with random arguments, and its variables.
func (m *SheetMaker) atom(sentence string, variables []string) (text string, vars []string) {
	text, _ = m.ground(sentence, variables)
	for _, v := range variables {
		if strings.Contains(text, v) {
			vars = append(vars, v)
		}
	}
	return text, vars
}

// ground returns a sentence whose arguments are random terms over bound
// variables.
func (m *SheetMaker) ground(sentence string, bound []string) (string, []string) {
	form, arity, _ := strings.Cut(sentence, "/")
	for range len(arity) {
		form = strings.Replace(form, "_", m.term(bound), 1)
	}
	return form, bound
}

func (m *SheetMaker) rule(head string, sentences, negatable []string) {
	body, bound := m.body(sentences, negatable)
	text, _ := m.ground(head, bound)
	fmt.Fprintf(&m.text, "(<= %s %s)\n", text, body)
}

// Sheet returns a complete sheet.
func (m *SheetMaker) Sheet() string {
	for i, r := range m.Roles {
		fmt.Fprintf(&m.text, "(role %s) (legal %s noop) ", r, r)
		if m.turns {
			fmt.Fprintf(&m.text, "(<= (next (turn %s)) (true (turn %s))) ", m.Roles[(i+1)%len(m.Roles)], r)
		}
	}
	if m.turns {
		m.text.WriteString("(init (turn r))")
	}
	m.text.WriteString("\n")
	for range 2 + m.IntN(6) {
		fmt.Fprintf(&m.text, "(e %s %s) ", m.term(nil), m.term(nil))
	}
	for range 1 + m.IntN(4) {
		fact, _ := m.ground(m.pick("(init (p _))/-", "(init (q _ _))/--", "(init o)/"), nil)
		m.text.WriteString(fact + " ")
	}
	m.text.WriteString("\n")
	state := []string{"(true (p _))/-", "(true (q _ _))/--", "(e _ _)/--"}
	negatable := []string{"(true (p _))/-", "(true (q _ _))/--", "(true o)/", "(e _ _)/--"}
	static := []string{"(e _ _)/--"}
	for range m.IntN(3) {
		m.rule("(g _ _)/--", append(static, "(g _ _)/--"), static)
	}
	state, negatable = append(state, "(g _ _)/--"), append(negatable, "(g _ _)/--")
	for range 1 + m.IntN(3) {
		m.rule("(v _ _)/--", append(state, "(v _ _)/--"), negatable)
	}
	state, negatable = append(state, "(v _ _)/--"), append(negatable, "(v _ _)/--")
	for range 1 + m.IntN(3) {
		m.rule("(w _)/-", append(state, "(w _)/-"), negatable)
	}
	state, negatable = append(state, "(w _)/-"), append(negatable, "(w _)/-")
	last := m.Roles[len(m.Roles)-1]
	for range 1 + len(m.Roles) + m.IntN(3) {
		role := m.pick(m.Roles...)
		body, _ := m.body(state, negatable)
		if m.turns {
			body += " (true (turn " + role + "))"
		}
		head, _ := m.ground(m.pick("(legal "+role+" (m _))/-", "(legal "+last+" (n _ _))/--"), boundIn(body))
		if m.turns {
			body = strings.Replace(body, "(turn "+role+")", "(turn "+strings.Fields(head)[1]+")", 1)
		}
		fmt.Fprintf(&m.text, "(<= %s %s)\n", head, body)
	}
	m.rule("terminal/", state, negatable)
	moves := state
	for i, r := range m.Roles {
		m.rule(fmt.Sprintf("(goal %s %d)/", r, 40+20*i), state, negatable)
		moves = append(moves, "(does "+r+" (m _))/-")
	}
	m.text.WriteString("(goal r 10)\n")
	moves = append(moves, "(does "+last+" (n _ _))/--")
	negatable = append(negatable, "(does r (m _))/-", "(does r noop)/", "(does "+last+" (n _ _))/--")
	for range m.IntN(3) {
		m.rule("(x _)/-", append(moves, "(x _)/-"), negatable)
	}
	moves, negatable = append(moves, "(x _)/-"), append(negatable, "(x _)/-")
	for range 3 + m.IntN(4) {
		m.rule(m.pick("(next (p _))/-", "(next (q _ _))/--", "(next o)/"), moves, negatable)
	}
	return m.text.String()
}

// boundIn returns the variables that occur in a body. All of them are bound.
func boundIn(body string) (vars []string) {
	for _, v := range []string{"?x", "?y", "?z"} {
		if strings.Contains(body, v) {
			vars = append(vars, v)
		}
	}
	return vars
}
