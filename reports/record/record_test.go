package record_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/reports/record"
	"zermelo/reports/reportstest"
	"zermelo/reports/solved"
)

func read(v games.Variant, openSpiel bool, text string) ([]*record.Game, error) {
	return record.NewReader(v, openSpiel).Read(strings.NewReader(text), "file")
}

// terminal reports whether the moves from the start lead to a terminal position.
func terminal(t *testing.T, v games.Variant, g *record.Game) bool {
	t.Helper()
	end, err := solved.After(v, g.Start, g.Moves)
	if err != nil {
		t.Fatal(err)
	}
	_, err = solved.After(v, end, []string{"?"})
	return strings.Contains(fmt.Sprint(err), "already over")
}

func TestReadReturnsWhatWriteWrote(t *testing.T) {
	want := []*record.Game{
		{
			Game: "tron", Players: []string{"perfect", "mcts:1s"}, Moves: []string{"3", "3"},
			Payoffs: []string{"1", "0"}, End: record.EndOver,
		},
		{
			Game: "tron", Players: []string{"a", "b"}, Start: "x", Moves: []string{"up+down"},
			Payoffs: []string{"1/2", "1/2"}, End: record.EndIllegal, By: "red", Text: `"<move>"`,
		},
	}
	var out bytes.Buffer
	for _, g := range want {
		if err := record.Write(&out, g); err != nil {
			t.Fatal(err)
		}
	}
	got, err := read(reportstest.Variant(t, "tron"), false, "# comment\n\n"+out.String())
	for i, g := range got {
		if g.File != "file" || g.Line != i+3 {
			t.Errorf("game %d is at %s:%d, want file:%d", i, g.File, g.Line, i+3)
		}
		g.File, g.Line = "", 0
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, %v, want %+v", got, err, want)
	}
}

func TestReadLines(t *testing.T) {
	v := reportstest.Variant(t, "tictactoe")
	for _, c := range []struct{ text, want string }{
		{"b2 a1 c3", "1: b2 a1 c3"},
		{"b2,a1, c3\r\n", "1: b2 a1 c3"},
		{"1. b2 a1 2. c3 *\n\n# note\n1... a1 0-1", "1: b2 a1 c3|4: a1"},
		{"1.b2 a1 2.c3 a2\n1...b2", "1: b2 a1 c3 a2|2: b2"},
		{"b2 {a {nested\n", ""},
		{"{first} 1. b2 {centre; 50 %} a1 {corner} 1/2-1/2", "1: b2 a1"},
		{`{"a"} `, ""},
		{`{ "moves": ["b2"] } {"moves": []}` + "\n" + `b2 a1`, "1: b2|1: |2: b2 a1"},
		{"{\n\"moves\":\n[\"b2\"]}\nb2", "1: b2|4: b2"},
		{"[x \"ann\"]\n[start \".../.x./...\"]\nb2 [o \"bob\"]\na1", "3: ann bob .../.x./... b2|4: a1"},
		{"{\"players\":[\"a\\u001b[31m\",\"b\\nc\"],\"moves\":[]}", "1: a\ufffd[31m b c"},
		{"x(1,1) o(0,0)", "1: b2 a3"},
		{"[4, 0]\n[]", "1: b2 a3|2: "},
		{"['x(1,1)', 'o(0,0)']", "1: b2 a3"},
	} {
		got, err := read(v, false, c.text)
		var games []string
		for _, g := range got {
			where := append(append([]string{fmt.Sprintf("%d:", g.Line)}, g.Players...), g.Start)
			games = append(games, strings.Join(strings.Fields(strings.Join(append(where, g.Moves...), " ")), " "))
		}
		if text := strings.TrimSpace(strings.Join(games, "|")); text != strings.TrimSpace(strings.ReplaceAll(c.want, ": |", ":|")) && err == nil || (err != nil) != (c.want == "") {
			t.Errorf("%q: got %q, %v, want %q", c.text, text, err, c.want)
		}
	}
}

func TestReadErrorsNameTheLineAndWhatWasExpected(t *testing.T) {
	for _, c := range []struct{ game, text, want string }{
		{"tictactoe", "a1\n{\"game\":1}", "file:2: not a JSON object with a game"},
		{"tictactoe", "{\"name\":\"x\"}", `file:1: expected an object with "moves"`},
		{"tictactoe", "\n{\"moves\":[]", "file:2: not a JSON object with a game: unexpected EOF"},
		{"tictactoe", `{"game":"nim","moves":["1-1"]}`, `a game of nim, not of tictactoe; score it with: zermelo score "nim"`},
		{"tictactoe", `{"players":["a"],"moves":[]}`, "file:1: 1 players; expected 2: x, o"},
		{"tictactoe", "a1 } b1", "unmatched }; a comment is written {text}"},
		{"tictactoe", "[z \"a\"] a1", "unknown tag [z]; expected start or a role: x, o"},
		{"tictactoe", "x(1,1) a1", `"a1" is not an action of OpenSpiel's tic_tac_toe; expected numbers or texts that match`},
		{"tictactoe:size=4x4", "[0]", `a game of OpenSpiel's tic_tac_toe, not of tictactoe:size=4x4; score it as tictactoe:size=3x3,in-a-row=3,misere=no`},
		{"tron", "[0]", `tron: expected a game that OpenSpiel has too: breakthrough, `},
		{"connect4", `{"steps":[],"configuration":{"openSpielGameString":"connect_four"}}`, `"connect_four" is not a game of OpenSpiel`},
		{"connect4", `{"steps":[],"configuration":{"openSpielGameString":"connect_four(rows=5)"}}`, `score it as connect4:size=7x5,connect=4`},
		{"connect4", "{\"steps\":[],\"name\":\"chess\"}", `a replay of Kaggle's "chess"; expected connectx or a game of OpenSpiel`},
		{"connect4", `{"steps":[],"configuration":{"openSpielGameString":"hex_proxy(board_size=5)"}}`, `score it as hex:size=5x5,swap=no`},
		{"connect4", `{"steps":[],"configuration":{"openSpielGameString":"breakthrough_proxy(columns=4,rows=5)"}}`, `score it as breakthrough:size=4x5,rows=1,captures=diagonal,`},
		{
			"connect4", `{"steps":[[{"status":"ACTIVE"}],[{"action":"x"}]],"name":"connectx","configuration":{"columns":7,"rows":6,"inarow":4}}`,
			`step 1, agent 0: "x" is not an action`,
		},
		{"tictactoe", "[4, 99]", `action 2, "99": a-30 is not legal at .../.x./...; the legal moves are a1, `},
		{"tictactoe", "[0, 3, 1, 4, 2, 5]", `action 6, "5": c2 is a move after the end of the game`},
		{"morris", "[0, 0]", `action 2, "0": a7 is not legal at `},
	} {
		_, err := read(reportstest.Variant(t, c.game), false, c.text)
		var input *games.InputError
		if !errors.As(err, &input) || !strings.HasPrefix(err.Error(), "file:") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s, %q: got %v, want %s", c.game, c.text, err, c.want)
		}
	}
}

func TestOpenSpielNumbersAndTextsAreTheSameMoves(t *testing.T) {
	data, err := os.ReadFile("testdata/openspiel.tsv")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		fields := strings.Split(strings.TrimSpace(line), "\t")
		v := reportstest.Variant(t, fields[0])
		var moves []string
		for _, text := range fields[1:] {
			list, err := read(v, true, text)
			if err != nil || len(list) != 1 {
				t.Fatalf("%s: %v", fields[0], err)
			}
			if !terminal(t, v, list[0]) {
				t.Errorf("%s: the play does not end: %v", fields[0], list[0].Moves)
			}
			moves = append(moves, strings.Join(list[0].Moves, " "))
		}
		if moves[0] != moves[1] {
			t.Errorf("%s: numbers are\n%s\ntexts are\n%s", fields[0], moves[0], moves[1])
		}
	}
}

// TestActionsOnOtherBoards uses a board of othello that OpenSpiel lacks, because its own is too large,
// and the move of hex that is not a cell.
func TestActionsOnOtherBoards(t *testing.T) {
	for _, c := range []struct{ game, text, want string }{
		{"othello:size=6x6", "[8, 7]", "c2 b2"}, {"othello:size=6x6", "c2 b2", "c2 b2"},
		{"hex:size=3x3,swap=yes", "[4, 9, 0]", "b2 swap a1"}, {"hex:size=3x3,swap=yes", "b2, swap, a1", "b2 swap a1"},
	} {
		list, err := read(reportstest.Variant(t, c.game), true, c.text)
		if err != nil || strings.Join(list[0].Moves, " ") != c.want {
			t.Errorf("%s: %v, %v", c.text, list, err)
		}
	}
	_, err := read(reportstest.Variant(t, "othello"), false, `{"steps":[],"configuration":{"openSpielGameString":"othello_proxy()"}}`)
	if err == nil || !strings.Contains(err.Error(), "size=8x8") {
		t.Errorf("a replay on another board: %v", err)
	}
}

func TestReplays(t *testing.T) {
	for _, c := range []struct{ file, game, want string }{
		{"connectx.json", "connect4:size=5x4", "[first team second team]  [3 1 3 1 3 2 3]   true"},
		{"hex.json", "hex:size=3x3", "[] o../.x./...:first [b1 a2 b3]   true"},
		{"tic_tac_toe.json", "tictactoe", "[]  [b2 a3] illegal x false"},
	} {
		data, err := os.ReadFile(filepath.Join("testdata", c.file))
		if err != nil {
			t.Fatal(err)
		}
		v := reportstest.Variant(t, c.game)
		list, err := read(v, false, string(data))
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %d games, %v", c.file, len(list), err)
		}
		g := list[0]
		if got := fmt.Sprint(g.Players, " ", g.Start, " ", g.Moves, " ", g.End, " ", g.By, " ", terminal(t, v, g)); got != c.want {
			t.Errorf("%s: got %s, want %s", c.file, got, c.want)
		}
	}
}

func FuzzRead(f *testing.F) {
	variants := []games.Variant{}
	for _, spec := range []string{"tictactoe", "connect4:size=5x4", "morris", "nim", "dots-and-boxes", "hex:size=3x3,swap=yes", "tron"} {
		variants = append(variants, reportstest.Variant(f, spec))
	}
	files, err := filepath.Glob("testdata/*")
	if err != nil {
		f.Fatal(err)
	}
	for i, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(uint8(i), false, string(data))
		}
	}
	f.Add(uint8(0), true, "1. b2 {x} a1 1-0\n[x \"a\"]\n{\"moves\":[\"a1\"]}\n[4, 0]")
	f.Add(uint8(2), true, "Point 3 Move 3 -> 4")
	f.Add(uint8(3), true, "pile:4, take:5; 19")
	f.Fuzz(func(t *testing.T, i uint8, openSpiel bool, text string) {
		list, err := read(variants[int(i)%len(variants)], openSpiel, text)
		var input *games.InputError
		if err != nil && (!errors.As(err, &input) || !strings.HasPrefix(err.Error(), "file:")) {
			t.Errorf("%v is not an error of the input", err)
		}
		for _, g := range list {
			if g.Line < 1 || g.Line > 1+strings.Count(text, "\n") {
				t.Errorf("line %d of %q", g.Line, text)
			}
		}
	})
}
