package gdl

import (
	"fmt"

	"zermelo/games"
	"zermelo/games/gdl/machine"
	"zermelo/games/gdl/pack"
)

// newInfo describes the game for people.
func newInfo(m *machine.Machine, k kind, layered bool, c *pack.Codec) *games.Info {
	i := &games.Info{
		Name: m.Name, Title: m.Name, Roles: m.Roles,
		Total: k.total, Payoffs: k.payoffs, GeneralSum: k.generalSum, Simultaneous: k.simultaneous, ExtraMoves: k.extraMoves,
	}
	if layered {
		i.LayerName = "step"
	}
	turns := "At most one role has a choice at a time."
	if k.simultaneous {
		turns = "Both roles can have a choice at the same time; they choose without seeing the other's choice."
	}
	if len(m.Roles) == 1 {
		turns = "There is one role. It takes the best goal that can be reached, by the fewest moves."
	}
	i.Rules = append(i.Rules, fmt.Sprintf("The rules are those of the rule sheet %s in the Game Description Language: %d fluents. %s", m.Name, len(m.Fluents), turns))
	for _, d := range k.doubts {
		i.Rules = append(i.Rules, d.Text)
	}
	i.Uninfluential = c.Packing().Dead
	if !c.Complete() {
		i.Rules = append(i.Rules, "Fluents that have no influence on legal moves, goals or the end, now or later, are no part of a position.")
	}
	return i
}
