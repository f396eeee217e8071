package solved

import (
	"bytes"
	"encoding/json"
	"strconv"
)

// AppendJSON appends the JSON encoding of the view to dst, in the format of encoding/json. It
// avoids reflection, because a server encodes thousands of views per second.
func (v *View) AppendJSON(dst []byte) []byte {
	e := encoder{append(dst, '{')}
	e.text("game", v.Game)
	e.texts("roles", v.Roles)
	e.text("position", v.Text)
	e.number("layer", v.Layer)
	e.boolean("terminal", v.Terminal)
	e.number("mover", v.Mover)
	if v.Random {
		e.boolean("chance", true)
	}
	if len(v.Payoffs) > 0 {
		e.points("payoffs", v.Payoffs)
	}
	e.value(&v.Value)
	if v.Endless {
		e.boolean("endless", true)
	}
	if len(v.Movers) > 0 {
		e.numbers("movers", v.Movers)
	}
	e.boolean("start", v.Start)
	e.boolean("scores", v.Scores)
	if v.Scale != nil {
		e.reflected("scale", v.Scale)
	}
	e.reflected("paints", v.Paints)
	e.board(&v.Board)
	if len(v.Moves) > 0 {
		e.key("moves", '[')
		for i := range v.Moves {
			e.move(&v.Moves[i])
		}
		e.add("]")
	}
	if v.Matrix != nil {
		e.reflected("matrix", v.Matrix)
	}
	e.add("}")
	return e.out
}

func (e *encoder) value(v *Value) {
	e.key("value", '{')
	e.text("words", v.Words)
	if len(v.Payoffs) > 0 {
		e.texts("payoffs", v.Payoffs)
	}
	if v.Error != "" {
		e.text("error", v.Error)
	}
	if v.ExpectedPlies != nil {
		e.reflected("expected_plies", *v.ExpectedPlies)
	}
	if v.Estimate != nil {
		e.reflected("estimate", *v.Estimate)
	}
	e.number("remoteness", v.Plies)
	if v.LeastPlies > 0 {
		e.number("min_remoteness", v.LeastPlies)
	}
	if v.MostPlies > 0 {
		e.number("max_remoteness", v.MostPlies)
	}
	if len(v.Security) > 0 {
		e.texts("security", v.Security)
	}
	if len(v.PureSecurity) > 0 {
		e.points("pure_security", v.PureSecurity)
	}
	if len(v.BestJoint) > 0 {
		e.points("best_joint", v.BestJoint)
	}
	e.add("}")
}

func (e *encoder) board(b *ViewBoard) {
	e.key("board", '{')
	e.number("width", b.Width)
	e.number("height", b.Height)
	e.text("grid", b.Grid)
	e.key("cells", '[')
	for _, c := range b.Cells {
		e.begin('{')
		e.text("kind", c.Kind)
		e.number("role", c.Role)
		e.text("glyph", c.Glyph)
		if c.Figure != "" {
			e.text("figure", c.Figure)
		}
		if c.Count > 0 {
			e.number("count", c.Count)
		}
		e.add("}")
	}
	e.add("]")
	if len(b.Lines) > 0 {
		e.reflected("lines", b.Lines)
	}
	if len(b.Edges) > 0 {
		e.numbers("edges", b.Edges)
	}
	if len(b.Won) > 0 {
		e.numbers("won", b.Won)
	}
	if len(b.Hands) > 0 {
		e.reflected("hands", b.Hands)
	}
	if len(b.Tracks) > 0 {
		e.reflected("tracks", b.Tracks)
	}
	e.texts("columns", b.Columns)
	e.texts("rows", b.Rows)
	e.texts("notes", b.Notes)
	e.texts("legend", b.Legend)
	e.add("}")
}

func (e *encoder) move(m *ViewMove) {
	e.begin('{')
	e.text("move", m.Name)
	e.text("child", m.Child)
	e.value(&m.Value)
	e.key("keeps", 0)
	e.add(keptJSON()[m.Keeps])
	if m.Replies != nil {
		e.reflected("replies", m.Replies)
	}
	if m.Probability != "" {
		e.text("probability", m.Probability)
	}
	if m.Result != "" {
		e.text("outcome", m.Result)
	}
	e.numbers("cells", m.Cells)
	e.add("}")
}

// encoder writes compact JSON. Keys must not require escaping.
type encoder struct{ out []byte }

func (e *encoder) add(text string) { e.out = append(e.out, text...) }

// begin begins an object member or array element. It writes a comma if necessary, followed by open
// unless open is 0.
func (e *encoder) begin(open byte) {
	if last := e.out[len(e.out)-1]; last != '{' && last != '[' {
		e.out = append(e.out, ',')
	}
	if open != 0 {
		e.out = append(e.out, open)
	}
}

func (e *encoder) key(name string, open byte) {
	e.begin('"')
	e.add(name)
	e.add(`":`)
	if open != 0 {
		e.out = append(e.out, open)
	}
}

func (e *encoder) number(name string, n int) {
	e.key(name, 0)
	e.out = strconv.AppendInt(e.out, int64(n), 10)
}

func (e *encoder) boolean(name string, b bool) {
	e.key(name, 0)
	e.out = strconv.AppendBool(e.out, b)
}

func (e *encoder) text(name, text string) {
	e.key(name, 0)
	e.quote(text)
}

func (e *encoder) texts(name string, list []string) {
	e.key(name, '[')
	for _, text := range list {
		e.begin(0)
		e.quote(text)
	}
	e.add("]")
}

func (e *encoder) numbers(name string, list []int) {
	e.key(name, '[')
	for _, n := range list {
		e.begin(0)
		e.out = strconv.AppendInt(e.out, int64(n), 10)
	}
	e.add("]")
}

func (e *encoder) points(name string, list []float64) {
	e.key(name, '[')
	for _, x := range list {
		e.begin(0)
		e.out = strconv.AppendFloat(e.out, x, 'f', -1, 64)
	}
	e.add("]")
}

// quote writes a string. Strings that require escaping or are not ASCII are passed to
// encoding/json.
func (e *encoder) quote(text string) {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			e.marshal(text)
			return
		}
	}
	e.out = append(e.out, '"')
	e.add(text)
	e.out = append(e.out, '"')
}

// reflected writes a member using reflection, which is slow.
func (e *encoder) reflected(name string, v any) {
	e.key(name, 0)
	e.marshal(v)
}

// marshal writes v, a part of a View, using encoding/json. Encoding cannot fail for these types.
func (e *encoder) marshal(v any) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v)
	e.out = append(e.out, bytes.TrimSuffix(b.Bytes(), []byte("\n"))...)
}
