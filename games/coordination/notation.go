package coordination

import (
	"fmt"
	"strconv"
	"strings"

	"zermelo/games"
)

// The text of a position consists of the number of rounds played, the score of each
// player, and white's pending choice. For example:
//
//	round=3,score=10
//	round=3,score=10,white=left

func (g *game) FormatState(s uint64) string {
	round, equal, pending := unpack(s)
	text := fmt.Sprintf("round=%d,score=%d", round, equal*g.reward)
	if pending != none {
		text += ",white=" + names()[pending-left]
	}
	return text
}

func names() []string { return []string{"left", "right"} }

func (g *game) ParseState(text string) (uint64, error) {
	fail := func(format string, args ...any) (uint64, error) {
		return 0, games.BadInput("position %q: %s; a position of this variant looks like %s",
			text, fmt.Sprintf(format, args...), g.FormatState(pack((g.rounds+1)/2, 1, none)))
	}
	fields := strings.Split(text, ",")
	if len(fields) > 3 {
		return fail("unexpected field %q", fields[3])
	}
	want := []string{"round", "score", "white"}
	values := make([]string, len(want))
	for i, field := range fields {
		name, value, ok := strings.Cut(field, "=")
		if !ok || name != want[i] {
			return fail("field %d is %q, expected %s=...", i+1, field, want[i])
		}
		values[i] = value
	}
	if len(fields) < 2 {
		return fail("the score is missing")
	}
	round, ok := number(values[0])
	if !ok || round > g.rounds {
		return fail("round=%s must be the number of rounds played, from 0 to %d", values[0], g.rounds)
	}
	score, ok := number(values[1])
	if !ok || score%g.reward != 0 || score > round*g.reward {
		return fail("score=%s must be a multiple of the reward, %d, and at most %d after %s", values[1], g.reward, round*g.reward, games.Count(round, "round"))
	}
	pending := none
	if len(fields) == 3 {
		switch {
		case g.simultaneous:
			return fail("white=%s cannot be used with turns=simultaneous", values[2])
		case round == g.rounds:
			return fail("white=%s cannot be used because the game is over after round %d", values[2], g.rounds)
		case values[2] == "left":
			pending = left
		case values[2] == "right":
			pending = right
		default:
			return fail("white=%s must be left or right", values[2])
		}
	}
	return pack(round, score/g.reward, pending), nil
}

// number parses a non-negative integer in canonical form.
func number(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 0 && strconv.Itoa(n) == text
}

func (g *game) Moves(s uint64) [games.MaxRoles][]string {
	var moves [games.MaxRoles][]string
	round, _, pending := unpack(s)
	if round >= g.rounds {
		return moves
	}
	if pending == none {
		moves[0] = names()
	}
	if pending != none || g.simultaneous {
		moves[1] = names()
	}
	return moves
}

// Draw implements games.Drawer. The drawing has no board.
func (g *game) Draw(s uint64) games.Drawing {
	round, equal, pending := unpack(s)
	notes := []string{fmt.Sprintf("%d of %s played, score %d each", round, games.Count(g.rounds, "round"), equal*g.reward)}
	switch {
	case round >= g.rounds:
		notes = append(notes, "the game is over")
	case g.simultaneous:
		notes = append(notes, "white and black to choose simultaneously")
	case pending == none:
		notes = append(notes, "white to choose")
	default:
		notes = append(notes, "white has chosen "+names()[pending-left]+", black to choose")
	}
	most := g.rounds * g.reward
	return games.Drawing{Notes: notes, Tracks: []games.Track{
		{Name: "rounds", Role: -1, Value: round, Max: g.rounds}, {Name: "white", Role: 0, Value: equal * g.reward, Max: most}, {Name: "black", Role: 1, Value: equal * g.reward, Max: most},
	}}
}
