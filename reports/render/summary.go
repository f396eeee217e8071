package render

import (
	"fmt"
	"strings"

	"zermelo/games"
	"zermelo/reports/model"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

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
	if p.Random {
		return words.Sentence(fmt.Sprintf("the first move is random, with %s", words.Plural(int64(len(p.Moves)), "result")))
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

// foldAbove is the number of moves above which foldedMoves groups moves with the same value.
const foldAbove = 8

// foldedMoves is like moveBlocks, but groups moves with the same value if there are many moves.
func foldedMoves(info *games.Info, p *solved.Position) []block {
	groups := equalMoves(p)
	if p.Matrix != nil || p.Random || len(p.Moves) <= foldAbove || len(groups) == len(p.Moves) {
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
	Moves        []solved.Move
}

func (g *moveGroup) names() (list []string) {
	for _, m := range g.Moves {
		list = append(list, m.Name)
	}
	return list
}

// equalMoves groups the moves in a position by value. If both players choose simultaneously, it
// groups the joint moves that perfect play can choose, by value and probability. It groups random moves
// in the same way.
func equalMoves(p *solved.Position) (groups []moveGroup) {
	for _, m := range p.Moves {
		keeps := m.Keeps.String()
		switch {
		case p.Matrix != nil && m.Keeps != solved.KeptYes:
			continue
		case p.Random:
			keeps = "probability " + words.Probability(m.Probability)
		case p.Matrix != nil:
			keeps = "played with probability " + words.Probability(m.Probability)
		case m.Replies != nil:
			keeps += fmt.Sprintf(", leaving %d of %d replies that keep it", m.Replies.Count, m.Replies.Of)
		}
		if n := len(groups); n == 0 || groups[n-1].Value != m.Value.Words || groups[n-1].Keeps != keeps {
			groups = append(groups, moveGroup{Value: m.Value.Words, Keeps: keeps})
		}
		last := &groups[len(groups)-1]
		last.Moves = append(last.Moves, m)
	}
	return groups
}
