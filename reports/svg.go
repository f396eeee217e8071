package reports

import (
	"fmt"
	"html"
	"strconv"
	"strings"
)

// svg writes the picture as an SVG element for a page with PictureCSS.
func (p *picture) svg() string {
	var b strings.Builder
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
	fmt.Fprintf(b, `<svg xmlns="http://www.w3.org/2000/svg" class="pic" role="img" viewBox="0 0 %s %s" width="%[1]s" height="%[2]s">`, num(p.width), num(p.height))
	b.WriteString("<title>" + html.EscapeString(p.title) + "</title>" + style)
	if style != "" {
		b.WriteString(`<rect class="f-paper" width="100%" height="100%"/>`)
	}
	for _, s := range p.shapes {
		s.svg(b)
	}
	b.WriteString("</svg>")
}

func (s rect) svg(b *strings.Builder) {
	fmt.Fprintf(b, `<rect x="%s" y="%s" width="%s" height="%s"`, num(s.x), num(s.y), num(s.w), num(s.h))
	if s.round > 0 {
		fmt.Fprintf(b, ` rx="%s"`, num(s.round))
	}
	b.WriteString(s.attributes() + "/>")
}

func (s circle) svg(b *strings.Builder) {
	fmt.Fprintf(b, `<circle cx="%s" cy="%s" r="%s"%s/>`, num(s.x), num(s.y), num(s.r), s.attributes())
}

func (s path) svg(b *strings.Builder) {
	b.WriteString(`<path d="`)
	for i, at := range s.points {
		command := "L"
		if i == 0 {
			command = "M"
		}
		b.WriteString(command + num(at.x) + " " + num(at.y))
	}
	if s.closed {
		b.WriteByte('Z')
	}
	b.WriteString(`"` + s.attributes() + "/>")
}

func (s segments) svg(b *strings.Builder) {
	b.WriteString(`<path d="`)
	for i, at := range s.points {
		b.WriteByte("ML"[i%2])
		b.WriteString(num(at.x) + " " + num(at.y))
	}
	b.WriteString(`"` + s.attributes() + "/>")
}

func (s label) svg(b *strings.Builder) {
	class := "f-" + string(s.fill)
	if s.anchor != middle {
		class += map[anchor]string{start: " a", end: " z"}[s.anchor]
	}
	if s.bold {
		class += " b"
	}
	fmt.Fprintf(b, `<text x="%s" y="%s" font-size="%s" class="%s">%s</text>`, num(s.x), num(s.y), num(s.size), class, html.EscapeString(s.text))
}

// attributes are those of a shape's paints.
func (l look) attributes() string {
	var classes []string
	if l.fill != "" {
		classes = append(classes, "f-"+string(l.fill))
	}
	if l.stroke != "" {
		classes = append(classes, "s-"+string(l.stroke))
	}
	text := ` class="` + strings.Join(classes, " ") + `"`
	if l.stroke != "" && l.width != 0 && l.width != 1 {
		text += ` stroke-width="` + num(l.width) + `"`
	}
	return text
}

// num writes a length with two digits after the point at most.
func num(x float64) string {
	text := strconv.FormatFloat(x, 'f', 2, 64)
	return strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
}
