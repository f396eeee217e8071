package searchtest

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"strconv"
	"strings"

	"zermelo/games"
)

// Scored is a position with its score.
type Scored[S games.State] struct {
	Text  string // position in the game's notation
	State S
	Score int  // score for the player to move
	Open  bool // the score is unknown
}

// ReadScored reads lines that consist of a position and its score, such as
// "4455 12". Positions are in the game's notation, contain no blanks, and are
// not terminal. For an invalid line, ReadScored returns a games.InputError that
// starts with name and the line number, as in "sets/easy:3: ".
func ReadScored[S games.State](g games.Searcher[S], name string, r io.Reader) ([]Scored[S], error) {
	var list []Scored[S]
	notation := games.NotationOf[S](g)
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		fields := strings.Fields(lines.Text())
		if len(fields) != 2 {
			return nil, games.BadInput("%s:%d: expected a position and its score, got %q", name, n, lines.Text())
		}
		s, err := notation.ParseState(fields[0])
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", name, n, err)
		}
		if children, _ := g.Expand(nil, nil, []S{s}); len(children) == 0 {
			return nil, games.BadInput("%s:%d: the game is over at %s; remove the line", name, n, games.Echo(fields[0]))
		}
		score, err := strconv.Atoi(fields[1])
		if high := g.Scores(); err != nil || score < -high || score > high {
			return nil, games.BadInput("%s:%d: score %s must be a whole number from %d to %d", name, n, games.Echo(fields[1]), -high, high)
		}
		list = append(list, Scored[S]{Text: fields[0], State: s, Score: score})
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s:%d: %w", name, len(list)+1, err)
	}
	if len(list) == 0 {
		return nil, games.BadInput("%s: no positions; each line must have a position and its score, such as \"4455 12\"", name)
	}
	return list, nil
}

// Sample returns at most count distinct positions, each reached by the given
// number of random plies. It omits positions that are terminal or decided by
// g.Look. The result depends only on the arguments.
func Sample[S games.State](g games.Searcher[S], plies, count int) []Scored[S] {
	var list []Scored[S]
	rng := rand.New(rand.NewPCG(uint64(plies), uint64(count)))
	seen := map[S]bool{}
	for range 100 * count {
		s, ok := randomPlay(g, rng, plies)
		canonical, _ := games.Canonical(games.Game[S](g), s)
		if !ok || seen[canonical] {
			continue
		}
		seen[canonical] = true
		if list = append(list, Scored[S]{State: s, Open: true}); len(list) == count {
			break
		}
	}
	return list
}

// randomPlay plays random plies and reports whether the resulting position
// requires a search.
func randomPlay[S games.State](g games.Searcher[S], rng *rand.Rand, plies int) (S, bool) {
	s := g.Start()
	for range plies {
		children, _ := g.Expand(nil, nil, []S{s})
		if len(children) == 0 {
			return s, false
		}
		s = children[rng.IntN(len(children))]
	}
	if children, _ := g.Expand(nil, nil, []S{s}); len(children) == 0 {
		return s, false
	}
	var n games.Node[S]
	canonical, _ := games.Canonical(games.Game[S](g), s)
	g.Look(&n, canonical, -g.Scores()-1, g.Scores()+1)
	return s, n.Low < n.High
}
