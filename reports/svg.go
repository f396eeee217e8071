package reports

import (
	"html"
	"strconv"
	"strings"
)

// svg writes the picture as an SVG element for a page with PictureCSS.
func (p *picture) svg() string {
	var b strings.Builder
	b.Grow(256 + 100*len(p.shapes))
	p.write(&b, "")
	return b.String()
}

// file writes the picture as an SVG file, which needs nothing else.
func (p *picture) file() string {
	var b strings.Builder
	p.write(&b, "<style>"+PictureCSS()+"</style>")
	return b.String() + "\n"
}

func (p *picture) write(b *strings.Builder, style string) {
	width, height := num(p.width), num(p.height)
	join(b, `<svg xmlns="http://www.w3.org/2000/svg" class="pic" role="img" viewBox="0 0 `, width, " ", height, `" width="`, width, `" height="`, height, `">`)
	join(b, "<title>", html.EscapeString(p.title), "</title>", style)
	if style != "" {
		b.WriteString(`<rect class="f-paper" width="100%" height="100%"/>`)
	}
	for _, s := range p.shapes {
		s.svg(b)
	}
	b.WriteString("</svg>")
}

func (s rect) svg(b *strings.Builder) {
	join(b, `<rect x="`, num(s.x), `" y="`, num(s.y), `" width="`, num(s.w), `" height="`, num(s.h), `"`)
	if s.round > 0 {
		join(b, ` rx="`, num(s.round), `"`)
	}
	s.attributes(b)
	b.WriteString("/>")
}

func (s circle) svg(b *strings.Builder) {
	join(b, `<circle cx="`, num(s.x), `" cy="`, num(s.y), `" r="`, num(s.r), `"`)
	s.attributes(b)
	b.WriteString("/>")
}

func (s polyline) svg(b *strings.Builder) {
	b.WriteString(`<path d="`)
	for i, at := range s.points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		join(b, command, num(at.x), " ", num(at.y))
	}
	if s.closed {
		b.WriteByte('Z')
	}
	b.WriteByte('"')
	s.attributes(b)
	b.WriteString("/>")
}

func (s segments) svg(b *strings.Builder) {
	b.WriteString(`<path d="`)
	for i, at := range s.points {
		b.WriteByte("ML"[i%2])
		join(b, num(at.x), " ", num(at.y))
	}
	b.WriteByte('"')
	s.attributes(b)
	b.WriteString("/>")
}

func (s label) svg(b *strings.Builder) {
	join(b, `<text x="`, num(s.x), `" y="`, num(s.y), `" font-size="`, num(s.size), `" class="f-`, string(s.fill))
	switch s.anchor {
	case start:
		b.WriteString(" a")
	case end:
		b.WriteString(" z")
	}
	if s.bold {
		b.WriteString(" b")
	}
	join(b, `">`, html.EscapeString(s.text), "</text>")
}

// attributes writes those of a shape's paints.
func (l look) attributes(b *strings.Builder) {
	b.WriteString(` class="`)
	if l.fill != "" {
		join(b, "f-", string(l.fill))
	}
	if l.fill != "" && l.stroke != "" {
		b.WriteByte(' ')
	}
	if l.stroke != "" {
		join(b, "s-", string(l.stroke))
	}
	b.WriteByte('"')
	if l.stroke != "" && l.width != 0 && l.width != 1 {
		join(b, ` stroke-width="`, num(l.width), `"`)
	}
}

// join writes texts one after the other; a server draws thousands of boards a
// second, where formatting would be a third of the time.
func join(b *strings.Builder, parts ...string) {
	for _, p := range parts {
		b.WriteString(p)
	}
}

// num writes a length with two digits after the point at most.
func num(x float64) string {
	if whole := int(x); float64(whole) == x {
		return strconv.Itoa(whole)
	}
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
