//go:build ignore

// The rules of race.star, for a module.
package main

import "strings"

func hello() Hello {
	return Hello{Title: "Race with dice", Roles: []string{"ann", "ben"}, Total: Int(1), Chance: true, Length: 7}
}

func choose(name, value string) {}

func start() string { return "0:0:0:-" }

func expand(state []byte, a *Answer) {
	walk := func(steps byte) []byte {
		child := a.Copy(state)
		at := 2 * (state[4] - '0')
		child[at] = min('3', child[at]+steps)
		child[4], child[6] = '0'+'1'-state[4], '-'
		return child
	}
	switch {
	case strings.Contains(string(state[:3]), "3"):
		won := int(state[0]-'0') / 3
		a.Over(won, 1-won)
	case state[6] == 'd':
		a.Mover(-2)
		for i, name := range []string{"zero", "one", "two"} {
			a.Move(name, walk(byte(i)))
			a.Weight(uint32(i + 1))
		}
	default:
		a.Mover(int(state[4] - '0'))
		a.Move("walk", walk(1))
		child := a.Copy(state)
		child[6] = 'd'
		a.Move("throw", child)
	}
}
