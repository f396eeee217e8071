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

// Colours of results. Blue and yellow can be distinguished by colour-blind readers.
// Each coloured line also gives the result in words.
const (
	colorWin  = "34" // blue
	colorLoss = "33" // yellow
	colorKeep = "1"  // bold; marks a move that keeps the value
)

// SetColor sets whether output is coloured: "always", "never" or "auto". With "auto",
// output to a terminal is coloured unless NO_COLOR is set; see no-color.org. It
// returns a games.InputError for any other value.
func (o *Output) SetColor(when string) error {
	if choices := []string{"auto", "always", "never"}; !slices.Contains(choices, when) {
		return games.BadInput("--color %s: must be one of %s", games.Echo(when), strings.Join(choices, ", "))
	}
	o.colored = when == "always" || when == "auto" && o.Terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	return nil
}

// Result returns a positive number if o is a win for role, a negative number if it
// is a loss, and 0 otherwise. For more than two roles, it returns 0.
func Result(o *value.Outcome, role int) int {
	if o.Roles() > 2 || !o.Solved() {
		return 0
	}
	return o.Payoff[role].Cmp(o.Payoff[1-role])
}

// Paint returns text in the colour of result, which is positive for a win and
// negative for a loss, and in bold if keeps is set. The text must not contain line
// breaks. Paint replaces control characters; see games.Clean.
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

// PaintMoves colours the numbered moves in a printed position by their results for
// the player to move. It also replaces control characters.
func (o *Output) PaintMoves(text string, at *solved.Position) string {
	text = games.Clean(text)
	if !o.colored || at.Mover < 0 {
		return text
	}
	return regexp.MustCompile(`(?m)^ +([0-9]+)  .*$`).ReplaceAllStringFunc(text, func(line string) string {
		n, err := strconv.Atoi(strings.Fields(line)[0])
		if err != nil || n < 1 || n > len(at.Moves) || strings.Fields(line)[1] != at.Moves[n-1].Name {
			return line // a line of the board
		}
		m := &at.Moves[n-1]
		return o.Paint(line, Result(&m.Outcome, at.Mover), m.Keeps == solved.KeptYes)
	})
}
