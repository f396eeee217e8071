package games

import (
	"fmt"
	"strconv"
	"strings"
)

// NotationOf returns the game's notation, or one that writes states as
// hexadecimal words and moves as numbers.
func NotationOf[S State](g Game[S]) Notation[S] {
	if n, ok := any(g).(Notation[S]); ok {
		return n
	}
	return plain[S]{g}
}

// plain is the notation of games that have none of their own.
type plain[S State] struct{ game Game[S] }

func (plain[S]) FormatState(s S) string {
	parts := make([]string, 0, 4)
	for _, w := range Bits(&s) {
		parts = append(parts, strconv.FormatUint(w, 16))
	}
	return strings.Join(parts, ".")
}

func (plain[S]) ParseState(text string) (S, error) {
	var s S
	words := Bits(&s)
	parts := strings.Split(text, ".")
	if len(parts) != len(words) {
		return s, BadInput("position %q: want %d hexadecimal words joined by dots", text, len(words))
	}
	for i, p := range parts {
		w, err := strconv.ParseUint(p, 16, 64)
		if err != nil {
			return s, BadInput("position %q: %q is not a hexadecimal word", text, p)
		}
		words[i] = w
	}
	return s, nil
}

func (n plain[S]) Moves(s S) [MaxRoles][]string {
	children, _ := n.game.Expand(nil, nil, []S{s})
	if len(children) == 0 {
		return [MaxRoles][]string{}
	}
	mover, rows := Stage(n.game, s, len(children))
	var moves [MaxRoles][]string
	if mover != 1 {
		moves[0] = numbered(rows)
	}
	if mover != 0 {
		moves[1] = numbered(len(children) / rows)
	}
	return moves
}

func numbered(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint(i + 1)
	}
	return names
}

// DrawingOf draws a state, or gives a drawing without cells for games that
// cannot draw.
func DrawingOf[S State](g Game[S], s S) Drawing {
	if d, ok := any(g).(Drawer[S]); ok {
		return d.Draw(s)
	}
	return Drawing{Notes: []string{NotationOf(g).FormatState(s)}}
}
