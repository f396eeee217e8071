package draw

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	_ "zermelo/games/gamestest" // for the flag -large
	"zermelo/games/gdl/gdltest"
	"zermelo/games/gdl/statemachine"
)

// picture formats a drawing in a few lines: labels, rows, legend and notes.
func picture(d games.Drawing) string {
	var b strings.Builder
	for y := range d.Height {
		fmt.Fprintf(&b, "%s ", d.Rows[y])
		for _, c := range d.Cells[y*d.Width : (y+1)*d.Width] {
			b.WriteRune(c.Glyph)
		}
		b.WriteByte('\n')
	}
	if d.Width > 0 {
		fmt.Fprintf(&b, "  %s\n%s\n", strings.Join(d.Columns, ""), strings.Join(d.Legend, ", "))
	}
	for _, t := range d.Tracks {
		fmt.Fprintf(&b, "%s (%d): %d/%d\n", t.Name, t.Role, t.Value, t.Max)
	}
	return b.String() + strings.Join(d.Notes, "\n")
}

// TestDraw draws the fluents of states. A fluent after "-" is false, and one after "~"
// is only initially true.
func TestDraw(t *testing.T) {
	for _, test := range []struct {
		name, fluents, want string
	}{
		{"rows go up", "(cell 1 1 x)|(cell 2 1 b)|-(cell 1 2 o)|(cell 2 2 o)|(control red)", "2 .o\n1 x.\n  12\no o, x x, . b\ncontrol: red"},
		{"piece first", "(piece wk a 9)|(piece wp b 9)|(piece wp b 10)|(piece empty a 10)|over", "10 .W\n9 wW\n  ab\n. empty, W wp, w wk\nover"},
		{"prefixes", "(at c1 wall r1)|(at c2 red r1)|(at c1 red r2)|(at c2 red r2)", "r2 rr\nr1 #r\n  c1c2\nr red, # wall\n"},
		{"no piece", "(block 1 1)|(block 2 1)|-(block 2 2)", "2 ..\n1 bb\n  12\nb block\n"},
		{"two on a cell", "(cell 1 1 o)|(cell 1 1 x)|(cell 1 2 x)|(cell 2 1 x)", "2 x.\n1 *x\n  12\nx x, * o and x\n"},
		{"no board", "(on a b)|(on b a)|(step 3)|(step 4)|(list (f 1) 2)", "on: a b, b a\nstep: 3, 4\nlist: (f 1) 2"},
		{"initials", "(cell a 1 xk)|(cell b 1 xq)|(cell a 2 oking)|(cell b 2 free)", "2 k.\n1 KQ\n  ab\nk oking, . free, K xk, Q xq\n"},
		{"blank by number", "(cell 1 1 0)|(cell 1 2 0)|(cell 2 1 0)|(cell 2 2 7)|-(cell 2 2 0)|-(cell 2 1 7)", "2 .7\n1 ..\n  12\n. 0, 7 7\n"},
		{"blank below", "(cell 1 1 0)|(cell 1 1 7)|(cell 1 2 0)|(cell 2 1 0)|(cell 2 2 0)", "2 ..\n1 7.\n  12\n. 0, 7 7\n"},
		{"piles", "(left a 2)|-(left a 1)|(left b 3)|-(left b 0)|(count 3)|-(count 9)", "a ll.\nb lll\n  123\nl left\ncount (-1): 3/9\ncount: 3"},
		{"numbered piles", "(left 1 2)|-(left 1 0)|(left 2 1)|-(left 2 0)", "1 ll\n2 l.\n  12\nl left\n"},
		{"piles of roles", "(has xplayer 2)|-(has xplayer 5)|(has oplayer 1)", "has xplayer (0): 2/5\nhas oplayer (1): 1/5\nhas: xplayer 2, oplayer 1"},
		{"large piles", "(left a c100)|-(left a c0)|(left b c7)", "left a (-1): 100/100\nleft b (-1): 7/100\nleft: a 100, b 7"},
		{"pegs", "(on d1 d2)|(on d2 p)|(on d3 q)|-(on d1 q)|-(on d1 r)|-(on d1 d3)|-(on d2 d3)", " ...\n 1..\n 23.\n  pqr\n1 d1, 2 d2, 3 d3\n"},
		{"table below", "(on table b)|(on table c)|(on b a)|-(on a c)|-(on c b)", " ...\n .a.\n .bc\n  \na a, b b, c c\n"},
		{"table omitted", "~(on table b)|~(on table c)|(on b a)|-(on a c)|-(on c b)|-(on table a)|(clear c)", " ...\n .a.\n .bc\n  \na a, b b, c c\nclear: c"},
		{"one tower", "(on table a)|(on a b)|(on b c)|-(on table b)|-(on table c)|-(on c a)", " c..\n b..\n a..\n  \nc c, b b, a a\n"},
		{"tree", "(in a box)|(in b a)|(in c a)|(in d b)|-(in a c)|-(in a d)", "in: a box, b a, c a, d b"},
		{"order", "(order 2 3 1)|-(order 1 2 3)|-(order 3 2 1)", " 2\n 3\n 1\n  \n2 2, 3 3, 1 1\n"},
		{"row", "(num 1 xplayer)|(num 2 nobody)|(num 3 nobody)|(num 4 nobody)", " x...\n  1234\nx xplayer, . nobody\n"},
		{"negative number", "(temperature -3)|-(temperature -2)", "temperature: -3"},
		{"column", "(lamp kitchen on)|(lamp hall off)|(lamp garden off)", "garden .\nhall .\nkitchen o\n  \n. off, o on\n"},
		{"sets", "(on p)|(off q)|(off r)|-(on q)|-(on r)|-(off p)", " o..\n  pqr\no on, . off\n"},
		{"numbered sets", "(r1 1)|(r1 2)|(r2 3)|(r2 4)|-(r1 3)|-(r2 1)", " ..rr\n  1234\n. r1, r r2\n"},
		{"two in a cell of a row", "(man p)|(key p)|-(man q)|-(key q)|-(man r)", " *..\n  pqr\n* man and key\n"},
		{"too thin", "(offer 0 3)|(offer 1 2)|(offer 2 1)|(offer 3 0)|(x 1 2 3)", "offer: 0 3, 1 2, 2 1, 3 0\nx: 1 2 3"},
		{"nothing", "-(on a b)", "nothing is true"},
	} {
		m := &statemachine.Machine{Roles: []string{"xplayer", "oplayer"}}
		var holds []int32
		for i, f := range strings.Split(test.fluents, "|") {
			if f[0] != '-' {
				m.Initial = append(m.Initial, int32(i))
			}
			if f[0] != '-' && f[0] != '~' {
				holds = append(holds, int32(i))
			}
			m.Fluents = append(m.Fluents, strings.TrimLeft(f, "-~"))
		}
		if got := picture(NewPainter(m, nil).Draw(holds)); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}

// TestConstantBorder draws a sheet whose lowest row never changes.
func TestConstantBorder(t *testing.T) {
	m := &statemachine.Machine{Roles: []string{"white", "red"}}
	settled := map[string]bool{"(cell 1 0 dirt)": true, "(cell 2 0 dirt)": true, "(cell 2 1 w)": true, "(cell 2 2 red)": true}
	var list []bool
	for i, f := range []string{"(cell 1 0 dirt)", "(cell 2 0 dirt)", "(cell 1 1 b)", "(cell 2 1 wall)", "(cell 1 2 b)", "(cell 2 2 red)"} {
		m.Fluents, m.Initial, list = append(m.Fluents, f), append(m.Initial, int32(i)), append(list, settled[f])
	}
	if got, want := picture(NewPainter(m, list).Draw(m.Initial)), "2 .r\n1 .#\n  12\n. b, r red, # wall\n"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestDrawSheets checks which sheets have a board, and the size of the board. The
// remaining sheets have only counters, and guess has too many numbers for a row. The board of 2pffa is a hexagon, so rows 1 and
// 7 of the enclosing square have no cells.
func TestDrawSheets(t *testing.T) {
	t.Parallel()
	boards := map[string]string{
		"2pffa_zerosum": "7x5", "breakthrough": "8x8", "breakthroughSmall": "6x6", "breakthroughSmallHoles": "6x6",
		"checkers-newgoals": "8x8", "chickentictactoe": "3x3", "chomp": "8x7", "connect4": "7x7", "connectFour": "8x6",
		"eotcitcit": "3x3", "factoringGeorgeForman": "2x2", "lightsOn": "2x2", "minichess": "4x4", "queens08lg": "8x8",
		"blocks2player": "7x7", "buttons": "3x1", "hanoi": "3x5", "maze": "5x1", "nim1": "5x4", "nim2": "10x4", "pancakes": "1x6",
		"snake2p": "11x11", "sum15": "9x1", "ticTacToe": "3x3", "tictactoe_orthogonal": "3x3",
	}
	for _, file := range gdltest.Sheets(t, "games") {
		if testing.Short() && strings.Contains(file, "checkers") {
			continue // slowest sheet to compile
		}
		m := gdltest.Compile(t, file)
		p := NewPainter(m, nil)
		got := ""
		if p.board != nil {
			got = fmt.Sprintf("%dx%d", len(p.board.columns), len(p.board.rows))
		}
		if want := boards[m.Name]; got != want {
			t.Errorf("%s: board %q, want %q", m.Name, got, want)
		}
		glyphs := map[rune]string{}
		for name, c := range p.cells {
			if glyphs[c.Glyph] != "" {
				t.Errorf("%s: %s and %s are both %c", m.Name, name, glyphs[c.Glyph], c.Glyph)
			}
			glyphs[c.Glyph] = name
		}
		d := p.Draw(m.Initial)
		if len(d.Cells) != d.Width*d.Height || len(d.Rows) != d.Height || !slices.Equal(d.Columns, d.Columns[:d.Width]) {
			t.Errorf("%s: %dx%d with %d cells", m.Name, d.Width, d.Height, len(d.Cells))
		}
	}
}
