package solved_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

// TestAnswersAreThoseOfSinglePositions looks up all positions of small games in one batch:
// layered games, tiers, games with repetition, and rule sheets.
func TestAnswersAreThoseOfSinglePositions(t *testing.T) {
	specs := append(reportstest.SmallGames(), "breakthrough:size=3x4", "tictactoe", "quixo:size=3x3", "dodgem:size=3x3")
	for _, spec := range specs {
		t.Run(spec, func(t *testing.T) {
			b, v := reportstest.StoredGame(t, spec)
			checkAnswers(t, b, v)
		})
	}
	t.Run("rule sheet", func(t *testing.T) {
		v := reportstest.Sheet(t, reportstest.Puzzle)
		checkAnswers(t, reportstest.StoredVariant(t, v), v)
	})
}

func checkAnswers(t *testing.T, b solved.Game, v games.Variant) {
	t.Helper()
	rows := reachedBy(t, b, 500)
	if err := b.Answer(rows, true, true); err != nil {
		t.Fatal(err)
	}
	for _, r := range rows {
		if r.Err != nil {
			t.Fatalf("line %d, %q: %v", r.Number, r.Input, r.Err)
		}
		text := r.Position
		if text == "" {
			text = r.Input
		}
		p, err := b.Position(text)
		if err != nil {
			t.Fatal(err)
		}
		if r.Outcome.Key() != p.Outcome.Key() {
			t.Fatalf("%s: %v, alone %v", r.Input, r.Outcome, p.Outcome)
		}
		if r.Mover != p.Mover || !reflect.DeepEqual(r.Moves, p.Moves) {
			t.Fatalf("%s: mover %d and moves %v, alone %d and %v", r.Input, r.Mover, r.Moves, p.Mover, p.Moves)
		}
		var best []string
		for _, m := range p.Moves {
			sure := m.Keeps == solved.KeptYes && (p.Mover < 0 || m.Outcome.Remoteness == p.Moves[0].Outcome.Remoteness)
			if sure && (p.Mover < 0 || m.Outcome.Key() == p.Moves[0].Outcome.Key() || !v.Info().GeneralSum) {
				best = append(best, m.Name)
			}
		}
		slices.Sort(best)
		got := slices.Clone(r.Best)
		slices.Sort(got)
		if !slices.Equal(got, best) {
			t.Fatalf("%s: best moves %v, alone %v", r.Input, got, best)
		}
	}
}

// reachedBy returns rows for reachable positions; most limits their number. In turn, the
// input is a position, the moves from the start, or a position followed by a move.
func reachedBy(t *testing.T, b solved.Game, most int) (rows []solved.Row) {
	t.Helper()
	type node struct{ text, moves, parent, last string }
	start, err := b.Start()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{start.Text: true}
	for queue := []node{{text: start.Text}}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		inputs := []string{at.text, at.moves, at.parent + " " + at.last}
		input := inputs[len(rows)%3]
		if at.moves == "" {
			input = at.text
		}
		rows = append(rows, solved.Row{Number: len(rows) + 1, Input: input})
		p, err := b.Position(at.text)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range p.Moves {
			if !seen[m.Child] && len(seen) < most {
				seen[m.Child] = true
				queue = append(queue, node{m.Child, strings.TrimSpace(at.moves + " " + m.Name), at.text, m.Name})
			}
		}
	}
	return rows
}

// TestAnswersNameWhatIsWrongWithEachInput mixes invalid inputs with a valid position.
func TestAnswersNameWhatIsWrongWithEachInput(t *testing.T) {
	b, _ := reportstest.StoredGame(t, "breakthrough:size=3x4,captures=diagonal")
	cases := [][2]string{
		{"bbb/bbb/www/www:w", ""},
		{"bbb/bbb/www/www", "expected the side to move"},
		{"b.b/.../.../w.w:w", "not in the table, because it cannot be reached from the start"},
		{"b2xa3 a1-a4", `move 2, "a1-a4", is not legal`},
		{"bbb/bbb/www/www:w b2xa3 b4xa3", ""},
		{"a9", `"a9", is not legal`},
	}
	var rows []solved.Row
	for i, c := range cases {
		rows = append(rows, solved.Row{Number: i + 1, Input: c[0]})
	}
	for range 2 { // a second call must not return earlier answers
		if err := b.Answer(rows, false, false); err != nil {
			t.Fatal(err)
		}
		for i, c := range cases {
			err := rows[i].Err
			if (err == nil) != (c[1] == "") || err != nil && !strings.Contains(err.Error(), c[1]) {
				t.Errorf("%q: error %v, want one with %q", c[0], err, c[1])
			}
			rows[i].Err = nil
		}
	}
}

// TestAnswersTakeNoMemoryPerPosition counts allocations in excess of those of the notation.
func TestAnswersTakeNoMemoryPerPosition(t *testing.T) {
	for _, spec := range []string{"breakthrough:size=3x5", "quixo:size=3x3"} {
		b, v := reportstest.StoredGame(t, spec)
		var rows []solved.Row
		for _, r := range reachedBy(t, b, 1000) {
			if !strings.Contains(r.Input, " ") {
				rows = append(rows, r)
			}
		}
		rows = slices.DeleteFunc(rows, func(r solved.Row) bool { return !solved.Reads(v, r.Input) })
		for len(rows) < 5000 {
			rows = append(rows, rows...)
		}
		notation := games.NotationOf(v.(games.Game[uint64]))
		reading := testing.AllocsPerRun(5, func() {
			for i := range rows {
				_, _ = notation.ParseState(rows[i].Input)
			}
		})
		all := testing.AllocsPerRun(5, func() {
			if err := b.Answer(rows, false, false); err != nil {
				t.Fatal(err)
			}
		})
		if more := all - reading; more > float64(len(rows))/10 {
			t.Errorf("%s: %.0f allocations for %d positions, and %.0f for reading them", spec, more, len(rows), reading)
		}
	}
}
