package render

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// summary returns a paragraph about the first moves, the number of positions, the risk of errors,
// and the method of solving.
func summary(r *model.Report) string {
	var list []string
	addf := func(format string, args ...any) { list = append(list, fmt.Sprintf(format, args...)) }
	if text := firstMoves(r); text != "" {
		addf("%s", text)
	}
	if n := onlyMovesOf(r); n > 0 {
		addf("On the line of perfect play, only one move keeps the value at %d of %s.", n, words.Plural(int64(len(r.Line.Moves)), "ply"))
	}
	if r.States != nil {
		all := ""
		if r.RawStates != nil && *r.RawStates > *r.States {
			all = fmt.Sprintf(", %s including symmetric positions", words.Thousands(*r.RawStates))
		}
		addf("The game has %s up to symmetry%s.", words.Plural(*r.States, "position"), all)
	}
	if o := r.OnlyMoves; o != nil && o.Of > 0 {
		text := fmt.Sprintf("In %s of the positions with a choice, a single move keeps the value", words.Percent(o.Count, o.Of))
		if at, share := hardest(r); at >= 0 {
			text += fmt.Sprintf("; at %s %d, in %s", r.LayerName, at, words.Share(share))
		}
		addf("%s.", text)
	}
	if m := r.Measures; m != nil && m.Table != nil {
		addf("A random move gives value away with a probability of %s.", words.Share(m.Table.Random))
	}
	if how := "It was solved by " + r.Solved.Method; r.Searched() {
		addf("%s.", how)
	} else {
		addf("%s in %s.", how, duration(r.Solved.Seconds))
	}
	return strings.Join(list, " ")
}

// firstMoves returns a sentence about the first moves that keep the value of the start position.
func firstMoves(r *model.Report) string {
	p := r.Start
	if p.Matrix != nil {
		var used [2]int
		for role, chances := range p.Matrix.Strategies {
			for _, c := range chances {
				if c.Probability != "0" {
					used[role]++
				}
			}
		}
		return words.Sentence(fmt.Sprintf("both players move simultaneously; perfect play uses %d of %s for %s and %d of %d for %s",
			used[0], words.Plural(int64(len(p.Matrix.Rows)), "move"), r.Roles[0], used[1], len(p.Matrix.Columns), r.Roles[1]))
	}
	if p.Mover < 0 || len(p.Moves) == 0 || !p.Proven() {
		return ""
	}
	keep, role, what := p.KeptMoves(), r.Roles[p.Mover], "value"
	if contest := len(r.Roles) == 2 && !r.Info.GeneralSum; contest && p.Value.Plies >= 0 {
		what = [...]string{"loss", "draw", "win"}[1+p.Outcome.Payoff[p.Mover].Cmp(p.Outcome.Payoff[1-p.Mover])]
	}
	switch n := len(p.Moves); {
	case n == 1:
		return words.Sentence(role + " moves first and has a single move")
	case what == "loss" && keep == n:
		return words.Sentence(fmt.Sprintf("%s moves first and loses after each of the %s", role, words.Plural(int64(n), "move")))
	case keep == n:
		return words.Sentence(fmt.Sprintf("%s moves first, and each of the %s keeps the %s", role, words.Plural(int64(n), "move"), what))
	case keep == 1:
		return words.Sentence(fmt.Sprintf("%s moves first, and only one of %d moves, %s, keeps the %s", role, n, p.Moves[0].Name, what))
	default:
		return words.Sentence(fmt.Sprintf("%s moves first, and %d of %d moves keep the %s", role, keep, n, what))
	}
}

// onlyMovesOf returns the number of only moves in the line of perfect play.
func onlyMovesOf(r *model.Report) (n int) {
	if r.Searched() { // values outside the line are unknown
		return 0
	}
	for _, p := range r.Positions[:len(r.Line.Moves)] {
		if p.OnlyMove() {
			n++
		}
	}
	return n
}

const hardestStates = 20 // minimum number of states with a choice in a layer that hardest considers

// hardest returns the number of the layer with the greatest share of only moves, and that share. If
// no layer qualifies, the number is -1.
func hardest(r *model.Report) (at int, share float64) {
	at = -1
	for i := range r.Layers {
		l := &r.Layers[i]
		if s := model.Mean(l.OnlyMoves, l.Choices); r.LayerName != "" && l.Choices >= hardestStates && s > share {
			at, share = l.Layer, s
		}
	}
	return at, share
}

// difficultyTable returns a table of facts about the difficulty of the game, with explanations.
func difficultyTable(r *model.Report) *table {
	t := newTable("", ">", "meaning")
	part := func(name string, count, of int64, says string) {
		if of > 0 {
			t.add(name, words.Percent(count, of), fmt.Sprintf("%s of %s %s.", words.Thousands(count), words.Thousands(of), says))
		}
	}
	if p := r.Start; p.Mover >= 0 && p.Proven() {
		part("first moves that keep the value", int64(p.KeptMoves()), int64(len(p.Moves)), "moves keep the value")
		if n := onlyMovesOf(r); n > 0 {
			part("only moves on the line", int64(n), int64(len(r.Line.Moves)), "moves of the line of perfect play have no alternative that keeps the value")
		}
	}
	if o := r.OnlyMoves; o != nil {
		part("only moves anywhere", o.Count, o.Of, "positions with a choice have a single move that keeps the value")
	}
	if m := r.Measures; m != nil {
		if p := m.PerfectPlay; p != nil && p.Keeping > 0 {
			t.add("moves that keep the value", words.Share(p.Keeping), "Share of all moves, averaged along the best lines.")
		}
		if m.PlayErrors != nil && m.RandomPlay != nil && m.TypicalPlies > 0 {
			t.add("errors of random players", words.Share(m.RandomErrors/m.TypicalPlies), "Share of the moves of random play that give value away.")
		}
		if m.Table != nil {
			t.add("errors of a random move", words.Share(m.Table.Random), "Averaged over all nonterminal positions of the table.")
		}
	}
	return t
}

// foldAbove is the number of moves above which foldedMoves groups moves with the same value.
const foldAbove = 8

// foldedMoves is like moveBlocks, but groups moves with the same value if there are many moves.
func foldedMoves(info *games.Info, p *solved.Position) []block {
	groups := equalMoves(p)
	if p.Matrix != nil || len(p.Moves) <= foldAbove || len(groups) == len(p.Moves) {
		return moveBlocks(info, p)
	}
	t := newTable("value", "keeps the value", ">moves", "which")
	for _, g := range groups {
		t.add(g.Value, g.Keeps, fmt.Sprint(len(g.Moves)), strings.Join(g.names(), ", "))
	}
	return []block{t}
}

// moveGroup is a group of consecutive moves that have the same value.
type moveGroup struct {
	Value, Keeps string
	First        int // index of the first move
	Moves        []solved.Move
}

func (g *moveGroup) names() (list []string) {
	for _, m := range g.Moves {
		list = append(list, m.Name)
	}
	return list
}

// equalMoves groups the moves in a position by value. If both players choose simultaneously, it
// groups the joint moves that perfect play can choose, by value and probability.
func equalMoves(p *solved.Position) (groups []moveGroup) {
	for i, m := range p.Moves {
		keeps := m.Keeps.String()
		switch {
		case p.Matrix != nil && m.Keeps != solved.KeptYes:
			continue
		case p.Matrix != nil:
			keeps = "played with probability " + words.Probability(m.Probability)
		case m.Replies != nil:
			keeps += fmt.Sprintf(", leaving %d of %d replies that keep it", m.Replies.Count, m.Replies.Of)
		}
		if n := len(groups); n == 0 || groups[n-1].Value != m.Value.Words || groups[n-1].Keeps != keeps {
			groups = append(groups, moveGroup{Value: m.Value.Words, Keeps: keeps, First: i})
		}
		last := &groups[len(groups)-1]
		last.Moves = append(last.Moves, m)
	}
	return groups
}
