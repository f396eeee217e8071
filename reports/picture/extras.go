package picture

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/words"
)

// This file draws the parts of a picture that are not cells: trails, dominoes and boxes in the
// colours of their roles, pieces in hand, scores, and the notes of a game without a board.

const trailWidth = 12

// traces draws the trails of heads. If there are no trails, it draws the dominoes and boxes that
// each role has placed, in the role's paint.
func (b *boardPainter) traces(line []Turn) {
	var trails [games.MaxRoles][]Point
	for _, turn := range line {
		for i, c := range turn.Cells {
			if c.Figure == games.Head && c.Kind == games.Piece {
				trails[c.Role] = append(trails[c.Role], b.centre(i%b.Width, i/b.Width))
			}
		}
	}
	for role, points := range trails {
		if len(points) > 1 {
			own, head := RolePaint(b.info, role), points[len(points)-1]
			b.picture.Add(Circle{points[0].X, points[0].Y, trailWidth / 2, Style{Fill: own}})
			b.line(points, own, trailWidth, 3)
			b.figure(head, games.Head, own, false)
		}
	}
	if len(trails[0])+len(trails[1]) > 0 {
		return
	}
	for i, turn := range line {
		if i == 0 || turn.By < 0 {
			continue
		}
		changed, own := turn.AppendChanged(nil, line[i-1].Drawing), RolePaint(b.info, turn.By)
		var closed []Point
		for _, at := range changed {
			if b.Cells[at].Kind == games.Blocked {
				closed = append(closed, b.centre(at%b.Width, at/b.Width))
			}
		}
		if len(closed) == 2 && len(changed) == 2 {
			b.piece(closed[0], closed[1], own)
			for _, at := range closed {
				b.picture.Add(Circle{at.X, at.Y, 4, Style{Fill: "on-" + own}})
			}
			continue
		}
		for _, at := range closed {
			b.piece(at, at, own)
			b.diamond(at, own)
		}
	}
}

// hasMark reports whether the pieces and lines of a paint have a light core. Without it, the paint
// would differ from those of other roles only by its hue.
func hasMark(p Paint) bool { return p == "blue" || p == "second" }

func (b *boardPainter) figure(at Point, f games.Figure, own Paint, turned bool) {
	b.picture.Add(figure{at.X, at.Y, f, own, turned})
	if f == games.Disc || f == games.Head {
		b.diamond(at, own)
	}
}

func (b *boardPainter) diamond(at Point, own Paint) {
	if hasMark(own) {
		b.picture.Add(Polyline{[]Point{{at.X, at.Y - 10}, {at.X + 10, at.Y}, {at.X, at.Y + 10}, {at.X - 10, at.Y}}, true, Style{Fill: "on-" + own}})
	}
}

// line draws a line of width w. core is the width of the core.
func (b *boardPainter) line(points []Point, own Paint, w, core float64) {
	b.picture.Add(Polyline{points, false, Style{Stroke: own, Width: w}})
	if hasMark(own) {
		b.picture.Add(Polyline{points, false, Style{Stroke: "on-" + own, Width: core}})
	}
}

// piece draws a piece that covers a rectangle of cells. from and to are the centres of the upper
// left and lower right cells.
func (b *boardPainter) piece(from, to Point, own Paint) {
	const half = cellSize/2 - 4
	b.picture.Add(Rect{from.X - half, from.Y - half, to.X - from.X + 2*half, to.Y - from.Y + 2*half, 6, Style{own, edgeOf(own), 1.2}})
}

// hand draws the pieces that a role has in hand as a row at b.top, and moves b.top below the row.
func (b *boardPainter) hand(role int) {
	for i, c := range b.Hands[role] {
		own := RolePaint(b.info, c.Role)
		x, y := b.left+(float64(i)+0.5)*cellSize, b.top+cellSize/2
		b.picture.Add(figure{x, y, c.Figure, own, c.Figure.Points() && c.Role == 1})
		if c.Figure.HasGlyph() {
			b.picture.Add(label{X: x, Y: y, Size: 18, Text: words.Label(c), Bold: true, Fill: "on-" + own})
		}
		b.picture.Width = max(b.picture.Width, x+cellSize/2)
	}
	if len(b.Hands[role]) > 0 {
		b.top += cellSize + 4
	}
}

const (
	trackHeight = 22
	trackPlaces = 12 // maximum number of places drawn separately; a longer track is drawn as a bar
)

func (p *Picture) tracks(info *games.Info, list []games.Track) {
	left := 78.0 // of the places
	for _, t := range list {
		left = max(left, 26+0.56*13*float64(utf8.RuneCountInString(t.Name)))
	}
	for _, t := range list {
		const wide, high = 140, 12
		p.Width = max(p.Width, left+wide+72)
		y, paint := p.Height+trackHeight/2, Paint("even")
		if t.Role >= 0 {
			paint = RolePaint(info, t.Role)
		}
		p.Add(Rect{4, y - 5.5, 11, 11, 5.5, Style{paint, "muted", 1}},
			label{X: 20, Y: y, Size: 13, Text: t.Name, Anchor: anchorStart, Fill: "ink"},
			label{X: left + wide + 8, Y: y, Size: 13, Text: fmt.Sprintf("%d of %d", t.Value, t.Max), Anchor: anchorStart, Bold: true, Fill: "ink"})
		places, filled := 1.0, float64(t.Value)/float64(max(1, t.Max))
		if t.Max <= trackPlaces {
			places, filled = float64(t.Max), float64(t.Value)
		}
		step := wide / places
		for i := 0.0; i < places; i++ {
			x, w := left+i*step, step-2
			p.Add(Rect{x, y - high/2, w, high, 2, Style{Stroke: "muted"}})
			if part := min(1, filled-i); part > 0 {
				p.Add(Rect{x, y - high/2, w * part, high, 2, Style{paint, "muted", 1}})
			}
		}
		p.Height += trackHeight
	}
}

// isCount reports whether a note lists only values of tracks, as in "boxes: first 1, second 2" or
// "step: 3".
func isCount(tracks []games.Track, note string) bool {
	name, list, ok := strings.Cut(note, ": ")
	for part := range strings.SplitSeq(list, ", ") {
		ok = ok && slices.ContainsFunc(tracks, func(t games.Track) bool {
			shown := fmt.Sprintf("%s %d", t.Name, t.Value)
			return part == shown || name+" "+part == shown
		})
	}
	return ok
}

// notesPicture returns a picture of a game without a board.
func notesPicture(info *games.Info, d games.Drawing, title string) *Picture {
	const size, line = 16, 24
	p := &Picture{Title: title}
	if p.tracks(info, d.Tracks); p.Height > 0 {
		p.Height += 6
	}
	notes := slices.DeleteFunc(slices.Clone(d.Notes), func(note string) bool { return isCount(d.Tracks, note) })
	if len(notes) == 0 && len(d.Tracks) > 0 {
		return p
	}
	top := p.Height
	p.Width = max(p.Width, 20+0.56*size*float64(max(8, words.Widest(notes))))
	p.Height += 16 + line*float64(max(1, len(notes)))
	p.Add(Rect{1, top + 1, p.Width - 2, p.Height - top - 2, 6, Style{"board", "grid", 1}})
	for i, note := range notes {
		p.Add(label{X: 10, Y: top + 8 + line*(float64(i)+0.5), Size: size, Text: note, Fill: "ink", Anchor: anchorStart})
	}
	return p
}
