package gdl

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/sheet"
	"zermelo/games/gdl/work"
)

// sheetMaker writes random sheets: fluents and views of one and two arguments, function
// terms, recursion, nested alternatives and negation of what comes before.
type sheetMaker struct {
	*rand.Rand
	text  strings.Builder
	roles []string
	turns bool // one role can do more than wait
}

// newSheetMaker makes sheets of one to four roles, where all can choose at once or not.
func newSheetMaker(seed uint64) *sheetMaker {
	roles := []string{"r", "s", "t", "u"}
	return &sheetMaker{Rand: rand.New(rand.NewPCG(seed, 1)), roles: roles[:1+seed%4], turns: seed/4%2 == 0}
}

func (m *sheetMaker) pick(list ...string) string { return list[m.IntN(len(list))] }

// term is a term over bound variables, or any if there are none.
func (m *sheetMaker) term(vars []string) string {
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

// body writes conditions on sentences, given as name/arity, of which those in
// negatable can be negated too. It returns the variables that it binds.
func (m *sheetMaker) body(sentences, negatable []string) (text string, bound []string) {
	var parts []string
	for range 1 + m.IntN(3) {
		atom, vars := m.atom(m.pick(sentences...), []string{"?x", "?y", "?z"})
		if m.IntN(5) == 0 && len(vars) > 0 {
			// Both alternatives bind the same variables.
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

// atom is a sentence with variables of its own choice.
func (m *sheetMaker) atom(sentence string, variables []string) (text string, vars []string) {
	text, _ = m.ground(sentence, variables)
	for _, v := range variables {
		if strings.Contains(text, v) {
			vars = append(vars, v)
		}
	}
	return text, vars
}

// ground is a sentence over bound variables.
func (m *sheetMaker) ground(sentence string, bound []string) (string, []string) {
	form, arity, _ := strings.Cut(sentence, "/")
	for range len(arity) {
		form = strings.Replace(form, "_", m.term(bound), 1)
	}
	return form, bound
}

func (m *sheetMaker) rule(head string, sentences, negatable []string) {
	body, bound := m.body(sentences, negatable)
	text, _ := m.ground(head, bound)
	fmt.Fprintf(&m.text, "(<= %s %s)\n", text, body)
}

// sheet writes a whole sheet. Sentences are given with a blank for each
// argument and as many strokes behind a slash.
func (m *sheetMaker) sheet() string {
	for i, r := range m.roles {
		fmt.Fprintf(&m.text, "(role %s) (legal %s noop) ", r, r)
		if m.turns {
			fmt.Fprintf(&m.text, "(<= (next (turn %s)) (true (turn %s))) ", m.roles[(i+1)%len(m.roles)], r)
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
	last := m.roles[len(m.roles)-1]
	for range 1 + len(m.roles) + m.IntN(3) {
		role := m.pick(m.roles...)
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
	for i, r := range m.roles {
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

// boundIn lists the variables that conditions bind; see body, which binds all that it has.
func boundIn(body string) (vars []string) {
	for _, v := range []string{"?x", "?y", "?z"} {
		if strings.Contains(body, v) {
			vars = append(vars, v)
		}
	}
	return vars
}

// TestRandomSheets compares compiled sheets of one to four roles with the referee in
// random play.
func TestRandomSheets(t *testing.T) {
	t.Parallel()
	n := uint64(80)
	if gamestest.Large() {
		n = 10_000
	}
	played, plies := 0, 0
	for seed := range n {
		m := newSheetMaker(seed)
		text := m.sheet()
		sheet, problems := sheet.Parse("random", text)
		if len(problems) > 0 {
			t.Fatalf("seed %d: %v\n%s", seed, problems[0].Message, text)
		}
		machine, err := machine.Compile(t.Context(), sheet, work.Limits{Bytes: 8 << 20})
		if err != nil {
			continue // terms that grow without end, or a role that is none
		}
		played++
		plies += compareWithSlow(t, seed, m.Rand, sheet, machine)
		checkAskedFor(t, seed, m.Rand, sheet, machine)
		if seed/8%4 == 0 { // which takes longer
			checkOpened(t, machine)
		}
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, text)
		}
	}
	if played < int(n)*3/4 || plies < played*2 {
		t.Errorf("%d of %d sheets played, %d plies", played, n, plies)
	}
}

// checkAskedFor compiles a sheet so that no more is found of its relations than is asked for:
// what is compiled plays the same.
func checkAskedFor(t *testing.T, seed uint64, rng *rand.Rand, rules *sheet.Sheet, whole *machine.Machine) {
	m, err := machine.Compile(t.Context(), rules, work.Limits{Whole: 1})
	if err != nil {
		t.Errorf("seed %d: %v where only what is asked for is found", seed, err)
		return
	}
	if compareWithSlow(t, seed, rng, rules, m); m.Rules > whole.Rules {
		t.Errorf("seed %d: %d rules where only what is asked for is found, %d else", seed, m.Rules, whole.Rules)
	}
}

// compareWithSlow plays a few plies at random; it returns how many.
func compareWithSlow(t *testing.T, seed uint64, rng *rand.Rand, rules *sheet.Sheet, m *machine.Machine) int {
	slow := newSlowPlayer(rules)
	p := m.NewPlay()
	first := slow.derive(nil)
	if first == nil {
		return 0
	}
	state := first.texts("init", "", 0)
	for ply := range 6 {
		if got := gdltest.Names(m.Fluents, p.State(nil)); !slices.Equal(got, state) {
			t.Errorf("seed %d, ply %d: state %v, want %v", seed, ply, got, state)
			return ply
		}
		var given []*sheet.Term
		for _, f := range state {
			given = append(given, sentence("true", f))
		}
		now := slow.derive(given)
		if now == nil {
			return ply
		}
		if over := len(now["terminal"]) > 0; p.Terminal() != over {
			t.Errorf("seed %d, ply %d: terminal %v, want %v", seed, ply, p.Terminal(), over)
		}
		var joint []int32
		for r, role := range m.Roles {
			want := now.texts("legal", role, 1)
			legal := p.Legal(nil, r)
			if got := gdltest.Names(m.Moves[r], legal); !slices.Equal(got, want) {
				t.Errorf("seed %d, ply %d: legal moves of %s %v, want %v", seed, ply, role, got, want)
				return ply
			}
			goals := now.texts("goal", role, 1)
			if value, ok := p.Goal(r); ok != (len(goals) == 1) || ok && fmt.Sprint(value) != goals[0] {
				t.Errorf("seed %d, ply %d: goal of %s %d %v, want %v", seed, ply, role, value, ok, goals)
			}
			joint = append(joint, legal[rng.IntN(len(legal))])
			given = append(given, sentence("does", role, m.Moves[r][joint[r]]))
		}
		if now = slow.derive(given); now == nil {
			return ply
		}
		state = now.texts("next", "", 0)
		p.Do(joint)
	}
	return 6
}

// checkOpened makes a game of a machine and follows one play in both.
func checkOpened(t *testing.T, m *machine.Machine) {
	v, err := Open(t.Context(), m)
	if err != nil {
		t.Error(err)
		return
	}
	switch g := v.(type) {
	case games.Game[uint64]:
		followOpened(t, m, g)
	case games.Game[[2]uint64]:
		followOpened(t, m, g)
	case games.Game[[4]uint64]:
		followOpened(t, m, g)
	}
}

// followOpened makes each role's last move, ply after ply. The game's state must
// be the one that the machine's is read as, with the child of each joint move in its
// place, and as many moves for each role.
func followOpened[S games.State](t *testing.T, m *machine.Machine, g games.Game[S]) {
	p, words := m.NewPlay(), NewWords(m)
	s := g.Start()
	for range 5 {
		text := words.Format(p.State(nil))
		if read, err := g.(games.Notation[S]).ParseState(text); err != nil || read != s {
			t.Errorf("%s is read as %v, %v, want %v", text, read, err, s)
		}
		children, _ := g.Expand(nil, nil, []S{s})
		if p.Terminal() {
			if len(children) > 0 {
				t.Errorf("%s: %d children of a terminal state", text, len(children))
			}
			return
		}
		joints := [][]int32{nil}
		var sizes []int
		for role := range m.Roles {
			legal := p.Legal(nil, role)
			sizes = append(sizes, len(legal))
			var longer [][]int32
			for _, joint := range joints {
				for _, move := range legal {
					longer = append(longer, append(slices.Clone(joint), move))
				}
			}
			joints = longer
		}
		if len(children) != len(joints) {
			t.Errorf("%s: %d children, want %d", text, len(children), len(joints))
			return
		}
		if _, moves := games.Stage(g, s, len(children)); !slices.Equal(moves, sizes) {
			t.Errorf("%s: %v moves, want %v", text, moves, sizes)
		}
		before := p.State(nil)
		for i, joint := range joints {
			p.SetState(before)
			p.Do(joint)
			if read, err := g.(games.Notation[S]).ParseState(words.Format(p.State(nil))); err != nil || read != children[i] {
				t.Errorf("%s: joint move %d leads to %v, %v, want %v", text, i, children[i], read, err)
				return
			}
		}
		s = children[len(children)-1]
	}
}
