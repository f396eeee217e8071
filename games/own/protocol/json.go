package protocol

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"

	"zermelo/games"
)

// Request is a request to a program, sent as a line of JSON.
type Request struct {
	Do      string            `json:"do"` // "hello", "start", "expand", or a value of Hello.Can
	Options map[string]string `json:"options,omitempty"`
	States  []string          `json:"states,omitempty"`
	Names   bool              `json:"names,omitempty"`
}

// Reply is the reply to a Request. Either Error or the field for the request is set.
type Reply struct {
	Error     string          `json:"error"`
	Hello     json.RawMessage `json:"hello"`
	State     string          `json:"state"`
	Positions []position      `json:"positions"`
	Drawing   Drawing         `json:"drawing"`
	Estimates []float32       `json:"estimates"`
	Images    [][]string      `json:"images"`
}

// position is the answer for a state. A terminal state has payoffs. Other states
// have next states with moves or, if both roles move, with rows and columns.
type position struct {
	Mover   mover    `json:"mover"`
	Payoffs []int    `json:"payoffs"`
	Layer   int32    `json:"layer"`
	Moves   []string `json:"moves"`
	Rows    []string `json:"rows"`
	Columns []string `json:"columns"`
	Next    []string `json:"next"`
	Weights []int64  `json:"weights"` // of random moves; 1 each if empty
}

// mover is the number of a role, or games.Chance.
type mover int8

// UnmarshalJSON implements json.Unmarshaler for a number or Chance.
func (m *mover) UnmarshalJSON(text []byte) error {
	if string(text) == `"`+Chance+`"` {
		*m = mover(games.Chance)
		return nil
	}
	n := 0
	if err := json.Unmarshal(text, &n); err != nil {
		return err
	}
	if *m = mover(min(n, games.MaxRoles)); n < 0 {
		*m = noMover
	}
	return nil
}

// noMover is an invalid mover.
const noMover = -3

// ReadReply parses a line of JSON into r, reusing the memory of r.
func ReadReply(line []byte, r *Reply) error {
	for i := range r.Positions[:cap(r.Positions)] {
		p := &r.Positions[:cap(r.Positions)][i]
		*p = position{Payoffs: p.Payoffs[:0], Moves: p.Moves[:0], Rows: p.Rows[:0], Columns: p.Columns[:0], Next: p.Next[:0], Weights: p.Weights[:0]}
	}
	*r = Reply{Positions: r.Positions[:0]}
	if err := json.Unmarshal(line, r); err != nil {
		return fmt.Errorf("%w in the answer %q", explainJSON(err), games.Echo(string(line)))
	}
	if r.Error != "" {
		return fmt.Errorf("error from the game: %s", games.Echo(r.Error))
	}
	return nil
}

// explainJSON describes a value of the wrong type without the names of Go types.
func explainJSON(err error) error {
	wrong, ok := errors.AsType[*json.UnmarshalTypeError](err)
	if !ok {
		return err
	}
	want := "an object"
	switch n := noun(wrong.Type); {
	case wrong.Type.Kind() == reflect.Slice:
		want = "a list of " + noun(wrong.Type.Elem()) + "s"
	case strings.HasSuffix(wrong.Field, "mover"):
		want = fmt.Sprintf("a whole number or %q", Chance)
	case n != "":
		want = "a " + n
	}
	where := ""
	if wrong.Field != "" {
		where = wrong.Field + ": "
	}
	return fmt.Errorf("%sgot %s, expected %s", where, wrong.Value, want)
}

func noun(t reflect.Type) string {
	switch t.Kind() {
	case reflect.Slice:
		return "list"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int32, reflect.Int64:
		return "whole number"
	case reflect.Float32, reflect.Float64:
		return "number"
	}
	return ""
}

// Answers converts the positions of a reply to answers.
func (r *Reply) Answers(h *Hello, to *Answers, states *Texts) error {
	to.Reset()
	for i := range r.Positions {
		if err := r.Positions[i].add(h, to); err != nil {
			if i < states.Len() {
				err = fmt.Errorf("state %s: %w", games.Echo(string(states.At(i))), err)
			}
			return err
		}
	}
	return nil
}

func (p *position) add(h *Hello, to *Answers) error {
	a := Answer{Mover: int8(p.Mover), Terminal: len(p.Payoffs) > 0, Layer: p.Layer}
	random := a.Mover == games.Chance && !a.Terminal && len(p.Rows) == 0
	switch {
	case len(p.Weights) > 0 && !random:
		return fmt.Errorf("the game returned weights, which only random moves have; remove them, or return \"mover\": %q", Chance)
	case len(p.Weights) > 0 && len(p.Weights) != len(p.Next):
		return fmt.Errorf("the game returned %d weights, but %d next states", len(p.Weights), len(p.Next))
	case a.Terminal:
		if len(p.Next) > 0 {
			return fmt.Errorf("the game returned both payoffs and next states; only a terminal state may have payoffs")
		}
		if a.Mover < 0 || int(a.Mover) >= len(h.Roles) {
			a.Mover = 0
		}
		if err := SetPayoffs(h, &a, p.Payoffs); err != nil {
			return err
		}
	case len(p.Rows) > 0 || len(p.Columns) > 0:
		a.Mover, a.Named = games.Both, true
		a.Rows, a.Columns = int32(len(p.Rows)), int32(len(p.Columns))
		if len(p.Rows)*len(p.Columns) != len(p.Next) {
			return fmt.Errorf("the game returned %d rows and %d columns, but %d next states; list one next state for each pair, row by row", len(p.Rows), len(p.Columns), len(p.Next))
		}
	default:
		a.Rows, a.Columns, a.Named = int32(len(p.Next)), 1, len(p.Moves) > 0
		if a.Named && len(p.Moves) != len(p.Next) {
			return fmt.Errorf("the game returned %d moves, but %d next states", len(p.Moves), len(p.Next))
		}
	}
	to.List = append(to.List, a)
	for _, list := range [...][]string{p.Moves, p.Rows, p.Columns} {
		if a.Named {
			for _, name := range list {
				to.Names.Add(name)
			}
		}
	}
	for i, next := range p.Next {
		to.Children.Add(next)
		if !random {
			continue
		}
		weight := int64(1)
		if len(p.Weights) > 0 {
			weight = p.Weights[i]
		}
		if err := to.AddWeight(weight); err != nil {
			return err
		}
	}
	return nil
}

// SetPayoffs sets the payoffs of a terminal state, one per role. If the game
// declares a total, the payoff of the first role suffices.
func SetPayoffs(h *Hello, a *Answer, payoffs []int) error {
	for _, p := range payoffs {
		if p < -1<<15 || p >= 1<<15 {
			return fmt.Errorf("the payoff is %d, expected -32768 to 32767", p)
		}
	}
	switch n := len(payoffs); {
	case n > len(h.Roles) || n < len(h.Roles) && (n == 0 || h.Total == nil):
		hint := ""
		if n == 1 && len(h.Roles) == 2 {
			hint = "; return one for each role, or set total, the sum of both"
		}
		return fmt.Errorf("got %s for %s%s", games.Count(n, "payoff"), games.Count(len(h.Roles), "role"), hint)
	case n == 1 && h.Total != nil:
		a.Payoffs = games.Payoff{int16(payoffs[0]), int16(*h.Total - payoffs[0])}
	default:
		for role, p := range payoffs {
			a.Payoffs[role] = int16(p)
		}
	}
	return nil
}
