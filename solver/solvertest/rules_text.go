package solvertest

import (
	"fmt"
	"slices"
	"strings"

	"zermelo/games"
)

// textGame describes a small game, for use by Script and Sheet.
type textGame struct {
	info   *games.Info
	states []textState
	layers bool
	span   int
}

type textState struct {
	mover    int8
	sizes    []int // number of moves of each role
	children []int // indexes of the children in states
	payoffs  []int // payoffs of a terminal state
	layer    int32
}

func textOf[S games.State](g games.Game[S]) textGame {
	t := textGame{info: g.Info()}
	states := Reachable(g)
	index := map[S]int{}
	for i, s := range states {
		index[s] = i
	}
	layered, ok := g.(games.Layered[S])
	if t.layers = ok; ok {
		t.span = layered.Span()
	}
	for _, s := range states {
		children, _ := g.Expand(nil, nil, []S{s})
		var x textState
		if t.layers {
			x.layer = layered.Layers(nil, []S{s})[0]
		}
		if len(children) == 0 {
			for _, payoff := range g.Payoffs(nil, []S{s})[0][:len(t.info.Roles)] {
				x.payoffs = append(x.payoffs, int(payoff))
			}
		} else {
			x.mover, x.sizes = games.Stage(g, s, len(children))
		}
		for _, c := range children {
			x.children = append(x.children, index[c])
		}
		t.states = append(t.states, x)
	}
	return t
}

// Script returns a Starlark script that contains the rules of a small game. If
// the game has more than two roles, one role must move at a time.
func Script[S games.State](g games.Game[S]) string {
	t, info := textOf(g), g.Info()
	var b strings.Builder
	list := func(n int, word func(int) string) string {
		var words []string
		for i := range n {
			words = append(words, word(i))
		}
		return "[" + strings.Join(words, ", ") + "]"
	}
	name := func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("n", i)) }
	move := func(i int) string { return fmt.Sprintf("%q", fmt.Sprint("m", i)) }
	fmt.Fprintf(&b, "roles = %s\n", list(len(info.Roles), func(i int) string { return fmt.Sprintf("%q", info.Roles[i]) }))
	switch {
	case len(info.Roles) == 1:
		fmt.Fprintf(&b, "payoffs = %s\n", list(len(info.Payoffs), func(i int) string { return fmt.Sprint(info.Payoffs[i]) }))
	case !info.GeneralSum:
		fmt.Fprintf(&b, "total = %d\n", info.Total)
	}
	if info.Endless != nil {
		fmt.Fprintf(&b, "endless = %d\n", *info.Endless)
	}
	switch {
	case info.Simultaneous:
		b.WriteString("turns = \"both\"\n")
	case len(info.Roles) > 1:
		b.WriteString("turns = \"free\"\n")
	}
	if t.layers {
		fmt.Fprintf(&b, "span = %d\nlayers_of = %s\ndef layer(s): return layers_of[int(s[1:])]\n", t.span, list(len(t.states), func(i int) string { return fmt.Sprint(t.states[i].layer) }))
	}
	b.WriteString("states = [\n")
	for _, x := range t.states {
		next := list(len(x.children), func(i int) string { return name(x.children[i]) })
		names := "None"
		switch {
		case len(x.children) == 0:
		case x.mover == games.Both:
			names = fmt.Sprintf("(%s, %s)", list(x.sizes[0], move), list(x.sizes[1], move))
		default:
			names = list(len(x.children), move)
		}
		fmt.Fprintf(&b, "  (%d, %s, %s, %s),\n", max(0, x.mover), names, next, list(len(x.payoffs), func(i int) string { return fmt.Sprint(x.payoffs[i]) }))
	}
	b.WriteString(`]
def at(s): return states[int(s[1:])]
def start(): return "n0"
def moves(s): return at(s)[1]
def payoff(s): return at(s)[3]
def play(s, a, b = None):
    names, next = at(s)[1], at(s)[2]
    if b == None:
        return next[names.index(a)]
    return next[names[0].index(a) * len(names[1]) + names[1].index(b)]
`)
	if len(info.Roles) > 1 {
		b.WriteString("def turn(s): return at(s)[0]\n")
	}
	return b.String()
}

// Sheet returns the rules of a small game in the Game Description Language. The
// goals are the payoffs plus a constant that makes all of them nonnegative.
func Sheet[S games.State](g games.Game[S]) string {
	t, roles := textOf(g), g.Info().Roles
	least := 0
	for _, x := range t.states {
		least = min(least, slices.Min(append(x.payoffs, 0)))
	}
	var b strings.Builder
	var does, moves []string
	for i, role := range roles {
		fmt.Fprintf(&b, "(role %s)\n", role)
		does, moves = append(does, fmt.Sprintf("(does %s ?m%d)", role, i)), append(moves, fmt.Sprintf("?m%d", i))
	}
	all := strings.Join(moves, " ")
	fmt.Fprintf(&b, `(init (at n0))
(<= (legal ?r ?m) (true (at ?n)) (can ?n ?r ?m))
(<= (next (at ?to)) (true (at ?n)) %s (step ?n %s ?to))
(<= terminal (true (at ?n)) (end ?n))
(<= (goal ?r ?x) (true (at ?n)) (pays ?n ?r ?x))
`, strings.Join(does, " "), all)
	for i, x := range t.states {
		if len(x.children) == 0 {
			fmt.Fprintf(&b, "(end n%d)", i)
			for role, payoff := range x.payoffs {
				fmt.Fprintf(&b, " (pays n%d %s %d)", i, roles[role], payoff-least)
			}
		}
		name := func(role, move int) string {
			if x.mover != games.Both && x.mover != int8(role) {
				return "noop"
			}
			return fmt.Sprint("m", move)
		}
		for role, n := range x.sizes {
			for move := range n {
				fmt.Fprintf(&b, " (can n%d %s %s)", i, roles[role], name(role, move))
			}
		}
		for at, child := range x.children {
			joint, rest := make([]string, len(roles)), at
			for role := len(roles) - 1; role >= 0; role-- {
				joint[role] = name(role, rest%x.sizes[role])
				rest /= x.sizes[role]
			}
			fmt.Fprintf(&b, " (step n%d %s n%d)", i, strings.Join(joint, " "), child)
		}
		b.WriteString("\n")
	}
	return b.String()
}
