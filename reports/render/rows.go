package render

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
	"zermelo/solver/value"
)

// Rows formats positions, one per line, in one of the RowFormats. It is not safe for concurrent
// use.
//
// A line of JSON has the fields of rowJSON. CSV has the same columns, but omits mover and moves,
// and has one column payoff_ROLE per role instead of payoffs. In a table, each column has the same
// width in all lines.
type Rows struct {
	info   *games.Info
	format string
	best   bool
	movers [][]byte                 // the JSON field mover for each role
	known  map[value.Outcome][]byte // formatted outcomes; equal outcomes share rationals, so they are equal keys
}

// rowJSON is a line of JSON. Append writes it without reflection.
type rowJSON struct {
	Number   int    `json:"number"`             // number of the input line, from 1
	Input    string `json:"input"`              // the input line
	Position string `json:"position,omitempty"` // position after the moves of the input
	Error    string `json:"error,omitempty"`    // what is wrong with the input; replaces the fields below
	// Mover is the name of the role to move. It is empty if the position is terminal or several
	// roles choose simultaneously.
	Mover string `json:"mover,omitempty"`
	// Value is the result of perfect play in words, or "not known".
	Value      string   `json:"value,omitempty"`
	Payoffs    []string `json:"payoffs,omitempty"`
	Remoteness *int     `json:"remoteness,omitempty"` // number of plies to the end, or -1 if random or unknown
	Best       []string `json:"best,omitempty"`       // the best moves, if requested with --best
	// Moves lists all moves, best first, if requested with --all.
	Moves []solved.Move `json:"moves,omitempty"`
}

// RowFormats returns the formats of Rows, starting with the default.
func RowFormats() []string { return []string{"json", "table", "csv"} }

const maxKnownOutcomes = 1 << 14 // maximum number of cached outcomes

// NewRows returns a Rows. If best is set, lines include the best moves.
func NewRows(info *games.Info, format string, best bool) *Rows {
	w := &Rows{info: info, format: format, best: best, known: map[value.Outcome][]byte{}}
	for _, role := range info.Roles {
		w.movers = append(w.movers, appendJSON([]byte(`,"mover":`), role))
	}
	return w
}

// Head returns the header line. It is empty for JSON.
func (w *Rows) Head() string {
	switch w.format {
	case "csv":
		head := []string{"number", "input", "position", "value"}
		for _, role := range w.info.Roles {
			head = append(head, "payoff_"+role)
		}
		if head = append(head, "remoteness"); w.best {
			head = append(head, "best")
		}
		return strings.Join(append(head, "error"), ",") + "\n"
	case "table":
		head := fmt.Sprintf("%8s  %-*s  %10s  ", "NUMBER", w.valueWidth(), "VALUE", "REMOTENESS")
		if w.best {
			head += fmt.Sprintf("%-*s  ", bestWidth, "BEST")
		}
		return head + "INPUT\n"
	}
	return ""
}

const bestWidth = 24 // width of the column of best moves in a table, in characters

func (w *Rows) valueWidth() int {
	longest := 0
	for _, role := range w.info.Roles {
		longest = max(longest, utf8.RuneCountInString(role))
	}
	return longest + len(" wins in 100 plies")
}

// Append appends the line for r to dst.
func (w *Rows) Append(dst []byte, r *solved.Row) []byte {
	switch w.format {
	case "csv":
		return w.appendCSV(dst, r)
	case "table":
		return w.appendTable(dst, r)
	}
	dst = strconv.AppendInt(append(dst, `{"number":`...), int64(r.Number), 10)
	dst = appendJSON(append(dst, `,"input":`...), r.Input)
	if r.Position != "" {
		dst = appendJSON(append(dst, `,"position":`...), r.Position)
	}
	if r.Err != nil {
		dst = appendJSON(append(dst, `,"error":`...), r.Err.Error())
		return append(dst, "}\n"...)
	}
	if r.Mover >= 0 {
		dst = append(dst, w.movers[r.Mover]...)
	}
	dst = w.appendOutcome(dst, r.Outcome)
	if w.best {
		dst = append(dst, `,"best":[`...)
		for i, name := range r.Best {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = appendJSON(dst, name)
		}
		dst = append(dst, ']')
	}
	if len(r.Moves) > 0 {
		moves, _ := json.Marshal(r.Moves) // cannot fail
		dst = append(append(dst, `,"moves":`...), games.CleanJSON(moves)...)
	}
	return append(dst, "}\n"...)
}

func (w *Rows) appendCSV(dst []byte, r *solved.Row) []byte {
	dst = append(strconv.AppendInt(dst, int64(r.Number), 10), ',')
	dst = append(appendCSV(dst, r.Input), ',')
	dst = append(appendCSV(dst, r.Position), ',')
	if r.Err != nil {
		dst = append(dst, strings.Repeat(",", 2+len(w.info.Roles))...)
		if w.best {
			dst = append(dst, ',')
		}
		return append(appendCSV(dst, r.Err.Error()), '\n')
	}
	dst = append(w.appendOutcome(dst, r.Outcome), ',')
	if w.best {
		dst = append(appendCSV(dst, strings.Join(r.Best, " ")), ',')
	}
	return append(dst, '\n')
}

func (w *Rows) appendTable(dst []byte, r *solved.Row) []byte {
	dst = fmt.Appendf(dst, "%8d  ", r.Number)
	if r.Err != nil {
		return append(fmt.Appendf(dst, "error: %v", r.Err), '\n')
	}
	dst = w.appendOutcome(dst, r.Outcome)
	if w.best {
		dst = append(fmt.Appendf(dst, "%-*s", bestWidth, strings.Join(r.Best, " ")), "  "...)
	}
	return append(append(dst, games.Clean(r.Input)...), '\n')
}

func (w *Rows) appendOutcome(dst []byte, o value.Outcome) []byte {
	text, ok := w.known[o]
	if !ok {
		text = w.outcome(o)
		if len(w.known) < maxKnownOutcomes {
			w.known[o] = text
		}
	}
	return append(dst, text...)
}

func (w *Rows) outcome(o value.Outcome) (text []byte) {
	description, payoffs := "not known", []string{}
	switch {
	case !o.Solved() && o.Security[0] != nil:
		description = words.Outcome(w.info, o)
	case o.Solved():
		description = words.Outcome(w.info, o)
		for role := range w.info.Roles {
			payoffs = append(payoffs, words.PayoffText(w.info, &o, role))
		}
	}
	switch w.format {
	case "csv":
		payoffs = append(payoffs, make([]string, len(w.info.Roles)-len(payoffs))...)
		for _, cell := range slices.Concat([]string{description}, payoffs) {
			text = append(appendCSV(text, cell), ',')
		}
		return strconv.AppendInt(text, int64(o.Remoteness), 10)
	case "table":
		return fmt.Appendf(nil, "%-*s  %10d  ", w.valueWidth(), description, o.Remoteness)
	}
	text = appendJSON([]byte(`,"value":`), description)
	for i, payoff := range payoffs {
		text = append(text, [...]string{`,"payoffs":[`, `,`}[min(i, 1)]...)
		text = appendJSON(text, payoff)
	}
	if len(payoffs) > 0 {
		text = append(text, ']')
	}
	return strconv.AppendInt(append(text, `,"remoteness":`...), int64(o.Remoteness), 10)
}

// appendJSON appends text as a JSON string that is safe to print on a terminal.
func appendJSON(dst []byte, text string) []byte {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(text) // cannot fail
			return append(dst, games.CleanJSON(quoted)...)
		}
	}
	dst = append(dst, '"')
	dst = append(dst, text...)
	return append(dst, '"')
}

// appendCSV appends text as a CSV field without control characters.
func appendCSV(dst []byte, text string) []byte {
	if !strings.ContainsAny(text, "\",\n\r\x1b") {
		return append(dst, games.Clean(text)...)
	}
	text = games.Clean(strings.ReplaceAll(text, "\n", " "))
	return append(append(append(dst, '"'), strings.ReplaceAll(text, `"`, `""`)...), '"')
}
