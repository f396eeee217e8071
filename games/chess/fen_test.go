package chess

import (
	"testing"

	"zermelo/games"
	"zermelo/games/gamestest"
)

func TestFEN(t *testing.T) {
	for spec, list := range map[string]map[string]string{
		"chess": {
			"8/8/8/8/8/2k5/8/K6R w":           "8/8/8/8/8/2k5/8/K6R:w",
			"8/8/8/8/8/2k5/8/K6R b -":         "8/8/8/8/8/2k5/8/K6R:b",
			"8/8/8/8/8/2k5/8/K6R w - -":       "8/8/8/8/8/2k5/8/K6R:w",
			"8/8/8/8/8/2k5/8/K6R w - - 0":     "8/8/8/8/8/2k5/8/K6R:w",
			"8/8/8/8/8/2k5/8/K6R w - - 99 60": "8/8/8/8/8/2k5/8/K6R:w",
			" 8/8/8/8/8/2k5/8/K6R  B - - 0 1": "8/8/8/8/8/2k5/8/K6R:b",
			"8/8/8/8/8/2K5/8/k6r b - - 0 1":   "8/8/8/8/8/2K5/8/k6r:b",
			"8/8/8/8/8/2k5/8/K7 w - - 0 1":    "8/8/8/8/8/2k5/8/K7:w",
		},
		"chess:pieces=KPK": {
			"4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1": "4k3/8/8/8/4P3/8/8/4K3:b",
			"4k3/8/8/4p3/8/8/8/4K3 w - e6 0 1": "4k3/8/8/4p3/8/8/8/4K3:w",
			"4k3/8/8/8/4P3/8/8/4K3 b - - 0 1":  "4k3/8/8/8/4P3/8/8/4K3:b",
			"4k2Q/8/8/8/8/8/8/4K3 b - - 0 1":   "4k2Q/8/8/8/8/8/8/4K3:b",
		},
	} {
		gamestest.Positions(t, open(t, spec), list)
	}
}

func TestBadFEN(t *testing.T) {
	gamestest.BadPositions(t, open(t, "chess"), map[string]string{
		"8/8/8/8/8/2k5/8/K6R white - - 0 1":                        `the side to move is "white", expected w or b`,
		"8/8/8/8/8/2k5/8/K6R - - 0 1":                              `the side to move is "-"`,
		"8/8/8/8/8/2k5/8/K6R w KQ - 0 1":                           "castling rights KQ: castling is not possible",
		"8/8/8/8/8/2k5/8/K6R w x - 0 1":                            `the castling rights are "x", expected -`,
		"8/8/8/8/8/2k5/8/K6R w - e6 0 1":                           "e6: no black pawn can have moved from e7 to e5",
		"8/8/8/8/8/2k5/8/K6R b - e3 0 1":                           "no white pawn can have moved from e2 to e4",
		"8/8/8/8/8/2k5/8/K6R w - e3 0 1":                           `square is "e3", expected - or a square on row 6`,
		"8/8/8/8/8/2k5/8/K6R w - i6 0 1":                           `the en passant square is "i6"`,
		"8/8/8/8/8/2k5/8/K6R w - e66 0 1":                          `the en passant square is "e66"`,
		"8/8/8/8/8/2k5/8/K6R w - - x 1":                            `field 5 is "x", expected a number of moves`,
		"8/8/8/8/8/2k5/8/K6R w - - 0 -1":                           `field 6 is "-1", expected a number of moves`,
		"8/8/8/8/8/2k5/8/K6R w - - 0 1 2":                          "7 fields, but FEN has 2 to 6",
		"8/8/8/8/8/2k5/K6R w - - 0 1":                              "7 rows",
		"8/8/8/8/8/2k5/8/K7R w - - 0 1":                            "row 1 is too long",
		"8/8/8/8/8/2k5/8/K5R w - - 0 1":                            "row 1 has 7",
		"8/8/8/8/8/2k5/8/K6X w - - 0 1":                            "'X' in row 1",
		"8/8/8/8/8/2k5/8/K6Q w - - 0 1":                            "cannot occur in the ending KRK; use chess:pieces=KQK;",
		"8/8/8/8/8/2k5/8/K6q w - - 0 1":                            "; use chess:pieces=KKQ;",
		"8/8/8/8/8/2k5/8/K5RR w - - 0 1":                           "cannot occur in the ending KRK",
		"8/8/8/8/8/2k5/8/KK5R w - - 0 1":                           "cannot occur in the ending KRK",
		"8/8/8/8/8/8/8/K6R w - - 0 1":                              "cannot occur in the ending KRK",
		"8/8/8/8/8/8/1k6/K6R w - - 0 1":                            "could take the king",
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "cannot occur in the ending KRK; endings have up to 5 men;",
	})
	gamestest.BadPositions(t, open(t, "chess:pieces=KPPK"), map[string]string{
		"4k3/4P3/8/8/4P3/8/8/4K3 w - e6 0 1":    "no black pawn can have moved from e7 to e5",
		"4k3/8/8/8/4P3/4P3/8/4K3 b - e3 0 1":    "no white pawn can have moved from e2 to e4",
		"4k3/8/8/8/4P3/8/4P3/4K3 b - e3 0 1":    "no white pawn can have moved from e2 to e4",
		"4k3/8/8/8/4P3/8/3P4/4K3 b - d3 0 1":    "no white pawn can have moved from d2 to d4",
		"4k3/8/8/8/8/8/3P4/P3K3 w - - 0 1":      "a pawn cannot be on row 1",
		"4k3/8/8/8/8/8/3PP3/4K3 w KQkq - 0 1":   "castling rights KQkq",
		"4k3/8/8/8/8/8/3PP3/4K3 w - - 0 1 e2e4": "7 fields",
	})
}

// TestCutPosition checks which words at the beginning of a line are the position.
func TestCutPosition(t *testing.T) {
	const fen = "8/8/8/8/8/2k5/8/K6R"
	g := open(t, "chess")
	for _, test := range []struct{ position, rest string }{
		{fen + ":w", ""},
		{fen + ":w", "Ka1-b1 Kb3"},
		{fen + ":w", "- - 0 1"},
		{"Ka1-b1", "Kc3-b3"},
		{fen, ""},
		{fen + " w", ""},
		{fen + " w", "Kb1 Kb3"},
		{fen + " w", "a1b1 c3b3"},
		{fen + " w", "1. Kb1 Kb3"},
		{fen + " w -", "Kb1"},
		{fen + " w -", "Rh3+"},
		{fen + " w KQkq", "Kb1"},
		{fen + " w - -", "Kb1"},
		{fen + " w - e6", "Kb1"},
		{fen + " b - e3", "Kb3"}, // not the move e3 of a pawn
		{fen + " w - - 0", "Kb1"},
		{fen + " w - - 0 1", ""},
		{fen + " w - - 0 1", "Kb1, Kb3"},
		{fen + "  w  -  - 0  1", "1. Kb1"},
		{fen + " Kb1", "Kb3"}, // the side to move is missing
	} {
		text := test.position
		if test.rest != "" {
			text += " " + test.rest
		}
		if position, rest := g.CutPosition(text); position != test.position || rest != test.rest {
			t.Errorf("%q: position %q and rest %q", text, position, rest)
		}
	}
}

// TestSameColouredBishops checks that in dead positions with only bishops on squares of one
// colour, play continues and no position is mate.
func TestSameColouredBishops(t *testing.T) {
	stride := uint64(11)
	if testing.Short() {
		stride = 101
	}
	for _, spec := range []string{"chess:pieces=KBBK", "chess:pieces=KBKB"} {
		g := open(t, spec)
		last := len(g.tiers) - 1
		positions := 0
		for index := uint64(0); index < g.tiers[last].size; index += stride {
			states, used := g.Unrank(nil, nil, last, []uint64{index})
			p := g.unpack(states[0])
			if !used[0] || squareColour(p.square[2]) != squareColour(p.square[3]) {
				continue
			}
			positions++
			for mover := range uint8(2) {
				p.mover = mover
				if g.possible(&p) && len(g.moves(nil, &p)) == 0 && g.checked(&p, mover) {
					t.Errorf("%s: %s is mate", spec, g.FormatState(p.pack()))
				}
			}
		}
		if positions < 1000 {
			t.Errorf("%s: %d positions", spec, positions)
		}
	}
	for spec, text := range map[string]string{
		"chess:pieces=KBBK": "4k3/8/8/8/8/8/8/B1B1K3:w",
		"chess:pieces=KBKB": "2b1k3/8/8/8/8/8/8/4KB2:b",
	} {
		g := open(t, spec)
		s, err := g.ParseState(text)
		if children, _ := g.Expand(nil, nil, []uint64{s}); err != nil || len(children) == 0 {
			t.Errorf("%s: %s has %d moves, %v", spec, text, len(children), err)
		}
	}
}

// squareColour returns 0 for dark squares and 1 for light squares.
func squareColour(square uint8) uint8 { return (square ^ square>>3) & 1 }

var _ games.StandardNotation = (*game)(nil)
