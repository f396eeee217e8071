package picture

import (
	"image/color"
	"math"
	"testing"

	"zermelo/games"
	"zermelo/reports/words"
)

// rhombus returns a board of 3x2 hexagons with a stone of each player, a wall and a blocked
// cell.
func rhombus() games.Drawing {
	return games.Drawing{
		Width: 3, Height: 2, Grid: games.Hexagons, Columns: []string{"a", "b", "c"}, Rows: []string{"1", "2"},
		Cells: []games.Cell{
			{Kind: games.Piece}, {}, {Kind: games.Wall},
			{}, {Kind: games.Blocked}, {Kind: games.Piece, Role: 1},
		},
	}
}

func TestHexagonText(t *testing.T) {
	want := "" +
		"   +-------+\n" +
		" 1 \\ o . # \\\n" +
		"  2 \\ . * x \\\n" +
		"     +-------+\n" +
		"        a b c\n"
	if got := words.Board(rhombus()); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
}

// TestHexagons checks that the centres of adjacent cells are cellSize apart.
func TestHexagons(t *testing.T) {
	b := &boardPainter{Drawing: rhombus()}
	from := b.centre(1, 1)
	for _, to := range [][2]int{{0, 1}, {2, 1}, {1, 0}, {2, 0}, {1, 2}, {0, 2}} {
		at := b.centre(to[0], to[1])
		if distance := math.Hypot(at.X-from.X, at.Y-from.Y); math.Abs(distance-cellSize) > 1e-9 {
			t.Errorf("the cell at %v is %v away, want %v", to, distance, cellSize)
		}
	}
	w, h := b.size()
	for i := range b.Cells {
		for _, at := range b.tile(i%3, i/3, 0, Style{}).(Polyline).Points {
			if at.X < -1e-9 || at.Y < -1e-9 || at.X > w+1e-9 || at.Y > h+1e-9 {
				t.Errorf("corner %v of cell %d is not within %v by %v", at, i, w, h)
			}
		}
	}
}

// TestGridColours checks the colours of cells of the two special grids.
func TestGridColours(t *testing.T) {
	dark, wall, blocked := color.RGBA{0xdc, 0xcd, 0xab, 0xff}, color.RGBA{0x6a, 0x62, 0x53, 0xff}, color.RGBA{0xcd, 0xbf, 0x9f, 0xff}
	// Without labels, the cells begin at 3, 3. The corner of a hexagon's bounding box is
	// outside the hexagon.
	p := Board(&games.Info{Roles: []string{"red", "blue"}}, rhombus(), "", BoardStyle{})
	top, next := 3+hexRadius, 3+hexRadius+hexRow
	checkPixels(t, drawn(t, p), map[Point]color.RGBA{
		{4, 4}: white, {3 + 31, top}: red, {3 + 60, top}: felt, {3 + 100, top}: wall,
		{3 + 10, next + 10}: white, {3 + 40, next}: felt, {3 + 88, next}: blocked, {3 + 112, next}: blue,
	})
	chess := games.Drawing{Width: 2, Height: 3, Grid: games.Chequered, Cells: make([]games.Cell, 6)}
	checkPixels(t, drawn(t, Board(&games.Info{}, chess, "", BoardStyle{})), map[Point]color.RGBA{
		{20, 100}: dark, {60, 100}: felt, {20, 60}: felt, {60, 60}: dark, {20, 20}: dark, {60, 20}: felt,
	})
}

// TestHexagonsChanged marks a changed cell.
func TestHexagonsChanged(t *testing.T) {
	now, before := rhombus(), rhombus()
	before.Cells[1] = games.Cell{Kind: games.Blocked}
	p := Board(&games.Info{Roles: []string{"red", "blue"}}, now, "", BoardStyle{Line: []Turn{{before, -1}, {now, -1}}})
	checkPixels(t, drawn(t, p), map[Point]color.RGBA{{63, 3 + hexRadius}: {0xff, 0xe7, 0xa0, 0xff}, {43, 3 + hexRadius + hexRow}: felt})
}
