// Package record reads and writes records of played games, one JSON object per line.
package record

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"zermelo/games"
)

// Game is the record of one game. Its JSON field names are stable.
type Game struct {
	Game string `json:"game"` // name of the variant, such as "connect4:size=5x4"
	// Players holds the name of each role's player.
	Players []string `json:"players"`
	// Start is the position before the first move. It is empty for the start position.
	Start string `json:"start"`
	// Moves holds the moves in the game's notation. The parts of a joint move are joined by "+".
	Moves []string `json:"moves"`
	// Payoffs holds the payoff of each role in points, as exact rationals. It is empty if the
	// result is unknown.
	Payoffs []string `json:"payoffs"`
	// End is the reason why the game ended: "over", "illegal", "timeout", "crash", "limit" or
	// "repetition". It is empty if the reason is unknown.
	End string `json:"end"`
	// By is the role whose player made an illegal move, exceeded its time or crashed.
	By   string `json:"by"`
	Text string `json:"text"` // message about the end
}

// Values of Game.End.
const (
	EndOver       = "over"       // the position is terminal
	EndIllegal    = "illegal"    // a player made an illegal move
	EndTimeout    = "timeout"    // a player exceeded its time
	EndCrash      = "crash"      // a player's program failed
	EndLimit      = "limit"      // the game reached the maximum number of plies
	EndRepetition = "repetition" // a position was repeated
)

// maxLine is the maximum length of a line, in bytes.
const maxLine = 16 << 20

// Write writes g to w as one line.
func Write(w io.Writer, g *Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}

// Read calls each with every record in r. Empty lines and lines that begin with # are skipped.
// file is the name of r in errors, which are InputErrors unless r or each fails.
func Read(r io.Reader, file string, each func(*Game) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		g := &Game{}
		if err := json.Unmarshal([]byte(line), g); err != nil {
			return games.BadInput("%s:%d: not a record of a game: %s; expected an object such as %s", file, n, err, `{"game":"tictactoe","moves":["b2","a1"]}`)
		}
		if err := each(g); err != nil {
			return err
		}
	}
	if errors.Is(lines.Err(), bufio.ErrTooLong) {
		return games.BadInput("%s:%d: line longer than %d bytes", file, n, maxLine)
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	return nil
}
