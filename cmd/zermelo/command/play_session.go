package command

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"zermelo/games"
	"zermelo/reports"
)

// session is one game of a person against perfect play.
type session struct {
	*program
	book    reports.Book
	info    *games.Info
	human   int
	history []*reports.Position // from the first position to the present one
	draws   *rand.Rand
}

// playEvent is one step of a session: what people read, and the same for
// programs.
type playEvent struct {
	Event    string            `json:"event"`
	Text     string            `json:"text"`
	Move     string            `json:"move,omitempty"`
	By       string            `json:"by,omitempty"` // the role that moved
	Position *reports.Position `json:"position,omitempty"`
}

// lines sends the lines of r until it ends or ctx does. Reading cannot be
// interrupted, so after ctx the goroutine lives on until the next line.
func lines(ctx context.Context, r io.Reader) <-chan string {
	c := make(chan string)
	go func() {
		defer close(c)
		for scan := bufio.NewScanner(r); scan.Scan(); {
			select {
			case c <- scan.Text():
			case <-ctx.Done():
				return
			}
		}
	}()
	return c
}

// run plays until the person leaves or the input ends.
func (s *session) run(ctx context.Context, input <-chan string) error {
	s.emit(playEvent{Event: "help", Text: fmt.Sprintf("%s. You play %s. Type a move, or help.", s.info.Title, s.info.Roles[s.human])})
	if err := s.advance(); err != nil {
		return err
	}
	for {
		s.prompt()
		if err := s.out.Flush(); err != nil {
			return fmt.Errorf("write output: %w", err)
		}
		select {
		case <-ctx.Done():
			s.leave("Interrupted")
			return nil
		case line, ok := <-input:
			if !ok {
				s.leave("End of input")
				return nil
			}
			done, err := s.obey(strings.TrimSpace(line))
			if err != nil || done {
				return err
			}
		}
	}
}

func (s *session) at() *reports.Position { return s.history[len(s.history)-1] }

// prompt asks for the next line.
func (s *session) prompt() {
	if s.json {
		return
	}
	if s.at().Terminal {
		s.printf("(undo, new, quit) > ")
		return
	}
	s.printf("%s > ", s.info.Roles[s.human])
}

// emit shows a step.
func (s *session) emit(e playEvent) {
	if !s.json {
		s.printf("%s\n", e.Text)
		return
	}
	enc := json.NewEncoder(s.out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(e); err != nil {
		panic("command: play event: " + err.Error())
	}
}

func (s *session) complain(format string, args ...any) {
	s.emit(playEvent{Event: "error", Text: fmt.Sprintf(format, args...)})
}

// leave ends the session and says how to come back to it.
func (s *session) leave(why string) {
	text := why + "."
	if at := s.at(); !at.Terminal {
		text = fmt.Sprintf("%s at %s; go on with: zermelo play %q %q --as %s", why, at.Text, s.info.Spec(), at.Text, s.info.Roles[s.human])
	}
	if !s.json && why != "Stopped" { // the cursor is still behind the prompt
		text = "\n" + text
	}
	s.emit(playEvent{Event: "end", Text: text, Position: s.at()})
}

// advance lets the program move until it is the person's turn or the game is
// over, and shows the board.
func (s *session) advance() error {
	s.show()
	for at := s.at(); !at.Terminal && at.Mover >= 0 && at.Mover != s.human; at = s.at() {
		best := at.Moves[0]
		s.emit(playEvent{Event: "move", Text: fmt.Sprintf("%s plays %s.", s.info.Roles[at.Mover], best.Name), Move: best.Name, By: s.info.Roles[at.Mover]})
		if err := s.step(best.Child); err != nil {
			return err
		}
		s.show()
	}
	return nil
}

// step goes to a position.
func (s *session) step(text string) error {
	next, err := s.book.Look(text)
	if err != nil {
		return err
	}
	s.history = append(s.history, next)
	return nil
}

// show draws the board and, at the end, says who won.
func (s *session) show() {
	at := s.at()
	text := "\n" + strings.Join(at.Board, "\n")
	if reports.Repeated(s.history) >= 0 {
		text += "\nThis position was there before: play can go on for ever."
	}
	if !at.Terminal {
		s.emit(playEvent{Event: "position", Text: text, Position: at})
		return
	}
	s.emit(playEvent{Event: "over", Text: fmt.Sprintf("%s\nThe game is over: %s.", text, at.Value.Words), Position: at})
}

// choices are the person's moves, in alphabetical order so that their order
// gives nothing away.
func (s *session) choices() []string {
	at := s.at()
	var names []string
	switch {
	case at.Terminal:
	case at.Matrix != nil:
		names = slices.Clone([][]string{at.Matrix.Rows, at.Matrix.Columns}[s.human])
	default:
		for _, m := range at.Moves {
			names = append(names, m.Name)
		}
	}
	slices.Sort(names)
	return names
}

// obey does what a line says and reports whether the session is over.
func (s *session) obey(line string) (done bool, err error) {
	choices := s.choices()
	if slices.Contains(choices, line) {
		return false, s.play(line)
	}
	if n, err := strconv.Atoi(line); err == nil && n >= 1 && n <= len(choices) {
		return false, s.play(choices[n-1])
	}
	switch strings.ToLower(line) {
	case "":
	case "quit", "exit", "q":
		s.leave("Stopped")
		return true, nil
	case "resign":
		if s.at().Terminal {
			s.complain("The game is over already.")
			return false, nil
		}
		s.emit(playEvent{Event: "end", Text: fmt.Sprintf("%s resigns.", s.info.Roles[s.human]), By: s.info.Roles[s.human], Position: s.at()})
		return true, nil
	case "help", "?":
		s.emit(playEvent{Event: "help", Text: playHelp})
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
		if s.at().Terminal {
			s.complain("The game is over. Type undo, new or quit.")
			return false, nil
		}
		s.complain("%q is neither a move nor a command. The moves are %s. Type help for the commands.", line, strings.Join(choices, ", "))
	}
	return false, nil
}

const playHelp = `Type a move by its name or number, or
  moves   list your moves
  hint    show the value and a best move
  undo    take your last move back
  board   show the board again
  new     start again
  resign  give up
  quit    stop (also at the end of the input)`

func (s *session) listMoves(choices []string) {
	if len(choices) == 0 {
		s.complain("The game is over: no moves.")
		return
	}
	var text strings.Builder
	for i, name := range choices {
		fmt.Fprintf(&text, "  %d  %s\n", i+1, name)
	}
	s.emit(playEvent{Event: "moves", Text: strings.TrimRight(text.String(), "\n"), Position: s.at()})
}

// hint says what the position is worth and what perfect play would do.
func (s *session) hint() {
	at := s.at()
	e := playEvent{Event: "hint", Position: at}
	switch {
	case at.Terminal:
		s.complain("The game is over: no hint.")
		return
	case at.Matrix != nil:
		var parts []string
		for _, c := range at.Matrix.Strategies[s.human] {
			switch c.Probability {
			case "0":
			case "1":
				parts = append(parts, c.Move)
			default:
				parts = append(parts, fmt.Sprintf("%s with probability %s", c.Move, c.Probability))
			}
		}
		e.Text = fmt.Sprintf("Hint: %s. Perfect play: %s.", at.Value.Words, strings.Join(parts, ", "))
	default:
		e.Move = at.Moves[0].Name
		e.Text = fmt.Sprintf("Hint: %s. Best: %s.", at.Value.Words, e.Move)
	}
	s.emit(e)
}

// undo goes back to where the person last had a choice.
func (s *session) undo() {
	for n := len(s.history) - 1; n > 0; n-- {
		if p := s.history[n-1]; p.Mover < 0 || p.Mover == s.human {
			s.history = s.history[:n]
			s.emit(playEvent{Event: "undo", Text: "Your last move is taken back."})
			s.show()
			return
		}
	}
	s.complain("Nothing to take back.")
}

// play makes the person's move and, where both choose at once, the program's.
func (s *session) play(name string) error {
	at := s.at()
	if at.Matrix != nil {
		other := 1 - s.human
		drawn := s.draw(at.Matrix.Strategies[other])
		s.emit(playEvent{Event: "move", Text: fmt.Sprintf("%s plays %s.", s.info.Roles[other], drawn), Move: drawn, By: s.info.Roles[other]})
		if s.human == 0 {
			name += "+" + drawn
		} else {
			name = drawn + "+" + name
		}
	}
	line, err := s.book.Follow(at.Text, []string{name})
	if err != nil {
		return err
	}
	s.history = append(s.history, line[1])
	return s.advance()
}

// draw chooses a move of a strategy by its probabilities, exactly to 2^-32.
func (s *session) draw(strategy []reports.Chance) string {
	left := big.NewRat(int64(s.draws.Uint32()), 1<<32)
	for _, c := range strategy {
		p, ok := new(big.Rat).SetString(c.Probability)
		if !ok {
			panic("command: probability " + c.Probability)
		}
		if left.Cmp(p) < 0 {
			return c.Move
		}
		left.Sub(left, p)
	}
	panic("command: the probabilities of a strategy do not add up to 1")
}
