package picture

import (
	"encoding/xml"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"

	"zermelo/games"
	"zermelo/games/builtin"
)

// elements counts the elements of an SVG by name and checks that it is well-formed.
func elements(t *testing.T, svg string) map[string]int {
	t.Helper()
	counts := map[string]int{}
	in := xml.NewDecoder(strings.NewReader(svg))
	for {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			return counts
		}
		if err != nil {
			t.Fatalf("%v in %s", err, svg)
		}
		if start, ok := token.(xml.StartElement); ok {
			counts[start.Name.Local]++
		}
	}
}

func TestBoardSVG(t *testing.T) {
	d := games.Drawing{
		Width: 3, Height: 2, Columns: []string{"a", "b", "c"}, Rows: []string{"2", "1"},
		Cells: []games.Cell{
			{}, {Kind: games.Piece, Glyph: 'R'}, {Kind: games.Piece, Role: 1, Glyph: '<'},
			{Kind: games.Wall}, {Kind: games.Blocked}, {Kind: games.Mark, Role: 1, Glyph: '+'},
		},
	}
	svg := Board(&games.Info{Roles: []string{"red", "second <&>"}}, d, "a < b", BoardStyle{Labels: true}).SVG()
	// Two pieces; the ground, a wall, a blocked cell and a mark; three columns, two rows, two
	// pieces and '+'.
	want := map[string]int{"svg": 1, "title": 1, "path": 1, "use": 2, "rect": 4, "text": 8}
	got := elements(t, svg)
	for name, n := range want {
		if got[name] != n {
			t.Errorf("%d elements %s, want %d: %s", got[name], name, n, svg)
		}
	}
	for _, part := range []string{
		"<title>a &lt; b</title>", `class="p-red"`, `class="p-second"`, `class="f-on-red b">R</text>`,
		`class="f-on-second b">&lt;</text>`, `class="f-wall"`, `class="f-blocked s-grid"`, `class="s-second" stroke-width="2"`, ">c</text>",
	} {
		if !strings.Contains(svg, part) {
			t.Errorf("no %s in %s", part, svg)
		}
	}
}

// TestBoardSVGOfGames draws the first position of every game and counts its elements.
func TestBoardSVGOfGames(t *testing.T) {
	for _, f := range builtin.Registry().Entries {
		t.Run(f.Name, func(t *testing.T) {
			v, err := builtin.Registry().Open(f.Name)
			if err != nil {
				t.Fatal(err)
			}
			d := startDrawing(t, v)
			got := elements(t, Board(v.Info(), d, f.Name, BoardStyle{Labels: true}).SVG())
			pieces, marks := 0, 0
			for _, c := range d.Cells {
				switch {
				case c.Figure == games.Pit:
					marks++ // a circle with seeds
				case c.Kind == games.Piece:
					pieces++
				case c.Kind == games.Mark:
					marks++
				}
			}
			if d.Width > 0 && (got["use"] < pieces || got["use"]+got["circle"]+got["rect"] < pieces+marks) {
				t.Errorf("%d figures, %d discs and %d rectangles for %d pieces and %d marks", got["use"], got["circle"], got["rect"], pieces, marks)
			}
			notes := slices.DeleteFunc(d.Notes, func(note string) bool { return strings.HasPrefix(note, "points: ") }) // equal the scores
			if d.Width == 0 && got["text"] != len(notes)+2*len(d.Tracks) {
				t.Errorf("%d texts for notes %q and %d scores", got["text"], notes, len(d.Tracks))
			}
		})
	}
}

func TestThreeMensMorrisIsDrawnWithItsLines(t *testing.T) {
	for spec, want := range map[string]int{"three-mens-morris": 16, "morris:men=3,lines=straight": 12} {
		v, err := builtin.Registry().Open(spec)
		if err != nil {
			t.Fatal(err)
		}
		svg := Board(v.Info(), startDrawing(t, v), spec, BoardStyle{Labels: true}).SVG()
		lines := 0
		for part := range strings.SplitSeq(svg, "<path ") {
			if strings.Contains(part, "s-line") {
				lines += strings.Count(part, "M")
			}
		}
		if lines != want || strings.Contains(svg, `class="s-grid"/>`) {
			t.Errorf("%s: %d lines between points, want %d and no squares: %s", spec, lines, want, svg)
		}
	}
}

func startDrawing(t *testing.T, v games.Variant) games.Drawing {
	t.Helper()
	switch g := v.(type) {
	case games.Game[uint64]:
		return games.DrawingOf(g, g.Start())
	case games.Game[[2]uint64]:
		return games.DrawingOf(g, g.Start())
	case games.Game[[4]uint64]:
		return games.DrawingOf(g, g.Start())
	}
	t.Fatalf("%s is no game", v.Info().Name)
	return games.Drawing{}
}

// TestPaletteContrast computes the contrast of text and background as defined by WCAG 2.2.
func TestPaletteContrast(t *testing.T) {
	colours := map[Paint]colour{}
	for _, c := range palette() {
		colours[c.paint] = c
	}
	pairs := [][2]Paint{{"ink", "paper"}, {"muted", "paper"}, {"ink", "board"}, {"muted", "board"}, {"accent", "paper"}}
	for _, name := range []Paint{"white", "black", "red", "blue", "green", "yellow", "first", "second", "even"} {
		pairs = append(pairs, [2]Paint{"on-" + name, name})
	}
	for _, pair := range pairs {
		a, b := colours[pair[0]], colours[pair[1]]
		for _, mode := range [][2]string{{a.light, b.light}, {a.dark, b.dark}} {
			if got := contrast(t, mode[0], mode[1]); got < 4.5 {
				t.Errorf("%s on %s: contrast %.2f of %s on %s", pair[0], pair[1], got, mode[0], mode[1])
			}
		}
	}
}
