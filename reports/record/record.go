// Package record reads and writes records of played games.
//
// Write writes one JSON object per line. A Reader also reads lines of moves, replays of Kaggle, and
// histories of OpenSpiel.
package record

import (
	"encoding/json"
	"io"
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

	File string `json:"-"` // where the record was read
	Line int    `json:"-"`
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

// Write writes g to w as one line.
func Write(w io.Writer, g *Game) error {
	line, err := json.Marshal(g)
	if err != nil {
		return err
	}
	_, err = w.Write(append(line, '\n'))
	return err
}
