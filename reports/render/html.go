package render

import (
	_ "embed" // for the templates and their style
	"fmt"
	"html/template"
	"io"
	"net/url"
	"strings"

	"zermelo/reports/model"
	"zermelo/reports/picture"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

//go:embed html.tmpl
var htmlTemplate string

//go:embed blocks.tmpl
var blocksTemplate string

//go:embed html.css
var htmlStyle string

// renderHTML writes the report as a single page for screens of any width and for print. Boards
// and charts are inline SVG. If explorer is not empty, boards link to the explorer at this URL,
// which may be relative.
func renderHTML(w io.Writer, r *model.Report, g *model.PictureSet, explorer string) error {
	page := &page{Report: r, Pictures: g, explorer: explorer}
	return writePage(w, htmlTemplate, page.functions(), page)
}

// writePage executes the page template in text, which may use the templates for blocks.
func writePage(w io.Writer, text string, functions template.FuncMap, data any) error {
	t := template.New("page").Funcs(template.FuncMap{
		"style": pageStyle, "symbols": func() template.HTML { return template.HTML(picture.Symbols()) }, "kind": kindOf, "inc": func(i int) int { return i + 1 },
	}).Funcs(functions)
	for _, part := range []string{blocksTemplate, text} {
		if _, err := t.Parse(part); err != nil {
			return fmt.Errorf("parse page template: %w", err)
		}
	}
	return t.Execute(w, data)
}

func pageStyle() template.CSS {
	var chips strings.Builder
	for _, name := range picture.Paints() {
		fmt.Fprintf(&chips, ".chip.f-%s{background:var(--%[1]s)}\n", name)
	}
	return template.CSS(picture.CSS() + htmlStyle + chips.String())
}

func kindOf(b block) string {
	switch b.(type) {
	case paragraph:
		return "paragraph"
	case board:
		return "board"
	case *figures:
		return "figures"
	}
	return "table"
}

const lineBoards = 80 // maximum number of boards drawn for the line of perfect play

type page struct {
	*model.Report
	Pictures *model.PictureSet
	explorer string
}

// Link returns the URL of a position in the explorer, or "" if there is no explorer.
func (p *page) Link(position string) string {
	if p.explorer == "" {
		return ""
	}
	return p.explorer + "?" + url.Values{"table": {p.Game}, "p": {position}}.Encode()
}

func (p *page) functions() template.FuncMap {
	return template.FuncMap{
		"sentence":  words.Sentence,
		"summary":   summary,
		"facts":     factBlocks,
		"zugzwangs": zugzwangCounts,
		"rules":     func(r *model.Report) section { return section{rulesTitle, ruleBlocks(r)} },
		"general":   generalBlocks,
		"equal":     equalMoves,
		"chance":    func(exact string) string { return words.Share(rational(exact)) },
		"number":    words.Rational,
		"chip":      p.chip,
		"plural":    func(n int, noun string) string { return words.Plural(int64(n), noun) },
		"linked":    func(p *page, position string, picture template.HTML) linked { return linked{p.Link(position), picture} },
		"place":     func(p *page, at *solved.Position) place { return place{p, at} },
		"branch":    func(p *page, moves []*model.Opening, left int) branch { return branch{p, moves, left} },
	}
}

// place is the template data for a position. It contains the page, because a nested template takes
// only one value.
type place struct {
	Page *page
	At   *solved.Position
}

type linked struct {
	Link    string // may be empty
	Picture template.HTML
}

// branch is a part of the opening tree.
type branch struct {
	Page  *page
	Moves []*model.Opening
	Left  int
}

func (p *page) Board(at *solved.Position) template.HTML {
	return svgOf(labelled(p.Report, at))
}

// small returns an unlabelled picture of the last position in a line or, if the game has no board,
// the notes of the drawing.
func (p *page) small(title string, line []picture.Turn) template.HTML {
	d := line[len(line)-1].Drawing
	if d.Width > 0 {
		var scores []string
		for _, t := range d.Tracks {
			scores = append(scores, fmt.Sprintf("%s %d", t.Name, t.Value))
		}
		board := picture.Board(p.Info, d, title, picture.BoardStyle{Line: line, Beside: len(scores) == 0})
		text := svgOf(board)
		if len(scores) > 0 {
			text += template.HTML(`<span class="score">` + template.HTMLEscapeString(strings.Join(scores, ", ")) + "</span>")
		}
		return text
	}
	return template.HTML(`<div class="notes">` + template.HTMLEscapeString(strings.Join(d.Notes, "; ")) + `</div>`)
}

func (p *page) Charts() []chart { return reportCharts(p.Report) }

func (p *page) HasBoard() bool { return p.Start.Drawing.Width > 0 }

// Below returns the text below a board: the legend, if necessary, and the notes.
func (p *page) Below(at *solved.Position) string {
	d := at.Drawing
	lines := []string{}
	if picture.HasGlyphs(d) {
		lines = append(lines, strings.Join(d.Legend, ", "))
	}
	if d.Width > 0 {
		lines = append(lines, d.Notes...)
	}
	return strings.Join(lines, "; ")
}

func (p *page) chip(v solved.Value) picture.Paint {
	if len(v.Payoffs) == 0 {
		return "rule"
	}
	return valuePaint(p.Info, v.Payoffs[0])
}

// FirstMap draws the first moves on one board. It returns nil if moves have no cells of their own.
func (p *page) FirstMap() *chart {
	var moves []picture.Move
	for i, m := range p.Start.Moves {
		left := "-"
		if m.Value.Plies >= 0 {
			left = fmt.Sprint(m.Value.Plies)
		}
		moves = append(moves, picture.Move{
			Name: m.Name, After: p.Pictures.Firsts[i], Paint: p.chip(m.Value), Text: left, Title: m.Name + ": " + m.Value.Words, Link: p.Link(m.Child),
		})
	}
	drawn := picture.Moves(p.Info, p.Start.Drawing, "First moves", p.Start.Mover, moves)
	if drawn == nil || p.Start.Mover < 0 || p.Info.Stochastic {
		return nil
	}
	return &chart{"moves", "Each move in the colour of its value, with the number of plies to the end.", drawn}
}

// step is a board in the line of perfect play.
type step struct {
	Number   int
	Move     string
	Value    solved.Value
	OnlyMove bool // only one of several moves keeps the value
	Position string
	Picture  template.HTML
}

func (p *page) Steps() []step {
	var strip []step
	for i, name := range p.Line.Moves[:min(len(p.Line.Moves), lineBoards)] {
		at := p.Positions[i+1]
		title := fmt.Sprintf("Position after move %d, %s", i+1, name)
		strip = append(strip, step{
			i + 1, name, at.Value, p.Positions[i].OnlyMove(), at.Text, p.small(title, lineTo(p.Report, i+1)),
		})
	}
	return strip
}

// LineEnd describes how the line continues after the last board.
func (p *page) LineEnd() string {
	if n := len(p.Line.Moves); n > lineBoards {
		return "The whole line: " + lineText(p.Report)
	}
	switch {
	case p.Line.Repeats != nil:
		return "The line repeats from " + afterMoves(*p.Line.Repeats) + "."
	case p.Line.Cut:
		return "The line continues."
	}
	return ""
}

// Head returns the names of the columns, or nil if all names are empty.
func (t *table) Head() []string {
	names := t.names()
	if strings.Join(names, "") == "" {
		return nil
	}
	return names
}

// Class returns the CSS class for cells in column i.
func (t *table) Class(i int) string {
	switch {
	case t.head[i].right:
		return "n"
	case t.head[i].name == "meaning":
		return "says"
	case t.head[i].name == "position" || t.head[i].name == "move":
		return "c"
	}
	return ""
}
