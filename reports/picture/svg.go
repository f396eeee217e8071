package picture

import (
	"html"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
)

// SVG returns the picture as an SVG element. The page must include CSS and Symbols.
func (p *Picture) SVG() string {
	var b strings.Builder
	b.Grow(256 + 100*len(p.Shapes))
	p.write(&b, "")
	return b.String()
}

// File returns the picture as a self-contained SVG file.
func (p *Picture) File() string {
	var b strings.Builder
	var figures []games.Figure
	for _, s := range p.Shapes {
		if f, ok := s.(figure); ok && !slices.Contains(figures, f.Name) {
			figures = append(figures, f.Name)
		}
	}
	style := "<style>" + CSS() + "</style>"
	if len(figures) > 0 {
		style += symbols(figures)
	}
	p.write(&b, style)
	return b.String() + "\n"
}

func (p *Picture) write(b *strings.Builder, style string) {
	width, height, role := num(p.Width), num(p.Height), "img"
	if p.grouped {
		role = "group"
	}
	join(b, `<svg xmlns="http://www.w3.org/2000/svg" class="pic" role="`, role, `" viewBox="0 0 `, width, " ", height, `" width="`, width, `" height="`, height, `">`)
	join(b, "<title>", html.EscapeString(p.Title), "</title>", style)
	if style != "" {
		b.WriteString(`<rect class="f-paper" width="100%" height="100%"/>`)
	}
	for _, s := range p.Shapes {
		s.svg(b)
	}
	b.WriteString("</svg>")
}

func (s Rect) svg(b *strings.Builder) {
	join(b, `<rect x="`, num(s.X), `" y="`, num(s.Y), `" width="`, num(s.W), `" height="`, num(s.H), `"`)
	if s.Round > 0 {
		join(b, ` rx="`, num(s.Round), `"`)
	}
	s.attributes(b)
	b.WriteString("/>")
}

func (s Circle) svg(b *strings.Builder) {
	join(b, `<circle cx="`, num(s.X), `" cy="`, num(s.Y), `" r="`, num(s.R), `"`)
	s.attributes(b)
	b.WriteString("/>")
}

func (s Polyline) svg(b *strings.Builder) {
	end := ""
	if s.Closed {
		end = "Z"
	}
	writePath(b, s.Points, len(s.Points), end, s.Style)
}

func (s segments) svg(b *strings.Builder) { writePath(b, s.Points, 2, "", s.Style) }

// writePath writes lines that connect n points each.
func writePath(b *strings.Builder, points []Point, n int, end string, l Style) {
	b.WriteString(`<path d="`)
	for i, at := range points {
		command := "L"
		if i%n == 0 {
			command = "M"
		}
		join(b, command, num(at.X), " ", num(at.Y))
	}
	join(b, end, `"`)
	l.attributes(b)
	b.WriteString("/>")
}

func (s label) svg(b *strings.Builder) {
	join(b, `<text x="`, num(s.X), `" y="`, num(s.Y), `" font-size="`, num(s.Size), `" class="f-`, string(s.Fill))
	switch s.Anchor {
	case anchorStart:
		b.WriteString(" a")
	case anchorEnd:
		b.WriteString(" z")
	}
	if s.Bold {
		b.WriteString(" b")
	}
	join(b, `">`, html.EscapeString(s.Text), "</text>")
}

func (l Style) attributes(b *strings.Builder) {
	b.WriteString(` class="`)
	if l.Fill != "" {
		join(b, "f-", string(l.Fill))
	}
	if l.Fill != "" && l.Stroke != "" {
		b.WriteByte(' ')
	}
	if l.Stroke != "" {
		join(b, "s-", string(l.Stroke))
	}
	b.WriteByte('"')
	if l.Stroke != "" && l.Width != 0 && l.Width != 1 {
		join(b, ` stroke-width="`, num(l.Width), `"`)
	}
}

// join writes strings to b. It avoids package fmt, which would account for a third of the time
// needed to draw a board.
func join(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
}

// num formats a length with up to two decimal places.
func num(x float64) string {
	if whole := int(x); float64(whole) == x {
		return strconv.Itoa(whole)
	}
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
