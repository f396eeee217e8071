package play

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports/solved"
	"zermelo/reports/words"
)

// choices returns the moves of the human player in alphabetical order, which does
// not reveal their values, or the random moves that the human player may type.
func (s *Session) choices() []string {
	if s.at().Random {
		return s.at().Names[0]
	}
	return slices.Sorted(slices.Values(s.at().Names[s.Human]))
}

// execute handles a line of input and reports whether the session has ended.
func (s *Session) execute(line string) (done bool, err error) {
	choices := s.choices()
	if slices.Contains(choices, line) {
		return false, s.play(line)
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(choices) && !s.at().Random {
		// A number that begins one move is not an index.
		if at, _ := s.Game.FindMove(line, choices); at < 0 {
			return false, s.play(choices[n-1])
		}
	}
	switch strings.ToLower(line) {
	case "":
	case "quit", "exit", "q":
		s.leave("Stopped")
		return true, nil
	case "resign":
		if s.at().Terminal {
			s.complain("The game is already over.")
			return false, nil
		}
		human := s.info.Roles[s.Human]
		s.emit(event{Event: "end", Text: human + " resigns.", By: human, Position: s.at()})
		return true, nil
	case "help", "?":
		s.emit(event{Event: "help", Text: help})
	case "moves":
		s.listMoves(choices)
	case "board":
		s.show()
	case "hint":
		s.hint()
	case "undo", "back":
		s.undo()
	case "new":
		s.history = s.history[:1]
		return false, s.advance()
	default:
		switch {
		case s.at().Terminal:
			s.complain("The game is over. Type undo, new or quit.")
			return false, nil
		case s.waits():
			s.complain("It is not your turn. Type undo, new or quit.")
			return false, nil
		}
		at, fits := s.Game.FindMove(line, choices)
		switch {
		case at >= 0:
			return false, s.play(choices[at])
		case len(fits) > 0:
			s.complain("%q is ambiguous; it can mean %s.", line, strings.Join(fits, ", "))
		default:
			s.complain("%q is neither a move nor a command. The moves are %s. Type help for the commands.", line, strings.Join(choices, ", "))
		}
	}
	return false, nil
}

func (s *Session) listMoves(choices []string) {
	switch {
	case s.at().Terminal:
		s.complain("There are no moves because the game is over.")
		return
	case s.waits():
		s.complain("You have no moves because it is not your turn.")
		return
	}
	var text strings.Builder
	for i, name := range choices {
		fmt.Fprintf(&text, "  %d  %s\n", i+1, name)
	}
	s.emit(event{Event: "moves", Text: strings.TrimRight(text.String(), "\n"), Position: s.at()})
}

func (s *Session) hint() {
	at := s.at()
	e := event{Event: "hint", Position: at}
	switch {
	case at.Terminal:
		s.complain("There is no hint because the game is over.")
		return
	case at.Matrix != nil:
		var parts []string
		for _, c := range at.Matrix.Strategies[s.Human] {
			switch c.Probability {
			case "0":
			case "1":
				parts = append(parts, c.Move)
			default:
				parts = append(parts, fmt.Sprintf("%s with probability %s", c.Move, words.Probability(c.Probability)))
			}
		}
		e.Text = fmt.Sprintf("Hint: %s. Perfect play: %s.", at.Value.Words, strings.Join(parts, ", "))
	case at.Random:
		e.Text = fmt.Sprintf("Hint: %s.", at.Value.Words)
	default:
		best := at.Moves[0]
		e.Move = best.Name
		e.Text = fmt.Sprintf("Hint: %s. Best: %s.", at.Value.Words, e.Move)
		switch {
		case best.Keeps == solved.KeptUnknown && !at.Proven() && at.Value.Estimate == nil:
			e.Move = ""
			e.Text = fmt.Sprintf("Hint: %s. The best move is unknown.", at.Value.Words)
		case best.Keeps == solved.KeptUnknown:
			e.Text = fmt.Sprintf("Hint: %s. Probably best: %s (not proven).", at.Value.Words, e.Move)
		}
	}
	s.emit(e)
}

// undo returns to the last position in which the human player had a choice.
func (s *Session) undo() {
	for n := len(s.history) - 1; n > 0; n-- {
		p := s.history[n-1]
		if p.Random && s.Dice == nil || !p.Random && (p.Mover < 0 || p.Mover == s.Human) {
			s.history = s.history[:n]
			s.emit(event{Event: "undo", Text: "Your last move has been undone."})
			s.show()
			return
		}
	}
	s.complain("Nothing to undo.")
}

// play makes the human player's move and the moves of all roles that move simultaneously.
func (s *Session) play(name string) error {
	at := s.at()
	var parts []string
	roles := games.RolesWithMoves(at.Names)
	if at.Random {
		parts, roles = []string{name}, nil
	}
	for _, role := range roles {
		part, err := name, error(nil)
		if role != s.Human {
			if part, err = s.Opponent.Choose(s.ctx, at, role); err != nil {
				return err
			}
			s.announce(role, part)
		}
		parts = append(parts, part)
	}
	line, err := s.Game.Follow(at.Text, []string{strings.Join(parts, "+")})
	if err != nil {
		return err
	}
	s.history = append(s.history, line[1])
	return s.advance()
}
