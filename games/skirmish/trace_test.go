package skirmish

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func TestTrace(t *testing.T) {
	g := open(t, "2pffa-zerosum")
	gamestest.Replay(t, g, "../../../shared/gdl/traces/2pffa_zerosum.jsonl", gamestest.Sheet[[2]uint64]{
		Facts: func(s [2]uint64) []string { return factsOf(g, s) },
		State: func(facts []string) [2]uint64 { return stateOf(t, g, facts) },
		Move:  sheetMove,
		Wait:  "noop",
	})
}

// stateOf returns the state with the given facts.
func stateOf(t *testing.T, g *game, facts []string) [2]uint64 {
	rows := strings.Split("#######/#.....#/#.....#/......./#.....#/#.....#/#######", "/")
	var step, red, blue int
	for _, fact := range facts {
		var x, y int
		var what string
		if n, _ := fmt.Sscanf(fact, "(cell %d %d %s", &x, &y, &what); n == 3 {
			row := []byte(rows[7-y])
			row[x-1] = what[0]
			rows[7-y] = string(row)
			continue
		}
		red1, _ := fmt.Sscanf(fact, "(capture red %d)", &red)
		blue1, _ := fmt.Sscanf(fact, "(capture blue %d)", &blue)
		step1, _ := fmt.Sscanf(fact, "(step %d)", &step)
		if red1+blue1+step1 == 0 && !strings.HasPrefix(fact, "(control ") {
			t.Fatalf("unknown fact %s", fact)
		}
	}
	s, err := g.ParseState(fmt.Sprintf("%s:%d:%d:%d", strings.Join(rows, "/"), step, red, blue))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// factsOf returns the sorted facts of a state.
func factsOf(g *game, s [2]uint64) []string {
	facts := []string{
		fmt.Sprintf("(capture blue %d)", captures(s, 1)), fmt.Sprintf("(capture red %d)", captures(s, 0)),
		"(control " + g.About.Roles[mover(s)] + ")", fmt.Sprintf("(step %d)", step(s)),
	}
	for i, c := range g.Draw(s).Cells {
		if c.Kind == games.Piece {
			facts = append(facts, fmt.Sprintf("(cell %d %d %s)", i%7+1, 7-i/7, g.About.Roles[c.Role]))
		}
	}
	slices.Sort(facts)
	return facts
}

// sheetMove returns a move in the format of the rule sheet.
func sheetMove(name string) string {
	if name == pass {
		return name
	}
	return "(move " + strings.Join(strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(".-x", r) }), " ") + ")"
}
