package search

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"zermelo/games"
)

// Scored is a position whose score, for the player to move, is known.
type Scored[S games.State] struct {
	Text  string // as it was written
	State S
	Score int
}

// ReadScored reads positions with their scores, one on each line as in
// "4455 12". The positions are written as the game writes them, without blanks,
// and not over. What is wrong with a line is a games.InputError.
func ReadScored[S games.State](g games.Searcher[S], r io.Reader) ([]Scored[S], error) {
	var list []Scored[S]
	notation := games.NotationOf[S](g)
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) != 2 {
			return nil, games.BadInput("line %d: want a position and its score, but got %q", n, lines.Text())
		}
		s, err := notation.ParseState(fields[0])
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if children, _ := g.Expand(nil, nil, []S{s}); len(children) == 0 {
			return nil, games.BadInput("line %d: the game is over at %s: leave the line out", n, fields[0])
		}
		score, err := strconv.Atoi(fields[1])
		if high := g.Scores(); err != nil || score < -high || score > high {
			return nil, games.BadInput("line %d: score %s: want a whole number from %d to %d", n, fields[1], -high, high)
		}
		list = append(list, Scored[S]{fields[0], s, score})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(list)+1, err)
	}
	if len(list) == 0 {
		return nil, games.BadInput("no positions: want lines with a position and its score")
	}
	return list, nil
}
