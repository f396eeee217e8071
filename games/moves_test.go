package games

import (
	"strings"
	"testing"
)

func TestMovesAreSplitAtBlanksAndCommas(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"a2-a3 b5-b4":                "a2-a3|b5-b4",
		" a2-a3,b5-b4 , c2xb3\tq ,":  "a2-a3|b5-b4|c2xb3|q",
		"1. a2-a3 b5-b4 2. c2xb3":    "a2-a3|b5-b4|c2xb3",
		"1 2 3.5 4":                  "1|2|3.5|4",
		"moveUp+moveDown, left+left": "moveUp+moveDown|left+left",
	} {
		if got := strings.Join(SplitMoves(text), "|"); got != want {
			t.Errorf("%q: got %s, want %s", text, got, want)
		}
	}
}

func TestTypedMovesStandForOneNameOrNone(t *testing.T) {
	const (
		tron    = "moveUp moveLeft moveRight moveDown"
		board   = "a2-a3 b2-b3 a2xb3 b3xc4 c10-c11"
		columns = "2 10 11"
		neutron = "d4,a1-c3 d4,b1-b5 e4,a1-c3"
		sheet   = "mark.1.2 mark.1.12 noop"
		chess   = "Bb1-c2 bb7-b8 Ke1-d1"
	)
	for _, test := range []struct{ names, typed, want string }{
		{tron, "moveRight", "moveRight"}, {tron, "MOVERIGHT", "moveRight"}, {tron, "mover", "moveRight"},
		{tron, "right", "moveRight"}, {tron, "r", "moveRight"}, {tron, "U", "moveUp"},
		{tron, "move", `is ambiguous; it matches moveUp, moveLeft, moveRight, moveDown`},
		{tron, "moveRigth", `is not legal; did you mean "moveRight"?`},
		{tron, "jump", `is not legal; the legal moves are moveUp, moveLeft, moveRight, moveDown`},
		{tron, "?", `is not legal; the legal moves are moveUp, moveLeft, moveRight, moveDown`},
		{tron, "ight", `is not legal; the legal moves are moveUp, moveLeft, moveRight, moveDown`},
		{board, "A2-A3", "a2-a3"}, {board, "a2a3", "a2-a3"}, {board, "a2b3", "a2xb3"}, {board, "a2-b3", "a2xb3"}, {board, "A2XB3", "a2xb3"},
		{board, "a3", "a2-a3"}, {board, "b2", "b2-b3"}, {board, "c4", "b3xc4"}, {board, "c11", "c10-c11"},
		{board, "b3", `is ambiguous; it matches b2-b3, a2xb3, b3xc4`},
		{board, "c1", `is not legal; the legal moves are a2-a3, b2-b3, a2xb3, b3xc4, c10-c11`},
		{columns, "1", `is not legal; the legal moves are 2, 10, 11`}, {columns, "10", "10"},
		{columns, "-10", `is not legal; the legal moves are 2, 10, 11`}, {columns, "+10", `is not legal; the legal moves are 2, 10, 11`}, {columns, "10..", `is not legal; the legal moves are 2, 10, 11`},
		{neutron, "d4,a1-c3", "d4,a1-c3"}, {neutron, "D4a1c3", "d4,a1-c3"}, {neutron, "e4", "e4,a1-c3"},
		{neutron, "d4", `is ambiguous; it matches d4,a1-c3, d4,b1-b5`},
		{sheet, "(mark 1 2)", "mark.1.2"}, {sheet, "1.12", "mark.1.12"}, {sheet, "no", "noop"}, {sheet, "12", "mark.1.12"},
		{chess, "Bb1-c2", "Bb1-c2"}, {chess, "kd", `is not legal; the legal moves are Bb1-c2, bb7-b8, Ke1-d1`}, {chess, "bb7b8", "bb7-b8"},
		{chess, "bb", `is ambiguous; it matches Bb1-c2, bb7-b8`},
	} {
		names := strings.Fields(test.names)
		at, fits := FindMove(test.typed, names)
		got := illegalMove(test.typed, "", names, fits)
		if at >= 0 {
			got = names[at]
		}
		if got != test.want {
			t.Errorf("%q: got %s, want %s", test.typed, got, test.want)
		}
	}
}

func TestMovesInPiecesStandForOneMove(t *testing.T) {
	for _, test := range []struct {
		names, typed, want string
		pieces             int
	}{
		{"d4,a1-c3 d4,b1-b5", "d4,a1-c3 e4,b1-b5", "d4,a1-c3", 2},
		{"d4,a1-c3 d4,b1-b5 d4", "d4,a1-c3", "d4", 1},
		{"mark.1.2 mark.1.3", "mark 1 3 noop", "mark.1.3", 3},
		{"a2-a3 b2-b3", "b2 b3 c4", "b2-b3", 2},
		{"1-1 3-1 3-2", "3-2 1-1", "3-2", 1},
		{"1-1 3-1 3-2", "3 2 1-1", "3-2", 2},
	} {
		names := strings.Fields(test.names)
		at, pieces, wrong := FirstMove(nil, [MaxRoles][]string{names}, SplitMoves(test.typed), "")
		if wrong != "" || names[at] != test.want || pieces != test.pieces {
			t.Errorf("%q: move %d by %d pieces, %s", test.typed, at, pieces, wrong)
		}
	}
}

func TestEveryNameIsFoundByItself(t *testing.T) {
	names := []string{"a", "A", "a-", "1", "10", "", "+1", "-"}
	for i, name := range names {
		if at, fits := FindMove(name, names); at != i {
			t.Errorf("%q: found %d, %q", name, at, fits)
		}
	}
}
