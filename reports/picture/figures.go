package picture

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"zermelo/games"
)

// Figures of pieces. A figure is a list of outlines around the origin, in units of a picture; y
// increases downward. A page defines all figures once, as symbols. A file defines only the
// figures that it uses.

// outline is a path in a figure.
type outline struct {
	path string  // absolute SVG path commands; only M, L, C and Z
	part part    // selects the colours
	wide float64 // line width; 0 means the default
}

type part uint8

const (
	body   part = iota // area in the colour of the piece, with an edge
	detail             // area in the colour of text on the piece
	line               // line in the colour of text
	rim                // faint line in the colour of text
	shadow             // shadow below the piece
)

func figureName(f games.Figure) string { return "z-" + f.String() }

// outlines returns the outlines of a figure in drawing order.
func outlines(f games.Figure) []outline {
	disc := []outline{{path: circle(0, 1.3, 15), part: shadow}, {path: circle(0, 0, 15), part: body}}
	base := outline{path: "M-9.5 8L9.5 8L9.5 12.5L-9.5 12.5Z", part: body}
	switch f {
	case games.Disc:
		return append(disc, outline{path: circle(0, 0, 10.5), part: rim, wide: 1.6})
	case games.Head:
		return append(disc, outline{path: circle(0, 0, 5.5), part: detail})
	case games.Square:
		return []outline{
			{path: "M-16 -16L16 -16L16 16L-16 16Z", part: body}, {path: "M-11 -11L11 -11L11 11L-11 11Z", part: rim, wide: 1.6},
		}
	case games.Arrow:
		return []outline{{path: "M15 0L0 -13L0 -6L-13 -6L-13 6L0 6L0 13Z", part: body}}
	case games.ArrowUp:
		return []outline{{path: "M0 -15L13 0L6 0L6 13L-6 13L-6 0L-13 0Z", part: body}}
	case games.Cross:
		return []outline{{path: "M-11 -8L-8 -11L0 -3L8 -11L11 -8L3 0L11 8L8 11L0 3L-8 11L-11 8L-3 0Z", part: body}}
	case games.Ring:
		return []outline{{path: circle(0, 0, 13) + circle(0, 0, 8), part: body}}
	case games.Pawn:
		return []outline{
			{path: "M-3 -3.5L3 -3.5C3.5 2 5 5 7.5 8L-7.5 8C-5 5 -3.5 2 -3 -3.5Z", part: body}, base,
			{path: circle(0, -7, 5), part: body},
		}
	case games.Rook:
		return []outline{
			{path: "M-9 -12L-5.5 -12L-5.5 -9L-2 -9L-2 -12L2 -12L2 -9L5.5 -9L5.5 -12L9 -12L9 -6L6 -3.5L7 8L-7 8L-6 -3.5L-9 -6Z", part: body},
			base, {path: "M-6 -3.5L6 -3.5", part: line},
		}
	case games.Knight:
		return []outline{
			{path: "M-7.5 8C-7.5 1 -0.5 0 -1 -4L-6 -1.5C-8.5 0.5 -11 -1.5 -9.5 -4L-5 -9.5L-4.5 -13L-1.5 -10.5C6.5 -10.5 9.5 -3 8 8Z", part: body},
			base, {path: circle(-3.2, -7, 1), part: detail},
		}
	case games.Bishop:
		return []outline{
			{path: "M0 -10.5C6 -6 7 -1.5 3.5 1.5L6.5 8L-6.5 8L-3.5 1.5C-7 -1.5 -6 -6 0 -10.5Z", part: body},
			base, {path: circle(0, -12, 1.9), part: body}, {path: "M0 -6.5L0 -1M-2.6 -3.8L2.6 -3.8", part: line},
		}
	case games.Queen:
		return []outline{
			{path: "M-7 8L-11 -8L-5.5 -1.5L-4 -10L0 -2.5L4 -10L5.5 -1.5L11 -8L7 8Z", part: body}, base,
			{path: circle(-11, -9, 1.7) + circle(-4, -11.3, 1.7) + circle(4, -11.3, 1.7) + circle(11, -9, 1.7), part: body},
		}
	case games.King:
		return []outline{
			{path: "M-1.3 -14.5L1.3 -14.5L1.3 -12.5L3.3 -12.5L3.3 -10.3L1.3 -10.3L1.3 -7L-1.3 -7L-1.3 -10.3L-3.3 -10.3L-3.3 -12.5L-1.3 -12.5Z", part: body},
			{path: "M0 -7C2.5 -10 12 -9.5 10.5 -2.5C10 1 7.5 4 7 8L-7 8C-7.5 4 -10 1 -10.5 -2.5C-12 -9.5 -2.5 -10 0 -7Z", part: body},
			base, {path: "M0 -6.5L0 4.5", part: line},
		}
	case games.Pit:
		return []outline{{path: circle(0, 0, 17), part: body}}
	case games.Lion:
		return tile("12346789")
	case games.Giraffe:
		return tile("2468")
	case games.Elephant:
		return tile("1379")
	case games.Chick:
		return tile("8")
	case games.Hen:
		return tile("246789")
	}
	return append(disc, outline{path: circle(0, 0, 12.6), part: rim, wide: 1}) // a letter is drawn on top
}

// tile returns a shogi piece that points up, with a dot for each direction in which the piece can
// move. Directions are numbered like the keys of a number pad, so 8 is forward.
func tile(directions string) []outline {
	dots := ""
	for _, d := range directions {
		k := int(d - '1')
		x, y := float64(k%3-1), float64(1-k/3)
		dots += circle(x*(9.2-1.4*max(0, -y)+0.9*max(0, y)), 1+y*10.3, 1.35)
	}
	return []outline{
		{path: "M0 -14L12 -10.5L14.5 16L-14.5 16L-12 -10.5Z", part: shadow},
		{path: "M0 -15.5L12 -12L14.5 15L-14.5 15L-12 -12Z", part: body}, {path: dots, part: detail},
	}
}

func circle(x, y, r float64) string {
	k := 0.5523 * r
	at := func(dx, dy float64) string { return num(x+dx) + " " + num(y+dy) }
	return "M" + at(r, 0) + "C" + at(r, k) + " " + at(k, r) + " " + at(0, r) + "C" + at(-k, r) + " " + at(-r, k) + " " + at(-r, 0) +
		"C" + at(-r, -k) + " " + at(-k, -r) + " " + at(0, -r) + "C" + at(k, -r) + " " + at(r, -k) + " " + at(r, 0) + "Z"
}

// Symbols returns the definitions of all figures except games.Slab. A page must include them exactly once.
func Symbols() string {
	var list []games.Figure
	for f := range games.Slab {
		list = append(list, f)
	}
	return `<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false" class="symbols">` + symbols(list) + "</svg>"
}

func symbols(figures []games.Figure) string {
	var b strings.Builder
	b.WriteString("<defs>")
	for _, f := range figures {
		join(&b, `<g id="`, figureName(f), `">`)
		for _, o := range outlines(f) {
			join(&b, `<path d="`, o.path, `"`)
			switch o.part {
			case body:
				b.WriteString(` fill-rule="evenodd"`)
			case detail:
				b.WriteString(` fill="currentColor" stroke="none"`)
			case line:
				b.WriteString(` fill="none" stroke="currentColor"`)
			case rim:
				b.WriteString(` fill="none" stroke="currentColor" stroke-opacity="0.3"`)
			case shadow:
				b.WriteString(` fill="#000" fill-opacity="0.22" stroke="none"`)
			}
			if o.wide > 0 {
				join(&b, ` stroke-width="`, num(o.wide), `"`)
			}
			b.WriteString("/>")
		}
		b.WriteString("</g>")
	}
	b.WriteString("</defs>")
	return b.String()
}

// figure is a Shape that represents a piece. Paint must be one of piecePaints.
type figure struct {
	X, Y   float64 // centre
	Name   games.Figure
	Paint  Paint
	Turned bool // drawn upside down
}

func (s figure) svg(b *strings.Builder) {
	x, y := num(s.X), num(s.Y)
	join(b, `<use href="#`, figureName(s.Name), `" x="`, x, `" y="`, y, `" class="p-`, string(s.Paint), `"`)
	if s.Turned {
		join(b, ` transform="rotate(180 `, x, " ", y, `)"`)
	}
	b.WriteString("/>")
}

func (s figure) draw(c *canvas) error {
	c.Push()
	defer c.Pop()
	c.Translate(s.X, s.Y)
	if s.Turned {
		c.Rotate(math.Pi)
	}
	for _, o := range outlines(s.Name) {
		if err := trace(c, o.path); err != nil {
			return fmt.Errorf("draw figure %v: %w", s.Name, err)
		}
		c.SetLineWidth(max(1, o.wide) * pixels)
		switch o.part {
		case body:
			c.SetFillRuleEvenOdd()
			c.setPaint(s.Paint)
			c.FillPreserve()
			c.setPaint(edgeOf(s.Paint))
			c.SetLineWidth(1.2 * pixels)
			c.Stroke()
		case detail:
			c.setPaint("on-" + s.Paint)
			c.Fill()
		case line:
			c.setPaint("on-" + s.Paint)
			c.Stroke()
		case rim:
			c.SetHexColor(light("on-"+s.Paint) + "4d")
			c.Stroke()
		case shadow:
			c.SetRGBA(0, 0, 0, 0.22)
			c.Fill()
		}
	}
	return nil
}

// trace adds a path to the canvas; see outline.path.
func trace(c *canvas, path string) error {
	var numbers []float64
	for i := 0; i < len(path); {
		command := path[i]
		end := i + 1
		for end < len(path) && !strings.ContainsRune("MLCZ", rune(path[end])) {
			end++
		}
		numbers = numbers[:0]
		for _, field := range strings.Fields(path[i+1 : end]) {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return err
			}
			numbers = append(numbers, x)
		}
		switch command {
		case 'M':
			c.MoveTo(numbers[0], numbers[1])
		case 'L':
			c.LineTo(numbers[0], numbers[1])
		case 'C':
			c.CubicTo(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
		case 'Z':
			c.ClosePath()
		}
		i = end
	}
	return nil
}
