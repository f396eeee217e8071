package command

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/solved"
)

// The colours of moves. Blue and yellow differ for everybody; the words in the same line
// say the same.
const (
	colorWin  = "34" // blue
	colorLoss = "33" // yellow
	colorKeep = "1"  // bold: the move keeps the value
)

// checkColor finds a wrong --color.
func (p *program) checkColor() error {
	if choices := []string{"auto", "always", "never"}; !slices.Contains(choices, p.color) {
		return games.BadInput("--color %s: want %s", games.Echo(p.color), strings.Join(choices, ", "))
	}
	return nil
}

// colored reports whether what is printed has colours: by --color, else on a terminal,
// unless NO_COLOR is set; see no-color.org.
func (p *program) colored() bool {
	if p.color != "auto" {
		return p.color == "always"
	}
	return p.out.Terminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
}

// paint colours the numbered lines of a printed position, which are its moves, by what
// they bring to the player: a win or a loss, and bold where they keep the value.
func (p *program) paint(text string, at *solved.Position) string {
	if !p.colored() || at.Mover < 0 {
		return text
	}
	return regexp.MustCompile(`(?m)^ +([0-9]+)  .*$`).ReplaceAllStringFunc(text, func(line string) string {
		n, err := strconv.Atoi(strings.Fields(line)[0])
		if err != nil || n < 1 || n > len(at.Moves) || strings.Fields(line)[1] != at.Moves[n-1].Name {
			return line // of the board
		}
		if code := moveColor(at, &at.Moves[n-1]); code != "" {
			return fmt.Sprintf("\x1b[%sm%s\x1b[0m", code, line)
		}
		return line
	})
}

// moveColor is the code of a move's colour, "" for none.
func moveColor(at *solved.Position, m *solved.Move) string {
	var codes []string
	if m.Keeps == solved.KeptYes {
		codes = append(codes, colorKeep)
	}
	if mine, other := m.Outcome.Payoff[at.Mover], m.Outcome.Payoff[1-at.Mover]; mine != nil && other != nil {
		switch mine.Cmp(other) {
		case 1:
			codes = append(codes, colorWin)
		case -1:
			codes = append(codes, colorLoss)
		}
	}
	return strings.Join(codes, ";")
}
