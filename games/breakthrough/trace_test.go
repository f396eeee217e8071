package breakthrough

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games/gamestest"
)

func TestTraces(t *testing.T) {
	for preset, file := range map[string]string{
		"breakthrough-small":       "breakthroughSmall.jsonl",
		"breakthrough-small-holes": "breakthroughSmallHoles.jsonl",
	} {
		t.Run(preset, func(t *testing.T) {
			g := open[[2]uint64](t, preset)
			gamestest.Replay(t, g, "../../../shared/gdl/traces/"+file, gamestest.Sheet[[2]uint64]{
				Facts: func(s [2]uint64) []string { return factsOf(g, s) },
				State: func(facts []string) [2]uint64 { return stateOf(t, g, facts) },
				Move:  sheetMove,
				Wait:  "noop",
			})
		})
	}
}

// stateOf returns the state with the given facts.
func stateOf(t *testing.T, g *game[[2]uint64], facts []string) [2]uint64 {
	rows := make([][]byte, 6)
	for i := range rows {
		rows[i] = []byte("......")
	}
	mover := "w"
	for _, fact := range facts {
		var x, y int
		var what string
		if n, _ := fmt.Sscanf(fact, "(cell %d %d %s", &x, &y, &what); n == 3 {
			rows[6-y][x-1] = map[string]byte{"white)": 'w', "black)": 'b', "hole)": '#'}[what]
		} else if fact == "(control black)" {
			mover = "b"
		} else if fact != "(control white)" {
			t.Fatalf("unknown fact %s", fact)
		}
	}
	s, err := g.ParseState(string(bytes.Join(rows, []byte("/"))) + ":" + mover)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// factsOf returns the sorted facts of a state.
func factsOf(g *game[[2]uint64], s [2]uint64) []string {
	d := g.Draw(s)
	var facts []string
	for i, c := range d.Cells {
		if what := map[rune]string{'w': "white", 'b': "black", '#': "hole"}[c.Glyph]; what != "" {
			facts = append(facts, fmt.Sprintf("(cell %d %d %s)", i%6+1, 6-i/6, what))
		}
	}
	facts = append(facts, "(control "+[]string{"white", "black"}[s[0]>>63]+")")
	slices.Sort(facts)
	return facts
}

// sheetMove returns a move in the format of the rule sheet.
func sheetMove(name string) string {
	name = strings.ReplaceAll(name, "x", "-")
	return fmt.Sprintf("(move %c %c %c %c)", name[0]-'a'+'1', name[1], name[3]-'a'+'1', name[4])
}
