package terminal

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/solver/value"
)

// The colours of results. Blue and yellow differ for everybody; the words in the same
// line say the same.
const (
	colorWin  = "34" // blue
	colorLoss = "33" // yellow
	colorKeep = "1"  // bold: the move keeps the value
)

// SetColor says when results have colours: always, never, or with auto on a terminal,
// unless NO_COLOR is set; see no-color.org. It returns a games.InputError for another word.
func (o *Output) SetColor(when string) error {
	if choices := []string{"auto", "always", "never"}; !slices.Contains(choices, when) {
		return games.BadInput("--color %s: want %s", games.Echo(when), strings.Join(choices, ", "))
	}
	o.colored = when == "always" || when == "auto" && o.Terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return nil
}

// Result is above 0 if an outcome is a win of a role, below 0 for a loss, and 0 for a draw
// and where it is not known.
func Result(o *value.Outcome, role int) int {
	if o.Roles() > 2 || !o.Solved() { // of several nobody is the other
		return 0
	}
	return o.Payoff[role].Cmp(o.Payoff[1-role])
}

// Paint colours a text without line ends by a result for a player: above 0 a win, below
// 0 a loss. It is bold if a move keeps the value. The text has no control characters of
// its own then; see games.Clean.
func (o *Output) Paint(text string, result int, keeps bool) string {
	text = games.Clean(text)
	var codes []string
	if keeps {
		codes = append(codes, colorKeep)
	}
	switch {
	case result > 0:
		codes = append(codes, colorWin)
	case result < 0:
		codes = append(codes, colorLoss)
	}
	if !o.colored || codes == nil {
		return text
	}
	return fmt.Sprintf("\x1b[%sm%s\x1b[0m", strings.Join(codes, ";"), text)
}

// PaintMoves colours the numbered lines of a printed position, which are its moves, by
// what they bring to the player. The text has no control characters of its own then.
func (o *Output) PaintMoves(text string, at *solved.Position) string {
	text = games.Clean(text)
	if !o.colored || at.Mover < 0 {
		return text
	}
	return regexp.MustCompile(`(?m)^ +([0-9]+)  .*$`).ReplaceAllStringFunc(text, func(line string) string {
		n, err := strconv.Atoi(strings.Fields(line)[0])
		if err != nil || n < 1 || n > len(at.Moves) || strings.Fields(line)[1] != at.Moves[n-1].Name {
			return line // of the board
		}
		m := &at.Moves[n-1]
		return o.Paint(line, Result(&m.Outcome, at.Mover), m.Keeps == solved.KeptYes)
	})
}
